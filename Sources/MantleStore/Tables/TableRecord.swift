import Mantle

/// The metadata that a store keeps about a table, with which its rows can be read without the model.
struct TableRecord: MappedHashable, Sendable {
  let table: String
  /// The version of the model that saved the rows.
  var version: Int
  /// The versions of the nested models in the rows, by model name.
  var parts: [String: Int] = [:]
  var columns: [StoredColumn]
  /// The columns of the tables for list properties, by the name of the list's column.
  var children: [String: [StoredColumn]] = [:]

  static let properties = Properties(of: TableRecord.self) {
    Property(\.table, "table").identity()
    Property(\.version, "version")
    Property(\.parts, "parts").default([:])
    Property(\.columns, "columns")
    Property(\.children, "children")
  }
  static let mapping = Mapping(TableRecord.init, properties).named("mantle_tables")
}

extension TableLayout {
  /// The versions of the nested models in the rows, by model name, except models in tables of their own.
  var partVersions: [String: Int] {
    var versions: [String: Int] = [:]
    let references = Set(columns.filter { $0.reference != nil }.map(\.property))
    for property in model?.properties ?? [] where !references.contains(property.name) {
      property.shape.addVersions(to: &versions)
    }
    return versions.filter { $0.value > 0 }
  }

  /// Returns the metadata that a store keeps about this table. Columns without a property are described as before.
  ///
  /// - Parameter former: the existing metadata; nil for a new table.
  func record(after former: TableRecord?) -> TableRecord {
    var record = TableRecord(table: table, version: version, parts: partVersions, columns: columns)
    for (index, list) in children { record.children[columns[index].name] = list.layout.columns }
    for column in others(of: former?.columns ?? []) {
      record.columns.append(column)
      record.children[column.name] = former?.children[column.name]
    }
    return record
  }

  /// Returns those of the existing columns to which no column of the model corresponds.
  func others(of former: [StoredColumn]) -> [StoredColumn] {
    former.filter { column in
      !columns.contains { $0.name.lowercased() == column.name.lowercased() || $0.field == column.field }
    }.map { column in
      var column = column
      (column.isIdentity, column.isIndexed) = (false, false)
      return column
    }
  }
}

extension Connection {
  /// Removes the metadata that a store keeps about a table, after the table was dropped.
  func removeRecord(of table: String) throws {
    guard try record(of: table) != nil else { return }
    try run(TableRecord.mapping.layout().deletionByIdentity, [.text(table)])
  }

  /// Returns the metadata that a store keeps about a table; nil for a table of another program.
  func record(of table: String) throws -> TableRecord? {
    let layout = try TableRecord.mapping.layout()
    guard try value("SELECT 1 FROM sqlite_schema WHERE name = ?", [.text(layout.table)]) != .null else {
      return nil
    }
    return try fetch(layout, [.text(table)])
  }
}

extension ValueShape {
  /// Adds the versions of all models that values of this shape contain, by model name.
  fileprivate func addVersions(to versions: inout [String: Int]) {
    switch self {
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.addVersions(to: &versions)
    case .model(let reference):
      guard let model = reference.description(), versions[model.name] == nil else { return }
      versions[model.name] = model.archive?.version ?? 0
      for property in model.properties { property.shape.addVersions(to: &versions) }
    default: break
    }
  }
}
