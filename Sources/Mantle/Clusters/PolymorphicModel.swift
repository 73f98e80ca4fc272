/// A type whose JSON is one of several models, such as an enum with a model in each case.
///
/// ```swift
/// let messages = try [Message].decode(json: #"[{"body": "Hello"}, {"image_url": "https://example.com/a.png"}]"#)
/// for message in messages {
///   switch message {
///   case .text(let text): print(text.body)
///   case .picture(let picture): print(picture.imageURL)
///   }
/// }
/// ```
///
/// The type can be nested in models, arrays and dictionaries without a transformer. See ``Cluster`` for the
/// rules that select a model.
public protocol PolymorphicModel: JSONConvertible {
  /// The members of the type and the rule that distinguishes them in JSON.
  static var cluster: Cluster<Self> { get }
}

extension PolymorphicModel {
  /// Decodes a JSON object as the member of the type that ``cluster`` selects.
  ///
  /// - Throws: a problem that names the discriminator if no member matches; any error of the member's decoding;
  ///   a ``MappingError`` if the cluster's definition is invalid.
  public static func decode(_ json: JSONCursor) throws -> Self { try cluster.decode(json) }

  /// Encodes the value through the model of its member, and adds the discriminator if the model does not encode
  /// it.
  ///
  /// - Throws: any error of encoding the member; an ``EncodingProblem`` if the member encodes a different
  ///   discriminator.
  public func encode(to writer: inout JSONWriter) throws { try Self.cluster.encode(self, to: &writer) }

  /// A description of the type as one model with the properties of all members. Each object is displayed and
  /// decoded as the member that it matches.
  public static var modelDescription: ModelDescription { cluster.description }

  /// The shape of the type's JSON: a model whose description depends on the object.
  public static var shape: ValueShape {
    .model(cluster.reference(named: TypeName.plain(Self.self)))
  }
}

extension Cluster {
  /// A transformer that decodes and encodes through the cluster, for base types that cannot conform to
  /// `JSONConvertible`, such as `any Shape` and open classes. Lift the transformer for collections:
  /// `cluster.transformer.array`.
  ///
  /// ```swift
  /// let figure = try figures.transformer.forward(json: #"{"kind": "circle", "radius": 2}"#)
  /// let text = try figures.transformer.reverse(figure)
  /// ```
  public var transformer: JSONTransformer<Base> {
    var transformer = JSONTransformer(
      name, shape: .model(reference(named: name)),
      decode: { try self.decode($0) },
      encode: { try self.encode($0, to: &$1) })
    transformer.traits.origin = { $0.source(self) }
    return transformer
  }

  fileprivate func reference(named name: String) -> ModelReference {
    ModelReference(
      name, mistake: { self.mistake(isThorough: $0) },
      checkNames: { try self.checkNames(profile: $0, properties: $1) },
      { self.description(for: $0, profile: $1) })
  }

  /// Checks that a member of the cluster has the profile and the properties that the options of a call name.
  ///
  /// - Throws: the error of the first member if no member has the profile and properties of these names.
  func checkNames(profile: String?, properties: Set<String>) throws {
    let refusals = candidates.map { member in
      Result { try member.kind.checkNames(profile: profile, properties: properties) }
    }
    let isKnown = refusals.contains { if case .success = $0 { true } else { false } }
    if !isKnown { try refusals.first?.get() }
  }

  /// Returns the description of the member that an object is decoded as, or of the whole cluster if `node` is
  /// nil. Returns nil if no member matches the object.
  func description(for node: JSONNode?, profile: String? = nil) -> ModelDescription? {
    guard let node else { return description(profile: profile) }
    let context = DecodingContext(minimumSeverity: .error)
    var description = node.withCursor(context) { try? member(for: $0) }?.kind.description(
      for: node, profile: profile)
    description?.discriminators += discriminators
    return description
  }
}
