extension String: JSONConvertible {
  /// Decodes a JSON string, with its escapes resolved.
  ///
  /// - Throws: A type mismatch for every other kind of value.
  @inlinable public static func decode(_ json: JSONCursor) throws -> String { try json.string() }

  /// Writes a JSON string, with the escapes that RFC 8259 §7 requires.
  @inlinable public func encode(to writer: inout JSONWriter) { writer.string(self) }

  /// Writes the string in memory without retaining it.
  @inlinable public static func encode(at place: UnsafePointer<String>, to writer: inout JSONWriter) {
    UnsafeRawPointer(place).assumingMemoryBound(to: BorrowedString.self).pointee.write(to: &writer)
  }

  /// The shape of a JSON string.
  public static var shape: ValueShape { .string }
}

/// A borrowed view of a string in memory. The type cannot be copied, so using it costs no reference
/// counting.
@frozen @usableFromInline struct BorrowedString: ~Copyable {
  /// The string itself.
  @usableFromInline let text: String

  /// Writes the string as JSON.
  @inlinable @inline(__always) borrowing func write(to writer: inout JSONWriter) { writer.string(text) }
}

extension Bool: JSONConvertible {
  /// Decodes JSON `true` or `false`.
  ///
  /// - Throws: A type mismatch for numbers, strings and every other kind;
  ///   ``JSONTransformer/boolOrNumber`` accepts numbers.
  @inlinable public static func decode(_ json: JSONCursor) throws -> Bool {
    if json.is(.true) { return true }
    if json.is(.false) { return false }
    throw json.mismatch(expected: "boolean", hint: json.hint(wanting: .boolean))
  }

  /// Writes `true` or `false`.
  @inlinable public func encode(to writer: inout JSONWriter) { writer.bool(self) }

  /// The shape of JSON `true` and `false`.
  public static var shape: ValueShape { .boolean }
}

extension Character: JSONConvertible {
  /// Decodes a JSON string of exactly one character, as `String.count` counts characters (grapheme
  /// clusters).
  ///
  /// - Throws: A type mismatch if the value is not a string; an invalid value for an empty string
  ///   or for several characters.
  public static func decode(_ json: JSONCursor) throws -> Character {
    try json.text(expected: "text of one character") { $0.count == 1 ? $0.first : nil }
  }

  /// Writes a JSON string that consists of the character.
  public func encode(to writer: inout JSONWriter) { writer.string(String(self)) }

  /// The shape of a JSON string.
  public static var shape: ValueShape { .string }
}
