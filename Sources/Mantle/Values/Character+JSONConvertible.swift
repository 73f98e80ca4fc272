extension Character: JSONConvertible {
  /// A text of exactly one character, as `String` counts them.
  ///
  /// - Throws: a type mismatch for what is no string; an invalid value for none or several characters.
  public static func decode(_ json: JSONCursor) throws -> Character {
    guard json.is(.string) else { throw json.mismatch(expected: "text of one character") }
    let text = try json.string()
    guard text.count == 1, let character = text.first else {
      throw json.mismatch(expected: "text of one character", code: .invalidValue)
    }
    return character
  }

  /// Writes a string of the one character.
  public func encode(to writer: inout JSONWriter) { writer.string(String(self)) }

  public static var shape: ValueShape { .string }
}
