import Mantle

/// A column of a model's table, with the location of its values in the model's JSON and the form in which they are
/// stored.
struct StoredColumn: Sendable {
  var name: String
  /// The name of the property, or the key of an object that several properties share.
  let property: String
  /// The name under which migrations of the model know the value: the property's key in archives.
  var field: String
  /// A text of the property's type, transformer and nested properties. A store compares it to detect a changed type.
  /// Empty if the type is unknown.
  var type = ""
  /// The path to the value in the model's JSON.
  let path: [String]
  /// For a property of a nested model that is stored in columns, the end of the path, from the nested model to the
  /// value; empty for other columns.
  var inside: [String] = []
  var form: ColumnForm
  /// Whether SQLite's null represents an absent key; otherwise it represents the null of JSON.
  var keepsAbsence: Bool
  var isIdentity = false
  /// Whether the value of this identity column is SQLite's row number, so that the rows are sorted by identity.
  var numbersRows = false
  var isIndexed = false
  /// Whether a unique index ensures that no two rows have the same value.
  var isUnique = false
  /// Whether filters compare the values of the column as text.
  var isCompared = false
  /// Whether the column is null if and only if the nested model that it belongs to is nil.
  var marksModel = false
  /// The description of the rows to which the column, or each row of its list, refers; nil if it has no references.
  var reference: RowReference?

  /// Whether the column itself stores the whole value of a property. False for lists and models in other tables, and
  /// for properties of nested models.
  var holdsValues: Bool { inside.isEmpty && ![.children, .reference].contains(form) }

  /// Returns the JSON value of the column from a model's JSON; nil if it is absent.
  func node(in object: JSONNode) -> JSONNode? { object.value(at: path[...]) }

  /// Returns the value to store in the column for a JSON value.
  func value(of node: JSONNode) -> SQLiteValue {
    if form == .reference, let reference { return reference.identity(in: node) }
    return form.value(of: node, keepsAbsence: keepsAbsence)
  }
}

extension JSONNode {
  /// Returns the value at a path of keys from this object; nil if there is none.
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
