import Mantle

/// A new member of an object as it is typed: `"key": value`; simple keys need no quotes.
struct MemberText {
  let key: String
  /// The text after the colon.
  let value: Substring

  /// - Returns: nil unless the text contains a complete key and a colon.
  init?(_ typed: String) {
    let text = Substring(typed).drop { $0 == " " }
    guard let end = Self.keyEnd(text) else { return nil }
    let rest = text[end...].drop { $0 == " " }
    guard rest.first == ":" else { return nil }
    value = rest.dropFirst().drop { $0 == " " }
    if text.first == "\"" {
      guard let quoted = try? JSONDocument(String(text[..<end])) else { return nil }
      key = quoted.root.displayText
    } else {
      key = String(text[..<end].reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func keyEnd(_ text: Substring) -> Substring.Index? {
    guard text.first == "\"" else {
      return text.isEmpty || text.first == ":" ? nil : text.firstIndex(of: ":")
    }
    var parser = JSONParser()
    let end = try? parser.parse(JSONBytes(String(text)))
    return end.map { text.utf8.index(text.startIndex, offsetBy: $0) }
  }
}
