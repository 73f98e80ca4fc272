import Mantle
import MantleArchiving

/// A builder that collects the columns of a model's table.
struct ColumnBuilder {
  let table: String
  /// Whether nil is encoded by omitting the key, unless a property has another policy.
  let omitsNil: Bool
  /// Whether the models are stored in rows of other models, so that models and lists in their own properties are stored
  /// as JSON.
  var isPart = false
  /// Whether each model is encoded as the value of its only property.
  var isValue = false
  /// The first keys of the paths of properties that have no column of their own, such as `location[0]` and
  /// `location[1]`. The value at each of these keys is one JSON column, which several properties may share.
  var shared: Set<String> = []
  private(set) var columns: [StoredColumn] = []
  /// The column names in use, in lowercase, including SQLite's names for the row number. SQLite ignores the case of
  /// ASCII letters.
  private var names: Set<String> = ["rowid", "oid", "_rowid_"]

  init(table: String, omitsNil: Bool) { (self.table, self.omitsNil) = (table, omitsNil) }

  mutating func add<Root>(_ property: PropertyDescription, _ own: AnyProperty<Root>?) throws(StoreError) {
    if property.writtenPaths.isEmpty, property.isRequired, !property.keyPaths.isEmpty {
      throw failure("the property is decoded only, so that no row could be decoded again", property)
    }
    let settings = own?.traits.column ?? ColumnSettings()
    let storage = isPart ? .json : settings.storage
    if own?.mayBeAbsent == true, storage == .columns || storage == .reference {
      throw failure("a property that distinguishes absent from null can only be stored as JSON", property)
    }
    for path in property.writtenPaths {
      if path.isEmpty, isValue {
        throw failure(
          "the model is the value of this property, and has no columns: store it in a property of another model",
          property)
      }
      if path.isEmpty, storage == .json {
        addRest(property.name)
        continue
      }
      guard let first = path.components.first?.key, !first.utf8.contains(0) else {
        throw failure("its path does not start with a valid key", property)
      }
      var column = StoredColumn(
        name: settings.name ?? property.name, property: property.name,
        field: own?.archiveKey ?? property.name, type: property.typeText,
        path: path.components.compactMap(\.key),
        form: ColumnForm(property), keepsAbsence: keepsAbsence(own), isIdentity: own?.isIdentity == true,
        numbersRows: ColumnForm.numbersRows(property),
        isIndexed: settings.isIndexed || settings.isUnique, isUnique: settings.isUnique,
        isCompared: property.shape.isText)
      if settings.isUnique, storage != .json {
        throw failure("only a value in one column can be unique", property)
      }
      guard storage == .json else {
        try add(property, stored: storage, column)
        continue
      }
      if shared.contains(first) {
        if column.isIdentity {
          throw failure("an identity property cannot share its key with another property", property)
        }
        if let known = columns.firstIndex(where: { $0.path == [first] }) {
          columns[known].type += ", " + column.type
          continue
        }
        column = StoredColumn(
          name: first, property: first, field: "\(first)[]", type: column.type, path: [first],
          form: .json, keepsAbsence: true)
      }
      add(column)
    }
  }

  /// Adds the columns for a property with a model or a list of models that has another form than JSON.
  ///
  /// - Parameter column: the column that the property would have as JSON.
  private mutating func add(
    _ property: PropertyDescription, stored form: PersistedForm, _ column: StoredColumn
  ) throws(StoreError) {
    let (model, isList) = property.shape.nestedModel
    guard let model, property.isSimple, !column.isIdentity, form != .table || isList,
      form != .columns || !isList
    else {
      let needed =
        form == .columns ? "a model" : form == .table ? "a list of models" : "a model or a list of models"
      throw failure("only \(needed) can be stored as `\(form)`", property)
    }
    switch form {
    case .json: add(column)
    case .columns: try addColumns(of: model, property, column)
    case .table, .reference:
      add(
        StoredColumn(
          name: column.name, property: column.property, field: column.field, type: column.type,
          path: column.path, form: isList ? .children : .reference, keepsAbsence: column.keepsAbsence,
          isIndexed: column.isIndexed || !isList,
          reference: form == .reference ? try RowReference(to: model) : nil))
    }
  }

  /// Adds a column for each property of a nested model.
  private mutating func addColumns(
    of model: ModelDescription, _ property: PropertyDescription, _ whole: StoredColumn
  ) throws(StoreError) {
    let required = Set(model.properties.filter(\.isRequired).map(\.name))
    let parts = try model.partColumns()
    if parts.contains(where: \.path.isEmpty) {
      throw failure("a model with a property of the whole object can only be stored as JSON", property)
    }
    guard let mark = parts.firstIndex(where: { required.contains($0.property) && $0.form.isNeverNull }) else {
      throw failure(
        "a model in columns needs a required property with a string, a number or a Boolean", property)
    }
    for (index, part) in parts.enumerated() {
      add(
        StoredColumn(
          name: "\(whole.name)_\(part.name)", property: "\(whole.property).\(part.property)",
          field: whole.field, type: part.type,
          path: whole.path + part.path, inside: part.path, form: part.form,
          keepsAbsence: index == mark ? whole.keepsAbsence : part.keepsAbsence, isIndexed: part.isIndexed,
          isUnique: part.isUnique,
          isCompared: part.isCompared, marksModel: index == mark))
    }
  }

  /// Returns whether null in the property's column represents an absent key, because encoding omits nil. True for a
  /// class cluster, because some members may lack the property.
  private func keepsAbsence<Root>(_ property: AnyProperty<Root>?) -> Bool {
    guard let property else { return true }
    return property.mayBeAbsent || property.traits.omitsDefault
      || (property.traits.nilEncoding.map { $0 == .omitted } ?? omitsNil)
  }

  /// Adds the column for those members of a model's JSON that no other column contains, unless the column exists.
  ///
  /// - Parameter property: the property that holds the members; empty if there is none.
  mutating func addRest(_ property: String = "") {
    guard !columns.contains(where: \.path.isEmpty) else { return }
    let name = property.isEmpty ? "_rest" : property
    add(
      StoredColumn(name: name, property: property, field: property, path: [], form: .json, keepsAbsence: true)
    )
  }

  /// Adds a column with a unique name.
  mutating func add(_ column: StoredColumn) {
    columns.append(column)
    columns[columns.count - 1].name = unusedName(column.name)
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
    StoreError(.definition, message).at(table, property: property.name)
  }
}

extension PropertyDescription {
  /// A text that changes if the property's type, transformer or requirement changes, or a property of its nested models
  /// does.
  fileprivate var typeText: String {
    var known: Set<String> = []
    return text(&known)
  }

  fileprivate func text(_ known: inout Set<String>) -> String {
    let transformer = transformer.map { " by \($0)" } ?? ""
    return typeName + transformer + (isRequired ? "" : " or none") + shape.modelsText(&known)
  }
}

extension ValueShape {
  /// Returns a text of the enumeration cases and of the nested models' properties in this shape. Each model is listed
  /// once.
  fileprivate func modelsText(_ known: inout Set<String>) -> String {
    switch self {
    case .enumeration(let cases): return " \(cases)"
    case .array(let inner), .dictionary(let inner), .optional(let inner): return inner.modelsText(&known)
    case .model(let reference):
      guard let model = reference.description(), known.insert(model.name).inserted else { return "" }
      let properties = model.properties.map { property in
        let paths = property.keyPaths.map(\.description).joined(separator: " or ")
        return "\(paths): \(property.text(&known))"
      }
      return " {\(properties.joined(separator: ", "))}"
    default: return ""
    }
  }

  /// Whether filters compare values of this shape as strings.
  fileprivate var isText: Bool {
    switch unwrapped {
    case .string, .url, .uuid, .enumeration: true
    default: false
    }
  }
}
