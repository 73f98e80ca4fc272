/// The shape of a property's values, independent of the Swift type: the information needed to display, edit and
/// traverse the values.
///
/// The shape of a compiled type is its static property `shape`. A hand-written type declares the property
/// unless its values are opaque, as with ``other(_:)``:
///
/// ```swift
/// static var shape: ValueShape { .string }
/// ```
///
/// ```swift
/// let shape = [Int].shape  // .array(.integer)
/// ```
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public indirect enum ValueShape: Sendable {
  /// A string without a more specific shape.
  case string
  /// An integer.
  case integer
  /// A number, with or without a fraction.
  case number
  /// `true` or `false`.
  case boolean
  /// A URL.
  case url
  /// An instant or a day.
  case date
  /// A UUID.
  case uuid
  /// Binary data, encoded as a string.
  case data
  /// Any JSON value, kept unchanged.
  case json
  /// One of a fixed set of strings, as written in JSON.
  case enumeration([String])
  /// A model. Its description is created on demand because models may contain themselves.
  case model(ModelReference)
  /// A JSON array of values of one shape.
  case array(ValueShape)
  /// A JSON object with arbitrary keys and values of one shape.
  case dictionary(ValueShape)
  /// A value of the given shape, or nil.
  case optional(ValueShape)
  /// A type that only its own code can interpret, with a readable name.
  case other(String)
}

extension ValueShape {
  /// The shape without enclosing optionals, such as `string` for an optional string.
  package var unwrapped: ValueShape {
    var shape = self
    while case .optional(let inner) = shape { shape = inner }
    return shape
  }

  /// Whether values of this shape are models or contain models.
  package var holdsModels: Bool {
    switch self {
    case .model: true
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.holdsModels
    default: false
    }
  }

  /// Whether values of this shape are neither objects nor arrays in JSON.
  var isScalar: Bool { if case .array = self { false } else { kindOfNoObject != nil } }

  /// Whether a model whose only property has this shape and the empty path is encoded as the property's value,
  /// which may be of any kind. False for a dictionary or a model: the enclosing model is then an object with
  /// the keys of its property.
  var isValueOfModel: Bool {
    switch unwrapped {
    case .model, .dictionary: false
    default: true
    }
  }

  /// The JSON kind of values of this shape, with an article, such as `a number`; nil if the values may be
  /// objects.
  var kindOfNoObject: String? {
    switch self {
    case .string, .url, .date, .uuid, .data, .enumeration: "a string or number"
    case .integer, .number: "a number"
    case .boolean: "a boolean"
    case .array: "a list"
    case .model, .dictionary, .json, .other, .optional: nil
    }
  }
}

extension ValueShape {
  /// The JSON kind of values of this shape, with an article, such as `a number`; nil if the values may be
  /// objects. For a model whose JSON is the value of its only property, the kind of that value.
  var kindWithoutKeys: String? {
    guard case .model(let reference) = unwrapped else { return unwrapped.kindOfNoObject }
    return reference.isFixed ? reference.description()?.wrapped?.shape.unwrapped.kindOfNoObject : nil
  }
}

/// A reference to a model that is resolved on demand, so that models may refer to each other and to
/// themselves.
///
/// For a class cluster the description depends on the object; for other models it does not.
public struct ModelReference: Sendable {
  /// The model's name.
  package let name: String
  /// Whether the model has the same description for every object, unlike a class cluster.
  package let isFixed: Bool
  private let find: @Sendable (JSONNode?, _ profile: String?) -> ModelDescription?
  /// A function that throws an error if the model does not have the given profile or properties.
  let checkNames: NameCheck
  /// A function that returns the mistake in the definition of a class cluster; nil if there is none. A thorough
  /// search also encodes sample values, and finds mistakes that may be intended.
  let mistake: @Sendable (_ isThorough: Bool) -> MappingError?

  typealias NameCheck = @Sendable (_ profile: String?, _ properties: Set<String>) throws -> Void

  package init(_ name: String, _ find: @escaping @Sendable (JSONNode?) -> ModelDescription?) {
    self.init(name, mistake: { _ in nil }, checkNames: { _, _ in }) { node, _ in find(node) }
  }

  /// Creates a reference to a class cluster.
  init(
    _ name: String, mistake: @escaping @Sendable (_ isThorough: Bool) -> MappingError?,
    checkNames: @escaping NameCheck,
    _ find: @escaping @Sendable (JSONNode?, _ profile: String?) -> ModelDescription?
  ) {
    self.name = name
    self.find = find
    self.checkNames = checkNames
    self.mistake = mistake
    isFixed = false
  }

  /// Creates a reference to a model that is not a class cluster.
  init(
    _ name: String, checkNames: @escaping NameCheck = { _, _ in },
    always find: @escaping @Sendable (_ profile: String?) -> ModelDescription
  ) {
    self.name = name
    self.find = { _, profile in find(profile) }
    self.checkNames = checkNames
    mistake = { _ in nil }
    isFixed = true
  }

  /// Returns the description of the model that an object is decoded as. Without an object, returns the
  /// description of the whole model, which for a class cluster combines all members.
  ///
  /// - Returns: nil if a class cluster has no model for the object.
  package func description(for node: JSONNode? = nil, profile: String? = nil) -> ModelDescription? {
    find(node, profile)
  }
}

extension ValueShape {
  /// Returns the mistake in the definition of the class cluster that values of this shape belong to or
  /// contain; nil if there is none.
  func mistake(isThorough: Bool) -> MappingError? {
    switch self {
    case .model(let reference): reference.mistake(isThorough)
    case .array(let inner), .dictionary(let inner), .optional(let inner):
      inner.mistake(isThorough: isThorough)
    default: nil
    }
  }
}
