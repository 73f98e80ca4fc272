import Mantle

/// The table of a list property: a row for each element, with the identity of the enclosing model and the position.
final class ChildTable: Sendable {
  /// The columns for the elements of the list, without the columns for the identity and the position.
  let layout: TableLayout
  private let keys: [StoredColumn]
  private let parent: TableLayout
  /// The names of the columns for the identity of the enclosing model and the position in the list, which differ from
  /// the names of the element's columns.
  let keyColumns: [String]
  // The statements are created once. Creating them for each model would take half of the time of saving.
  private let deletion: String
  private let insertion: String
  private let selection: String
  /// The reference in each row to the element's own row, if the elements are rows of another table; otherwise nil.
  private var reference: RowReference? { layout.columns.first?.reference }

  convenience init(_ list: StoredColumn, in parent: TableLayout, _ columns: [StoredColumn]) {
    self.init(TableLayout("\(parent.table)_\(list.name)", columns), in: parent)
  }

  private init(_ layout: TableLayout, in parent: TableLayout) {
    (self.layout, self.parent, keys) = (layout, parent, parent.identity)
    let taken = Set(layout.columns.map { $0.name.lowercased() })
    keyColumns = (keys.map { "\(parent.table)_\($0.name)" } + ["position"]).map { name in
      taken.contains(name.lowercased()) ? "\(name)_" : name
    }
    let names = keyColumns.map(SQLText.name)
    let isParent = names.dropLast().map { "\(layout.name).\($0) = ?" }.joined(separator: " AND ")
    let order = "\(layout.name).\(names.last ?? "")"
    let columns = layout.columns.map { SQLText.name($0.name) }
    let marks = Array(repeating: "?", count: names.count + columns.count).joined(separator: ", ")
    deletion = "DELETE FROM \(layout.name) WHERE \(isParent)"
    insertion =
      "INSERT INTO \(layout.name) (\((names + columns).joined(separator: ", "))) VALUES (\(marks))"
    selection =
      "SELECT \(layout.columns.map(layout.qualified).joined(separator: ", ")) FROM \(layout.name) WHERE \(isParent) ORDER BY \(order)"
  }

  /// Returns whether the columns that a store has recorded for this list store the elements in the same way.
  func hasColumns(_ recorded: [StoredColumn]?) -> Bool {
    guard let recorded, recorded.count == layout.columns.count else { return false }
    return zip(recorded, layout.columns).allSatisfy { former, column in
      former.name == column.name && former.path == column.path && former.form == column.form
        && former.keepsAbsence == column.keepsAbsence && former.reference == column.reference
    }
  }

  /// Returns the same table with another name.
  func named(_ name: String) -> ChildTable { ChildTable(TableLayout(name, layout.columns), in: parent) }

  private var keyNames: [String] { keyColumns.map(SQLText.name) }

  /// The SQL statement that creates the table.
  var creation: String {
    let types = keys.map { $0.form.declaration ?? "" } + ["INTEGER"]
    let own = zip(keyNames, types).map { "\($0) \($1) NOT NULL" } + layout.columns.map(layout.declaration)
    let names = keyNames.dropLast().joined(separator: ", ")
    let identity = keys.map { SQLText.name($0.name) }.joined(separator: ", ")
    return "CREATE TABLE \(layout.name) (\(own.joined(separator: ", ")), "
      + "PRIMARY KEY (\(keyNames.joined(separator: ", "))), "
      + "FOREIGN KEY (\(names)) REFERENCES \(parent.name) (\(identity)) ON DELETE CASCADE) WITHOUT ROWID"
  }

  /// Returns the SQL statements that move the rows of this table to a temporary table with the given name.
  func move(to name: String) -> [String] {
    [
      "CREATE TEMP TABLE \(name) AS SELECT * FROM \(layout.name)",
      "CREATE INDEX temp.\(name)_key ON \(name) (\(keyNames.joined(separator: ", ")))",
      layout.removal,
    ]
  }

  /// Replaces the stored elements of one model's list.
  ///
  /// - Parameters:
  ///   - list: the elements; nil or any other kind of value for no elements.
  ///   - input: the JSON list from which the elements were decoded; nil if it is unknown.
  func save(
    _ list: JSONNode?, from input: JSONNode? = nil, of parent: [SQLiteValue], _ related: RelatedTables,
    on connection: Connection
  ) throws(StoreError) {
    try connection.run(deletion, parent)
    guard let list, list.kind == .array else { return }
    let insertion = try connection.statement(insertion)
    for (position, element) in list.elements.enumerated() {
      let own = input?.count == list.count ? input?[position] : nil
      try reference?.save(element, from: own, related, on: connection)
      do {
        try insertion.run(parent + [.integer(Int64(position))] + layout.values(in: element))
      } catch { throw error.at(layout.table, row: parent.map(\.words).joined(separator: ", ")) }
    }
  }

  /// Writes the stored elements of one model's list as a JSON array.
  ///
  /// - Parameter parent: the identity of the model.
  func write(
    _ parent: [SQLiteValue], _ related: RelatedTables, on connection: Connection, to writer: inout JSONWriter
  ) throws(StoreError) {
    let rows = try connection.statement(selection)
    defer { rows.reset() }
    try rows.bind(parent)
    writer.beginArray()
    while try rows.step() {
      writer.beginElement()
      if let reference {
        try reference.write(rows.value(at: 0), related, on: connection, to: &writer)
      } else {
        try layout.write(rows, related, to: &writer)
      }
    }
    writer.endArray()
  }
}
