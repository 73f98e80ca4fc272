// Access to the bytes of values, for other targets of the package that do not create Swift values.

extension JSONCursor {
  /// The bytes of a string between its quotes, with escapes as written, or the bytes of a number; valid while
  /// the cursor is valid.
  @inlinable package var scalarBytes: UnsafeBufferPointer<UInt8> { utf8 }

  /// Whether a string has escapes, or a number has a fraction or an exponent.
  @inlinable package var isFlagged: Bool { word.flag }

  /// The offset of the value's first byte in the parsed text.
  @inlinable package var startOffset: Int { word.startOffset }

  /// Calls a closure with the UTF-8 bytes of a string after resolving its escapes. Lone surrogates are replaced
  /// by U+FFFD.
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

/// A reader that parses values one after another and provides cursors to them, without recording notes.
package struct CursorReader: ~Copyable {
  private var parser: JSONParser
  private let context = DecodingContext(minimumSeverity: .error)

  /// Creates a reader whose parser enforces the given limits.
  package init(limits: JSONLimits = .default) { parser = JSONParser(limits: limits) }

  /// Parses the one value in a range and calls a closure with a cursor that is valid during the call.
  ///
  /// - Throws: the first syntax error, which includes content after the value.
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
