// Methods that read scalars from the bytes at a cursor. Unsafe code is used because measurements justify it.
// All accesses are in bounds: the parser has checked that the offset and length of every node are inside the
// document, and the document outlives the call.

extension JSONCursor {
  /// The context of the decode call: its options and the caller's values.
  ///
  /// ```swift
  /// let region = json.context.userInfo["region"] as? String
  /// ```
  @inlinable @inline(__always) public var context: DecodingContext {
    unmanagedContext._withUnsafeGuaranteedRef { $0 }
  }

  /// The bytes of a string between its quotes, with escapes as written, or the bytes of a number.
  @inlinable @inline(__always) package var utf8: UnsafeBufferPointer<UInt8> {
    let word = word
    return UnsafeBufferPointer(start: bytes + word.offset, count: length(of: word))
  }

  @inlinable @inline(__always) func length(of word: NodeWord) -> Int {
    word.payload < NodeWord.payloadLimit ? word.payload : measuredLength(of: word)
  }

  /// Returns the length of a string whose length does not fit into its node word, by scanning to the closing
  /// quote.
  @inline(never) @usableFromInline func measuredLength(of word: NodeWord) -> Int {
    nodeText.stringLength(of: word)
  }

  /// Parses a string that must have a certain form, and returns the parsed value.
  ///
  /// ```swift
  /// let country = try json.text(expected: "code such as `DE`") { Country(code: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The form as a phrase for diagnostics.
  ///   - parse: Returns the value; nil for a string of another form.
  /// - Throws: A type mismatch if the value is not a string, an invalid-value problem if `parse` returns nil,
  ///   and an error of `parse` as a problem of the value.
  public func text<Value>(expected: String, _ parse: (String) throws -> Value?) throws -> Value {
    guard self.is(.string) else { throw mismatch(expected: expected) }
    let value: Value?
    do { value = try parse(string()) } catch { throw problem(from: error) }
    guard let value else { throw mismatch(expected: expected, code: .invalidValue) }
    return value
  }

  /// Returns the content of a JSON string as a Swift string, with escapes resolved.
  ///
  /// ```swift
  /// static func decode(_ json: JSONCursor) throws -> Size { try Size(parsing: json.string()) }
  /// ```
  ///
  /// - Throws: a ``DecodingProblem`` for every other kind of value, and for a lone surrogate escape, which a
  ///   Swift string cannot represent.
  @inlinable public func string() throws -> String {
    guard self.is(.string) else { throw mismatch(expected: "string", hint: hint(wanting: .string)) }
    if word.flag { return try unescapedString() }
    let text = utf8
    // The parser has already validated the UTF-8; a second validation takes a tenth of the time to create a
    // long string.
    if text.count > 15, let start = text.baseAddress,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    {
      let isASCII = JSONCursor.isASCII(start, text.count)
      return String(copying: UTF8Span(unchecked: text.span, isKnownASCII: isASCII))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns whether a buffer of at least 16 bytes contains only ASCII bytes.
  @inlinable @inline(__always)
  static func isASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var seen = bytes.block(at: count &- 16)
    var position = 0
    while position &+ 16 <= count {
      seen |= bytes.block(at: position)
      position &+= 16
    }
    let words = unsafeBitCast(seen, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// The text of a number as written in the document; nil for every other kind of value.
  ///
  /// The digits are those of the document, so that `12.50` keeps its zero.
  public var numberText: String? { self.is(.number) ? String(decoding: utf8, as: UTF8.self) : nil }

  @inline(never) @usableFromInline func unescapedString() throws -> String {
    let input = utf8
    var lone: Int?
    let text = String(unsafeUninitializedCapacity: input.count) { output in
      let outcome = JSONStringDecoder.decode(input, into: output, loneSurrogates: .replaced)
      lone = outcome.loneSurrogate
      return outcome.count
    }
    guard lone == nil else {
      throw mismatch(
        expected: "text", code: .invalidValue, detail: LoneSurrogates.detail, hint: LoneSurrogates.hint)
    }
    return text
  }

  /// A short description of the value for a diagnostic, such as `"reopened"`, `number 12`, `null` or
  /// `object`.
  var foundText: String {
    switch kind {
    case .null: "null"
    case .true: "true"
    case .false: "false"
    case .number: "number \(Shortened.json(utf8))"
    case .string: "\"\(Shortened.json(utf8))\""
    case .array: next == index &+ 1 ? "empty array" : "array"
    case .object: next == index &+ 1 ? "empty object" : "object"
    }
  }
}
