/// Swift identifiers and string literals.
enum SwiftName {
  /// The words that need backticks as identifiers.
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

  /// Returns a name, in backticks if it is a keyword.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Whether a string consists of letters, digits and `_`, and does not begin with a digit.
  static func isIdentifier(_ text: String) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } == true
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Returns a Swift string literal.
  ///
  /// Hidden characters are escaped too, because they could make the source look different from
  /// its meaning.
  static func literal(_ text: String) -> String {
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case _ where scalar.isHidden:
        escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
  }
}
