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
  public func encode(to writer: inout JSONWriter) { writer.writeString(String(self)) }

  /// The kind of JSON that the type accepts: a string.
  public static var shape: ValueShape { .string }
}
