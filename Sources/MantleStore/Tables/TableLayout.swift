import Mantle
import MantleArchiving

/// A column of a model's table.
struct StoredColumn: Sendable {
  let name: String
  /// The name of the property, or the key of an object that holds several properties.
  let property: String
  /// The name of the value in migrations, which is its key in archives.
  let field: String
  /// The keys that lead to the value in the model's JSON.
  let path: [String]
  let form: ColumnForm
  /// Whether the null of SQLite is an absent key; otherwise it is the null of JSON.
  let keepsAbsence: Bool
  let isIdentity: Bool
  let isIndexed: Bool
  /// Whether filters compare the values as text.
  let isCompared: Bool

  /// Returns the value of the column in a model's JSON.
  func value(in object: JSONNode) -> SQLiteValue {
    var node: JSONNode? = object
    for key in path { node = node?[key] }
    return node.map(value(of:)) ?? .null
  }

  /// Returns the value of the column for a JSON value.
  func value(of node: JSONNode) -> SQLiteValue {
    if node.isNull { return keepsAbsence ? .blob(Array("null".utf8)) : .null }
    return form.value(of: node)
  }
}

/// The table of a model: a column for each property that is written to JSON.
///
/// Properties that share a JSON value in parts, such as `location[0]` and `location[1]`, share the column of the value.
struct TableLayout: Sendable {
  let table: String
  let columns: [StoredColumn]
  /// The model of the rows; nil for a table that is read without a model.
  let model: ModelDescription?
  /// The version of the model.
  var version: Int { model?.archive?.version ?? 0 }
  /// The columns that identify a row.
  var identity: [StoredColumn] { identityIndices.map { columns[$0] } }
  let identityIndices: [Int]
  /// The column of the members that no other column holds; nil if there is none.
  private let rest: Int?
  private let members: [RowMember]
  /// The tables of lists, by the indices of their columns.
  var children: [Int: ChildTable] = [:]

  init(_ table: String, _ columns: [StoredColumn], of model: ModelDescription? = nil) {
    (self.table, self.columns, self.model) = (table, columns, model)
    identityIndices = columns.indices.filter { columns[$0].isIdentity }
    rest = columns.firstIndex { $0.path.isEmpty }
    members = RowMember.tree(columns.enumerated().map { ($0.element.path[...], $0.offset) })
  }

  fileprivate init<Root>(_ mapping: Mapping<Root>) throws(StoreError) {
    let described = mapping.description.properties
    var builder = ColumnBuilder(table: mapping.name, omitsNil: mapping.options.nullPolicy == .omit)
    builder.shared = described.sharedKeys { !$0.isSimple }
    for (property, description) in zip(mapping.properties, described) {
      try builder.add(description, property)
    }
    guard !builder.columns.isEmpty else {
      throw StoreError(.definition, "the model has no property to store").at(mapping.name)
    }
    self.init(mapping.name, builder.columns, of: mapping.description)
    if identityIndices.isEmpty, let list = columns.first(where: { $0.form == .children }) {
      var error = StoreError(.definition, "a list with a table needs an identity property in its model").at(
        table)
      error.property = list.property
      throw error
    }
  }

  /// The table of a class cluster: a column for each property of any member, and one for the rest of the object.
  fileprivate init(cluster: ModelDescription) throws(StoreError) {
    guard cluster.isCluster else {
      throw StoreError(.definition, "the values are not models and have no columns").at(cluster.name)
    }
    var builder = ColumnBuilder(table: cluster.name, omitsNil: true)
    builder.shared = cluster.properties.sharedKeys {
      !$0.isSimple || $0.writtenPaths.contains { $0.components.count > 1 }
    }
    for property in cluster.properties { try builder.add(property, nil as AnyProperty<Never>?) }
    builder.addRest()
    self.init(cluster.name, builder.columns, of: cluster)
  }

  /// Writes a row of all columns as the JSON of its model.
  ///
  /// - Throws: a ``StoreError`` if a list cannot be read.
  func write(_ row: Statement, to writer: inout JSONWriter) throws(StoreError) {
    writer.beginObject()
    try RowMember.write(members, row, self, to: &writer)
    if let rest, !row.isNull(at: rest) { row.withText(at: rest) { Self.write(membersOf: $0, to: &writer) } }
    writer.endObject()
  }

  /// Writes the members of an object in a column. A value of another program that is no object has none.
  private static func write(membersOf text: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter) {
    guard let object = try? JSONDocument(Array(text)).root else { return }
    for member in object.members {
      writer.key(member.key.displayText)
      writer.rawJSON(member.value)
    }
  }

  /// The JSON of the members that no other column holds; null if there are none.
  private func rest(of object: JSONNode) -> SQLiteValue {
    var writer = JSONWriter()
    writer.beginObject()
    for member in object.members {
      let key = member.key.displayText
      if columns.contains(where: { $0.path.first?.isExactly(key) == true }) { continue }
      writer.key(key)
      writer.rawJSON(member.value)
    }
    writer.endObject()
    return writer.count == 2 ? .null : .text(String(decoding: writer.finish(), as: UTF8.self))
  }

  /// Returns the values of a row for a model's JSON.
  func values(in object: JSONNode) throws(StoreError) -> [SQLiteValue] {
    var values: [SQLiteValue] = []
    values.reserveCapacity(columns.count)
    for index in columns.indices {
      values.append(index == rest ? rest(of: object) : columns[index].value(in: object))
    }
    for index in identityIndices where values[index] == .null {
      var error = StoreError(.value, "a row cannot be identified by nil").at(table)
      error.property = columns[index].property
      throw error
    }
    return values
  }

  /// The identity of a row in a message.
  func words(ofRow values: [SQLiteValue]) -> String {
    identity(of: values).map(\.words).joined(separator: ", ")
  }
}

/// A mapping whose models are stored.
private protocol StoredMapping {
  func layout() throws(StoreError) -> TableLayout
  /// Returns the table of the models without the tables of lists.
  func plainLayout() throws(StoreError) -> TableLayout
}

extension Mapping: StoredMapping {
  /// Returns the table of the models.
  func layout() throws(StoreError) -> TableLayout {
    try attachments.value {
      Result<TableLayout, StoreError> { () throws(StoreError) in
        var layout = try plainLayout()
        for (index, column) in layout.columns.enumerated() where column.form == .children {
          let element = description.properties.first { $0.name == column.property }?.shape.elementModel
          layout.children[index] = ChildTable(column, in: layout, try element?.childColumns() ?? [])
        }
        return layout
      }
    }.get()
  }

  fileprivate func plainLayout() throws(StoreError) -> TableLayout { try TableLayout(self) }
}

extension ModelDescription {
  /// Returns the table of the models.
  func layout() throws(StoreError) -> TableLayout {
    guard let mapping = mapping as? any StoredMapping else { return try TableLayout(cluster: self) }
    return try mapping.layout()
  }

  /// The columns of the models in a table of a list, with one for the members that no property has.
  fileprivate func childColumns() throws(StoreError) -> [StoredColumn] {
    guard let mapping = mapping as? any StoredMapping else { return try TableLayout(cluster: self).columns }
    let columns = try mapping.plainLayout().columns
    var builder = ColumnBuilder(table: name, omitsNil: true)
    for column in columns { builder.addChild(column) }
    builder.addRest()
    return builder.columns
  }
}

/// Collects the columns of a model.
private struct ColumnBuilder {
  let table: String
  /// Whether nil is written by omitting the key, unless a property has another policy.
  let omitsNil: Bool
  /// The first keys of paths that lead into lists, and of values with several members.
  var shared: Set<String> = []
  private(set) var columns: [StoredColumn] = []
  /// The names in use, with those that SQLite gives to the number of a row. SQLite does not distinguish the case of ASCII
  /// letters.
  private var names: Set<String> = ["rowid", "oid", "_rowid_"]

  init(table: String, omitsNil: Bool) { (self.table, self.omitsNil) = (table, omitsNil) }

  mutating func add<Root>(_ property: PropertyDescription, _ own: AnyProperty<Root>?) throws(StoreError) {
    if property.writtenPaths.isEmpty, property.isRequired, !property.keyPaths.isEmpty {
      throw failure("the property is decoded only, so that no row could be decoded again", property)
    }
    let settings = own?.traits.column ?? ColumnSettings()
    let isIdentity = own?.isIdentity == true
    let isTable = settings.storage == .table
    if isTable, property.shape.elementModel == nil || !property.isSimple {
      throw failure("only a list of models can have a table", property)
    }
    for path in property.writtenPaths {
      guard let first = path.firstKey, !first.utf8.contains(0) else {
        throw failure("its key has no name", property)
      }
      if shared.contains(first) {
        if isIdentity { throw failure("an identity property needs a value of its own", property) }
        addShared(first)
        continue
      }
      columns.append(
        StoredColumn(
          name: unusedName(settings.name ?? property.name), property: property.name,
          field: own?.archiveKey ?? property.name,
          path: path.components.compactMap(\.key), form: isTable ? .children : ColumnForm(property),
          keepsAbsence: keepsAbsence(own), isIdentity: isIdentity, isIndexed: settings.isIndexed,
          isCompared: property.shape.isText))
    }
  }

  /// Whether nil is written by omitting the key; of a cluster, because other members may lack it.
  private func keepsAbsence<Root>(_ property: AnyProperty<Root>?) -> Bool {
    guard let property else { return true }
    return property.mayBeAbsent || (property.traits.nullPolicy.map { $0 == .omit } ?? omitsNil)
  }

  /// Adds a column of the models in a list, whose own lists are JSON text.
  mutating func addChild(_ column: StoredColumn) {
    columns.append(
      StoredColumn(
        name: unusedName(column.name), property: column.property, field: column.field, path: column.path,
        form: column.form == .children ? .json : column.form, keepsAbsence: column.keepsAbsence,
        isIdentity: false, isIndexed: column.isIndexed, isCompared: column.isCompared))
  }

  /// Adds the column of the members that no other column holds.
  mutating func addRest() {
    columns.append(
      StoredColumn(
        name: unusedName("_rest"), property: "", field: "", path: [], form: .json, keepsAbsence: true,
        isIdentity: false,
        isIndexed: false, isCompared: false))
  }

  private mutating func addShared(_ key: String) {
    guard !columns.contains(where: { $0.path == [key] }) else { return }
    columns.append(
      StoredColumn(
        name: unusedName(key), property: key, field: key, path: [key], form: .json, keepsAbsence: true,
        isIdentity: false,
        isIndexed: false, isCompared: false))
  }

  private mutating func unusedName(_ name: String) -> String {
    var unused = name
    var number = 2
    while !names.insert(unused.lowercased()).inserted {
      unused = "\(name)_\(number)"
      number += 1
    }
    return unused
  }

  private func failure(_ message: String, _ property: PropertyDescription) -> StoreError {
    var error = StoreError(.definition, message).at(table)
    error.property = property.name
    return error
  }
}

/// A member of a model's JSON: the value of a column, or an object of further members.
private indirect enum RowMember: Sendable {
  case value(key: String, column: Int)
  case object(key: String, [RowMember])

  /// Returns the members of columns whose paths begin at the same object, in the order of the columns.
  static func tree(_ columns: [(path: ArraySlice<String>, column: Int)]) -> [RowMember] {
    var keys: [String] = []
    for key in columns.compactMap(\.path.first) where !keys.contains(where: { $0.isExactly(key) }) {
      keys.append(key)
    }
    return keys.map { key in
      let inside = columns.filter { $0.path.first?.isExactly(key) == true }
      if let only = inside.first, only.path.count == 1 { return .value(key: key, column: only.column) }
      return .object(key: key, tree(inside.map { ($0.path.dropFirst(), $0.column) }))
    }
  }

  /// Writes members. An object of absent values only is absent, too.
  ///
  /// - Returns: Whether any member was written.
  @discardableResult
  static func write(
    _ members: [RowMember], _ row: Statement, _ layout: TableLayout, to writer: inout JSONWriter
  ) throws(StoreError) -> Bool {
    var isEmpty = true
    for member in members {
      switch member {
      case .value(let key, let column):
        let isNull = row.isNull(at: column)
        if isNull, layout.columns[column].keepsAbsence { continue }
        writer.key(key)
        if isNull {
          writer.null()
        } else if let list = layout.children[column], row.isCount(at: column) {
          try list.write(layout.identityIndices.map { row.value(at: $0) }, on: row.connection, to: &writer)
        } else {
          layout.columns[column].form.write(row, column, to: &writer)
        }
      case .object(let key, let inner):
        let start = writer.count
        writer.key(key)
        writer.beginObject()
        guard try write(inner, row, layout, to: &writer) else {
          writer.truncate(to: start)
          continue
        }
        writer.endObject()
      }
      isEmpty = false
    }
    return !isEmpty
  }
}

extension [PropertyDescription] {
  /// The first keys of the paths of some properties.
  fileprivate func sharedKeys(_ isShared: (PropertyDescription) -> Bool) -> Set<String> {
    Set(filter(isShared).flatMap(\.writtenPaths).compactMap(\.firstKey))
  }
}

extension PropertyDescription {
  /// Whether the property is one value at the end of a path of keys.
  fileprivate var isSimple: Bool {
    writtenPaths.count < 2 && writtenPaths.allSatisfy { $0.components.allSatisfy { $0.key != nil } }
  }
}

extension ValueShape {
  /// Whether the values are strings to a filter, too.
  fileprivate var isText: Bool {
    switch unwrapped {
    case .string, .url, .uuid, .enumeration: true
    default: false
    }
  }
}

extension Statement {
  /// Whether a value is the number of elements in a table of the list, rather than JSON. SQLite may have made it text.
  fileprivate func isCount(at column: Int) -> Bool {
    withText(at: column) { $0.first.map { ASCII.isDigit($0) } ?? false }
  }
}

extension ValueShape {
  /// The model of the elements of a list; nil for other values.
  fileprivate var elementModel: ModelDescription? {
    guard case .array(let element) = unwrapped, case .model(let model) = element.unwrapped else { return nil }
    return model.description()
  }
}

extension JSONKeyPath {
  fileprivate var firstKey: String? { components.first?.key }
}

extension JSONKeyPath.Component {
  fileprivate var key: String? { if case .key(let key) = self { key } else { nil } }
}
