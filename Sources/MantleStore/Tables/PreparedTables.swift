/// The model types whose tables this store has created or checked, by table name.
struct PreparedTables: Sendable {
  private var types: [String: ObjectIdentifier] = [:]

  /// Returns whether the table of a layout was already created or checked for the same model type.
  ///
  /// - Throws: a ``StoreError`` if a table belongs to another model type.
  func contains(_ layout: TableLayout) throws(StoreError) -> Bool {
    if let type = layout.modelType, types[layout.table] == type { return true }
    for table in layout.tables {
      guard let known = types[table.table], known != table.modelType else { continue }
      throw StoreError.twoTypes.at(table.table)
    }
    return false
  }

  mutating func insert(_ layout: TableLayout) {
    for table in layout.tables { types[table.table] = table.modelType }
  }

  mutating func formUnion(_ other: PreparedTables) { types.merge(other.types) { known, _ in known } }
}
