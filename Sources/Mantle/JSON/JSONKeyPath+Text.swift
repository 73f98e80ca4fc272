/// The error for a string that is not a valid key path or JSON Pointer.
///
/// ```swift
/// let typed = "labels["
/// do { _ = try JSONKeyPath(typed) } catch { print(error) }
/// ```
public struct JSONKeyPathError: DescribedError, Sendable, Hashable {
  /// The string that was parsed.
  let text: String
  /// The position of the mistake in the string, in Unicode scalars from 0.
  let position: Int
  /// The expected content as a phrase, such as `expected ']'`.
  let reason: String

  /// The error message, with the parsed string, the expected content, and the position counted from 1.
  public var description: String {
    "key path \"\(Shortened.middle(of: text))\": \(reason) at character \(position + 1)"
  }
}

extension JSONKeyPath {
  /// Parses a key path such as `user.login`, `labels[0].name` or `labels[].name`.
  ///
  /// ```swift
  /// let typed = "labels[0].name"
  /// let path = try JSONKeyPath(typed)
  /// ```
  ///
  /// Keys are separated by dots. `[0]` is an index, `[]` is each element, and `[""]` is a quoted key, the
  /// only notation for the empty key. The empty string is the empty path.
  ///
  /// In a key, `\n`, `\r`, `\t`, `\b`, `\f` and `\e` are control characters, and `\u00e9` and `\u{e9}` are code
  /// points. A backslash before any other character makes that character part of the key.
  ///
  /// - Throws: A ``JSONKeyPathError`` with the position of the first mistake.
  public init(_ text: String) throws(JSONKeyPathError) {
    var reader = JSONKeyPathReader(text)
    self.init(try reader.path())
  }

  /// Creates a path of one key, which may contain any characters.
  ///
  /// ```swift
  /// let path = JSONKeyPath(key: "a.b")
  /// print(path)  // a\.b
  /// ```
  public init(key: String) { self.init([.key(key)]) }

  /// Returns the path with a component appended.
  package func appending(_ component: Component) -> JSONKeyPath { JSONKeyPath(components + [component]) }
  /// Returns the path with a key appended.
  package func appending(key: String) -> JSONKeyPath { appending(.key(key)) }
  /// Returns the path with an index appended.
  package func appending(index: Int) -> JSONKeyPath { appending(.index(index)) }
  /// Returns the path with another path appended.
  package func appending(_ path: JSONKeyPath) -> JSONKeyPath { JSONKeyPath(components + path.components) }

  /// Whether the path has no components and thus refers to the value itself.
  package var isEmpty: Bool { components.isEmpty }

  /// The key of a path that consists of one key; nil for every other path.
  package var onlyKey: String? {
    if components.count == 1, case .key(let key) = components[0] { key } else { nil }
  }
}

extension JSONKeyPath: CustomStringConvertible {
  /// The notation of the path, which `JSONKeyPath(_:)` parses as the same path.
  ///
  /// ```swift
  /// let text = JSONKeyPath([.key("labels"), .each]).description  // labels[]
  /// ```
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .key(""): text += "[\"\"]"
      case .key(let key): text += (text.isEmpty ? "" : ".") + Self.escape(key, isFirst: text.isEmpty)
      case .index(let index): text += "[\(index)]"
      case .each: text += "[]"
      }
    }
    return text
  }

  /// Returns a key with backslashes before characters that have a special meaning in a path, and with escapes
  /// for hidden characters.
  ///
  /// - Parameter isFirst: Whether the key begins the path. At the beginning, an unescaped slash would
  ///   indicate a JSON Pointer, a hyphen a command-line option, and `$` alone the root.
  private static func escape(_ key: String, isFirst: Bool) -> String {
    var escaped = ""
    for (position, scalar) in key.unicodeScalars.enumerated() {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case "\u{1B}": escaped += "\\e"
      case ".", "[", "\\": escaped += "\\\(scalar)"
      case "$" where isFirst && key == "$": escaped += "\\$"
      case "/", "-": escaped += isFirst && position == 0 ? "\\\(scalar)" : "\(scalar)"
      case _ where scalar.isHidden: escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension JSONKeyPath: ExpressibleByStringLiteral {
  /// Creates a path from a string literal.
  ///
  /// An invalid literal, such as `"labels["`, is treated as a single key in lookups, and causes a
  /// ``MappingError`` in a mapping or class cluster. Use ``init(key:)`` for keys with special characters.
  public init(stringLiteral text: String) {
    do { self = try JSONKeyPath(text) } catch { self = JSONKeyPath(mistaken: error) }
  }
}

extension JSONKeyPath {
  /// The maximum number of components of a parsed path. It equals the default limit for the nesting of JSON,
  /// and it bounds the recursion of functions that follow a path.
  static let maximumSteps = 1024
}

/// A parser for key paths, which processes Unicode scalars because a grapheme cluster can hide a dot before a
/// combining accent.
private struct JSONKeyPathReader {
  private let text: String
  private let scalars: [UnicodeScalar]
  private var position = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  private var current: UnicodeScalar? { position < scalars.count ? scalars[position] : nil }

  /// Parses the whole text into components.
  mutating func path() throws(JSONKeyPathError) -> [JSONKeyPath.Component] {
    var components: [JSONKeyPath.Component] = []
    while let scalar = current {
      guard components.count < JSONKeyPath.maximumSteps else {
        throw failure("expected at most \(JSONKeyPath.maximumSteps) steps")
      }
      if scalar == "[" {
        components.append(try bracket())
        continue
      }
      if !components.isEmpty {
        guard scalar == "." else { throw failure("expected '.' or '['") }
        position += 1
      }
      components.append(.key(try key()))
    }
    return components
  }

  /// Parses an unquoted key, up to the next unescaped `.` or `[`, and returns it without escapes.
  private mutating func key() throws(JSONKeyPathError) -> String {
    var key = String.UnicodeScalarView()
    while let scalar = current, scalar != ".", scalar != "[" {
      key.append(try literal())
    }
    if key.isEmpty { throw failure("expected a key (the empty key is [\"\"])") }
    return String(key)
  }

  /// Parses one character of a key, which may be an escape such as `\.` or `\n`, and returns it unescaped.
  private mutating func literal() throws(JSONKeyPathError) -> UnicodeScalar {
    guard current == "\\" else { return try take() }
    position += 1
    let start = position
    switch try take() {
    case "b": return "\u{8}"
    case "e": return "\u{1B}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      guard let scalar = current == "{" ? try bracedScalar() : try scalarOfUnits() else {
        position = start
        throw failure("expected the hexadecimal digits of a character after '\\u'")
      }
      return scalar
    case let other: return other
    }
  }

  private mutating func take() throws(JSONKeyPathError) -> UnicodeScalar {
    guard let scalar = current else { throw failure("expected a character after '\\'") }
    position += 1
    return scalar
  }

  /// Parses the braces and digits of an escape such as `\u{202e}`; returns nil if the digits are not a Unicode
  /// scalar. Paths and messages show hidden characters in this form.
  private mutating func bracedScalar() throws(JSONKeyPathError) -> UnicodeScalar? {
    position += 1
    var digits = ""
    while current != "}" { digits.unicodeScalars.append(try take()) }
    position += 1
    return UInt32(digits, radix: 16).flatMap(UnicodeScalar.init)
  }

  /// Parses the digits of an escape such as `\u00e9`, and the second escape of a surrogate pair; returns nil
  /// if the escape is not a Unicode scalar.
  private mutating func scalarOfUnits() throws(JSONKeyPathError) -> UnicodeScalar? {
    guard let high = unit() else { return nil }
    guard UTF16.isLeadSurrogate(high) else { return UnicodeScalar(high) }
    guard scalars[position...].starts(with: "\\u".unicodeScalars) else { return nil }
    position += 2
    guard let low = unit(), UTF16.isTrailSurrogate(low) else { return nil }
    return UTF16.decode(UTF16.EncodedScalar([high, low]))
  }

  private mutating func unit() -> UInt16? {
    let digits = scalars[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
    position += 4
    return UInt16(String(String.UnicodeScalarView(digits)), radix: 16)
  }

  private mutating func bracket() throws(JSONKeyPathError) -> JSONKeyPath.Component {
    position += 1
    let component: JSONKeyPath.Component
    switch current {
    case "]": component = .each
    case "\"": component = .key(try quotedKey())
    default: component = .index(try index())
    }
    guard current == "]" else { throw failure("expected ']'") }
    position += 1
    return component
  }

  /// Parses a key in double quotes, up to the closing quote, and returns it without escapes.
  private mutating func quotedKey() throws(JSONKeyPathError) -> String {
    position += 1
    var key = String.UnicodeScalarView()
    while current != "\"" {
      guard current != nil else { throw failure("expected '\"'") }
      key.append(try literal())
    }
    position += 1
    return String(key)
  }

  /// Parses the digits of an array index, which must not have leading zeros.
  private mutating func index() throws(JSONKeyPathError) -> Int {
    let start = position
    while let scalar = current, ("0"..."9").contains(scalar) { position += 1 }
    var digits = String.UnicodeScalarView()
    digits.append(contentsOf: scalars[start..<position])
    guard let index = Int(String(digits)), String(index).unicodeScalars.count == digits.count else {
      position = start
      throw failure("expected an index, ']' or a key in quotes")
    }
    return index
  }

  /// Returns the parsing error for the character at the current position.
  ///
  /// - Parameter reason: The expected content as a phrase.
  private func failure(_ reason: String) -> JSONKeyPathError {
    JSONKeyPathError(text: text, position: position, reason: reason)
  }
}
