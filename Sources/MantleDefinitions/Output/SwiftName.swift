/// Names and texts as Swift source has them.
enum SwiftName {
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "inout",
    "internal",
    "let", "open", "operator", "private", "protocol", "public", "static", "struct", "subscript", "typealias",
    "var",
    "break", "case", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in",
    "repeat",
    "return", "switch", "where", "while", "as", "catch", "false", "is", "nil", "rethrows", "super", "throw",
    "throws",
    "true", "try", "init", "self", "Self", "Any", "await", "precedencegroup", "rawValue",
  ]

  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Whether a text is letters, digits and `_`, and begins with no digit.
  static func isIdentifier(_ text: String) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } == true
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  static func literal(_ text: String) -> String {
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      // Also what would make the source read otherwise than it is.
      case _ where scalar.isHidden:
        escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
  }
}
