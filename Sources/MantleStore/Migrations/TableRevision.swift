import Mantle

// Changes to the table of a model that has changed without a new version.

/// A comparison of a model's columns with the existing columns of its table, after the model has changed.
struct TableRevision {
  /// For each column of the model, by its index, the existing column that contains its values: the column with the same
  /// key, or else with the same property.
  private(set) var former: [Int: StoredColumn] = [:]
  private let layout: TableLayout
  private let record: TableRecord

  init(of layout: TableLayout, after record: TableRecord) {
    (self.layout, self.record) = (layout, record)
    var left = record.columns
    // In rows of another version, migrations know the values by other names.
    let ways =
      record.version == layout.version
      ? [StoredColumn.hasKey, StoredColumn.hasProperty] : [StoredColumn.hasField]
    for isSame in ways {
      for (index, column) in layout.columns.enumerated() where former[index] == nil {
        guard let found = left.firstIndex(where: { isSame(column)($0) }) else { continue }
        former[index] = left.remove(at: found)
      }
    }
  }

  /// The existing columns to rename, with the index of the model's column and the new name. SQLite also updates the
  /// names in indexes, triggers and views.
  private var renamed: [(column: Int, from: StoredColumn, to: String)] {
    layout.columns.enumerated().compactMap { index, column in
      guard let former = former[index], former.name.lowercased() != column.name.lowercased(),
        !record.columns.contains(where: { $0.name.lowercased() == column.name.lowercased() })
      else { return nil }
      return (index, former, column.name)
    }
  }

  /// The store's description of the table, as it is after the columns are renamed.
  var renamedRecord: TableRecord {
    var record = record
    for (_, from, to) in renamed {
      for index in record.columns.indices where record.columns[index].name == from.name {
        record.columns[index].name = to
      }
      record.children[to] = record.children.removeValue(forKey: from.name)
    }
    return record
  }

  /// The SQL statements that rename the columns, and drop the indexes that are named after them.
  var renamings: [String] {
    let isRenamed = Set(renamed.map(\.column))
    let indexes = former.sorted { $0.key < $1.key }.filter { index, former in
      former.isIndexed && (isRenamed.contains(index) || former.isUnique != layout.columns[index].isUnique)
    }
    return indexes.map { "DROP INDEX IF EXISTS \(SQLText.name(layout.index($1)))" }
      + renamed.map { Self.renaming($1.name, to: $2, in: layout.name) } + renamingsOfLists
  }

  /// The SQL statements that rename the tables of list properties, whose names contain the names of the list's column
  /// and of the identity.
  private var renamingsOfLists: [String] {
    guard !renamed.isEmpty else { return [] }
    let new = renamedRecord
    let (formerLayout, newLayout) = (
      TableLayout(record.table, record.columns), TableLayout(record.table, new.columns)
    )
    return zip(record.columns, new.columns).flatMap { column, newColumn -> [String] in
      guard let elements = record.children[column.name] else { return [] }
      let list = ChildTable(column, in: formerLayout, elements)
      let newList = ChildTable(newColumn, in: newLayout, elements)
      let isMoved = list.layout.table != newList.layout.table
      return elements.filter { isMoved && $0.isIndexed }.map {
        "DROP INDEX IF EXISTS \(SQLText.name(list.layout.index($0)))"
      } + (isMoved ? ["ALTER TABLE \(list.layout.name) RENAME TO \(newList.layout.name)"] : [])
        + zip(list.keyColumns, newList.keyColumns).filter { $0 != $1 }.map {
          Self.renaming($0, to: $1, in: newList.layout.name)
        }
    }
  }

  private static func renaming(_ column: String, to name: String, in table: String) -> String {
    "ALTER TABLE \(table) RENAME COLUMN \(SQLText.name(column)) TO \(SQLText.name(name))"
  }

  /// Whether a column needs another form than it has, so that the table must be created again.
  var changesForms: Bool {
    former.contains { index, former in
      let column = layout.columns[index]
      return former.form != column.form || former.keepsAbsence != column.keepsAbsence
        || former.inside.isEmpty != column.inside.isEmpty || former.reference != column.reference
        || layout.children[index].map { !$0.hasColumns(record.children[former.name]) } ?? false
    }
  }

  /// The model's columns whose existing values must be checked: those of new properties, and of properties whose type
  /// or path has changed.
  var changed: [StoredColumn] {
    layout.columns.enumerated().filter { index, column in
      guard !column.path.isEmpty else { return false }
      return former[index].map { $0.type != column.type || $0.path != column.path || column.type.isEmpty }
        ?? true
    }.map(\.element)
  }

  /// Checks that no column of the model has a name that another property's column has in the table, and that the
  /// identity has not changed.
  func check() throws(StoreError) {
    guard record.version == layout.version else { return }
    for (index, column) in layout.columns.enumerated() {
      let name = column.name.lowercased()
      if let other = record.columns.first(where: { $0.name.lowercased() == name }),
        former[index]?.name.lowercased() != name
      {
        throw StoreError(
          .definition,
          "the column `\(column.name)` holds `\(other.property)` (name another one with `column(_:)`)"
        ).at(layout.table, property: column.property)
      }
      if column.isIdentity != (former[index]?.isIdentity ?? false) {
        throw StoreError(
          .version, "the identity of the rows has changed (give the model a new version)"
        ).at(layout.table, property: column.property)
      }
    }
  }
}

extension StoredColumn {
  fileprivate func hasKey(of other: StoredColumn) -> Bool {
    path == other.path && inside == other.inside && (form == .children) == (other.form == .children)
  }

  fileprivate func hasProperty(of other: StoredColumn) -> Bool {
    property == other.property && hasField(of: other)
  }

  fileprivate func hasField(of other: StoredColumn) -> Bool { field == other.field && inside == other.inside }
}

extension TableRevision {
  /// Returns an existing column with the names of the corresponding column of the model, under which migrations know
  /// its values.
  func named(_ column: StoredColumn) -> StoredColumn {
    guard
      let index = former.first(where: { $1.name == column.name || layout.columns[$0].name == column.name })?
        .key
    else { return column }
    var column = column
    (column.field, column.inside) = (layout.columns[index].field, layout.columns[index].inside)
    return column
  }
}

extension Connection {
  /// Decodes the values of some columns in all rows, and throws an error for a row that the model cannot decode.
  ///
  /// - Parameter changed: the columns of new and changed properties.
  func checkRows(of layout: TableLayout, _ changed: [StoredColumn]) throws {
    guard let model = layout.model, !changed.isEmpty else { return }
    let rows = try RowScan(layout, RowRequest(model), on: self)
    while let row = try rows.next() {
      let node = row.document.root
      guard let problem = model.problem(in: node, at: changed.map(\.path)) else { continue }
      var error = StoreError(
        .version,
        "the rows do not fit the model: \(problem.detail ?? "expected \(problem.expected ?? "another value")")  (give the model a new version, with a migration)"
      ).at(layout.table, row: layout.words(ofRow: try layout.values(in: node)), property: problem.property)
      error.value = problem.found
      throw error
    }
  }
}

extension ModelDescription {
  /// Returns the first decoding error at any of the paths, or the first number there that would be rounded; nil if
  /// there is none.
  fileprivate func problem(in node: JSONNode, at paths: [[String]]) -> Diagnostic? {
    func isMeant(_ problem: Diagnostic) -> Bool {
      let keys = problem.path.components.prefix { $0.key != nil }.compactMap(\.key)
      return paths.contains { keys.starts(with: $0) || $0.starts(with: keys) }
    }
    let errors = diagnose(node, minimumSeverity: .error).filter { $0.severity == .error }
    guard errors.isEmpty else { return errors.first(where: isMeant) }
    var writer = JSONWriter()
    let rewritten = try? export(node, to: &writer)
    return rewritten?.firstRounded.flatMap { isMeant($0) ? $0 : nil }
  }
}
