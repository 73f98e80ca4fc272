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
///
/// The conversion is declared once, in ``mapping``. Decoding, encoding, diagnostics, merging, archives,
/// stores and the browser all follow from it. The JSON of this model is:
///
/// ```
/// {"name": "bug", "color": "f00"}
/// ```
///
/// ```swift
/// let label = try Label.decode(json: #"{"name": "bug", "color": "f00"}"#)
/// let text = try label.json()  // {"name":"bug","color":"f00"}
/// ```
///
/// A missing key, null or a value of another kind is an error for a property that is neither optional nor has
/// a ``Property/default(_:for:)``. An optional property is nil if its key is missing or null. Keys that no
/// property maps are ignored unless ``DecodingOptions/unknownKeys-swift.property`` reports them. All errors of
/// the input are reported together, each with its path, line and column:
///
/// ```swift
/// do {
///   _ = try Label.decode(json: #"{"name": 7}"#)
/// } catch let failure as DecodingFailure {
///   print(failure)  // one line for `name` and one for the missing `color`
/// }
/// ```
///
/// A model is a struct or a class. Its properties may be constants. Equality is that of the type itself;
/// ``MappedEquatable`` and ``MappedHashable`` derive it from the mapping.
///
/// An enum whose cases are models is a ``PolymorphicModel``. A type whose JSON is one string, number or array
/// conforms to ``JSONConvertible`` directly.
///
/// Call ``Mapping/check()`` in a test of each model: it finds the mistakes that the compiler cannot detect.
public protocol Model: JSONConvertible {
  /// The main mapping of the model, which is used unless a call selects a profile.
  static var mapping: Mapping<Self> { get }

  /// Alternative mappings by profile name, for example one per API.
  static var profiles: [String: Mapping<Self>] { get }
}

extension Model {
  /// The mappings of other JSON forms of the model by their names; none by default.
  ///
  /// ```swift
  /// static var profiles: [String: Mapping<Label>] { ["v2": version2] }
  /// ```
  ///
  /// A call selects a profile by name: `DecodingOptions(profile: "v2")` or `EncodingOptions(profile: "v2")`.
  /// Nested models use their profile of the same name, or their main mapping if they have none.
  public static var profiles: [String: Mapping<Self>] { [:] }

  /// Decodes the model with the mapping of the call's profile, or with its main mapping.
  ///
  /// Call `Label.decode(json: text)` to decode a document. This method decodes one value of a document that
  /// is already being decoded, such as the property of a hand-written type.
  ///
  /// - Throws: an error if a property or a validation rule failed; all problems are recorded. A
  ///   ``MappingError`` if the definition is wrong.
  @inlinable public static func decode(_ json: JSONCursor) throws -> Self {
    guard json.context.isOrdinary else { return try decodeInContext(json) }
    return try mapping.decode(json)
  }

  /// Decodes the model if the context selects a profile or applies patches. The compiler generates this
  /// function once, not for each model.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never) @usableFromInline static func decodeInContext(_ json: JSONCursor) throws -> Self {
    try mapping(for: json.context.profile).decodePatched(json, as: ObjectIdentifier(Self.self))
  }

  /// Encodes the model with the mapping of the call's profile, or with its main mapping.
  ///
  /// Call ``JSONConvertible/json(_:)`` for the text of a model. This method appends the model to the output
  /// of a hand-written type.
  ///
  /// - Throws: an ``EncodingProblem`` naming the property that cannot be written, or a ``MappingError``.
  public func encode(to writer: inout JSONWriter) throws {
    try withUnsafePointer(to: self) { try Self._encode(at: $0, to: &writer) }
  }

  /// Encodes the model at a memory location without copying it. Mappings call this method for nested models.
  ///
  /// - Throws: the errors of ``encode(to:)``.
  @inlinable public static func _encode(at place: UnsafePointer<Self>, to writer: inout JSONWriter) throws {
    guard writer.context == nil else { return try encodeInContext(at: place, to: &writer) }
    try mapping.encode(at: place, to: &writer)
  }

  /// Encodes the model if the call has options, such as a profile. The function is not specialized, so that
  /// its code is not generated for each model.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never) @usableFromInline
  static func encodeInContext(at place: UnsafePointer<Self>, to writer: inout JSONWriter) throws {
    try mapping(for: writer.context?.profile).encode(at: place, to: &writer)
  }

  /// The shape of the model's JSON, through which the browser and definition files find the model's
  /// properties.
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
  ///
  /// ```swift
  /// let names = Label.mapping(for: nil)  // the main mapping
  /// ```
  ///
  /// Decoding with a profile that neither the model nor a nested model has is a ``MappingError``.
  @inlinable public static func mapping(for profile: String?) -> Mapping<Self> {
    guard let profile else { return mapping }
    return profiles[profile] ?? mapping
  }
}

extension Mapping {
  /// Checks that every name belongs to a property, a nested property or a key that ``writing(_:_:)`` adds.
  ///
  /// - Throws: a ``MappingError`` for the first unknown name.
  func checkNames(_ names: Set<String>) throws {
    let known = properties.map(\.name) + options.writtenKeys
    var others = names.subtracting(known)
    for property in properties where !others.isEmpty {
      let parts = PropertySelection(others).parts(of: property.name).names
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
