import CSQLite
import Mantle
import MantlePlatform

extension DatabaseFile {
  /// Writes edited rows to their table, in one transaction.
  ///
  /// A row is identified by the values that were read, so rows that another program has changed since are not
  /// overwritten. After each edit, the row is read back and compared, so that no value is stored as a different one.
  /// Only unedited values may differ: those of generated columns, values that triggers set, and defaults of added
  /// rows.
  ///
  /// - Parameters:
  ///   - old: the rows as ``writeLines(of:to:)`` wrote them.
  ///   - new: the edited rows.
  ///   - replaced: the rows that earlier edits replaced. The rows that this edit replaces are added.
  ///   - advice: the suggestion if another program has changed a row.
  /// - Returns: the rows whose stored text differs from `new`, as ``writeLines(of:to:)`` writes them, by their
  ///   indices in `new`.
  /// - Throws: a ``StoreError``: ``StoreError/Reason-swift.enum/conflict`` if a row has changed since it was read,
  ///   ``StoreError/Reason-swift.enum/definition`` if the table cannot be edited, and
  ///   ``StoreError/Reason-swift.enum/value`` if a column cannot store a value.
  /// - Complexity: O(*n*), where *n* is the number of rows.
  @discardableResult
  package func update(
    _ table: String, from old: [JSONNode], to new: [JSONNode], replaced: ReplacedRows = ReplacedRows(),
    advice: String = "read the table again"
  ) throws -> [Int: [UInt8]] {
    let key = try connection.texts("SELECT name FROM pragma_table_info(?) WHERE pk > 0", [.text(table)])
    let edits = RowEdit.all(from: old, to: new, by: key)
    guard !edits.isEmpty else {
      guard zip(old, new).allSatisfy({ $0.rawBytes == $1.rawBytes }) else {
        throw StoreError.unordered.at(table)
      }
      return [:]
    }
    let connection = try Connection(path)
    do {
      return try connection.transaction {
        // A row may refer to a row that another edit removes or adds.
        if edits.count > 1 { try connection.run("PRAGMA defer_foreign_keys = ON") }
        var edited = try EditedTable(table, connection, replaced)
        let wanted = Set(edits.compactMap { $0.old?.rawBytes })
        var found = try edited.keys(of: wanted)
        var (keys, places): ([Int: [SQLiteValue]], [Int: [SQLiteValue]]) = ([:], [:])
        for (index, row) in old.enumerated() where wanted.contains(row.rawBytes) {
          keys[index] = found[row.rawBytes]?.popFirst()
        }
        for edit in edits {
          do {
            let key = edit.index.flatMap { keys[$0] }
            if edit.index != nil, key == nil { throw StoreError.changedMeanwhile(advice) }
            if let old = edit.old, edited.isAmbiguous(old) { throw StoreError.ambiguous }
            let place = try edited.apply(edit, at: key)
            if let target = edit.target { places[target] = place }
          } catch let error as StoreError {
            throw error.at(table, row: Shortened.text((edit.old ?? edit.new)?.rawText ?? ""))
          }
        }
        return try places.compactMapValues(edited.line).filter { $0.value != new[$0.key].rawBytes }
      }
    } catch let error as StoreError { throw error.at(table) }
  }
}

extension DatabaseFile {
  /// Returns the reason why the rows of a table cannot be edited; nil if they can.
  ///
  /// - Throws: a ``StoreError`` if the table cannot be read.
  package func reasonAgainstEditing(_ table: String) throws -> String? {
    do { _ = try EditedTable(table, connection, ReplacedRows()) } catch let error as StoreError {
      guard error.reason == .definition else { throw error }
      return error.message
    }
    return nil
  }
}

extension StoreError {
  fileprivate static func changedMeanwhile(_ advice: String) -> StoreError {
    StoreError(.conflict, "another program has changed the row since it was read  (\(advice))")
  }
  fileprivate static let ambiguous = StoreError(
    .definition,
    "another row has the same JSON, but different values, such as bytes  (change it with `sqlite3`)")
  fileprivate static let unordered = StoreError(
    .definition, "the rows of a table have no order, so that moving them changes nothing")
  fileprivate static let ignored = StoreError(.value, "a trigger undid the change of the row")
}

/// An edit of one row: a change, a removal (without `new`) or an addition (without `old`).
private struct RowEdit {
  let old: JSONNode?
  let new: JSONNode?
  /// The index of the row in the list of old rows; nil for an added row.
  let index: Int?
  /// The index of the row in the list of new rows; nil for a removed row.
  let target: Int?

  /// Returns the edits between two lists of rows. Removals come first and additions last, so that a key can be reused.
  ///
  /// - Parameter key: the columns of the primary key, whose values identify a row.
  static func all(from old: [JSONNode], to new: [JSONNode], by key: [String]) -> [RowEdit] {
    func isEqual(_ pair: (JSONNode, JSONNode)) -> Bool { pair.0.rawBytes == pair.1.rawBytes }
    let start = zip(old, new).prefix(while: isEqual).count
    let (old, new) = (Array(old[start...]), Array(new[start...]))
    let identity = { (row: JSONNode) in key.map { row[$0].map(Alignment.identity) ?? row.rawBytes } }
    // A row whose key was edited is recognized by its other values.
    let alignment =
      key.isEmpty || key.contains { old.first?[$0] == nil }
      ? Alignment(elementsOf: old, new)
      : Alignment(old.map(identity), new.map(identity)) { from, to in
        old[from].members.contains { $0.value.rawBytes == new[to][$0.key.displayText]?.rawBytes }
      }
    let removed = alignment.removed.map { RowEdit(old: old[$0], new: nil, index: start + $0, target: nil) }
    let others = alignment.origins.enumerated().compactMap { to, from -> RowEdit? in
      if let from, isEqual((old[from], new[to])) { return nil }
      return RowEdit(
        old: from.map { old[$0] }, new: new[to], index: from.map { start + $0 }, target: start + to)
    }
    return removed + others.filter { $0.old != nil } + others.filter { $0.old == nil }
  }
}

/// A table whose rows are edited, with the SQL that applies the edits and the checks of their results.
private struct EditedTable {
  private let connection: Connection
  private let layout: TableLayout
  /// Whether a ``Store`` created the table.
  private let isOfStore: Bool
  /// The columns that identify a row: the row number, or the primary key of a table without row numbers.
  private let key: [String]
  /// The names of the columns that SQLite calculates.
  private let calculated: Set<String>
  /// The names of the columns that are declared as bytes.
  private let bytes: Set<String>
  /// Whether the table has triggers, which would inherit the conflict clause of a statement.
  private let hasTriggers: Bool
  private let replaced: ReplacedRows
  /// The names of the columns in which at least one row contains bytes.
  private var columnsOfBytes: Set<String> = []
  /// The JSON of rows that cannot be identified by it, because another row has other values with the same JSON.
  private var ambiguous: Set<[UInt8]> = []

  init(_ table: String, _ connection: Connection, _ replaced: ReplacedRows) throws {
    (self.connection, self.replaced) = (connection, replaced)
    (layout, isOfStore) = try connection.layout(of: table)
    let kind = try connection.texts(
      "SELECT iif(wr, 'keyed', type) FROM pragma_table_list WHERE (schema, name) = ('main', ?)",
      [.text(table)])
    guard kind == ["table"] || kind == ["keyed"] else {
      let words = kind == ["view"] ? "a view" : "a virtual table"
      throw StoreError(.definition, "\(words) cannot be edited  (edit its tables)").at(table)
    }
    guard layout.children.isEmpty else {
      throw StoreError(.definition, "its lists are in other tables  (edit those tables)").at(table)
    }
    calculated = Set(
      try connection.texts("SELECT name FROM pragma_table_xinfo(?) WHERE hidden IN (2, 3)", [.text(table)]))
    bytes = Set(
      try connection.texts("SELECT name FROM pragma_table_info(?) WHERE type LIKE 'blob'", [.text(table)]))
    let triggers = "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE"
    hasTriggers = try connection.value(triggers, [.text(table)]) != .null
    let names = Set(layout.columns.map { $0.name.lowercased() })
    if kind == ["table"], let number = ["rowid", "_rowid_", "oid"].first(where: { !names.contains($0) }) {
      key = [number]
    } else {
      key = try connection.texts("SELECT name FROM pragma_table_info(?) WHERE pk > 0", [.text(table)])
        .map(SQLText.name)
      guard !key.isEmpty else { throw StoreError(.definition, "the rows have no primary key").at(table) }
    }
  }

  /// Returns the keys of the wanted rows, by the JSON of the row. Equal rows have several keys, in row order.
  ///
  /// - Parameter wanted: the JSON of the rows to find.
  mutating func keys(of wanted: Set<[UInt8]>) throws -> [[UInt8]: ArraySlice<[SQLiteValue]>] {
    var found: [[UInt8]: ArraySlice<[SQLiteValue]>] = [:]
    var values: [[UInt8]: [SQLiteValue]] = [:]
    let statement = try connection.statement("SELECT *, \(key.joined(separator: ", ")) FROM \(layout.name)")
    defer { statement.reset() }
    while try statement.step() {
      for (index, column) in layout.columns.enumerated() where statement.kind(at: index) == SQLITE_BLOB {
        columnsOfBytes.insert(column.name)
      }
      let line = try line(statement)
      guard wanted.contains(line) else { continue }
      let row = layout.columns.indices.map(statement.value)
      if values.updateValue(row, forKey: line).map({ $0 != row }) == true { ambiguous.insert(line) }
      if !isOfStore { try keep(statement, line) }
      found[line, default: []].append(key.indices.map { statement.value(at: layout.columns.count + $0) })
    }
    return found
  }

  /// Returns whether rows with different values have this JSON, so that the JSON does not identify a row.
  func isAmbiguous(_ row: JSONNode) -> Bool { !ambiguous.isEmpty && ambiguous.contains(row.rawBytes) }

  /// Stores those values of a row that cannot be derived from its JSON, so that undoing the edit can restore them.
  ///
  /// - Parameter line: the JSON of the row.
  private func keep(_ row: Statement, _ line: [UInt8]) throws {
    let json = try JSONDocument(line).root
    var values: [String: SQLiteValue] = [:]
    for (index, column) in layout.columns.enumerated() {
      let usual = try? value(of: json[column.name], in: column, isBlob: bytes.contains(column.name))
      if case let value = row.value(at: index), value != usual { values[column.name] = value }
    }
    replaced[line] = values
  }

  /// Returns the JSON of the row with a key; nil if there is none.
  func line(at key: [SQLiteValue]) throws -> [UInt8]? {
    let statement = try connection.statement("SELECT * FROM \(layout.name) WHERE \(condition)")
    defer { statement.reset() }
    try statement.bind(key)
    return try statement.step() ? line(statement) : nil
  }

  private func line(_ row: Statement) throws -> [UInt8] {
    var writer = JSONWriter()
    try layout.writeLine(row, to: &writer)
    return writer.finish()
  }

  /// Applies an edit to the row with the given key, and checks the stored row. The key is nil for an added row.
  ///
  /// - Returns: the new key of the row; nil for a removed row.
  func apply(_ edit: RowEdit, at key: [SQLiteValue]?) throws -> [SQLiteValue]? {
    guard let new = edit.new else {
      try connection.run("DELETE FROM \(layout.name) WHERE \(condition)", key ?? [])
      guard try line(at: key ?? []) == nil else { throw StoreError.ignored }
      return nil
    }
    let changes =
      try isOfStore ? changesOfStore(edit.old, new) : changesOfOtherProgram(edit.old, new, at: key)
    let values = changes.map(\.value) + (key ?? [])
    let strict = self.statement(of: changes.map(\.column.name), adding: edit.old == nil, "OR ABORT")
    if hasTriggers { try connection.rehearseWithoutTriggers { try connection.run(strict, values) } }
    let sql =
      hasTriggers ? self.statement(of: changes.map(\.column.name), adding: edit.old == nil, "") : strict
    let statement = try connection.statement("\(sql) RETURNING *, \(self.key.joined(separator: ", "))")
    defer { statement.reset() }
    try statement.bind(values)
    guard try statement.step() else { throw StoreError.ignored }
    let stored = try JSONDocument(line(statement)).root
    let place = self.key.indices.map { statement.value(at: layout.columns.count + $0) }
    while try statement.step() {}
    try compare(stored, with: new, insteadOf: edit.old)
    return place
  }

  /// Returns the SQL statement that changes the row with a key, or adds a row.
  ///
  /// - Parameters:
  ///   - columns: the columns to set.
  ///   - policy: the conflict clause, such as `OR ABORT`, which makes a conflict between rows an error whatever the
  ///     schema says; empty for the clause of the schema.
  private func statement(of columns: [String], adding: Bool, _ policy: String) -> String {
    let names = columns.map(SQLText.name)
    if adding {
      let marks = names.map { _ in "?" }.joined(separator: ", ")
      let row = names.isEmpty ? "DEFAULT VALUES" : "(\(names.joined(separator: ", "))) VALUES (\(marks))"
      return "INSERT \(policy) INTO \(layout.name) \(row)"
    }
    // Without changed columns, the statement still returns the row.
    let sets = names.isEmpty ? [key[0]].map { "\($0) = \($0)" } : names.map { "\($0) = ?" }
    return "UPDATE \(policy) \(layout.name) SET \(sets.joined(separator: ", ")) WHERE \(condition)"
  }

  private var condition: String { key.map { "\($0) = ?" }.joined(separator: " AND ") }

  /// A column and its new value.
  private typealias Change = (column: StoredColumn, value: SQLiteValue)

  private func changesOfStore(_ old: JSONNode?, _ new: JSONNode) throws -> [Change] {
    let former = try old.map(layout.values)
    return try zip(layout.columns, layout.values(in: new)).enumerated().compactMap { index, change in
      former?[index] == change.1 ? nil : change
    }
  }

  private func changesOfOtherProgram(_ old: JSONNode?, _ new: JSONNode, at key: [SQLiteValue]?) throws
    -> [Change]
  {
    let former = replaced[new.rawBytes]
    return try layout.columns.compactMap { column in
      let (before, after) = (old?[column.name], new[column.name])
      guard before != nil || after != nil, !calculated.contains(column.name) else { return nil }
      if let before, let after, before.isEquivalent(to: after) { return nil }
      if let value = former?[column.name] { return (column, value) }
      let type = "SELECT typeof(\(SQLText.name(column.name))) FROM \(layout.name) WHERE \(condition)"
      let kind = try key.map { try connection.value(type, $0) } ?? .text("null")
      let isBlob =
        if former != nil || kind == .text("null") {
          try bytes.contains(column.name) || former == nil && isCopyOfBytes(after, in: column)
        } else { kind == .text("blob") }
      return (column, try value(of: after, in: column, isBlob: isBlob))
    }
  }

  /// Returns whether an edited value was copied from bytes in another row: it is the base64 text of such bytes, and
  /// does not occur as text in the column.
  private func isCopyOfBytes(_ node: JSONNode?, in column: StoredColumn) throws -> Bool {
    guard columnsOfBytes.contains(column.name), let node, node.kind == .string,
      let data = Data(base64Encoded: node.displayText)
    else { return false }
    let row = "SELECT 1 FROM \(layout.name) WHERE \(SQLText.name(column.name)) = ?"
    return try connection.value(row, [.blob(Array(data))]) != .null
      && connection.value(row, [.text(node.displayText)]) == .null
  }

  /// Returns the value to store in a column of another program's table for a JSON value.
  ///
  /// - Parameter isBlob: whether a string is the base64 text of bytes.
  private func value(of node: JSONNode?, in column: StoredColumn, isBlob: Bool) throws -> SQLiteValue {
    guard let node, !node.isNull else { return .null }
    if isBlob, node.kind == .string {
      guard let data = Data(base64Encoded: node.displayText) else {
        throw refusal("the column holds bytes, which are written as base64", column.name)
      }
      return .blob(Array(data))
    }
    let form = column.form == .foreign ? ColumnForm.any : column.form
    let value = form.value(of: node)
    if case .blob = value { throw refusal("the column cannot hold \(node.kind)", column.name) }
    return value
  }

  /// Throws an error if a stored row differs from the edited row. A missing member is null, or the default in an added
  /// row. Columns that SQLite calculates may differ.
  private func compare(_ stored: JSONNode, with new: JSONNode, insteadOf old: JSONNode?) throws {
    for part in JSONDifference(from: stored, to: new)?.parts ?? [] {
      let isUnedited = { old == nil ? calculated.contains($0) : old?[$0]?.rawText == new[$0]?.rawText }
      if case .key(let name)? = part.path.components.first, isUnedited(name) { continue }
      switch (part.before, part.after) {
      case (let before?, nil) where old == nil || before.isNull: continue
      case (nil, _): throw refusal("the table has no such column", "\(part.path)")
      case (let before, _):
        let words = before.map { Shortened.text($0.rawText) } ?? "nothing"
        throw refusal("the column would hold \(words) instead", "\(part.path)")
      }
    }
  }

  private func refusal(_ words: String, _ property: String) -> StoreError {
    StoreError(.value, words).at(layout.table, property: property)
  }
}

/// The rows that edits of a table replaced, with the values that cannot be derived from their JSON, such as bytes in
/// a text column.
///
/// Undoing a saved edit stores these values again.
package final class ReplacedRows: Sendable {
  /// For each replaced row, by its JSON: the values that cannot be derived from the JSON, by column name.
  private let rows = Locked<[[UInt8]: [String: SQLiteValue]]>([:])

  package init() {}

  subscript(json: [UInt8]) -> [String: SQLiteValue]? {
    get { rows.withLock { $0[json] } }
    set { rows.withLock { $0[json] = newValue } }
  }
}
