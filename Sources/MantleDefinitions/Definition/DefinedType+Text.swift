import Mantle

/// A syntax error in the text of a type.
struct DefinedTypeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text of the type that has the error.
  let text: String
  /// The offset of the error in the text of the type, in characters.
  let position: Int
  /// A message with the expected and the found text.
  let reason: String

  /// The message, with the text of the type and the position, counted from 1.
  var description: String {
    "type `\(Shortened.middle(of: text))`: \(reason) at character \(position + 1)"
  }
}

extension DefinedType {
  /// Parses the text of a type in a definition file.
  ///
  /// The text is `string`, `boolean`, `integer`, `unsigned`, `double`, `decimal`, `date`,
  /// `date(dd.MM.yyyy)`, `url`, `uuid`, `UUID`, `enum`, `json`, the name of an ``IntegerWidth``,
  /// of a ``DefinedTransformer`` or of a model, or composed of these:
  ///
  /// - `[T]`: a list
  /// - `<T>`: a list whose order has no meaning
  /// - `{T}`: an object whose keys are data
  /// - `T?`: null, absent or a `T`
  /// - `A | B`: one of several types
  /// - `(T)`: a group
  ///
  /// ```swift
  /// let type = try DefinedType("[User | string]?")
  /// ```
  ///
  /// - Parameters:
  ///   - text: the text. Every word that is not the name of a type is treated as the name of a
  ///     model.
  ///   - cases: the cases of `enum`.
  /// - Throws: the first error with its position.
  init(_ text: String, cases: [String] = []) throws(DefinedTypeError) {
    var reader = DefinedTypeReader(text, cases: cases)
    self = try reader.read()
  }
}

extension DefinedType {
  /// The names of all types that are not models, sorted within their groups, for suggestions.
  static let names =
    plain.map(\.name).sorted() + ["enum"] + IntegerWidth.allCases.map(\.rawValue)
    + DefinedTransformer.allCases.map(\.rawValue)

  /// Returns whether a word is the name of a type, so that no model can have that name.
  static func isWord(_ text: String) -> Bool { names.contains(text) }

  /// The types without parameters, with their names in definition files and in Swift.
  static let plain: [(name: String, type: DefinedType, swift: String)] = [
    ("string", .string, "String"), ("boolean", .boolean, "Bool"), ("integer", .integer, "Int"),
    ("unsigned", .unsigned, "UInt64"), ("double", .double, "Double"), ("decimal", .decimal, "Decimal"),
    ("date", .instant, "Date"), ("url", .url, "URL"), ("uuid", .uuid(lowercase: true), "UUID"),
    ("UUID", .uuid(lowercase: false), "UUID"), ("json", .json, "JSONValue"),
  ]

  /// The text of the type in definition files: `[string]`, `{integer}`, `Label?`, `integer |
  /// string`.
  ///
  /// ``init(_:cases:)`` parses it. The cases of enumerations are not part of the text.
  var text: String {
    switch self {
    case .sized(let width): width.rawValue
    case .date(let pattern): "date(\(pattern.text))"
    case .enumeration: "enum"
    case .transformed(let transformer): transformer.rawValue
    case .model(let name): name
    case .array(let element): "[\(element.text)]"
    case .set(let element): "<\(element.text)>"
    case .dictionary(let value): "{\(value.text)}"
    case .optional(.oneOf(let types)): "(\(DefinedType.oneOf(types).text))?"
    case .optional(let type): type.text + "?"
    case .oneOf(let types): types.map(\.text).joined(separator: " | ")
    default: Self.plain.first { $0.type == self }?.name ?? ""
    }
  }
}

/// A recursive-descent parser for the text of a type.
private struct DefinedTypeReader {
  /// The text to parse.
  private let text: String
  /// The characters of the text to parse.
  private let characters: [Character]
  /// The cases that the type `enum` gets.
  private let cases: [String]
  /// The offset of the next character to parse.
  private var position = 0
  /// The nesting depth of the type being parsed.
  private var depth = 0

  /// The maximum nesting depth, which protects the stack.
  private static let deepest = 64

  /// Creates a parser for the text of a type.
  init(_ text: String, cases: [String]) {
    self.text = text
    self.cases = cases
    characters = Array(text)
  }

  /// Parses the whole text as one type.
  mutating func read() throws(DefinedTypeError) -> DefinedType {
    let type = try union()
    if let rest = next { throw error("expected the end, found `\(rest)`") }
    return type
  }

  /// Parses a union: types separated by `|`.
  private mutating func union() throws(DefinedTypeError) -> DefinedType {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw error("types are nested more than \(Self.deepest) deep") }
    var types = [try optional()]
    while take("|") { types.append(try optional()) }
    return types.count == 1 ? types[0] : .oneOf(types)
  }

  /// Parses a type with any number of `?` after it.
  private mutating func optional() throws(DefinedTypeError) -> DefinedType {
    var type = try primary()
    while take("?") { type = type.asOptional }
    return type
  }

  /// Parses a type name or a bracketed type.
  private mutating func primary() throws(DefinedTypeError) -> DefinedType {
    if take("[") { return .array(try enclosed(by: "]")) }
    if take("<") { return .set(try enclosed(by: ">")) }
    if take("{") { return .dictionary(try enclosed(by: "}")) }
    if take("(") { return try enclosed(by: ")") }
    return try named()
  }

  /// Parses the rest of a bracketed type, up to the closing bracket.
  private mutating func enclosed(by end: Character) throws(DefinedTypeError) -> DefinedType {
    let type = try union()
    guard take(end) else { throw error("expected `\(end)`, found \(found)") }
    return type
  }

  /// Parses the name of a type, or of a model.
  private mutating func named() throws(DefinedTypeError) -> DefinedType {
    _ = next
    let start = position
    while position < characters.count, isNamePart(characters[position]) { position += 1 }
    let name = String(characters[start..<position])
    guard !name.isEmpty else { throw error("expected a type, found \(found)") }
    if name == "enum" { return .enumeration(cases) }
    if name == "date", next == "(" { return .date(try pattern()) }
    if let width = IntegerWidth(rawValue: name) { return .sized(width) }
    if let transformer = DefinedTransformer(rawValue: name) { return .transformed(transformer) }
    return DefinedType.plain.first { $0.name == name }?.type ?? .model(name)
  }

  /// Parses the parenthesized pattern after `date`.
  private mutating func pattern() throws(DefinedTypeError) -> DatePattern {
    let start = position + 1
    // A parenthesis in quotes belongs to the pattern.
    var isQuoted = false
    let end = characters[start...].firstIndex { character in
      if character == "'" { isQuoted.toggle() }
      return character == ")" && !isQuoted
    }
    guard let end else {
      throw error("expected `)` after the pattern of a date, found the end")
    }
    position = start
    do throws(TransformError) {
      let pattern = try DatePattern(String(characters[start..<end]))
      position = end + 1
      return pattern
    } catch {
      throw self.error("expected \(error.expected), found \(error.found ?? "nothing")")
    }
  }

  /// Returns whether a character can be part of a type name or model name.
  private func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The next character that is not whitespace, without consuming it; nil at the end.
  private var next: Character? {
    mutating get {
      while position < characters.count, characters[position].isWhitespace { position += 1 }
      return position < characters.count ? characters[position] : nil
    }
  }

  /// Consumes the next character that is not whitespace if it is the given one, and returns whether it is.
  private mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  /// The character at the current position, or "the end", as error messages show it.
  private var found: String { position < characters.count ? "`\(characters[position])`" : "the end" }

  /// Returns a syntax error at the current position in the text of the type.
  private func error(_ reason: String) -> DefinedTypeError {
    DefinedTypeError(text: text, position: position, reason: reason)
  }
}
