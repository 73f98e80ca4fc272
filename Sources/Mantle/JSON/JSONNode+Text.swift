/// A string that no Swift `String` can hold: it has a surrogate escape without its other half.
public struct LoneSurrogateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where the escape stands in the text, from 0.
  public let offset: Int

  public var description: String { "a surrogate escape without its other half" }
}

extension JSONNode {
  /// The string with its escapes resolved; nil where the value is no string.
  ///
  /// - Throws: ``LoneSurrogateError`` for a string such as `"\ud800"`, which is legal JSON but no text.
  public var stringValue: String? {
    get throws(LoneSurrogateError) {
      guard kind == .string else { return nil }
      var lone: Int?
      let text = decodedText(&lone)
      if let lone { throw LoneSurrogateError(offset: textRange.lowerBound + lone) }
      return text
    }
  }

  /// The value for people: strings without quotes and escapes, all else as it is written.
  ///
  /// A lone surrogate shows as U+FFFD.
  public var displayText: String {
    guard kind == .string else { return rawText }
    var lone: Int?
    return decodedText(&lone)
  }

  /// The string's bytes with escapes resolved and lone surrogates kept apart; two strings are the same JSON
  /// string exactly if these are equal. Empty where the value is no string.
  var decodedBytes: [UInt8] {
    guard kind == .string else { return [] }
    return document.bytes.withBytes(in: textRange) { input in
      guard word.flag else { return [UInt8](input) }
      return [UInt8](unsafeUninitializedCapacity: input.count) { output, count in
        count = JSONStringDecoder.decode(input, into: output, loneSurrogates: .kept).count
      }
    }
  }

  /// A string's text between its quotes, in the bytes.
  private var textRange: Range<Int> {
    let start = document.range.lowerBound + word.offset
    return start..<start + stringLength
  }

  private func decodedText(_ loneSurrogate: inout Int?) -> String {
    var lone: Int?
    defer { loneSurrogate = lone }
    return document.bytes.withBytes(in: textRange) { input in
      guard word.flag else { return String(decoding: input, as: UTF8.self) }
      return String(unsafeUninitializedCapacity: input.count) { output in
        let outcome = JSONStringDecoder.decode(input, into: output, loneSurrogates: .replaced)
        lone = outcome.loneSurrogate
        return outcome.count
      }
    }
  }
}
