import Mantle

extension JSONNode {
  /// Returns the document in a string that contains an object or an array; nil for every other value.
  ///
  /// - Parameter path: The path of the string.
  /// - Complexity: O(1) for strings that do not begin with a bracket.
  package func nestedDocument(at path: () -> JSONKeyPath = { JSONKeyPath() }) -> JSONDocument? {
    guard kind == .string, "{[".utf8.contains(document.bytes[startInText + 1]) else { return nil }
    let text = displayText
    // Half a surrogate pair could not be written back.
    guard !text.unicodeScalars.contains("\u{FFFD}") else { return nil }
    return try? JSONDocument(parsing: JSONBytes(text), basePath: path())
  }

  /// Returns the replacement of a string by one that contains the given JSON.
  package func replacing(withNested json: [UInt8]) -> JSONSplice {
    replacing(with: Array(JSONText.quoted(String(decoding: json, as: UTF8.self)).utf8))
  }
}
