/// A type that is decoded from and encoded to JSON by a mapping.
///
///     struct Label: Model {
///       let name: String
///       let color: String
///
///       static let properties = Properties(of: Label.self) {
///         Property(\.name, "name")
///         Property(\.color, "color")
///       }
///       static let mapping = Mapping(Label.init, properties)
///     }
public protocol Model: JSONConvertible {
  /// The mapping used unless a profile is selected.
  static var mapping: Mapping<Self> { get }

  /// Alternative mappings by profile name, for example one per API.
  static var profiles: [String: Mapping<Self>] { get }
}

extension Model {
  public static var profiles: [String: Mapping<Self>] { [:] }

  /// Decodes the model with the mapping of the call's profile, or with its main mapping.
  ///
  /// - Throws: an error if a property or a validation rule failed; all problems are recorded. A
  ///   ``MappingError`` if the definition is wrong.
  @inlinable public static func decode(_ json: JSONCursor) throws -> Self {
    guard json.context.isOrdinary else { return try decodeInContext(json) }
    return try mapping.decode(json)
  }

  /// Keeps this function out of the code that is specialized for each model.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never) @usableFromInline static func decodeInContext(_ json: JSONCursor) throws -> Self {
    try mapping(for: json.context.profile).decodePatched(json, as: ObjectIdentifier(Self.self))
  }

  /// Encodes the model with the mapping of the call's profile, or with its main mapping.
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that cannot be written, or a ``MappingError``.
  public func encode(to writer: inout JSONWriter) throws {
    try withUnsafePointer(to: self) { try Self.encode(at: $0, to: &writer) }
  }

  @inlinable public static func encode(at place: UnsafePointer<Self>, to writer: inout JSONWriter) throws {
    guard writer.context == nil else { return try encodeInContext(at: place, to: &writer) }
    try mapping.encode(at: place, to: &writer)
  }

  /// Keeps this function out of the code that is specialized for each model.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never) @usableFromInline
  static func encodeInContext(at place: UnsafePointer<Self>, to writer: inout JSONWriter) throws {
    try mapping(for: writer.context?.profile).encode(at: place, to: &writer)
  }

  public static var shape: ValueShape {
    // The reference uses the name of the type, because the mapping may still be initializing in a model that
    // refers to itself.
    .model(
      ModelReference(
        TypeName.plain(Self.self), checkNames: { try checkOwnNames(profile: $0, properties: $1) },
        always: { mapping(for: $0).description }))
  }

  static func checkOwnNames(profile: String?, properties: Set<String>) throws {
    if let profile, profiles[profile] == nil {
      throw MappingError(
        model: mapping.name, properties: [],
        reason: .other("there is no profile `\(profile)`" + listing(profiles.keys.sorted())))
    }
    try mapping(for: profile).checkNames(properties)
  }

  /// Returns the mapping of a profile, or the main mapping if the model has no profile of that name.
  @inlinable public static func mapping(for profile: String?) -> Mapping<Self> {
    guard let profile else { return mapping }
    return profiles[profile] ?? mapping
  }
}

extension Mapping {
  /// - Throws: a ``MappingError`` for a name without a property.
  func checkNames(_ names: Set<String>) throws {
    let known = properties.map(\.name) + options.writtenKeys
    var others = names.subtracting(known)
    for property in properties where !others.isEmpty {
      let parts = others.parts(of: property.name)
      guard !parts.isEmpty, let model = property.shape.outermostModel else { continue }
      try model.checkNames(nil, parts)
      others.subtract(parts.map { "\(property.name).\($0)" })
    }
    guard let unknown = others.min() else { return }
    throw MappingError(
      model: name, properties: [], reason: .other("there is no property `\(unknown)`" + listing(known)))
  }
}

private func listing(_ names: [String]) -> String {
  names.isEmpty ? "" : "; there are " + names.map { "`\($0)`" }.joined(separator: ", ")
}
