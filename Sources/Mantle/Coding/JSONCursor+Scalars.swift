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

/// Parses values one after the other and lends cursors at them; what is decoded leaves no notes.
package struct CursorReader: ~Copyable {
  private var parser: JSONParser
  private let context = DecodingContext(leastSeverity: .error)

  package init(limits: JSONLimits = .default) { parser = JSONParser(limits: limits) }

  /// Parses the one value in a range; the cursor at it is valid during the call.
  ///
  /// - Throws: the first problem.
  package mutating func withValue<Result>(
    of bytes: JSONBytes, in range: Range<Int>, _ body: (JSONCursor) -> Result
  ) throws(JSONSyntaxError) -> Result {
    let end = try parser.parse(bytes, from: range.lowerBound, to: range.upperBound)
    let rest = JSONScanner.skipWhitespace(bytes.base, end, range.upperBound)
    guard rest >= range.upperBound else {
      throw JSONSyntaxError(
        .trailingContent, at: rest, in: bytes, end: range.upperBound, container: nil, limits: parser.limits)
    }
    defer { withExtendedLifetime(context) {} }
    return body(parser.root(in: bytes, context: Unmanaged.passUnretained(context)))
  }
}
