/// A value that SQLite stores in a column or receives as a parameter of a statement.
enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// The value as text for messages.
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

/// A part of an SQL statement with question marks, and the values of these parameters, which never become part of the
/// text.
struct SQLText: Sendable {
  var text: String
  var values: [SQLiteValue] = []

  /// Returns a name as an SQL identifier.
  static func name(_ name: String) -> String { "\"\(name.replacing(["\"": "\"\""]))\"" }
}
