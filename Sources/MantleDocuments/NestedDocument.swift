import Mantle

extension JSONNode {
  /// Returns the JSON document in a string, if it is an object or an array; nil for every other value.
  ///
  /// - Parameter path: returns the path of the string.
  /// - Complexity: O(1) for strings that do not begin with a bracket.
  package func nestedDocument(at path: () -> JSONKeyPath = { JSONKeyPath() }) -> JSONDocument? {
    guard kind == .string, "{[".utf8.contains(document.bytes[startInText + 1]) else { return nil }
    let text = displayText
    // An unpaired surrogate could not be written back.
    guard !text.unicodeScalars.contains("\u{FFFD}") else { return nil }
    return try? JSONDocument(parsing: JSONBytes(text), basePath: path())
  }

  /// Returns the splice that replaces a string by a string with the given JSON.
  package func replacing(withNested json: [UInt8]) -> JSONSplice {
    replacing(with: Array(JSONText.quoted(String(decoding: json, as: UTF8.self)).utf8))
  }
}
