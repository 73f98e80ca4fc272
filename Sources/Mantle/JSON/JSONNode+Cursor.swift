extension JSONNode {
  /// Lends a cursor at this value, keeping document and context alive for the call.
  @inlinable func withCursor<Result>(
    _ context: DecodingContext, _ body: (JSONCursor) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime((document, context)) {
      try body(cursor(Unmanaged.passUnretained(context)))
    }
  }
}

extension JSONCursor {
  /// The value's bytes as they stand in the document.
  var rawBytes: UnsafeBufferPointer<UInt8> {
    let start = word.offset - (self.is(.string) ? 1 : 0)
    return UnsafeBufferPointer(start: bytes + start, count: rawEnd - start)
  }

  /// Where the value ends: found by walking on from its last descendant, since containers store no end.
  private var rawEnd: Int {
    switch kind {
    case .null, .true: return word.offset + 4
    case .false: return word.offset + 5
    case .number: return word.offset + length(of: word)
    case .string: return word.offset + length(of: word) + 1
    case .array, .object: break
    }
    var depth = 0
    var position = word.offset
    repeat {
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        position += 1
        while bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
      default: break
      }
      position += 1
    } while depth > 0
    return position
  }
}
