import Mantle

/// Why a text is no type.
package struct DefinedTypeError: Error, Sendable, Hashable, CustomStringConvertible {
  package let text: String
  /// In characters from 0.
  package let position: Int
  /// What stands there instead of what.
  package let reason: String

  package var description: String {
    "type `\(Shortened.middle(of: text))`: \(reason) at character \(position + 1)"
  }
}

extension DefinedType {
  /// Reads a type as definition files write it.
  ///
  /// `string`, `boolean`, `integer`, `unsigned`, `double`, `decimal`, `date`, `date(dd.MM.yyyy)`, `url`, `uuid`, `UUID`, `enum`, `json`, or
  /// the name of a ``DefinedTransformer`` or of a model; `[T]` is a list, `<T>` one whose order means nothing, `{T}` an object whose keys are data, `T?` an optional, `A | B` one of several.
  ///
  /// - Parameter cases: those of `enum`.
  /// - Throws: the first mistake with its place.
  package init(_ text: String, cases: [String] = []) throws(DefinedTypeError) {
    var reader = DefinedTypeReader(text, cases: cases)
    self = try reader.read()
  }
}

extension DefinedType {
  /// The words that types have in files.
  static var names: [String] {
    DefinedTypeReader.words.keys.sorted() + ["enum"] + IntegerWidth.allCases.map(\.rawValue)
      + DefinedTransformer.allCases.map(\.rawValue)
  }
}

extension DefinedType {
  /// Whether a word is a type of its own, and so can name no model.
  static func isWord(_ text: String) -> Bool {
    DefinedTypeReader.words[text] != nil || IntegerWidth(rawValue: text) != nil
      || DefinedTransformer(rawValue: text) != nil || text == "enum"
  }
}

private struct DefinedTypeReader {
  private let text: String
  private let characters: [Character]
  private let cases: [String]
  private var position = 0
  private var depth = 0

  private static let deepest = 64
  static let words: [String: DefinedType] = [
    "string": .string, "boolean": .boolean, "integer": .integer, "unsigned": .unsigned, "double": .double,
    "decimal": .decimal, "date": .instant, "url": .url, "uuid": .uuid(lowercase: true),
    "UUID": .uuid(lowercase: false), "json": .json,
  ]

  init(_ text: String, cases: [String]) {
    self.text = text
    self.cases = cases
    characters = Array(text)
  }

  mutating func read() throws(DefinedTypeError) -> DefinedType {
    let type = try union()
    if let rest = next { throw error("expected the end, found `\(rest)`") }
    return type
  }

  private mutating func union() throws(DefinedTypeError) -> DefinedType {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw error("types are nested more than \(Self.deepest) deep") }
    var types = [try optional()]
    while take("|") { types.append(try optional()) }
    return types.count == 1 ? types[0] : .oneOf(types)
  }

  private mutating func optional() throws(DefinedTypeError) -> DefinedType {
    var type = try primary()
    while take("?") { type = type.asOptional }
    return type
  }

  private mutating func primary() throws(DefinedTypeError) -> DefinedType {
    if take("[") { return .array(try enclosed(by: "]")) }
    if take("<") { return .set(try enclosed(by: ">")) }
    if take("{") { return .dictionary(try enclosed(by: "}")) }
    if take("(") { return try enclosed(by: ")") }
    return try named()
  }

  private mutating func enclosed(by end: Character) throws(DefinedTypeError) -> DefinedType {
    let type = try union()
    guard take(end) else { throw error("expected `\(end)`, found \(found)") }
    return type
  }

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
    return Self.words[name] ?? .model(name)
  }

  /// What stands in brackets behind `date`.
  private mutating func pattern() throws(DefinedTypeError) -> DatePattern {
    let start = position + 1
    // A bracket in quotes is of the pattern.
    var isQuoted = false
    let end = characters[start...].firstIndex { character in
      if character == "'" { isQuoted.toggle() }
      return character == ")" && !isQuoted
    }
    guard let end else {
      throw error("expected `)` behind the pattern of a date, found the end")
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

  private func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The next character that is no blank.
  private var next: Character? {
    mutating get {
      while position < characters.count, characters[position].isWhitespace { position += 1 }
      return position < characters.count ? characters[position] : nil
    }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  private var found: String { position < characters.count ? "`\(characters[position])`" : "the end" }

  private func error(_ reason: String) -> DefinedTypeError {
    DefinedTypeError(text: text, position: position, reason: reason)
  }
}
