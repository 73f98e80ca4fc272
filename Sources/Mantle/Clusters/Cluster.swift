/// A polymorphic model: which model a JSON object is, decided by a discriminator or by the object's shape.
///
///     enum Message: PolymorphicModel {
///       case text(TextMessage), picture(PictureMessage)
///
///       static let cluster = Cluster<Message>([
///         .model(PictureMessage.self, having: "image_url", wrap: Message.picture) { $0.picture },
///         .model(TextMessage.self, having: "body", wrap: Message.text) { $0.text },
///       ])
///     }
///
/// Candidates are tried in order; the first that fits is taken. A base may be an enum, a protocol
/// existential (`any Shape`, through ``transformer``) or a class. On the way out the value's dynamic type decides.
public final class Cluster<Base>: Sendable {
  /// The cluster's name, for diagnostics.
  package let name: String
  /// Where the discriminator stands; nil for a cluster decided by shape.
  package let discriminator: JSONKeyPath?
  /// Tried in order.
  let candidates: [ClusterMember<Base>]
  /// What is wrong with the definition, if anything.
  let mistake: MappingError?

  /// A cluster decided by shape.
  public init(named name: String = String(describing: Base.self), _ members: [ClusterMember<Base>]) {
    self.name = name
    discriminator = nil
    candidates = members
    mistake = Self.mistake(in: members.flatMap(\.paths), of: name)
  }

  /// A cluster decided by a text at a key path.
  public init(
    named name: String = String(describing: Base.self), by discriminator: JSONKeyPath,
    _ members: [ClusterMember<Base>]
  ) {
    self.name = name
    self.discriminator = discriminator
    let paths = [discriminator] + members.flatMap(\.paths)
    candidates = members
    mistake = Self.mistake(in: paths, of: name) ?? Self.repeatedTag(in: members, of: name)
  }

  /// The error for two members meant by one text: the second would never be made.
  private static func repeatedTag(in members: [ClusterMember<Base>], of name: String) -> MappingError? {
    var tags: Set<String> = []
    guard let tag = members.lazy.compactMap(\.tag).first(where: { !tags.insert($0).inserted }) else {
      return nil
    }
    return MappingError(
      model: name, properties: [], reason: .other("two members of the cluster are meant by `\(tag)`"))
  }

  private static func mistake(in paths: [JSONKeyPath], of name: String) -> MappingError? {
    guard let mistake = paths.lazy.compactMap(\.mistake).first else { return nil }
    return MappingError(model: name, properties: [], reason: .other(mistake.error.description))
  }
}

extension Cluster {
  /// Decodes an object as the first member that fits.
  ///
  /// - Throws: a type mismatch for anything but an object, before any member is asked; a missing or
  ///   unknown discriminator, naming the known ones; what the member's own decoding throws; a ``MappingError`` for
  ///   a literal that is no key path.
  package func decode(_ json: JSONCursor) throws -> Base {
    // A cluster that comes to itself again at the same object can only go round for ever.
    let place = ObjectIdentifier(self)
    guard json.context.enter(place, json.index) else {
      throw MappingError(model: name, properties: [name], reason: .cycle)
    }
    defer { json.context.leave(place, json.index) }
    return try member(for: json).kind.decode(json)
  }

  /// Writes a value through its own model, with the discriminator in front where the model does not write it.
  ///
  /// - Throws: ``UnregisteredTypeError`` for a value no member takes; a ``MappingError`` for a cluster that cannot be
  ///   read again.
  package func encode(_ value: Base, to writer: inout JSONWriter) throws {
    if let mistake { throw mistake }
    for member in candidates {
      guard let write = member.kind.encode(value) else { continue }
      guard case .key(let key)? = discriminator?.components.first, discriminator?.components.count == 1,
        case .discriminator(let text) = member.condition
      else { return try write(&writer) }
      var inner = JSONWriter()
      inner.context = writer.context
      inner.ancestors = writer.ancestors
      try write(&inner)
      return try writeTagged(inner.finish(), key, text, to: &writer)
    }
    throw UnregisteredTypeError(value, in: name)
  }

  private func writeTagged(
    _ json: [UInt8], _ key: String, _ text: String, to writer: inout JSONWriter
  ) throws {
    if let own = try JSONDocument(json).root[key] {
      // What the model writes there itself must lead back to it.
      guard own.hasText(text) || own.rawText == text else {
        throw EncodingProblem(
          TransformError(expected: "`\(text)`, which says which \(name) it is", found: own.rawText), in: key,
          of: name)
      }
      return writer.rawJSON(json)
    }
    writer.beginObject()
    writer.key(key)
    writer.string(text)
    let rest = Array(json.dropFirst())
    if rest.count > 1 { writer.element() }
    writer.rawJSON(rest)
  }

  /// The member an object belongs to.
  func member(for json: JSONCursor) throws -> ClusterMember<Base> {
    guard json.is(.object) else { throw json.mismatch(expected: name) }
    if let mistake { throw mistake }
    guard let discriminator else {
      if let member = candidates.first(where: { $0.fits(json, discriminator: nil) }) { return member }
      throw json.mismatch(
        expected: "one of \(candidates.map(\.name).joined(separator: ", "))", code: .unknownCase,
        detail: "the object has the shape of none of them")
    }
    return try member(for: json, by: discriminator)
  }

  private func member(for json: JSONCursor, by discriminator: JSONKeyPath) throws -> ClusterMember<Base> {
    let tag = json.value(at: discriminator)
    if let tag { json.context.expectDiscriminator(tag) }
    let text = tag?.scalarText
    if let member = candidates.first(where: { $0.fits(json, discriminator: text) }) { return member }
    let known = candidates.compactMap(\.tag).asAlternatives
    guard let tag else {
      throw DecodingProblem(
        .missing, at: json.index, suffix: discriminator.components, expected: known,
        found: "no key `\(discriminator)`",
        hint: "`\(discriminator)` says which \(name) the object is: add it")
    }
    guard let text else { throw tag.mismatch(expected: known) }
    throw tag.mismatch(
      expected: known, code: .unknownCase,
      hint: Spelling.nearest(to: text, among: candidates.compactMap(\.tag)).map { .nearCase($0) }
        ?? "where it is a new kind of \(name), add a member for it")
  }
}

/// A value whose type no member of the cluster takes.
package struct UnregisteredTypeError: DescribedError, Sendable, Hashable {
  /// The cluster that was asked to write the value.
  package let cluster: String
  /// The value's type, and the case of an enum.
  package let type: String

  init<Value>(_ value: Value, in cluster: String) {
    self.cluster = cluster
    let mirror = Mirror(reflecting: value)
    let name = TypeName.plain(Swift.type(of: value))
    type = mirror.displayStyle == .enum ? "\(name).\(mirror.children.first?.label ?? "\(value)")" : name
  }

  package var description: String {
    "\(type) is no member of the class cluster \(cluster); add one for it, or say how it is unwrapped"
  }
}
