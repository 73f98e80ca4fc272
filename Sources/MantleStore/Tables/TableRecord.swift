import Mantle

/// What a store records of a table, so that its rows can be read without the model.
struct TableRecord: MappedHashable, Sendable {
  let table: String
  var columns: [StoredColumn]

  init(table: String, columns: [StoredColumn]) { (self.table, self.columns) = (table, columns) }

  static let properties = Properties(of: TableRecord.self) {
    Property(\.table, "table").identity()
    Property(\.columns, "columns")
  }
  static let mapping = Mapping(TableRecord.init, properties).named("mantle_tables")
}

extension StoredColumn: MappedHashable {
  static let properties = Properties(of: StoredColumn.self) {
    Property(\.name, "name")
    Property(\.property, "property")
    Property(\.path, "path")
    Property(\.form, "form", .cases)
    Property(\.keepsAbsence, "keepsAbsence")
    Property(\.isIdentity, "isIdentity")
    Property(\.isIndexed, "isIndexed")
    Property(\.isCompared, "isCompared")
  }
  static let mapping = Mapping(StoredColumn.init, properties)
}

extension Connection {
  /// Returns the record of a table; nil if there is none.
  func record(of table: String) throws -> TableRecord? {
    let layout = try TableRecord.mapping.layout()
    guard try hasTable(layout.table) else { return nil }
    return try fetch(layout, [.text(table)])
  }

  func hasTable(_ name: String) throws(StoreError) -> Bool {
    try value("SELECT 1 FROM sqlite_schema WHERE name = ?", [.text(name)]) != .null
  }
}
