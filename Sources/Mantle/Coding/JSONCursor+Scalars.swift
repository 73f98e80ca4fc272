// What the other targets of the package read from a cursor without making values of it.

extension JSONCursor {
  /// The bytes of a string between its quotes, escapes as written, or of a number; valid during the cursor's call.
  @inlinable package var scalarBytes: UnsafeBufferPointer<UInt8> { utf8 }

  /// Whether a string has escapes, or a number a fraction or an exponent.
  @inlinable package var isFlagged: Bool { word.flag }

  /// Where the value stands in the parsed text.
  @inlinable package var startOffset: Int { word.offset }

  /// Lends the text of a string with its escapes resolved; half a surrogate pair is replaced.
  @inlinable package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    word.flag ? unescapedBytes().withUnsafeBufferPointer(body) : body(utf8)
  }

  @usableFromInline func unescapedBytes() -> [UInt8] { unescapedBytes(.replaced) }

  func unescapedBytes(_ loneSurrogates: JSONStringDecoder.LoneSurrogate) -> [UInt8] {
    let written = utf8
    return [UInt8](unsafeUninitializedCapacity: written.count) { output, count in
      count = JSONStringDecoder.decode(written, into: output, loneSurrogates: loneSurrogates).count
    }
  }
}

extension JSONParser {
  /// Parses one value and lends a cursor at it; the cursor is valid during the call.
  ///
  /// - Throws: the first problem.
  package mutating func withValue(
    of bytes: JSONBytes, in range: Range<Int>, _ body: (JSONCursor) -> Void
  ) throws(JSONSyntaxError) {
    let end = try parse(bytes, from: range.lowerBound, to: range.upperBound)
    let rest = JSONScanner.skipWhitespace(bytes.base, end, range.upperBound)
    guard rest >= range.upperBound else {
      throw JSONSyntaxError(
        .trailingContent, at: rest, in: bytes, end: range.upperBound, container: nil, limits: limits)
    }
    let context = DecodingContext()
    withExtendedLifetime(context) { body(root(in: bytes, context: Unmanaged.passUnretained(context))) }
  }
}
