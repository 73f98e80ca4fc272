import Mantle
import MantleArchiving

/// The migration of a table to the current version of its model, or to new forms of its columns, such as text instead
/// of a number.
///
/// The table is dropped and created again, and the migrated rows are inserted. A column without a property keeps its
/// values. Indexes, triggers and views of other programs remain.
struct TableMigration {
  /// The statements to run before and after the rows are copied.
  private let before: [String]
  private let after: [String]
  /// The descriptions of the model's migrations, as comments for the plan of a store.
  private let notes: [String]
  /// The new table, including the columns without a property.
  private let layout: TableLayout
  private let model: TableLayout
  /// The existing table, and the JSON members under which the model's migrations know the values of its columns.
  private var former: TableLayout
  private let fields: [RowMember]
  private let related: RelatedTables
  /// The names of the columns whose rows in other tables remain: lists and references. For these columns, the migration
  /// copies only numbers of elements and identities.
  private let kept: Set<String>
  /// The names of the indexes that the store created, in contrast to those of other programs.
  private let ownIndexes: Set<String>
  private let upgrade: (JSONNode) throws -> [UInt8]
  private let defaults: [SQLiteValue]

  init(_ record: TableRecord, to layout: TableLayout, on connection: Connection) throws {
    model = layout
    ownIndexes = Set((record.columns.filter(\.isIndexed) + layout.columns).map(layout.index))
    var former = try connection.layout(of: layout.table).layout
    let isSameVersion = record.version == layout.version
    if isSameVersion {
      former = former.with(former.columns.map(TableRevision(of: layout, after: record).named))
    }
    self.layout = TableLayout(layout.table, layout.columns + layout.others(of: former.columns))
    // The rows of lists and references remain, unless a new version may change the elements of lists.
    let keepsLists = isSameVersion && former.identity.map(\.name) == layout.identity.map(\.name)
    let kept = Set(
      former.columns.filter { column in
        (column.form == .reference || keepsLists)
          && (column.keepsRows(in: layout, record) || !layout.columns.contains { $0.field == column.field })
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
    defaults = try layout.columns.map { try layout.defaultValue(of: $0) }
    before =
      lists.flatMap { $0.list.move(to: $0.copy) } + [
        "CREATE TEMP TABLE \(Self.copy) AS SELECT * FROM \(layout.name)", layout.removal,
        TableLayout(
          layout.table, isSameVersion ? self.layout.columns.inOrder(of: former) : self.layout.columns
        )
        .creation,
      ] + layout.children.filter { !kept.contains(layout.columns[$0.key].name) }.map(\.value.creation)
    after = ([Self.copy] + lists.map(\.copy)).map { "DROP TABLE temp.\($0)" } + removals
  }

  private static let copy = "mantle_former"

  /// Runs the migration within the current transaction.
  func run(on connection: Connection) throws {
    let others = try connection.objects(of: layout.table).filter { !ownIndexes.contains($0.name) }
    for sql in before { try connection.run(sql) }
    for note in notes { connection.note("-- \(note.replacing(["\n": " ", "\r": " "]))") }
    let rows = try connection.statement("SELECT * FROM temp.\(Self.copy)")
    let insertion = try connection.statement(layout.insertion)
    do {
      defer { rows.reset() }
      while try rows.step() { try copy(rows, by: insertion) }
    }
    for sql in after { try connection.run(sql) }
    for other in others {
      do { try connection.run(other.sql) } catch {
        throw StoreError(
          .constraint, "`\(other.name)` of another program cannot be kept: \(error.message)  (drop it first)"
        ).at(layout.table)
      }
    }
  }

  /// Inserts the migrated form of an existing row into the new table, together with its rows in other tables.
  private func copy(_ row: Statement, by insertion: Statement) throws {
    var writer = JSONWriter()
    writer.beginObject()
    try RowMember.write(fields, row, former, related, to: &writer)
    writer.endObject()
    let fields = try JSONDocument(upgrade(try JSONDocument(writer.finish()).root)).root
    let values: [SQLiteValue] = try layout.columns.enumerated().map { index, column in
      let node = column.field(in: fields)
      let former = former.columns.firstIndex { $0.name == column.name }
      // A column without a property keeps its value.
      if let former, index >= model.columns.count || kept.contains(column.name) {
        return node == nil ? .null : row.value(at: former)
      }
      guard let node else { return index < defaults.count ? defaults[index] : .null }
      if column.form == .reference { try column.reference?.save(node, model.related, on: row.connection) }
      return node.kind == .number ? column.form.exactValue(of: node) : column.value(of: node)
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

extension Connection {
  /// Returns the indexes and triggers of a table, with the statements that create them.
  fileprivate func objects(of table: String) throws -> [(name: String, sql: String)] {
    let statement = try statement(
      """
      SELECT name, sql FROM sqlite_schema
      WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name = ? COLLATE NOCASE ORDER BY rowid
      """)
    defer { statement.reset() }
    try statement.bind([.text(table)])
    var objects: [(name: String, sql: String)] = []
    while try statement.step() {
      objects.append((statement.value(at: 0).words, statement.value(at: 1).words))
    }
    return objects
  }
}

extension [StoredColumn] {
  /// Returns these columns of a new table in the order of the existing table, followed by the columns that it lacks.
  fileprivate func inOrder(of former: TableLayout) -> [StoredColumn] {
    let places = map { column in former.columns.firstIndex { $0.name == column.name } ?? .max }
    return indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { self[$0] }
  }
}

extension TableLayout {
  /// Returns the value of a new column in rows that were saved before its property existed: the property's default, or
  /// null.
  func defaultValue(of column: StoredColumn) throws -> SQLiteValue {
    guard let json = model?.properties.first(where: { $0.name == column.property })?.defaultJSON else {
      return .null
    }
    return column.value(of: try JSONDocument(json).root)
  }
}

extension StoredColumn {
  /// Returns whether the rows in other tables that belong to this existing column, such as the elements of a list, can
  /// remain because the new table stores them in the same form.
  fileprivate func keepsRows(in layout: TableLayout, _ record: TableRecord) -> Bool {
    guard [.children, .reference].contains(form),
      let index = layout.columns.firstIndex(where: {
        $0.name == name && $0.form == form && $0.reference == reference
      })
    else { return false }
    return layout.children[index]?.hasColumns(record.children[name]) ?? true
  }

  /// Returns the value of the column from an object whose keys are the names that migrations use; nil if there is none.
  fileprivate func field(in fields: JSONNode) -> JSONNode? {
    ([field] + inside).reduce(fields as JSONNode?) { $0?[$1] }
  }

  /// A copy of the column that does not refer to rows of other tables.
  fileprivate var withoutRows: StoredColumn {
    var column = self
    column.reference = nil
    return column
  }
}
