/// What a property holds, without its Swift type: enough to show it, edit it and walk into it.
public indirect enum ValueShape: Sendable {
  case string
  case integer
  case number
  case boolean
  case url
  case date
  case uuid
  case data
  /// Any JSON value, kept as it is.
  case json
  /// One of a fixed set of texts (as they stand in JSON).
  case enumeration([String])
  case model(ModelReference)
  case array(ValueShape)
  case dictionary(ValueShape)
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
  public let name: String
  private let find: @Sendable (JSONNode?) -> ModelDescription?

  public init(_ name: String, _ find: @escaping @Sendable (JSONNode?) -> ModelDescription?) {
    self.name = name
    self.find = find
  }

  /// The description for the given object, or the base description for nil.
  ///
  /// - Returns: nil where a class cluster has no model for the object.
  public func description(for node: JSONNode? = nil) -> ModelDescription? { find(node) }
}
