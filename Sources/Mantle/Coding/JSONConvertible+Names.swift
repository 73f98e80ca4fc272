extension JSONConvertible {
  /// Checks the names that a call gives, before it begins. Types that hold no models know none and check none.
  ///
  /// - Parameters:
  ///   - profile: of which the outermost models must have a mapping; nested ones without it use their main one.
  ///   - properties: which the outermost models must have.
  /// - Throws: a ``MappingError`` that lists the names there are.
  @usableFromInline static func checkNames(profile: String?, properties: Set<String>) throws {
    try shape.outermostModel?.checkNames(profile, properties)
  }
}

extension ValueShape {
  /// The model that the shape is, or is made of.
  fileprivate var outermostModel: ModelReference? {
    switch self {
    case .model(let model): model
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.outermostModel
    default: nil
    }
  }
}
