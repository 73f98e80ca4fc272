extension JSONConvertible {
  /// Validates the names passed to a call before it begins. Types that contain no models do not check names.
  ///
  /// - Parameters:
  ///   - profile: a profile of the outermost models; nested models without that profile use their main
  ///     mapping.
  ///   - properties: names of properties of the outermost models, or of parts of them.
  /// - Throws: a ``MappingError`` that lists the existing names.
  @usableFromInline static func checkNames(profile: String?, properties: Set<String>) throws {
    try shape.outermostModel?.checkNames(profile, properties)
  }
}

extension ValueShape {
  /// The model that the shape is or consists of.
  var outermostModel: ModelReference? {
    switch self {
    case .model(let model): model
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.outermostModel
    default: nil
    }
  }
}
