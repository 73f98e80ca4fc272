import Mantle

/// The spelling of names and strings in Swift source.
enum SwiftName {
  /// The Swift keywords that need backticks as identifiers.
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "inout",
    "internal", "let", "open", "operator", "private", "protocol", "public", "static", "struct", "subscript",
    "typealias", "var", "break", "case", "continue", "default", "defer", "do", "else", "fallthrough", "for",
    "guard", "if", "in", "repeat", "return", "switch", "where", "while", "as", "catch", "false", "is", "nil",
    "rethrows", "super", "throw", "throws", "true", "try", "init", "self", "Self", "Any", "await",
    "precedencegroup", "rawValue",
  ]

  /// Returns a Swift identifier for a name: a keyword gets backticks, and a name that is not an identifier becomes one.
  static func escaped(_ name: String) -> String {
    guard isIdentifier(name) else { return escaped(Names.property(name)) }
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// Returns whether a text is a Swift identifier: letters, digits and `_`, with no digit first, and not `_`
  /// alone.
  static func isIdentifier(_ text: String) -> Bool {
    text != "_" && text.unicodeScalars.first.map(isFirst) == true && text.unicodeScalars.allSatisfy(isPart)
  }

  static func isFirst(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isXIDStart }

  static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isXIDContinue && !scalar.isHidden
  }

  /// Returns a Swift string literal for a text.
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
