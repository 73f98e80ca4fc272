import Mantle
import MantleQuery

/// A foreign key in the schema: a row refers to the row of another table with the same values.
package struct ForeignKey: Sendable {
  /// The table that the key refers to.
  package let table: String
  /// The columns of the key, each with the corresponding column of ``table``.
  package internal(set) var columns: [(own: String, target: String)]
}

extension ForeignKey {
  /// Returns a filter, in the filter language, that only the row passes to which the given row refers. Nil if a value
  /// of the key is missing or null.
  package func filter(of row: JSONNode) -> String? {
    let conditions = columns.compactMap { own, target in
      row[own].flatMap { value -> String? in
        let operand = value.kind == .string ? value.displayText.inFilterQuotes : value.rawText
        return value.isNull ? nil : ".\(JSONKeyPath(key: target)) = \(operand)"
      }
    }
    return conditions.count == columns.count ? conditions.joined(separator: " and ") : nil
  }
}

extension DatabaseFile {
  /// Returns the foreign keys of a table, except those that refer to missing tables or columns; empty for a view.
  ///
  /// ```swift
  /// for key in try file.foreignKeys(of: "note") { print(key.table) }
  /// ```
  ///
  /// - Throws: a ``StoreError`` if the file cannot be read.
  package func foreignKeys(of table: String) throws -> [ForeignKey] {
    // SQLite ignores the case of names, and a key without target columns refers to the primary key.
    let statement = try connection.statement(
      """
      SELECT key.id, made.name, own.name, target.name
      FROM pragma_foreign_key_list(?1) AS key
      JOIN sqlite_schema AS made ON made.type = 'table' AND made.name = key."table" COLLATE NOCASE
      JOIN pragma_table_info(?1) AS own ON own.name = key."from" COLLATE NOCASE
      JOIN pragma_table_info(made.name) AS target
        ON target.name = key."to" COLLATE NOCASE OR key."to" IS NULL AND target.pk = key.seq + 1
      ORDER BY key.id DESC, key.seq
      """)
    defer { statement.reset() }
    try statement.bind([.text(table)])
    var keys: [ForeignKey] = []
    var last = SQLiteValue.null
    while try statement.step() {
      let names = (1...3).map { statement.value(at: $0).words }
      if statement.value(at: 0) != last { keys.append(ForeignKey(table: names[0], columns: [])) }
      keys[keys.count - 1].columns.append((names[1], names[2]))
      last = statement.value(at: 0)
    }
    return keys
  }
}
