/// What a property holds, without its Swift type: enough to show it, edit it and walk into it.
public indirect enum ValueShape: Sendable {
  /// A text.
  case string
  /// A number without a fraction.
  case integer
  /// A number.
  case number
  /// `true` or `false`.
  case boolean
  /// A URL.
  case url
  /// An instant or a day.
  case date
  /// A UUID.
  case uuid
  /// Bytes, written as text.
  case data
  /// Any JSON value, kept as it is.
  case json
  /// One of a fixed set of texts (as they stand in JSON).
  case enumeration([String])
  /// A model, whose description is made when it is asked for: models may hold themselves.
  case model(ModelReference)
  /// A list of values of one shape.
  case array(ValueShape)
  /// Values of one shape under any keys.
  case dictionary(ValueShape)
  /// A value of the shape, or nil.
  case optional(ValueShape)
  /// A type only its own code understands; the name is for people.
  case other(String)
}

extension ValueShape {
  /// The shape inside any number of optionals.
  package var unwrapped: ValueShape {
    var shape = self
    while case .optional(let inner) = shape { shape = inner }
    return shape
  }
}

/// A model named before it is needed, so that models may refer to each other and to themselves.
///
/// For a class cluster the description depends on the object; for every other model it does not.
public struct ModelReference: Sendable {
  /// The model's name.
  package let name: String
  /// Whether the description is the same for every object.
  let isFixed: Bool
  private let find: @Sendable (JSONNode?, _ profile: String?) -> ModelDescription?
  /// Throws for a profile, or names of properties, that the model does not have.
  let checkNames: NameCheck
  /// What is wrong with the definition of a class cluster, if anything.
  let mistake: @Sendable () -> MappingError?

  typealias NameCheck = @Sendable (_ profile: String?, _ properties: Set<String>) throws -> Void

  package init(_ name: String, _ find: @escaping @Sendable (JSONNode?) -> ModelDescription?) {
    self.init(name, mistake: { nil }, checkNames: { _, _ in }) { node, _ in find(node) }
  }

  /// A class cluster.
  init(
    _ name: String, mistake: @escaping @Sendable () -> MappingError?, checkNames: @escaping NameCheck,
    _ find: @escaping @Sendable (JSONNode?, _ profile: String?) -> ModelDescription?
  ) {
    self.name = name
    self.find = find
    self.checkNames = checkNames
    self.mistake = mistake
    isFixed = false
  }

  /// A model that is no class cluster.
  init(
    _ name: String, checkNames: @escaping NameCheck = { _, _ in },
    always find: @escaping @Sendable (_ profile: String?) -> ModelDescription
  ) {
    self.name = name
    self.find = { _, profile in find(profile) }
    self.checkNames = checkNames
    mistake = { nil }
    isFixed = true
  }

  /// The description for the given object, or the base description for nil: of a class cluster, that of all members together.
  ///
  /// - Returns: nil where a class cluster has no model for the object.
  package func description(for node: JSONNode? = nil, profile: String? = nil) -> ModelDescription? {
    find(node, profile)
  }
}

extension ValueShape {
  /// What is wrong with the class cluster that values are of, if anything.
  var mistake: MappingError? {
    switch self {
    case .model(let reference): reference.mistake()
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.mistake
    default: nil
    }
  }
}
