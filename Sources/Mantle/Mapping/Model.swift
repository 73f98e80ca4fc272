/// A type with a mapping: JSON in, JSON out, every diagnostic in between.
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
  /// The mapping used unless another profile is named.
  static var mapping: Mapping<Self> { get }

  /// Alternative mappings by name, e.g. one per API.
  static var profiles: [String: Mapping<Self>] { get }
}

extension Model {
  public static var profiles: [String: Mapping<Self>] { [:] }

  /// Reads the model by the profile of the call, else by its mapping.
  ///
  /// - Throws: where a property or a rule failed; all of them are on record. A ``MappingError`` when the definition
  ///   is wrong.
  @inlinable public static func decode(_ json: JSONCursor) throws -> Self {
    guard json.context.profile == nil else { return try decodeByProfile(json) }
    return try mapping.decode(json)
  }

  /// Not part of the code of each model.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never) @usableFromInline static func decodeByProfile(_ json: JSONCursor) throws -> Self {
    try mapping(for: json.context.profile).decode(json)
  }

  /// Writes the model by the profile of the call, else by its mapping.
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that cannot be written, or a ``MappingError``.
  public func encode(to writer: inout JSONWriter) throws {
    try withUnsafePointer(to: self) { try Self.encode(at: $0, to: &writer) }
  }

  @inlinable public static func encode(at place: UnsafePointer<Self>, to writer: inout JSONWriter) throws {
    guard writer.context == nil else { return try encodeInContext(at: place, to: &writer) }
    try mapping.encode(at: place, to: &writer)
  }

  /// Not part of the code of each model.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never) @usableFromInline
  static func encodeInContext(at place: UnsafePointer<Self>, to writer: inout JSONWriter) throws {
    try mapping(for: writer.context?.profile).encode(at: place, to: &writer)
  }

  public static var shape: ValueShape {
    // Named after the type: the mapping may be in the middle of its own initialisation, in a model that
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

  /// The mapping of a profile; models without one of that name use their main mapping.
  @inlinable public static func mapping(for profile: String?) -> Mapping<Self> {
    guard let profile else { return mapping }
    return profiles[profile] ?? mapping
  }
}

extension Mapping {
  /// - Throws: a ``MappingError`` for a name that no property has.
  func checkNames(_ names: Set<String>) throws {
    let known = properties.map(\.name) + options.writtenKeys
    guard let unknown = names.subtracting(known).min() else { return }
    throw MappingError(
      model: name, properties: [], reason: .other("there is no property `\(unknown)`" + listing(known)))
  }
}

private func listing(_ names: [String]) -> String {
  names.isEmpty ? "" : "; there are " + names.map { "`\($0)`" }.joined(separator: ", ")
}
