import MantlePlatform

extension UUID: JSONConvertible {
  /// Decodes a JSON string of 36 characters (RFC 9562 §4) in upper or lower case.
  ///
  /// ```swift
  /// let id = try UUID.decode(json: #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
  /// ```
  ///
  /// - Throws: A type mismatch if the value is not a string; an invalid value for every other
  ///   string.
  public static func decode(_ json: JSONCursor) throws -> UUID {
    guard json.is(.string) else { throw json.mismatch(expected: "UUID", hint: json.hint(wanting: .string)) }
    let text = try json.string()
    guard let uuid = UUID(uuidString: text) else {
      throw json.mismatch(expected: "UUID", code: .invalidValue, hint: uuidHint(text))
    }
    return uuid
  }

  /// Writes the UUID in upper case, as the original Mantle does. ``JSONTransformer/lowercaseUUID`` writes
  /// lower case.
  public func encode(to writer: inout JSONWriter) { writer.writeString(uuidString) }

  /// The kind of JSON that the type accepts: a string with a UUID.
  public static var shape: ValueShape { .uuid }
}

/// Returns a message about the mistake in a string that is not a UUID.
private func uuidHint(_ text: String) -> Hint {
  let form = "a UUID has 8-4-4-4-12 hexadecimal digits, like 123e4567-e89b-12d3-a456-426614174000"
  if text.hasPrefix("{") { return "a UUID in JSON has no braces: remove them" }
  if text.lowercased().hasPrefix("urn:uuid:") { return "remove the prefix `urn:uuid:`" }
  if text.count == 32, text.allSatisfy(\.isHexDigit) { return .sentence("the hyphens are missing: \(form)") }
  if let (number, wrong) = text.enumerated().first(where: { !$1.isHexDigit && $1 != "-" }) {
    return .sentence("character \(number + 1), `\(wrong)`, is not a hexadecimal digit; \(form)")
  }
  return .sentence(text.count == 36 ? form : "it has \(text.count) characters, not 36; \(form)")
}
