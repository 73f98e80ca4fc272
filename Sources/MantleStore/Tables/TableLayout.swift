import Mantle
import MantleArchiving

/// The layout of a model's table: a column for each property that is written to JSON.
///
/// Properties that share parts of a JSON value, such as `location[0]` and `location[1]`, share a column.
struct TableLayout: Sendable {
  let table: String
  let columns: [StoredColumn]
  /// The description of the model whose values are the rows; nil if the table is read without a model.
  let model: ModelDescription?
  /// The current version of the model; 0 if the table is read without a model, or the model has no versions.
  var version: Int { model?.archive?.version ?? 0 }
  /// The identifier of the mapping's type, which differs for each Swift model type; nil for class clusters, and if the
  /// table is read without a model.
  var modelType: ObjectIdentifier? { model?.mapping.map { ObjectIdentifier(type(of: $0)) } }
  /// The columns that identify a row.
  var identity: [StoredColumn] { identityIndices.map { columns[$0] } }
  let identityIndices: [Int]
  /// The index of the column for those members of the model's JSON that no other column contains; nil if there is no
  /// such column.
  let rest: Int?
  let members: [RowMember]
  /// The distinct first keys of the columns' paths. For each of them, ``columnsOfKeys`` has the indices of its columns.
  let keys: [String]
  private let columnsOfKeys: [[Int]]
  /// The tables of list properties, by the index of the list's column.
  var children: [Int: ChildTable] = [:]
  /// The tables to which the rows of this table refer, directly or indirectly.
  var related = RelatedTables()
  /// For each column, the paths from which the model decodes its value.
  private let inputPaths: [[JSONKeyPath]]
  /// The SQL statement that inserts a row, or replaces the values of the existing row with the same identity.
  private(set) var upsert = ""
  /// The SQL statement that inserts a row, or replaces only some values of the existing row: it has a further parameter
  /// for each value, which is true if the value is replaced.
  private var partialUpsert = ""
  /// The SQL statement that selects the row with an identity.
  private(set) var selectionByIdentity = ""

  init(_ table: String, _ columns: [StoredColumn], of model: ModelDescription? = nil) {
    (self.table, self.columns, self.model) = (table, columns, model)
    identityIndices = columns.indices.filter { columns[$0].isIdentity }
    rest = columns.firstIndex { $0.path.isEmpty && $0.reference == nil }
    members = RowMember.tree(columns, \.path)
    let first = columns.map { $0.path.first.map(ExactText.init) }
    let groups = Dictionary(grouping: columns.indices.filter { first[$0] != nil }) { first[$0] }
    let sorted = groups.values.sorted { $0[0] < $1[0] }
    (keys, columnsOfKeys) = (sorted.map { columns[$0[0]].path[0] }, sorted)
    inputPaths = columns.map { model?.inputPaths(of: $0) ?? [] }
    upsert = insertionOrUpdate { "excluded.\($0)" }
    partialUpsert = insertionOrUpdate { "iif(?, excluded.\($0), \($0))" }
    selectionByIdentity = selection(where: isIdentity)
  }

  /// Returns the same table with other columns, such as columns of other forms.
  func with(_ columns: [StoredColumn]) -> TableLayout {
    var layout = TableLayout(table, columns, of: model)
    (layout.children, layout.related) = (children, related)
    return layout
  }

  /// Writes all columns of a row as the JSON of its model.
  ///
  /// - Throws: a ``StoreError`` if a list or a referenced row cannot be read.
  func write(_ row: Statement, to writer: inout JSONWriter) throws(StoreError) {
    try write(row, related, to: &writer)
  }

  /// Writes a row as the JSON object of its model.
  ///
  /// - Parameter related: the tables to which the table of the outermost row refers, directly or indirectly.
  func write(_ row: Statement, _ related: RelatedTables, to writer: inout JSONWriter) throws(StoreError) {
    writer.beginObject()
    try RowMember.write(members, row, self, related, rest.flatMap { row.object(at: $0) }, to: &writer)
    writer.endObject()
  }

  /// Returns the values to store in the columns of a row for a model's JSON.
  func values(in object: JSONNode) throws(StoreError) -> [SQLiteValue] {
    guard object.kind == .object else {
      var error = StoreError(.value, "a row needs an object").at(table)
      error.value = String(object.rawText.prefix(60))
      throw error
    }
    var values = [SQLiteValue](repeating: .null, count: columns.count)
    object.forEachMember(of: keys) { key, member in
      for index in columnsOfKeys[key] { values[index] = value(at: index, in: member) }
    }
    for index in columns.indices where columns[index].path.isEmpty {
      values[index] = index == rest ? others(of: object) : columns[index].value(of: object)
    }
    for index in identityIndices where values[index] == .null {
      throw StoreError(.value, "the identity of a row cannot be nil").at(
        table, property: columns[index].property)
    }
    return values
  }

  /// Returns the value to store in a column.
  ///
  /// - Parameter member: the value in the model's JSON at the first key of the column's path.
  private func value(at index: Int, in member: JSONNode) -> SQLiteValue {
    // The column is not copied, because copies would take an eighth of the time of saving a row.
    var node = member
    if columns[index].path.count > 1 {
      guard let inner = member.value(at: columns[index].path.dropFirst()) else { return .null }
      node = inner
    }
    if columns[index].form == .reference { return columns[index].value(of: node) }
    return columns[index].form.value(of: node, keepsAbsence: columns[index].keepsAbsence)
  }

  /// Returns the identity of a row as text for messages.
  ///
  /// - Parameter values: the values of all columns of the row.
  func words(ofRow values: [SQLiteValue]) -> String {
    identity(of: values).map(\.words).joined(separator: ", ")
  }
}

extension TableLayout {
  /// Inserts a row or updates the row with the same identity, together with its rows in other tables.
  ///
  /// - Parameters:
  ///   - object: the JSON of the row's model.
  ///   - input: the JSON from which the model was decoded, to preserve the values of properties that it lacks; nil to
  ///     replace all values.
  func save(_ object: JSONNode, from input: JSONNode? = nil, on connection: Connection) throws(StoreError) {
    try save(object, from: input, related, on: connection)
    if related.mayBeCircular, !identityIndices.isEmpty { try checkIsReadable(object, on: connection) }
  }

  /// Inserts or updates the row of a model that was merged, and merges the models to which it refers into their own
  /// rows.
  ///
  /// - Parameter incoming: the JSON of the incoming model before it was merged with the existing one.
  func save(
    _ object: JSONNode, mergedBy policy: MergePolicy, from incoming: JSONNode, on connection: Connection
  ) throws {
    guard !related.layouts.isEmpty else { return try save(object, on: connection) }
    let merge = ReferenceMerge(policy: policy, related: related, connection: connection)
    try merge.saveReferences(of: self, in: object, from: incoming)
    try save(object, from: nil, RelatedTables(), on: connection)
    if related.mayBeCircular, !identityIndices.isEmpty { try checkIsReadable(object, on: connection) }
  }

  /// Reads a saved model back, and throws an error if the model refers to itself in a cycle.
  private func checkIsReadable(_ object: JSONNode, on connection: Connection) throws(StoreError) {
    let key = identity(of: try values(in: object))
    let row = try connection.statement(selectionByIdentity)
    defer { row.reset() }
    try row.bind(key)
    var writer = JSONWriter()
    do throws(StoreError) { if try row.step() { try write(row, to: &writer) } } catch {
      throw StoreError(.value, error.message).at(table, row: key.map(\.words).joined(separator: ", "))
    }
  }

  /// Saves the JSON of a model as a row, which replaces or updates the row with the same identity.
  ///
  /// - Parameter related: the tables in which the models to which this one refers are saved; empty if they are already
  ///   saved.
  func save(
    _ object: JSONNode, from input: JSONNode?, _ related: RelatedTables, on connection: Connection
  ) throws(StoreError) {
    var values = try values(in: object)
    if input != nil { try addOthers(to: &values, on: connection) }
    if !related.layouts.isEmpty { try saveReferences(object, input, related, on: connection) }
    // Without an input, all columns are changed. Determining the changed columns would slow down saving.
    let changes = input.map { input in columns.indices.map { isPresent($0, in: input, values) } }
    if let changes, !identityIndices.isEmpty {
      let flags = columns.indices.filter { !columns[$0].isIdentity }.map {
        SQLiteValue.integer(changes[$0] ? 1 : 0)
      }
      try connection.statement(partialUpsert).save(values + flags, in: self)
    } else {
      try connection.statement(upsert).save(values, in: self)
    }
    for (index, list) in children where changes?[index] != false {
      var node: JSONNode?
      if case .integer = values[index] { node = columns[index].node(in: object) }
      let source = source(of: index, in: input)
      try list.save(node, from: source, of: identity(of: values), related, on: connection)
    }
  }

  private func saveReferences(
    _ object: JSONNode, _ input: JSONNode?, _ related: RelatedTables, on connection: Connection
  ) throws(StoreError) {
    for (index, column) in columns.enumerated() where column.form == .reference {
      guard let node = column.node(in: object) else { continue }
      let source = source(of: index, in: input)
      try column.reference?.save(node, from: source, related, on: connection)
    }
  }

  /// Returns whether a column must be saved: the JSON from which the model was decoded contains its value. The column
  /// for unmapped members must be saved if there are any; otherwise the existing ones remain.
  private func isPresent(_ column: Int, in input: JSONNode?, _ values: [SQLiteValue]) -> Bool {
    guard column != rest else { return values[column] != .null }
    return inputPaths[column].contains { path in
      input?.find(JSONKeyPath(Array(path.components.prefix { $0 != .each }))) != nil
    }
  }

  /// Returns the value for a column in the JSON from which the model was decoded; nil if it is absent or the JSON is
  /// unknown.
  private func source(of column: Int, in input: JSONNode?) -> JSONNode? {
    inputPaths[column].lazy.compactMap { input?.find($0) }.first
  }
}

extension ModelDescription {
  /// Returns the paths from which the model decodes the value of a column.
  fileprivate func inputPaths(of column: StoredColumn) -> [JSONKeyPath] {
    let start = column.path.dropLast(column.inside.count)
    return properties.filter {
      $0.writtenPaths.contains { $0.components.prefix(start.count).compactMap(\.key).elementsEqual(start) }
    }.flatMap(\.keyPaths)
  }
}
