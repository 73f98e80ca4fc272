import Mantle

/// A column of a model's table.
struct StoredColumn: Sendable {
  var name: String
  /// The name of the property, or the key of an object that several properties share.
  let property: String
  /// The name of the value in migrations, which is the property's key in archives.
  var field: String
  /// The type of the property with its transformer and the properties of its models, which reveals changes of the
  /// type; empty if unknown.
  var type = ""
  /// The path to the value in the model's JSON.
  let path: [String]
  /// The end of the path, inside a nested model that is stored in columns; empty for other columns.
  var inside: [String] = []
  var form: ColumnForm
  /// Whether SQLite's null represents an absent key; otherwise it represents the null of JSON.
  var keepsAbsence: Bool
  var isIdentity = false
  /// Whether the identity is SQLite's row number, so that the rows are sorted by identity.
  var numbersRows = false
  var isIndexed = false
  /// Whether a unique index ensures that no two rows have the same value.
  var isUnique = false
  /// Whether filters compare the values as text.
  var isCompared = false
  /// Whether the column is null if and only if the nested model that it belongs to is nil.
  var marksModel = false
  /// The row that the column refers to, or that each row of its list refers to; nil if there is none.
  var reference: RowReference?

  /// Whether the column stores the whole value of a property, and not a reference to other rows.
  var holdsValues: Bool { inside.isEmpty && ![.children, .reference].contains(form) }

  /// Returns the value of the column in a model's JSON; nil if it is absent.
  func node(in object: JSONNode) -> JSONNode? { object.value(at: path[...]) }

  /// Returns the value to store for a JSON value.
  func value(of node: JSONNode) -> SQLiteValue {
    if form == .reference, let reference { return reference.identity(in: node) }
    return form.value(of: node, keepsAbsence: keepsAbsence)
  }
}

extension JSONNode {
  /// Returns the value at a path of keys; nil if there is none.
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
