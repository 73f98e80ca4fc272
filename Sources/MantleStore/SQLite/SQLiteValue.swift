/// A value of a column or a parameter.
enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// The value in a message.
  var words: String {
    switch self {
    case .null: "null"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

/// A part of an SQL statement with the values of its parameters. Values are never part of the text.
struct SQLText: Sendable {
  var text: String
  var values: [SQLiteValue] = []

  /// Returns a name in the form in which it occurs in SQL.
  static func name(_ name: String) -> String { "\"\(name.replacing(["\"": "\"\""]))\"" }
}
