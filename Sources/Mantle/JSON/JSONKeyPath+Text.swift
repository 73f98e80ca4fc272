/// Why a text is not a key path.
public struct JSONKeyPathError: DescribedError, Sendable, Hashable {
  /// The whole text of the path.
  package let text: String
  /// The character where the problem shows, counted in Unicode scalars from 0.
  package let position: Int
  /// What was wrong, as a phrase.
  package let reason: String

  public var description: String {
    "key path \"\(Shortened.middle(of: text))\": \(reason) at character \(position + 1)"
  }
}

extension JSONKeyPath {
  /// Reads a key path such as `user.login`, `labels[0].name` or `labels[].name`.
  ///
  /// Keys are divided by dots. A backslash escapes the next character of a key: `\n`, `\r`, `\t`, `\b`, `\f` and `\uXXXX`
  /// are the escapes of JSON, `\e` is Escape, and any other character stands for itself. `[0]` is an index, `[]` each element, and `[""]` a
  /// key in quotes, the only way to write the empty key. The empty text is the empty path.
  ///
  /// - Throws: ``JSONKeyPathError`` with the place of the first mistake.
  public init(_ text: String) throws(JSONKeyPathError) {
    var reader = JSONKeyPathReader(text)
    self.init(try reader.path())
  }

  /// A path of one key, whatever characters it has.
  public init(key: String) { self.init([.key(key)]) }

  /// The path with more after it.
  package func appending(_ component: Component) -> JSONKeyPath { JSONKeyPath(components + [component]) }
  /// The path with a key after it.
  package func appending(key: String) -> JSONKeyPath { appending(.key(key)) }
  /// The path with an array index after it.
  package func appending(index: Int) -> JSONKeyPath { appending(.index(index)) }
  /// The path with more after it.
  package func appending(_ path: JSONKeyPath) -> JSONKeyPath { JSONKeyPath(components + path.components) }

  /// Whether this is the path of the value itself.
  package var isEmpty: Bool { components.isEmpty }
}

extension JSONKeyPath: CustomStringConvertible {
  /// The shortest text that reads back as this path.
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

  /// - Parameter isFirst: whether the key begins the text, where a slash would be a JSON Pointer and a hyphen an option.
  private static func escape(_ key: String, isFirst: Bool) -> String {
    var escaped = ""
    for (position, scalar) in key.unicodeScalars.enumerated() {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case "\u{1B}": escaped += "\\e"
      case ".", "[", "\\": escaped += "\\\(scalar)"
      case "/", "-": escaped += isFirst && position == 0 ? "\\\(scalar)" : "\(scalar)"
      case _ where scalar.isHidden: escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension JSONKeyPath: ExpressibleByStringLiteral {
  /// A key path written in source code.
  ///
  /// A text that is none, such as `"labels["`, is a single key for looking something up, and a ``MappingError`` in
  /// a mapping or a class cluster. ``init(key:)`` takes any text for a key.
  public init(stringLiteral text: String) {
    do { self = try JSONKeyPath(text) } catch { self = JSONKeyPath(mistaken: error) }
  }
}

extension JSONKeyPath {
  /// A text is read as so many steps at most: no JSON is nested deeper than that unless it is asked for, and what goes along a
  /// path may go down a stack.
  static let mostSteps = 1024
}

/// Takes a key path's text apart, scalar by scalar: grapheme clusters would hide a dot before an accent.
private struct JSONKeyPathReader {
  private let text: String
  private let scalars: [UnicodeScalar]
  private var position = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  private var current: UnicodeScalar? { position < scalars.count ? scalars[position] : nil }

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

  private mutating func key() throws(JSONKeyPathError) -> String {
    var key = String.UnicodeScalarView()
    while let scalar = current, scalar != ".", scalar != "[" {
      key.append(try literal())
    }
    if key.isEmpty { throw failure("expected a key (the empty key is [\"\"])") }
    return String(key)
  }

  /// One character of a key, or what its escape stands for.
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

  /// The character of `\u{202e}`, as paths and messages show what a terminal would hide.
  private mutating func bracedScalar() throws(JSONKeyPathError) -> UnicodeScalar? {
    position += 1
    var digits = ""
    while current != "}" { digits.unicodeScalars.append(try take()) }
    position += 1
    return UInt32(digits, radix: 16).flatMap(UnicodeScalar.init)
  }

  /// The character of one `\uXXXX`, or of two that are a surrogate pair.
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

  private func failure(_ reason: String) -> JSONKeyPathError {
    JSONKeyPathError(text: text, position: position, reason: reason)
  }
}
