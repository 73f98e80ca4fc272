/// The error of a text that is not a key path.
public struct JSONKeyPathError: DescribedError, Sendable, Hashable {
  /// The text.
  package let text: String
  /// The position of the mistake in Unicode scalars, from 0.
  package let position: Int
  /// The mistake as a phrase.
  package let reason: String

  /// The message, with the text and the position counted from 1.
  public var description: String {
    "key path \"\(Shortened.middle(of: text))\": \(reason) at character \(position + 1)"
  }
}

extension JSONKeyPath {
  /// Parses a key path such as `user.login`, `labels[0].name` or `labels[].name`.
  ///
  /// ```swift
  /// let path = try JSONKeyPath("labels[0].name")
  /// ```
  ///
  /// Keys are separated by dots. A backslash makes the next character part of the key. `[0]` is an index,
  /// `[]` is each element, and `[""]` is a quoted key, the only notation for the empty key. The empty text is
  /// the empty path.
  ///
  /// - Throws: A ``JSONKeyPathError`` with the position of the first mistake.
  public init(_ text: String) throws(JSONKeyPathError) {
    var reader = JSONKeyPathReader(text)
    self.init(try reader.path())
  }

  /// Creates a path of one key, which may contain any characters.
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
}

extension JSONKeyPath: CustomStringConvertible {
  /// The shortest text that is parsed as this path.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .key(""): text += "[\"\"]"
      case .key(let key): text += (text.isEmpty ? "" : ".") + Self.escape(key)
      case .index(let index): text += "[\(index)]"
      case .each: text += "[]"
      }
    }
    return text
  }

  /// Returns the key with a backslash before `.`, `[` and `\`.
  private static func escape(_ key: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      if scalar == "." || scalar == "[" || scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

extension JSONKeyPath: ExpressibleByStringLiteral {
  /// Creates a path from a string literal.
  ///
  /// An invalid literal, such as `"labels["`, is a single key in lookups, and a ``MappingError`` in a mapping
  /// or class cluster. Use ``init(key:)`` for keys with special characters.
  public init(stringLiteral text: String) {
    do { self = try JSONKeyPath(text) } catch { self = JSONKeyPath(mistaken: error) }
  }
}

extension JSONKeyPath {
  /// The maximum number of components that are parsed. JSON is not nested more deeply by default, and
  /// functions that follow a path may be recursive.
  static let mostSteps = 1024
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

  /// Parses all components.
  mutating func path() throws(JSONKeyPathError) -> [JSONKeyPath.Component] {
    var components: [JSONKeyPath.Component] = []
    while let scalar = current {
      guard components.count < JSONKeyPath.mostSteps else {
        throw failure("expected at most \(JSONKeyPath.mostSteps) steps")
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

  /// Parses an unquoted key.
  private mutating func key() throws(JSONKeyPathError) -> String {
    var key = String.UnicodeScalarView()
    while let scalar = current, scalar != ".", scalar != "[" {
      key.append(try literal())
    }
    if key.isEmpty { throw failure("expected a key (the empty key is [\"\"])") }
    return String(key)
  }

  /// Parses one character of a key, without the backslash before it.
  private mutating func literal() throws(JSONKeyPathError) -> UnicodeScalar {
    if current == "\\" { position += 1 }
    guard let scalar = current else { throw failure("expected a character after '\\'") }
    position += 1
    return scalar
  }

  /// Parses a component in brackets.
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

  /// Parses a key in quotes.
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

  /// Parses an index without leading zeros.
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

  /// Returns an error at the current position.
  private func failure(_ reason: String) -> JSONKeyPathError {
    JSONKeyPathError(text: text, position: position, reason: reason)
  }
}
