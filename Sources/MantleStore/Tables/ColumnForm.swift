import CSQLite
import Mantle
import MantlePlatform

/// The form of the values of a column.
///
/// Every form can hold every JSON value: a blob is the JSON text of a value that the form itself cannot represent, such
/// as an integer of more than 64 bits. SQLite never converts a blob.
enum ColumnForm: String, CaseIterable, Sendable, Hashable {
  /// A JSON string.
  case text
  /// A JSON integer of at most 64 bits.
  case integer
  /// A JSON number of a floating-point property.
  case real
  /// 0 or 1.
  case boolean
  /// A JSON number as text, because a real number would round it.
  case decimal
  /// A JSON value of any kind as JSON text.
  case json
  /// A JSON string as text, and a JSON number as an integer or a real number.
  case any
  /// The number of rows in a table of the list. Text is the list as JSON.
  case children
  /// The identity of a row in the table of a model.
  case reference
  /// A value of another program: a blob is bytes, which become base64 text.
  case foreign

  /// The form of a column that another program declared.
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
  // The types of Swift, and those of definitions.
  private static let shortIntegers = swiftIntegers.union([
    "integer", "int8", "int16", "int32", "uint8", "uint16", "uint32",
  ])
  private static let reals: Set = ["Double", "Float", "double"]
  private static let decimals: Set = ["Decimal", "decimal"]

  /// Whether an identity property is the number that SQLite gives to rows. Models of definitions keep the order of their input
  /// instead.
  static func numbersRows(_ property: PropertyDescription) -> Bool {
    property.transformer == nil && swiftIntegers.contains(property.plainType)
  }

  /// The declared type. A column without a type keeps every value as it is.
  var declaration: String? {
    switch self {
    case .text, .decimal, .json: "TEXT"
    case .integer, .children: "INTEGER"
    case .real: "REAL"
    case .boolean: "BOOLEAN"
    case .any, .foreign, .reference: nil
    }
  }

  /// Whether SQLite keeps values of this form in a column of a declared type, from which it derives the affinity of the column.
  func isKept(inColumnOfType type: String) -> Bool {
    func has(_ words: String...) -> Bool { words.contains { type.uppercased().contains($0) } }
    if type.isEmpty || has("BLOB") && !has("INT", "CHAR", "CLOB", "TEXT") { return true }
    let isText = !has("INT") && has("CHAR", "CLOB", "TEXT")
    return switch self {
    case .text, .json, .decimal: isText
    case .integer, .children, .boolean: !isText && (has("INT") || !has("REAL", "FLOA", "DOUB"))
    case .real: !isText
    // Dates are the values of this form that tables of other programs have. No date looks like a number.
    case .any: isText || has("DATE", "TIME")
    case .reference, .foreign: true
    }
  }

  /// The values in a message.
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

  /// Whether the values are numbers of one kind. A column without a type holds several kinds, and strings.
  var isNumeric: Bool { [.integer, .real, .decimal].contains(self) }

  /// Whether a required property of the form is never null.
  var isNeverNull: Bool { [.text, .integer, .real, .boolean, .decimal].contains(self) }

  // MARK: - Writing

  /// Returns the value of a JSON value.
  ///
  /// - Parameter keepsAbsence: whether the null of SQLite is an absent value.
  func value(of node: JSONNode, keepsAbsence: Bool) -> SQLiteValue {
    guard node.isNull else { return value(of: node) }
    return keepsAbsence ? .blob(Array("null".utf8)) : .null
  }

  /// Returns the value of a JSON value other than null.
  func value(of node: JSONNode) -> SQLiteValue {
    switch (self, node.kind) {
    case (.json, _): return .text(node.rawText)
    case (.children, .array) where node.elements.allSatisfy { $0.kind == .object }:
      return .integer(Int64(node.count))
    case (.children, _): return .text(node.rawText)
    case (.text, .string), (.any, .string):
      // A string with half of a surrogate pair has no text.
      if let text = try? node.stringValue { return .text(text) }
    case (.boolean, .true): return .integer(1)
    case (.boolean, .false): return .integer(0)
    case (.decimal, .number): return .text(node.rawText)
    case (.integer, .number), (.any, .number):
      let text = node.rawText
      // SQLite cannot store a negative zero as an integer.
      if let integer = Int64(text), integer != 0 || text == "0" { return .integer(integer) }
      if self == .any, let real = Self.real(text), Self.isExact(real, text) { return .real(real) }
    case (.real, .number):
      if let real = Self.real(node.rawText) { return .real(real) }
    default: break
    }
    return .blob(node.rawBytes)
  }

  /// Returns the value of a JSON value of a former property, which is not rounded.
  func exactValue(of node: JSONNode) -> SQLiteValue {
    let value = value(of: node)
    if case .real(let real) = value, !Self.isExact(real, node.rawText) { return .blob(node.rawBytes) }
    return value
  }

  private static func isExact(_ real: Double, _ text: String) -> Bool {
    guard real.isFinite else { return infinities[text] == real }
    return JSONDecimal.areEqual(Array(text.utf8), Array("\(real)".utf8))
  }

  /// The infinities as SQLite writes them to JSON.
  private static let infinities = ["9.0e+999": Double.infinity, "-9.0e+999": -Double.infinity]

  /// Returns the number of a text; nil for a number that SQLite does not keep, such as a negative zero.
  private static func real(_ text: String) -> Double? {
    guard let real = Double(text), real != 0 || real.sign == .plus else { return nil }
    return real.isFinite || infinities[text] == real ? real : nil
  }

  // MARK: - Reading

  /// Writes a value of a row other than null as JSON.
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
      if (try? writer.writeNumber(real)) == nil {
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

  /// Writes JSON of the file; a foreign value that is not JSON becomes a string, which decoding reports.
  private static func write(json: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter) {
    guard let start = json.baseAddress, (try? JSONDocument(Array(json))) != nil else {
      return writer.writeString(String(decoding: json, as: UTF8.self))
    }
    writer.fragment(start, json.count)
  }
}

extension PropertyDescription {
  /// The type without the mark of an optional.
  fileprivate var plainType: String { typeName.hasSuffix("?") ? String(typeName.dropLast()) : typeName }
}
