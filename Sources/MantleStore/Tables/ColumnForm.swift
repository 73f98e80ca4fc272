import CSQLite
import Mantle
import MantlePlatform

/// The form in which a column stores JSON values.
///
/// A column of any form can store every JSON value: a value that the form cannot represent, such as an integer of
/// more than 64 bits, is stored as a blob with its JSON text. SQLite never converts a blob.
enum ColumnForm: String, CaseIterable, Sendable, Hashable {
  /// A JSON string.
  case text
  /// A JSON integer of at most 64 bits.
  case integer
  /// A JSON number of a floating-point property.
  case real
  /// A Boolean as 0 or 1.
  case boolean
  /// A JSON number as text, because a real number would be rounded.
  case decimal
  /// Any JSON value as JSON text.
  case json
  /// A JSON string as text, or a JSON number as an integer or a real number.
  case any
  /// The number of elements of a list that has a table of its own. If the column contains text instead, the text is the
  /// whole list as JSON.
  case children
  /// The identity of a row in another model's table.
  case reference
  /// A value that another program stored. A blob contains bytes, which become base64 text in JSON.
  case foreign

  /// Creates the form for the type of a column that another program declared.
  init(declared type: String?) {
    switch type?.uppercased() {
    case "BOOLEAN", "BOOL": self = .boolean
    case "JSON": self = .json
    default: self = .foreign
    }
  }

  init(_ property: PropertyDescription) {
    let isPlain = property.transformer == nil
    switch property.shape.unwrapped {
    case .string, .url, .uuid, .data, .enumeration: self = .text
    case .model, .array, .dictionary, .json: self = .json
    case .boolean: self = isPlain ? .boolean : .any
    case .integer: self = isPlain && Self.shortIntegers.contains(property.plainType) ? .integer : .any
    case .number where isPlain:
      self =
        Self.reals.contains(property.plainType)
        ? .real : Self.decimals.contains(property.plainType) ? .decimal : .any
    case .number, .date, .other, .optional: self = .any
    }
  }

  private static let swiftIntegers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32",
  ]
  // The names of Swift types and of the types in definition files.
  private static let shortIntegers = swiftIntegers.union([
    "integer", "int8", "int16", "int32", "uint8", "uint16", "uint32",
  ])
  private static let reals: Set = ["Double", "Float", "double"]
  private static let decimals: Set = ["Decimal", "decimal"]

  /// Returns whether the value of an identity property is also SQLite's row number. This is not the case for models of
  /// definitions, so that their rows preserve the order of the input.
  static func numbersRows(_ property: PropertyDescription) -> Bool {
    property.transformer == nil && swiftIntegers.contains(property.plainType)
  }

  /// The SQL type that a column of this form is declared with; nil for no type, so that SQLite stores every value
  /// without conversion.
  var declaration: String? {
    switch self {
    case .text, .decimal, .json: "TEXT"
    case .integer, .children: "INTEGER"
    case .real: "REAL"
    case .boolean: "BOOLEAN"
    case .any, .foreign, .reference: nil
    }
  }

  /// Returns whether a column with the given declared type stores values of this form without conversion. SQLite
  /// derives the conversions from the type's name.
  func isKept(inColumnOfType type: String) -> Bool {
    func has(_ words: String...) -> Bool { words.contains { type.uppercased().contains($0) } }
    if type.isEmpty || has("BLOB") && !has("INT", "CHAR", "CLOB", "TEXT") { return true }
    let isText = !has("INT") && has("CHAR", "CLOB", "TEXT")
    return switch self {
    case .text, .json, .decimal: isText
    case .integer, .children, .boolean: !isText && (has("INT") || !has("REAL", "FLOA", "DOUB"))
    case .real: !isText
    // In tables of other programs, dates are the values of this form. No date looks like a number.
    case .any: isText || has("DATE", "TIME")
    case .reference, .foreign: true
    }
  }

  /// The values of this form as a phrase for messages, such as `strings`.
  var words: String {
    switch self {
    case .text: "strings"
    case .integer: "integers"
    case .real, .decimal: "numbers"
    case .boolean: "Booleans"
    case .json: "JSON"
    case .any: "numbers or strings"
    case .children, .reference: "rows of another table"
    case .foreign: "values of another program"
    }
  }

  /// Whether all values of this form are numbers of one kind. A column for several kinds can have strings, too.
  var isNumeric: Bool { [.integer, .real, .decimal].contains(self) }

  /// Whether a required property in a column of this form is never null.
  var isNeverNull: Bool { [.text, .integer, .real, .boolean, .decimal].contains(self) }

  // MARK: - Writing

  /// Returns the value to store for a JSON value.
  ///
  /// - Parameter keepsAbsence: whether SQLite's null represents an absent value.
  func value(of node: JSONNode, keepsAbsence: Bool) -> SQLiteValue {
    guard node.isNull else { return value(of: node) }
    return keepsAbsence ? .blob(Array("null".utf8)) : .null
  }

  /// Returns the value to store for a JSON value other than null.
  func value(of node: JSONNode) -> SQLiteValue {
    switch (self, node.kind) {
    case (.json, _): return .text(node.rawText)
    case (.children, .array) where node.elements.allSatisfy { $0.kind == .object }:
      return .integer(Int64(node.count))
    case (.children, _): return .text(node.rawText)
    case (.text, .string), (.any, .string):
      // A string with an unpaired surrogate cannot be converted to text.
      if let text = try? node.stringValue { return .text(text) }
    case (.boolean, .true): return .integer(1)
    case (.boolean, .false): return .integer(0)
    case (.decimal, .number): return .text(node.rawText)
    case (.integer, .number), (.any, .number):
      let text = node.rawText
      // An SQLite integer cannot represent a negative zero.
      if let integer = Int64(text), integer != 0 || text == "0" { return .integer(integer) }
      if self == .any, let real = Self.real(text), Self.isExact(real, text) { return .real(real) }
    case (.real, .number):
      if let real = Self.real(node.rawText) { return .real(real) }
    default: break
    }
    return .blob(node.rawBytes)
  }

  /// Returns the value to store for the JSON value of a former property. A number that would be rounded is stored as
  /// its JSON text.
  func exactValue(of node: JSONNode) -> SQLiteValue {
    let value = value(of: node)
    if case .real(let real) = value, !Self.isExact(real, node.rawText) { return .blob(node.rawBytes) }
    return value
  }

  private static func isExact(_ real: Double, _ text: String) -> Bool {
    guard real.isFinite else { return infinities[text] == real }
    return JSONDecimal.areEqual(Array(text.utf8), Array("\(real)".utf8))
  }

  /// The infinities by the JSON text that SQLite writes for them.
  private static let infinities = ["9.0e+999": Double.infinity, "-9.0e+999": -Double.infinity]

  /// Returns the real number that a JSON number represents; nil if SQLite cannot store it, such as a negative zero.
  private static func real(_ text: String) -> Double? {
    guard let real = Double(text), real != 0 || real.sign == .plus else { return nil }
    return real.isFinite || infinities[text] == real ? real : nil
  }

  // MARK: - Reading

  /// Writes the value in a column of a row as JSON. The value must not be null.
  func write(_ row: Statement, _ column: Int, to writer: inout JSONWriter) {
    switch row.kind(at: column) {
    case SQLITE_INTEGER:
      let integer = row.integer(at: column)
      if self == .boolean, integer == 0 || integer == 1 {
        writer.writeBool(integer == 1)
      } else {
        writer.writeInteger(integer)
      }
    case SQLITE_FLOAT:
      let real = row.real(at: column)
      if self == .foreign, real.isFinite, real == real.rounded() {
        // The point tells a real number from an integer, which SQL divides in another way.
        writer.writeRawJSON(Array("\(real)".utf8))
      } else if (try? writer.writeNumber(real)) == nil {
        writer.writeRawJSON(Array((Self.infinities.first { $0.value == real }?.key ?? "null").utf8))
      }
    case SQLITE_BLOB:
      row.withBlob(at: column) {
        let isJSON = self != .foreign && (try? JSONDocument(Array($0))) != nil
        if isJSON {
          Self.write(json: $0, to: &writer)
        } else {
          writer.writeString(Data($0).base64EncodedString())
        }
      }
    default: row.withText(at: column) { write(text: $0, to: &writer) }
    }
  }

  private func write(text: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter) {
    switch self {
    case .json, .children: Self.write(json: text, to: &writer)
    case .decimal where JSONNumberText.isNumber(String(decoding: text, as: UTF8.self)):
      Self.write(json: text, to: &writer)
    default:
      if let start = text.baseAddress { writer.string(start, text.count) } else { writer.writeString("") }
    }
  }

  /// Writes the JSON text of a column. If another program stored text that is not JSON, writes it as a string, for
  /// which decoding reports an error.
  private static func write(json: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter) {
    guard let start = json.baseAddress, (try? JSONDocument(Array(json))) != nil else {
      return writer.writeString(String(decoding: json, as: UTF8.self))
    }
    writer.fragment(start, json.count)
  }
}

extension PropertyDescription {
  /// The name of the property's type without the question mark of an optional.
  fileprivate var plainType: String { typeName.hasSuffix("?") ? String(typeName.dropLast()) : typeName }
}
