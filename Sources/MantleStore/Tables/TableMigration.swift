import Mantle
import MantleArchiving

/// The migration of a table to the current version of its model.
///
/// The table is dropped, created again, and receives the migrated rows. A column that no property has keeps its values.
struct TableMigration {
  /// The statements before and after the rows are copied.
  let before: [String]
  let after: [String]
  /// The descriptions of the migrations.
  let notes: [String]
  /// The new table, with the columns that no property has.
  let layout: TableLayout
  private let model: TableLayout
  /// The table so far, and the members by which its values have their names in migrations.
  private let former: TableLayout
  private let fields: [RowMember]
  private let related: RelatedTables
  /// The names of the lists and references whose rows remain, so that only numbers and identities are copied.
  private let kept: Set<String>
  private let upgrade: (JSONNode) throws -> [UInt8]
  private let defaults: [SQLiteValue]

  init(_ record: TableRecord, to layout: TableLayout, on connection: Connection) throws {
    model = layout
    let former = try connection.layout(of: layout.table).layout
    let names = Set(layout.columns.map { $0.name.lowercased() })
    self.layout = TableLayout(
      layout.table,
      layout.columns + former.columns.filter { !names.contains($0.name.lowercased()) }.map(\.optional))
    // The rows of a property that the same version does not have any more remain, too.
    let isSame = record.version == layout.version
    let kept = Set(
      former.columns.filter { column in
        column.keepsRows(in: layout) || isSame && !layout.columns.contains { $0.field == column.field }
      }.map(\.name))
    if let list = former.columns.first(where: { $0.form == .children && !kept.contains($0.name) }) {
      throw StoreError(.definition, "a list with a table must keep its form in every version").at(
        layout.table, property: list.property)
    }
    self.former = TableLayout(
      layout.table, former.columns.map { kept.contains($0.name) ? $0.withoutRows : $0 })
    (self.kept, related) = (kept, former.related)
    fields = RowMember.tree(former.columns) { [$0.field] + $0.inside }
    (notes, upgrade) = layout.model?.archive?.jsonUpgrade(from: record.version) ?? ([], { $0.rawBytes })
    defaults = try layout.columns.map { column in
      let property = layout.model?.properties.first { $0.name == column.property }
      return try property?.defaultJSON.map { column.form.value(of: try JSONDocument($0).root) } ?? .null
    }
    before = [
      "CREATE TEMP TABLE \(Self.copy) AS SELECT * FROM \(layout.name)", layout.removal, self.layout.creation,
    ]
    let triggers = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE"
    after = ["DROP TABLE temp.\(Self.copy)"] + (try connection.texts(triggers, [.text(layout.table)]))
  }

  private static let copy = "mantle_former"

  /// All statements, with the descriptions of the migrations as comments.
  var plan: [String] {
    before + notes.map { "-- \($0.replacing("\n", with: " "))" } + [layout.insertion] + after
  }

  /// Runs the migration.
  func run(on connection: Connection) throws {
    for sql in before { try connection.run(sql) }
    let rows = try connection.statement("SELECT * FROM temp.\(Self.copy)")
    let insertion = try connection.statement(layout.insertion)
    do {
      defer { rows.reset() }
      while try rows.step() { try insertion.save(values(of: rows, on: connection), in: layout) }
    }
    for sql in after { try connection.run(sql) }
  }

  /// Returns the values of a row in the new table, and saves the rows to which it now refers.
  private func values(of row: Statement, on connection: Connection) throws -> [SQLiteValue] {
    var writer = JSONWriter()
    writer.beginObject()
    try RowMember.write(fields, row, former, related, to: &writer)
    writer.endObject()
    let fields = try JSONDocument(upgrade(try JSONDocument(writer.finish()).root)).root
    return try layout.columns.enumerated().map { index, column in
      let node = ([column.field] + column.inside).reduce(fields as JSONNode?) { $0?[$1] }
      let former = former.columns.firstIndex { $0.name == column.name }
      // Columns that no property has keep their values.
      if let former, index >= model.columns.count || kept.contains(column.name) {
        return node == nil ? .null : row.value(at: former)
      }
      guard let node else { return index < defaults.count ? defaults[index] : .null }
      if column.form == .reference { try column.reference?.save(node, model.related, on: connection) }
      return column.value(of: node)
    }
  }
}

extension StoredColumn {
  /// Whether the column has rows of other tables, and has them in a new table, too.
  fileprivate func keepsRows(in layout: TableLayout) -> Bool {
    [.children, .reference].contains(form)
      && layout.columns.contains { $0.name == name && $0.form == form && $0.reference == reference }
  }

  /// The column with its own values only.
  fileprivate var withoutRows: StoredColumn {
    var column = self
    column.reference = nil
    return column
  }

  /// The column of a property that the model does not have any more.
  fileprivate var optional: StoredColumn {
    var column = self
    (column.isIdentity, column.isIndexed) = (false, false)
    return column
  }
}
