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
  /// Decodes the member that the cluster's rule selects. If there is none, the error names the discriminator.
  public static func decode(_ json: JSONCursor) throws -> Self { try cluster.decode(json) }

  /// Encodes the value as its member, including the discriminator.
  ///
  /// - Throws: any error of encoding the member; an ``EncodingProblem`` if the member encodes a different
  ///   discriminator.
  public func encode(to writer: inout JSONWriter) throws { try Self.cluster.encode(self, to: &writer) }

  /// A description of the cluster as one model; an object is shown and decoded as its member.
  public static var modelDescription: ModelDescription { cluster.description }

  /// The shape of a model whose description depends on the object.
  public static var shape: ValueShape {
    .model(cluster.reference(named: TypeName.plain(Self.self)))
  }
}

extension Cluster {
  /// The cluster as the transformer of a property, for bases that cannot conform to `JSONConvertible`, such
  /// as `any Shape` and open classes. Lift it for collections: `cluster.transformer.array`.
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

  /// - Throws: the error of the first member if no member has the profile and properties of these names.
  func checkNames(profile: String?, properties: Set<String>) throws {
    let refusals = candidates.map { member in
      Result { try member.kind.checkNames(profile: profile, properties: properties) }
    }
    let isKnown = refusals.contains { if case .success = $0 { true } else { false } }
    if !isKnown { try refusals.first?.get() }
  }

  /// Returns the description of the member that an object belongs to, or of the whole cluster for nil.
  func description(for node: JSONNode?, profile: String? = nil) -> ModelDescription? {
    guard let node else { return description(profile: profile) }
    let context = DecodingContext(minimumSeverity: .error)
    var description = node.withCursor(context) { try? member(for: $0) }?.kind.description(
      for: node, profile: profile)
    description?.discriminators += discriminators
    return description
  }
}
