import Mantle

extension Definition {
  /// Creates the definition of existing models, compiled or not, from their descriptions.
  ///
  /// The definition contains the names, key paths, types, defaults, documentation and required
  /// keys of all models that the root refers to. It has no constraints and no archive settings. A
  /// type that only compiled code can convert becomes any JSON. A class cluster whose
  /// members are not selected by strings becomes a model with the properties of all members.
  ///
  /// ```swift
  /// let definition = Definition(describing: Issue.modelDescription)
  /// print(definition.fileText)
  /// ```
  ///
  /// - Parameter root: the model of the values.
  /// - Complexity: O(*n*), where *n* is the number of properties of all models.
  public init(describing root: ModelDescription) {
    var described = DescribedModels()
    let name = described.name(of: root)
    while let model = described.next() { described.add(model) }
    self.init(root: .model(name), models: described.models)
  }
}

/// The state of collecting the models of a definition from descriptions of models.
private struct DescribedModels {
  private(set) var models: [DefinedModel] = []
  private var waiting: [ModelDescription] = []
  private var names: [Identity: String] = [:]
  private var usedNames: Set<String> = []

  /// The key by which descriptions of the same model are recognized. A cluster is identified by name, because its
  /// description is created for each use.
  private enum Identity: Hashable {
    case mapping(ObjectIdentifier)
    case cluster(String)
  }

  /// Returns the name of a model in the definition, which is unique. A new model is scheduled for ``add(_:)``.
  mutating func name(of model: ModelDescription) -> String {
    let identity: Identity = model.isCluster ? .cluster(model.name) : .mapping(model.identity)
    if let known = names[identity] { return known }
    var name = model.name
    var number = 2
    while !usedNames.insert(name).inserted {
      name = "\(model.name)\(number)"
      number += 1
    }
    names[identity] = name
    waiting.append(model)
    return name
  }

  mutating func next() -> ModelDescription? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Adds the definition of a model, and schedules the models that it refers to.
  mutating func add(_ model: ModelDescription) {
    var defined = DefinedModel(name: name(of: model), documentation: model.documentation)
    defined.summary = model.summary?.text
    if let cluster = cluster(model) {
      defined.cluster = cluster
    } else if model.members.isEmpty {
      defined.properties = properties(of: model)
    } else {
      defined.properties = properties(ofMembers: model)
    }
    models.append(defined)
  }

  /// Returns the cluster of a model whose members are selected by strings; nil for other models.
  private mutating func cluster(_ model: ModelDescription) -> DefinedCluster? {
    guard let discriminator = model.discriminators.first, let tags = model.memberTags,
      !model.members.contains(where: \.isCluster)
    else { return nil }
    var cluster = DefinedCluster(discriminator: discriminator)
    for (member, tags) in zip(model.members, tags) {
      let name = name(of: member)
      for tag in tags { cluster.models[tag] = name }
      if tags.isEmpty, cluster.otherwise == nil { cluster.otherwise = name }
    }
    return cluster
  }

  private mutating func properties(of model: ModelDescription) -> [DefinedProperty] {
    var properties: [DefinedProperty] = []
    for property in model.properties {
      guard var defined = self.property(property) else { continue }
      // A property with any JSON at the empty path holds the unmapped keys of the model's object.
      if defined.keyPath.isEmpty, defined.type.unwrapped == .json, model.wrapped == nil {
        defined.type = .dictionary(.json)
      }
      properties.append(defined)
    }
    // A value inside another property's value is encoded with that property.
    let paths = properties.map(\.keyPath.components)
    for index in properties.indices where paths.contains(where: { $0.isAround(paths[index]) }) {
      properties[index].direction = .read
    }
    let added = model.writtenKeys.map { key in
      var added = DefinedProperty(name: key, path: JSONKeyPath(key: key), type: DefinedType.json.asOptional)
      added.direction = .read
      return added
    }
    return (properties + added).distinctlyNamed
  }

  /// Returns the properties of all members of a class cluster, each one optional because a member may lack it.
  private mutating func properties(ofMembers model: ModelDescription) -> [DefinedProperty] {
    var all: [DefinedProperty] = []
    for member in model.members {
      all += member.members.isEmpty ? properties(of: member) : properties(ofMembers: member)
    }
    let tags = model.discriminators.map { path in
      DefinedProperty(name: path.description, path: path, type: .json)
    }
    var united: [DefinedProperty] = []
    for var property in all + tags {
      property.type = property.type.asOptional
      property.onNil = .keep
      property.defaultValue = nil
      property.isRequired = false
      let place = united.firstIndex { $0.keyPath.components.first == property.keyPath.components.first }
      guard let place else {
        united.append(property)
        continue
      }
      if united[place].keyPath == property.keyPath, united[place].type == property.type { continue }
      let components = Array(property.keyPath.components.prefix(1))
      let isWhole = components.isEmpty
      united[place] = DefinedProperty(
        name: united[place].name, path: JSONKeyPath(components),
        type: isWhole ? .dictionary(.json) : DefinedType.json.asOptional)
      united[place].onNil = .keep
    }
    return united.distinctlyNamed
  }

  /// Returns the definition of a property; nil for a property that is not in JSON.
  private mutating func property(_ property: PropertyDescription) -> DefinedProperty? {
    guard let path = property.keyPaths.first else { return nil }
    var type = type(property.shape, by: property.transformer)
    let defaultValue = property.defaultJSON.flatMap {
      try? JSONValue(json: String(decoding: $0, as: UTF8.self))
    }
    if !property.isRequired, defaultValue == nil { type = type.asOptional }
    return DefinedProperty(
      name: property.name, path: path, aliases: Array(property.keyPaths.dropFirst()), type: type,
      defaultValue: defaultValue, isRequired: property.isRequired && type != type.unwrapped,
      isMutable: property.isEditable, documentation: property.documentation)
  }

  /// Returns the definition type for the shape of a value.
  ///
  /// - Parameters:
  ///   - shape: the shape of the value.
  ///   - transformer: the name of the transformer of the property; nil if it has none.
  private mutating func type(_ shape: ValueShape, by transformer: String?) -> DefinedType {
    switch shape {
    case .optional(let inner): return type(inner, by: transformer).asOptional
    case .array(let inner): return .array(type(inner, by: transformer?.inBrackets))
    case .dictionary(let inner): return .dictionary(type(inner, by: transformer?.inBrackets))
    case .model(let reference): return .model(reference.description().map { name(of: $0) } ?? reference.name)
    default:
      let named = transformer.flatMap { try? DefinedType($0) }
      switch named {
      case .transformed?, .date?: return named ?? .string
      default: return DefinedType(scalar: shape)
      }
    }
  }
}

extension [DefinedProperty] {
  /// The properties under distinct names: a repeated name gets a numeric suffix.
  fileprivate var distinctlyNamed: [DefinedProperty] {
    var names: Set<String> = []
    return map { property in
      var named = property
      var number = 2
      while !names.insert(named.name).inserted {
        named.name = "\(property.name)\(number)"
        number += 1
      }
      return named
    }
  }
}

extension [JSONKeyPath.Component] {
  /// Returns whether the path leads to an ancestor of the value at another path; false for the empty path.
  fileprivate func isAround(_ other: Self) -> Bool {
    !isEmpty && count < other.count && other.starts(with: self)
  }
}

extension DefinedType {
  /// Creates the type of a value without a transformer that is neither a model nor a collection.
  fileprivate init(scalar shape: ValueShape) {
    switch shape {
    case .string, .data: self = .string
    case .integer: self = .integer
    case .number: self = .double
    case .boolean: self = .boolean
    case .url: self = .url
    case .date: self = .instant
    case .uuid: self = .uuid(lowercase: false)
    case .enumeration(let cases): self = .enumeration(cases, unknown: .refuse)
    case .json, .other, .model, .array, .dictionary, .optional: self = .json
    }
  }
}

extension String {
  /// The transformer of the elements in the name of a collection's transformer: `iso8601` for `[iso8601]` and `[String:
  /// iso8601]`; nil if the string has another form.
  fileprivate var inBrackets: String? {
    guard hasPrefix("["), hasSuffix("]") else { return nil }
    let inner = dropFirst().dropLast()
    return String(inner.hasPrefix("String: ") ? inner.dropFirst(8) : inner)
  }
}
