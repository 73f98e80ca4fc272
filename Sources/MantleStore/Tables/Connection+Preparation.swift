import Mantle

// Creates, checks and migrates the tables of models.

extension Connection {
  /// Checks that a table can take the rows of a layout, and unless the rows are replaced makes the forms of its columns agree.
  ///
  /// - Returns: the layout, with the forms of the table where these hold the new values, too.
  /// - Throws: a ``StoreError`` for a table of another program, and for a column whose values have another form.
  func checkTable(of layout: TableLayout, replacing: Bool) throws -> TableLayout {
    guard let record = try record(of: layout.table) else {
      let name = try value(
        "SELECT name FROM sqlite_schema WHERE name = ? COLLATE NOCASE", [.text(layout.table)])
      guard name == .null else {
        throw StoreError(.definition, "another program created the table (choose another file)")
          .at(layout.table)
      }
      return layout
    }
    guard !replacing, record.version == layout.version else { return layout }
    var columns = layout.columns
    for (index, column) in layout.columns.enumerated() where column.holdsValues {
      // A new value is absent in the rows so far, and what was absent stays so.
      columns[index].keepsAbsence = true
      guard let former = record.columns.first(where: { $0.name == column.name }) else { continue }
      columns[index].form = try form(of: column, in: layout, after: former)
      if !former.keepsAbsence, column.keepsAbsence { try writeNulls(of: column, in: layout) }
      if !former.keepsAbsence, !column.keepsAbsence { columns[index].keepsAbsence = false }
    }
    return columns == layout.columns ? layout : layout.with(columns)
  }

  /// Returns the form of a column that holds the values so far and the new ones.
  private func form(
    of column: StoredColumn, in layout: TableLayout, after former: StoredColumn
  ) throws -> ColumnForm {
    guard former.form != column.form, !former.holdsToo(column, of: layout.model) else { return former.form }
    guard try former.form == .json && holdsOnlyNull(former, in: layout) else {
      throw StoreError(
        .definition,
        "the column holds \(former.form.words), and the new values are \(column.form.words)  (replace all rows, or choose another table)"
      ).at(layout.table, property: column.name)
    }
    try recreate(column, in: layout)
    return column.form
  }

  /// Writes the null of JSON in place of the null of SQLite, which then is an absent value.
  private func writeNulls(of column: StoredColumn, in layout: TableLayout) throws {
    let name = SQLText.name(column.name)
    try run("UPDATE \(layout.name) SET \(name) = ? WHERE \(name) IS NULL", [column.form.null])
  }

  /// Whether a column of JSON has no other value than null, and so no form yet.
  private func holdsOnlyNull(_ column: StoredColumn, in layout: TableLayout) throws -> Bool {
    let name = SQLText.name(column.name)
    return try value("SELECT 1 FROM \(layout.name) WHERE CAST(\(name) AS TEXT) <> 'null' LIMIT 1") == .null
  }

  /// Replaces a column by one of another type, because SQLite converts values to the declared type.
  private func recreate(_ column: StoredColumn, in layout: TableLayout) throws {
    let (name, former) = (SQLText.name(column.name), SQLText.name("mantle_former"))
    for sql in [
      "DROP INDEX IF EXISTS \(SQLText.name(layout.index(column)))",
      "ALTER TABLE \(layout.name) RENAME COLUMN \(name) TO \(former)", layout.addition(column),
      "UPDATE \(layout.name) SET \(name) = \(former)", "ALTER TABLE \(layout.name) DROP COLUMN \(former)",
    ] {
      try run(sql)
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

extension StoredColumn {
  /// Whether the values of a new column can be stored in this form: numbers and strings where both occurred, and those of
  /// inferred models whose input had only null.
  fileprivate func holdsToo(_ new: StoredColumn, of model: ModelDescription?) -> Bool {
    if form == .any, [.text, .integer, .real].contains(new.form) { return true }
    guard new.form == .json, ![.children, .reference].contains(form),
      let property = model?.properties.first(where: { $0.name == new.property }),
      case .json = property.shape.unwrapped
    else { return false }
    return true
  }
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

  /// Whether recorded rows have a nested model in another form, such as JSON instead of columns.
  fileprivate func storesOtherwise(than record: TableRecord) -> Bool {
    record.columns.contains { former in
      columns.contains {
        $0.field == former.field
          && ($0.inside.isEmpty != former.inside.isEmpty || $0.reference != former.reference
            || former.form == .children && $0.form != .children)
      }
    }
  }
}
