import Mantle

/// What a store records of a table, so that its rows can be read without the model.
struct TableRecord: MappedHashable, Sendable {
  let table: String
  /// The version of the model that saved the rows.
  var version: Int
  /// The versions of the models in the rows, by their names.
  var parts: [String: Int] = [:]
  var columns: [StoredColumn]
  /// The columns of lists that have tables, by the names of the lists' columns.
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
  /// Refuses rows of a newer version.
  fileprivate func checkVersion(_ recorded: Int) throws(StoreError) {
    guard recorded > version else { return }
    throw StoreError(
      .version,
      "the rows are of version \(recorded) of the model, which is newer than \(version) (update the program, or read the rows with DatabaseFile)"
    ).at(table)
  }

  /// The versions of the models in the rows, without those in tables of their own.
  fileprivate var partVersions: [String: Int] {
    var versions: [String: Int] = [:]
    let references = Set(columns.filter { $0.reference != nil }.map(\.property))
    for property in model?.properties ?? [] where !references.contains(property.name) {
      property.shape.addVersions(to: &versions)
    }
    return versions.filter { $0.value > 0 }
  }

  /// Whether a model is stored in another form than in the rows of a table.
  fileprivate func storesOtherwise(than record: TableRecord) -> Bool {
    record.columns.contains { former in
      columns.contains {
        $0.field == former.field
          && ($0.inside.isEmpty != former.inside.isEmpty || $0.reference != former.reference)
      }
    }
  }

  /// Returns the record of the table, in which columns that the model does not have keep their forms.
  func record(after former: TableRecord?) -> TableRecord {
    var record = TableRecord(table: table, version: version, parts: partVersions, columns: columns)
    for (index, list) in children { record.children[columns[index].name] = list.layout.columns }
    for column in others(of: former?.columns ?? []) {
      record.columns.append(column)
      record.children[column.name] = former?.children[column.name]
    }
    return record
  }

  /// The columns of the table so far that the model does not have in another form.
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
  /// Returns the record of a table; nil if there is none.
  func record(of table: String) throws -> TableRecord? {
    let layout = try TableRecord.mapping.layout()
    guard try value("SELECT 1 FROM sqlite_schema WHERE name = ?", [.text(layout.table)]) != .null else {
      return nil
    }
    return try fetch(layout, [.text(table)])
  }

  /// Checks that a table can take the rows of a layout.
  ///
  /// - Throws: a ``StoreError`` for a table of another program, and unless the rows are replaced for a column whose values
  ///   have another form.
  func checkTable(of layout: TableLayout, replacing: Bool) throws {
    guard let record = try record(of: layout.table) else {
      let name = try value(
        "SELECT name FROM sqlite_schema WHERE name = ? COLLATE NOCASE", [.text(layout.table)])
      guard name == .null else {
        throw StoreError(.definition, "another program created the table (choose another file)")
          .at(layout.table)
      }
      return
    }
    guard !replacing, record.version == layout.version else { return }
    for column in layout.columns {
      guard let former = record.columns.first(where: { $0.name == column.name }), former.form != column.form
      else { continue }
      throw StoreError(
        .definition, "the column holds values of the form \(former.form), and the new ones are \(column.form)"
      ).at(layout.table, property: column.name)
    }
  }

  /// Returns the migration of a table to the version of its model; nil if the table is of that version.
  ///
  /// - Throws: a ``StoreError`` if the table is of a newer version.
  func migration(to layout: TableLayout) throws -> TableMigration? {
    guard let record = try record(of: layout.table) else { return nil }
    guard record.version != layout.version || layout.storesOtherwise(than: record) else { return nil }
    try layout.checkVersion(record.version)
    return try TableMigration(record, to: layout, on: self)
  }

  /// Checks that no other program has migrated the rows to a newer version since the tables were prepared.
  func checkVersions(of layout: TableLayout) throws {
    let records = SQLText.name(TableRecord.mapping.name)
    for table in [layout] + layout.related.layouts.values {
      let version = try value("SELECT version FROM \(records) WHERE \"table\" = ?", [.text(table.table)])
      if case .integer(let version) = version { try table.checkVersion(Int(version)) }
    }
  }

  /// Checks that a table has the columns of the properties that a model has now, and not of others.
  func checkColumns(of layout: TableLayout) throws {
    guard let record = try record(of: layout.table), record.version == layout.version else { return }
    for column in layout.columns {
      guard let former = record.columns.first(where: { $0.name.lowercased() == column.name.lowercased() }),
        former.field != column.field, former.path != column.path
      else { continue }
      throw StoreError(
        .definition,
        "the column `\(column.name)` holds `\(former.property)` (name another one with `column(_:)`)"
      ).at(layout.table, property: column.property)
    }
    for (name, version) in layout.partVersions where record.parts[name, default: 0] < version {
      throw StoreError(
        .version,
        "the rows have models `\(name)` of an older version than \(version) (migrate them with a new version of `\(layout.table)`)"
      ).at(layout.table)
    }
  }

  /// Whether the table of a model, and those to which it refers, are complete and recorded.
  func isPrepared(for layout: TableLayout) throws -> Bool {
    try layout.tables.allSatisfy { table in
      try checkColumns(of: table)
      let record = try record(of: table.table)
      return try migration(to: table) == nil && preparation(of: table).isEmpty
        && record == table.record(after: record)
    }
  }

  /// Creates, migrates or completes the table of a model and those to which it refers, and records them.
  func prepare(_ layout: TableLayout) throws {
    guard try !isPrepared(for: layout) else { return }
    let records = try TableRecord.mapping.layout()
    for sql in try preparation(of: records) { try run(sql) }
    var saver = RowSaver<TableRecord>(records, .overwrite, on: self)
    for table in layout.tables {
      try migration(to: table)?.run(on: self)
      for sql in try preparation(of: table) { try run(sql) }
      try saver.save(table.record(after: record(of: table.table)))
    }
  }
}

extension ValueShape {
  /// Adds the versions of the models in the values.
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
