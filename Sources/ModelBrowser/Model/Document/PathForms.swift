import Mantle

extension JSONKeyPath {
  /// The path as a jq filter, such as `.items[0].user.login`, with keys in quotes unless they are identifiers.
  var query: String {
    guard !components.isEmpty else { return "." }
    let text = components.map { component in
      switch component {
      case .key(let key): key.isIdentifier ? ".\(key)" : "[\(key.quotedForQuery)]"
      case .index(let index): "[\(index)]"
      case .each: "[]"
      }
    }.joined()
    return text.hasPrefix(".") ? text : "." + text
  }

  /// Parses a path in one of the forms that the browser copies: a key path, a jq filter or a JSON Pointer.
  init?(copied text: String) {
    let path =
      text.hasPrefix("/")
      ? try? JSONKeyPath(pointer: text)
      : try? JSONKeyPath(text.hasPrefix(".") ? String(text.dropFirst()) : text)
    guard let path else { return nil }
    self = path
  }
}

extension String {
  fileprivate var isIdentifier: Bool {
    guard let first = utf8.first, first == UInt8(ascii: "_") || ASCII.isLetter(first) else { return false }
    return utf8.allSatisfy { $0 == UInt8(ascii: "_") || ASCII.isWord($0) }
  }

  /// The key as a JSON string for a jq filter. DEL is escaped, because a terminal interprets a pasted DEL as a key press.
  fileprivate var quotedForQuery: String {
    JSONText.quoted(self).replacing(["\u{7F}": "\\u007f"])
  }
}
