import Mantle

// Creates, checks and migrates the tables of models.

extension Connection {
  /// Checks that models with a layout can be saved in the existing table of that name. Unless all rows are replaced,
  /// adapts the column forms to the existing ones.
  ///
  /// - Returns: the layout, with the existing form of each column that can store the new values, too.
  /// - Throws: a ``StoreError`` for a table of another program, or if a column stores its values in an incompatible
  ///   form.
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
    let former = TableRevision(of: layout, after: record).former
    var columns = layout.columns
    let known = Set(former.values.map(\.name))
    for (index, column) in layout.columns.enumerated() {
      // The type of the other model does not describe the existing rows, so a store checks them at its first use.
      columns[index].type = ""
      guard column.holdsValues else { continue }
      // The existing rows have no value for a new column.
      columns[index].keepsAbsence = true
      guard let former = former[index] else { continue }
      columns[index].name = former.name
      columns[index].keepsAbsence = former.keepsAbsence || column.keepsAbsence
      columns[index].form = try form(of: column, in: layout, after: former)
    }
    // The new rows have no values for the other columns.
    columns += record.columns.filter { $0.holdsValues && !$0.keepsAbsence && !known.contains($0.name) }.map {
      other in
      var other = other
      (other.keepsAbsence, other.isIdentity, other.isIndexed, other.isUnique) = (true, false, false, false)
      return other
    }
    return layout.with(columns)
  }

  /// Returns a form that can store both the existing and the new values of a column.
  ///
  /// - Parameter former: the existing column.
  private func form(
    of column: StoredColumn, in layout: TableLayout, after former: StoredColumn
  ) throws -> ColumnForm {
    guard former.form != column.form, !former.holdsToo(column, of: layout.model) else { return former.form }
    let new = column.form.isNumeric ? ColumnForm.any : column.form
    if former.form.isNumeric, new == .any || new == .text { return .any }
    guard try former.form == .json && holdsOnlyNull(former, in: layout) else {
      throw StoreError(
        .definition,
        "the column holds \(former.form.words), and the new values are \(new.words)  (replace all rows, or choose another table)"
      ).at(layout.table, property: column.name)
    }
    return column.form
  }

  /// Returns whether all values of a JSON column are null, so that the column can still take any other form.
  private func holdsOnlyNull(_ column: StoredColumn, in layout: TableLayout) throws -> Bool {
    let name = SQLText.name(column.name)
    return try value("SELECT 1 FROM \(layout.name) WHERE CAST(\(name) AS TEXT) <> 'null' LIMIT 1") == .null
  }

  /// Returns the migration that gives an existing table the version of the model and the column forms of the layout;
  /// nil if none is necessary.
  ///
  /// - Throws: a ``StoreError`` if the rows are of a newer version.
  func migration(to layout: TableLayout) throws -> TableMigration? {
    guard let record = try record(of: layout.table) else { return nil }
    if record.version == layout.version, !TableRevision(of: layout, after: record).changesForms { return nil }
    try layout.checkVersion(record.version)
    return try TableMigration(record, to: layout, on: self)
  }

  /// Checks that no other program has migrated the rows to a newer version of the model since this store prepared the
  /// tables.
  func checkVersions(of layout: TableLayout) throws {
    let records = SQLText.name(TableRecord.mapping.name)
    for table in [layout] + layout.related.layouts.values {
      let version = try value("SELECT version FROM \(records) WHERE \"table\" = ?", [.text(table.table)])
      if case .integer(let version) = version { try table.checkVersion(Int(version)) }
    }
  }

  /// Checks that no rows of the table contain a nested model of an older version than the current one.
  private func checkParts(of layout: TableLayout) throws {
    guard let record = try record(of: layout.table), record.version == layout.version else { return }
    for (name, version) in layout.partVersions where record.parts[name, default: 0] < version {
      throw StoreError(
        .version,
        "the rows have models `\(name)` of an older version than \(version) (migrate them with a new version of `\(layout.table)`)"
      ).at(layout.table)
    }
  }

  /// Returns whether the table of a model, and the tables that it refers to, need no change: they have all columns and
  /// indexes, and the store has recorded their descriptions.
  func isPrepared(for layout: TableLayout) throws -> Bool {
    try layout.tables.allSatisfy { table in
      try checkParts(of: table)
      let record = try record(of: table.table)
      return try migration(to: table) == nil && preparation(of: table).isEmpty
        && record == table.record(after: record)
    }
  }

  /// Returns whether models can be decoded from the rows of their existing tables, without changing the tables.
  ///
  /// - Throws: a ``StoreError`` if rows cannot be decoded as models.
  func isReadable(_ layout: TableLayout) throws -> Bool {
    try layout.tables.allSatisfy { table in
      try checkParts(of: table)
      guard let record = try record(of: table.table), try migration(to: table) == nil,
        case let revision = TableRevision(of: table, after: record), revision.renamings.isEmpty,
        try columnNames(of: table).isSuperset(of: table.columns.map { $0.name.lowercased() })
      else { return false }
      try checkRows(of: table, revision.changed)
      return true
    }
  }

  /// Creates, migrates or completes the table of a model and the tables that it refers to, and records their
  /// descriptions in the file.
  ///
  /// - Parameter isRevised: whether existing columns are renamed for the properties of the model, and all rows are
  ///   checked; otherwise the layout already has the existing columns.
  func prepare(_ layout: TableLayout, isRevised: Bool = true) throws {
    guard try !isPrepared(for: layout) else { return }
    let records = try TableRecord.mapping.layout()
    for sql in try preparation(of: records) { try run(sql) }
    var saver = RowSaver<TableRecord>(records, .overwrite, on: self)
    for table in layout.tables {
      var changed: [StoredColumn] = []
      if isRevised, let record = try record(of: table.table) {
        let revision = TableRevision(of: table, after: record)
        try revision.check()
        for sql in revision.renamings { try run(sql) }
        if !revision.renamings.isEmpty { try saver.save(revision.renamedRecord) }
        changed = revision.changed
      }
      try migration(to: table)?.run(on: self)
      try complete(table)
      try checkRows(of: table, changed)
      try saver.save(table.record(after: record(of: table.table)))
    }
  }

  /// Creates a table, or adds its missing columns and indexes. In existing rows, new columns get the default of their
  /// property.
  private func complete(_ table: TableLayout) throws {
    let known = try columnNames(of: table)
    for sql in try preparation(of: table) { try run(sql) }
    for column in table.columns
    where !known.isEmpty && !known.contains(column.name.lowercased()) && !column.keepsAbsence {
      guard case let value = try table.defaultValue(of: column), value != .null else { continue }
      try run("UPDATE \(table.name) SET \(SQLText.name(column.name)) = ?", [value])
    }
  }
}

extension StoredColumn {
  /// Returns whether this existing column can also store the values of a new column: numbers and strings in a column
  /// for both, or values of an inferred property that was always null.
  fileprivate func holdsToo(_ new: StoredColumn, of model: ModelDescription?) -> Bool {
    if form == .any, new.form == .text || new.form.isNumeric { return true }
    guard new.form == .json, ![.children, .reference].contains(form),
      let property = model?.properties.first(where: { $0.name == new.property }),
      case .json = property.shape.unwrapped
    else { return false }
    return true
  }
}

extension TableLayout {
  /// Throws an error if the recorded version of the rows is newer than the model.
  fileprivate func checkVersion(_ recorded: Int) throws(StoreError) {
    guard recorded > version else { return }
    throw StoreError(
      .version,
      "the rows are of version \(recorded) of the model, which is newer than \(version) (update the program, or read the rows with DatabaseFile)"
    ).at(table)
  }
}
