import Mantle
import MantleArchiving

extension TableLayout {
  fileprivate init<Root>(_ mapping: Mapping<Root>) throws(StoreError) {
    self.init(mapping.name, try mapping.columns(isPart: false), of: mapping.description)
    guard !columns.isEmpty else {
      throw StoreError(.definition, "the model has no property to store").at(mapping.name)
    }
    guard let list = columns.first(where: { $0.form == .children }) else { return }
    if identityIndices.isEmpty {
      throw StoreError(.definition, "a list with a table needs an identity property in its model").at(
        table, property: list.property)
    }
    for (index, column) in columns.enumerated() where column.form == .children {
      let element = mapping.description.properties.first { $0.name == column.property }?.shape.nestedModel
        .model
      let own =
        if let reference = column.reference { [reference.column(of: column)] } else {
          try element?.elementColumns() ?? []
        }
      children[index] = ChildTable(column, in: self, own)
    }
  }

  /// Creates the table of a class cluster: a column for each property of any member, and a column for the rest of the
  /// JSON object.
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
}

/// A `Mapping` of any model type, as the source of a table.
private protocol StoredMapping {
  func layout() throws(StoreError) -> TableLayout
  /// Returns the layout of the table for the mapping's models, without the tables to which it refers.
  func ownLayout() throws(StoreError) -> TableLayout
  func columns(isPart: Bool) throws(StoreError) -> [StoredColumn]
  var swiftType: (any Model.Type)? { get }
}

extension Mapping: StoredMapping {
  /// Returns the layout of the table for the mapping's models, including the tables to which it refers.
  func layout() throws(StoreError) -> TableLayout {
    try attachments.value {
      Result<TableLayout, StoreError> { () throws(StoreError) in
        var layout = try ownLayout()
        try layout.addRelated { column, holder throws(StoreError) in
          let property = holder.model?.properties.first { $0.name == column.property }
          return try property?.shape.nestedModel.model?.ownLayout()
        }
        return layout
      }
    }.get()
  }

  fileprivate func ownLayout() throws(StoreError) -> TableLayout { try TableLayout(self) }

  fileprivate var swiftType: (any Model.Type)? { Root.self as? any Model.Type }

  fileprivate func columns(isPart: Bool) throws(StoreError) -> [StoredColumn] {
    let described = description.properties
    var builder = ColumnBuilder(table: name, omitsNil: options.nilEncoding == .omitted)
    builder.isPart = isPart
    builder.isValue = description.wrapped != nil
    builder.shared = described.sharedKeys { !$0.isSimple }
    for (property, description) in zip(properties, described) { try builder.add(description, property) }
    return builder.columns
  }
}

extension ModelDescription {
  /// Returns the layout of the table for models with this description, including the tables to which it refers.
  func layout() throws(StoreError) -> TableLayout {
    guard let mapping = mapping as? any StoredMapping else { return try TableLayout(cluster: self) }
    return try mapping.layout()
  }

  /// The Swift type of the models; nil for class clusters.
  var swiftType: (any Model.Type)? { (mapping as? any StoredMapping)?.swiftType }

  fileprivate func ownLayout() throws(StoreError) -> TableLayout {
    guard let mapping = mapping as? any StoredMapping else { return try TableLayout(cluster: self) }
    return try mapping.ownLayout()
  }

  /// Returns the columns for models of this description that are stored in rows of other models. Their own models and
  /// lists are JSON.
  func partColumns() throws(StoreError) -> [StoredColumn] {
    guard let mapping = mapping as? any StoredMapping else { return try TableLayout(cluster: self).columns }
    return try mapping.columns(isPart: true)
  }

  /// Returns the columns for models of this description in the table of a list, with a column for unmapped members.
  fileprivate func elementColumns() throws(StoreError) -> [StoredColumn] {
    let columns = try partColumns()
    guard !isCluster else { return columns }
    var builder = ColumnBuilder(table: name, omitsNil: true)
    for var column in columns {
      (column.isIdentity, column.isUnique) = (false, false)
      builder.add(column)
    }
    builder.addRest()
    return builder.columns
  }
}

extension [PropertyDescription] {
  /// Returns the first keys of the written paths of those properties that satisfy a condition.
  fileprivate func sharedKeys(_ isShared: (PropertyDescription) -> Bool) -> Set<String> {
    Set(filter(isShared).flatMap(\.writtenPaths).compactMap(\.components.first?.key))
  }
}

extension PropertyDescription {
  /// Whether the property is written to at most one path, which consists of keys only.
  var isSimple: Bool {
    writtenPaths.count < 2 && writtenPaths.allSatisfy { $0.components.allSatisfy { $0.key != nil } }
  }
}

extension ValueShape {
  /// The model of the values of this shape, or of the elements if the values are lists. The model is nil for other
  /// values.
  var nestedModel: (model: ModelDescription?, isList: Bool) {
    var (shape, isList) = (unwrapped, false)
    if case .array(let element) = shape { (shape, isList) = (element.unwrapped, true) }
    guard case .model(let model) = shape else { return (nil, isList) }
    return (model.description(), isList)
  }
}

extension JSONKeyPath.Component {
  var key: String? { if case .key(let key) = self { key } else { nil } }
}
