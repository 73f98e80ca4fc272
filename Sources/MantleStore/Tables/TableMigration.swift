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
  private var former: TableLayout
  private let fields: [RowMember]
  private let related: RelatedTables
  /// The names of the lists and references whose rows remain, so that only numbers and identities are copied.
  private let kept: Set<String>
  private let upgrade: (JSONNode) throws -> [UInt8]
  private let defaults: [SQLiteValue]

  init(_ record: TableRecord, to layout: TableLayout, on connection: Connection) throws {
    model = layout
    var former = try connection.layout(of: layout.table).layout
    self.layout = TableLayout(layout.table, layout.columns + layout.others(of: former.columns))
    // Lists and references keep their rows, but a new version may change the elements of lists.
    let isSameVersion = record.version == layout.version
    let kept = Set(
      former.columns.filter { column in
        (column.form == .reference || isSameVersion)
          && (column.keepsRows(in: layout) || !layout.columns.contains { $0.field == column.field })
      }.map(\.name))
    var (lists, removals): ([(list: ChildTable, copy: String)], [String]) = ([], [])
    for (index, column) in former.columns.enumerated() {
      guard let list = former.children[index] else { continue }
      if kept.contains(column.name) {
        former.children[index] = nil
      } else if layout.children.values.contains(where: { $0.layout.table == list.layout.table }) {
        lists.append((list, "\(Self.copy)_\(index)"))
        former.children[index] = list.named("\(Self.copy)_\(index)")
      } else {
        removals.append(list.layout.removal)
      }
    }
    self.former = TableLayout(
      layout.table, former.columns.map { kept.contains($0.name) ? $0.withoutRows : $0 })
    self.former.children = former.children
    (self.kept, related) = (kept, former.related)
    fields = RowMember.tree(former.columns) { [$0.field] + $0.inside }
    (notes, upgrade) = layout.model?.archive?.jsonUpgrade(from: record.version) ?? ([], { $0.rawBytes })
    defaults = try layout.columns.map { column in
      let property = layout.model?.properties.first { $0.name == column.property }
      return try property?.defaultJSON.map { column.form.value(of: try JSONDocument($0).root) } ?? .null
    }
    before =
      lists.flatMap { $0.list.move(to: $0.copy) } + [
        "CREATE TEMP TABLE \(Self.copy) AS SELECT * FROM \(layout.name)", layout.removal,
        self.layout.creation,
      ] + layout.children.filter { !kept.contains(layout.columns[$0.key].name) }.map(\.value.creation)
    let triggers = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE"
    after =
      ([Self.copy] + lists.map(\.copy)).map { "DROP TABLE temp.\($0)" } + removals
      + (try connection.texts(triggers, [.text(layout.table)]))
  }

  private static let copy = "mantle_former"

  /// All statements, with the descriptions of the migrations as comments.
  var plan: [String] {
    before + notes.map { "-- \($0.replacing(["\n": " ", "\r": " "]))" } + [layout.insertion] + after
  }

  /// Runs the migration.
  func run(on connection: Connection) throws {
    for sql in before { try connection.run(sql) }
    let rows = try connection.statement("SELECT * FROM temp.\(Self.copy)")
    let insertion = try connection.statement(layout.insertion)
    do {
      defer { rows.reset() }
      while try rows.step() { try copy(rows, by: insertion) }
    }
    for sql in after { try connection.run(sql) }
  }

  /// Inserts a row into the new table, with the rows that now belong to it.
  private func copy(_ row: Statement, by insertion: Statement) throws {
    var writer = JSONWriter()
    writer.beginObject()
    try RowMember.write(fields, row, former, related, to: &writer)
    writer.endObject()
    let fields = try JSONDocument(upgrade(try JSONDocument(writer.finish()).root)).root
    let values: [SQLiteValue] = try layout.columns.enumerated().map { index, column in
      let node = column.field(in: fields)
      let former = former.columns.firstIndex { $0.name == column.name }
      // Columns that no property has keep their values.
      if let former, index >= model.columns.count || kept.contains(column.name) {
        return node == nil ? .null : row.value(at: former)
      }
      guard let node else { return index < defaults.count ? defaults[index] : .null }
      if column.form == .reference { try column.reference?.save(node, model.related, on: row.connection) }
      return column.value(of: node)
    }
    try insertion.save(values, in: layout)
    for (index, list) in model.children where !kept.contains(model.columns[index].name) {
      guard case .integer = values[index] else { continue }
      try list.save(
        model.columns[index].field(in: fields), of: model.identity(of: values), model.related,
        on: row.connection)
    }
  }
}

extension StoredColumn {
  /// Whether the column has rows of other tables, and has them in a new table, too.
  fileprivate func keepsRows(in layout: TableLayout) -> Bool {
    [.children, .reference].contains(form)
      && layout.columns.contains { $0.name == name && $0.form == form && $0.reference == reference }
  }

  /// The value of the column among the values of a row by their names in migrations.
  fileprivate func field(in fields: JSONNode) -> JSONNode? {
    ([field] + inside).reduce(fields as JSONNode?) { $0?[$1] }
  }

  /// The column with its own values only.
  fileprivate var withoutRows: StoredColumn {
    var column = self
    column.reference = nil
    return column
  }
}
