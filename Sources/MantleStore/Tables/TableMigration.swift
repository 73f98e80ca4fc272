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
  /// The columns of the table so far.
  private let former: [StoredColumn]
  private let upgrade: (JSONNode) throws -> [UInt8]
  private let defaults: [SQLiteValue]

  init(_ record: TableRecord, to layout: TableLayout, on connection: Connection) throws {
    model = layout
    let rows = try connection.statement("SELECT * FROM \(layout.name)")
    former = (0..<rows.columnCount).map { rows.column(at: $0, record.columns) }
    let names = Set(layout.columns.map { $0.name.lowercased() })
    self.layout = TableLayout(
      layout.table, layout.columns + former.filter { !names.contains($0.name.lowercased()) }.map(\.optional))
    let lists = Set(layout.columns.filter { $0.form == .children }.map(\.name))
    if let moved = former.first(where: { $0.form == .children && !lists.contains($0.name) }) {
      var error = StoreError(.definition, "a list with a table must remain one in every version").at(
        layout.table)
      error.property = moved.property
      throw error
    }
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
      while try rows.step() { try insertion.save(values(of: rows), in: layout) }
    }
    for sql in after { try connection.run(sql) }
  }

  /// Returns the values of a row in the new table.
  private func values(of row: Statement) throws -> [SQLiteValue] {
    var writer = JSONWriter()
    writer.beginObject()
    for (index, column) in former.enumerated() where !(row.isNull(at: index) && column.keepsAbsence) {
      writer.key(column.field)
      if row.isNull(at: index) { writer.null() } else { column.form.write(row, index, to: &writer) }
    }
    writer.endObject()
    let fields = try JSONDocument(upgrade(try JSONDocument(writer.finish()).root)).root
    return layout.columns.enumerated().map { index, column in
      let (node, former) = (fields[column.field], former.firstIndex { $0.name == column.name })
      // Lists keep their tables, and columns that no property has their values.
      if index >= model.columns.count || column.form == .children, let former {
        return node == nil ? .null : row.value(at: former)
      }
      return node.map(column.value(of:)) ?? (index < defaults.count ? defaults[index] : .null)
    }
  }
}

extension StoredColumn {
  /// The column of a property that the model does not have any more.
  fileprivate var optional: StoredColumn {
    StoredColumn(
      name: name, property: property, field: field, path: path, form: form, keepsAbsence: keepsAbsence,
      isIdentity: false, isIndexed: false, isCompared: isCompared)
  }
}
