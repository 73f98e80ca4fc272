import Mantle

/// Models described as data: written by hand in a definition file, or inferred from samples.
public struct Definition: Sendable, Hashable {
  /// What a text holds; of a text of several values, what each of them is.
  public var root: DefinedType
  /// In the order in which they are shown.
  public var models: [DefinedModel]

  public init(root: DefinedType, models: [DefinedModel]) {
    self.root = root
    self.models = models
  }

  /// The model of a name.
  public func model(_ name: String) -> DefinedModel? { models.first { $0.name == name } }
}

/// One model of a definition.
public struct DefinedModel: Sendable, Hashable {
  public var name: String
  public var documentation: String?
  public var properties: [DefinedProperty]

  public init(name: String, documentation: String? = nil, properties: [DefinedProperty]) {
    self.name = name
    self.documentation = documentation
    self.properties = properties
  }
}

/// One property of a model.
public struct DefinedProperty: Sendable, Hashable {
  public var name: String
  /// Where it stands in JSON.
  public var keyPath: JSONKeyPath
  public var type: DefinedType
  public var documentation: String?
  /// What was seen that the type does not say, e.g. that all texts are days.
  public var notes: [String]

  public init(
    name: String, keyPath: JSONKeyPath, type: DefinedType, documentation: String? = nil, notes: [String] = []
  ) {
    self.name = name
    self.keyPath = keyPath
    self.type = type
    self.documentation = documentation
    self.notes = notes
  }
}

/// What a property holds.
public indirect enum DefinedType: Sendable, Hashable {
  case string
  case boolean
  /// Within `Int64`.
  case integer
  /// Within `UInt64`.
  case unsigned
  case double
  /// A number of any size, kept digit by digit up to 38 of them.
  case decimal
  /// An instant as ISO 8601 text in UTC.
  case instant
  /// An absolute URL.
  case url
  case uuid(lowercase: Bool)
  /// One of some texts; others are kept, with a warning.
  case enumeration([String])
  /// What a predefined transformer reads.
  case transformed(DefinedTransformer)
  /// Any JSON value.
  case json
  /// A model of the definition, by name.
  case model(String)
  case array(DefinedType)
  /// An object whose keys are data.
  case dictionary(DefinedType)
  /// Null or absent, or the type.
  case optional(DefinedType)
  /// One of several types, the first that fits.
  case oneOf([DefinedType])
}

extension DefinedType {
  /// The type with null and absence allowed.
  public var asOptional: DefinedType {
    if case .optional = self { return self }
    return .optional(self)
  }

  /// The type without null and absence.
  public var unwrapped: DefinedType {
    if case .optional(let type) = self { return type }
    return self
  }
}
