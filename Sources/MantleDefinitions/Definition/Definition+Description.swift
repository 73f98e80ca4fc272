import Mantle

extension Definition {
  /// Creates the definition of existing models, compiled or not, from their descriptions.
  ///
  /// The definition contains the names, key paths, types, defaults, documentation and required
  /// keys of all models that the root refers to. It has no constraints and no archive settings. A
  /// type that only compiled code can convert becomes ``DefinedType/json``.
  ///
  /// - Parameter root: the model of the values.
  /// - Complexity: O(*n*), where *n* is the number of properties of all models.
  public init(describing root: ModelDescription) {
    var models: [DefinedModel] = []
    var waiting = [root]
    var names: Set<String> = [root.name]
    while !waiting.isEmpty {
      let model = waiting.removeFirst()
      models.append(DefinedModel(describing: model))
      let inner = model.properties.flatMap { $0.shape.models }.compactMap { $0.description() }
      waiting += inner.filter { names.insert($0.name).inserted }
    }
    self.init(root: .model(root.name), models: models)
  }
}

extension DefinedModel {
  /// Creates the definition of one model from its description.
  fileprivate init(describing model: ModelDescription) {
    self.init(
      name: model.name, documentation: model.documentation,
      properties: model.properties.compactMap(DefinedProperty.init(describing:)))
    summary = model.summary?.text
    // A value inside another property's value is encoded with that property.
    let paths = properties.map(\.keyPath.components)
    for index in properties.indices where paths.contains(where: { $0.isAround(paths[index]) }) {
      properties[index].direction = .read
    }
  }
}

extension [JSONKeyPath.Component] {
  /// Whether the path leads to an ancestor of another path.
  fileprivate func isAround(_ other: Self) -> Bool { count < other.count && other.starts(with: self) }
}

extension DefinedProperty {
  /// Creates the definition of a property; nil for a property that is not in JSON.
  fileprivate init?(describing property: PropertyDescription) {
    guard let path = property.keyPaths.first else { return nil }
    let type = DefinedType(property.shape, by: property.transformer)
    self.init(
      name: property.name, path: path, aliases: Array(property.keyPaths.dropFirst()), type: type,
      defaultValue: property.defaultJSON.flatMap {
        try? JSONValue(json: String(decoding: $0, as: UTF8.self))
      },
      isRequired: property.isRequired && type != type.unwrapped, isMutable: property.isEditable,
      documentation: property.documentation)
  }
}

extension DefinedType {
  /// Creates the type of a value.
  ///
  /// - Parameters:
  ///   - shape: the shape of the value.
  ///   - transformer: the name of the transformer of the property; nil if it has none.
  fileprivate init(_ shape: ValueShape, by transformer: String?) {
    switch shape {
    case .optional(let inner): self = DefinedType(inner, by: transformer).asOptional
    case .array(let inner): self = .array(DefinedType(inner, by: transformer?.inBrackets))
    case .dictionary(let inner): self = .dictionary(DefinedType(inner, by: transformer?.inBrackets))
    default:
      let named = transformer.flatMap { try? DefinedType($0) }
      switch named {
      case .transformed?, .date?: self = named ?? .string
      default: self = DefinedType(shape)
      }
    }
  }

  /// Creates the type of a value without a transformer.
  private init(_ shape: ValueShape) {
    switch shape {
    case .string, .data: self = .string
    case .integer: self = .integer
    case .number: self = .double
    case .boolean: self = .boolean
    case .url: self = .url
    case .date: self = .instant
    case .uuid: self = .uuid(lowercase: false)
    case .json, .other: self = .json
    case .enumeration(let cases): self = .enumeration(cases, unknown: .refuse)
    case .model(let reference): self = .model(reference.description()?.name ?? reference.name)
    case .array, .dictionary, .optional: self = DefinedType(shape, by: nil)
    }
  }
}

extension String {
  /// The transformer of the elements: `[iso8601]` and `[String: iso8601]` → `iso8601`; nil if the
  /// string has another form.
  fileprivate var inBrackets: String? {
    guard hasPrefix("["), hasSuffix("]") else { return nil }
    let inner = dropFirst().dropLast()
    return String(inner.hasPrefix("String: ") ? inner.dropFirst(8) : inner)
  }
}

extension ValueShape {
  /// The references to models in the shape.
  fileprivate var models: [ModelReference] {
    switch self {
    case .model(let reference): [reference]
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.models
    default: []
    }
  }
}
