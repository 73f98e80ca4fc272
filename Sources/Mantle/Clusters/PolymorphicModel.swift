/// A type whose JSON is one of several models, e.g. an enum with a model in each case.
public protocol PolymorphicModel: JSONConvertible {
  /// The types it may be, and how JSON tells them apart.
  static var cluster: Cluster<Self> { get }
}

extension PolymorphicModel {
  /// Reads the member that the cluster's rule finds; no member for the JSON is an error that names the discriminator.
  public static func decode(_ json: JSONCursor) throws -> Self { try cluster.decode(json) }

  /// Writes the value as the member that it is, with its discriminator.
  ///
  /// - Throws: what encoding the member throws; an ``EncodingProblem`` where it writes another discriminator.
  public func encode(to writer: inout JSONWriter) throws { try Self.cluster.encode(self, to: &writer) }

  /// The cluster without its Swift type, as one model: an object is shown and read as its member.
  public static var modelDescription: ModelDescription { cluster.description }

  public static var shape: ValueShape {
    .model(cluster.reference(named: TypeName.plain(Self.self)))
  }
}

extension Cluster {
  /// The cluster as a property's transformer: for bases that cannot be `JSONConvertible` themselves, such as
  /// `any Shape` and open classes. Lift it for collections: `cluster.transformer.array`.
  public var transformer: JSONTransformer<Base> {
    var transformer = JSONTransformer(
      name, shape: .model(reference(named: name)),
      decode: { try self.decode($0) },
      encode: { try self.encode($0, to: &$1) })
    transformer.traits.origin = self
    return transformer
  }

  fileprivate func reference(named name: String) -> ModelReference {
    ModelReference(
      name, mistake: { self.mistake }, checkNames: { try self.checkNames(profile: $0, properties: $1) },
      { self.description(for: $0, profile: $1) })
  }

  /// - Throws: what the first member throws, where none has a profile and properties of these names.
  func checkNames(profile: String?, properties: Set<String>) throws {
    let refusals = candidates.map { member in
      Result { try member.kind.checkNames(profile: profile, properties: properties) }
    }
    let isKnown = refusals.contains { if case .success = $0 { true } else { false } }
    if !isKnown { try refusals.first?.get() }
  }

  /// The description of the member an object belongs to; of the cluster as a whole for nil.
  func description(for node: JSONNode?, profile: String? = nil) -> ModelDescription? {
    guard let node else { return description(profile: profile) }
    let context = DecodingContext(leastSeverity: .error)
    var description = node.withCursor(context) { try? member(for: $0) }?.kind.description(
      for: node, profile: profile)
    if let discriminator { description?.discriminators.append(discriminator) }
    return description
  }
}
