import Mantle

/// A column of a model's table.
struct StoredColumn: Sendable {
  var name: String
  /// The name of the property, or the key of an object that holds several properties.
  let property: String
  /// The name of the value in migrations, which is its key in archives.
  var field: String
  /// The type of the property with its transformer and the properties of its models, by which a change of them is found; empty
  /// if it is unknown.
  var type = ""
  /// The keys that lead to the value in the model's JSON.
  let path: [String]
  /// The keys that lead to the value inside a nested model that is stored in columns; empty for other columns.
  var inside: [String] = []
  var form: ColumnForm
  /// Whether the null of SQLite is an absent key; otherwise it is the null of JSON.
  var keepsAbsence: Bool
  var isIdentity = false
  /// Whether the identity is the number that SQLite gives to rows, which then are in its order.
  var numbersRows = false
  var isIndexed = false
  /// Whether no two rows have the same value, of which the index takes care.
  var isUnique = false
  /// Whether filters compare the values as text.
  var isCompared = false
  /// Whether the column belongs to a nested model in columns, and is null exactly where that model is nil.
  var marksModel = false
  /// The row to which the column refers, or to which the rows of its list refer.
  var reference: RowReference?

  /// Whether the column holds the whole value of a property, and no reference to other rows.
  var holdsValues: Bool { inside.isEmpty && ![.children, .reference].contains(form) }

  /// The JSON value of the column in a model's JSON; nil if there is none.
  func node(in object: JSONNode) -> JSONNode? { object.value(at: path[...]) }

  /// Returns the value of the column for a JSON value.
  func value(of node: JSONNode) -> SQLiteValue {
    if form == .reference, let reference { return reference.identity(in: node) }
    return form.value(of: node, keepsAbsence: keepsAbsence)
  }
}

extension JSONNode {
  /// Returns the value to which some keys lead; nil if there is none.
  func value(at path: ArraySlice<String>) -> JSONNode? {
    var node: JSONNode? = self
    for key in path { node = node?[key] }
    return node
  }
}

extension StoredColumn: MappedHashable {
  static let properties = Properties(of: StoredColumn.self) {
    Property(\.name, "name")
    Property(\.property, "property")
    Property(\.field, "field")
    Property(\.type, "type").default("")
    Property(\.path, "path")
    Property(\.inside, "inside").default([])
    Property(\.form, "form", .cases)
    Property(\.keepsAbsence, "keepsAbsence")
    Property(\.isIdentity, "isIdentity")
    Property(\.numbersRows, "numbersRows").default(false)
    Property(\.isIndexed, "isIndexed")
    Property(\.isUnique, "isUnique").default(false)
    Property(\.isCompared, "isCompared")
    Property(\.marksModel, "marksModel").default(false)
    Property(\.reference, "reference")
  }
  static let mapping = Mapping(StoredColumn.init, properties)
}
