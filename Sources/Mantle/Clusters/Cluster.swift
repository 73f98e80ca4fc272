/// A polymorphic model, whose JSON objects are of several models. A discriminator or the object's shape
/// selects the model.
///
///     enum Message: PolymorphicModel {
///       case text(TextMessage), picture(PictureMessage)
///
///       static let cluster = Cluster<Message>([
///         .model(PictureMessage.self, having: "image_url", wrap: Message.picture),
///         .model(TextMessage.self, having: "body", wrap: Message.text),
///       ])
///     }
///
/// Candidates are tried in order, and the first match is used. The base type may be an enum, a protocol
/// existential (`any Shape`, through ``transformer``) or a class. When encoding, the dynamic type of the value
/// selects the member.
///
/// A discriminator is a key whose value names the model. With `by: "type"` and `when:`, the cluster decodes
///
/// ```
/// [{"type": "text", "body": "Hello"}, {"type": "picture", "image_url": "https://example.com/a.png"}]
/// ```
///
/// ```swift
/// static let cluster = Cluster<Message>(by: "type", [
///   .model(TextMessage.self, when: "text", wrap: Message.text),
///   .model(PictureMessage.self, when: "picture", wrap: Message.picture),
/// ])
/// ```
///
/// | Members are distinguished by | declaration |
/// |---|---|
/// | the value of a key | ``ClusterMember/model(_:when:_:wrap:unwrap:)`` |
/// | the keys that are present | ``ClusterMember/model(_:having:wrap:unwrap:)`` |
/// | any test of the object | ``ClusterMember/model(_:where:wrap:unwrap:)`` |
/// | the key that contains the value | ``ClusterMember/content(_:at:when:wrap:unwrap:)`` |
/// | no condition, for all other objects | ``ClusterMember/otherwise(_:wrap:unwrap:)`` |
///
/// Encoding writes the discriminator before the other members, unless the model maps it itself. An object
/// that no member matches is an error with the code ``Diagnostic/Code/unknownCase`` or, if the discriminator
/// is missing, ``Diagnostic/Code/missing``. If the JSON of a value would be decoded as another member,
/// encoding throws an error. ``Mapping/check()`` of a model with the cluster finds mistakes in its
/// declaration, such as two members with the same tag.
///
/// An enum conforms to ``PolymorphicModel``. For an existential or an open class, declare the cluster as a
/// constant and use its ``transformer`` in properties.
public final class Cluster<Base>: Sendable {
  /// The cluster's name in diagnostics.
  package let name: String
  /// The path of the discriminator; nil for a cluster whose members are distinguished by shape.
  let discriminator: JSONKeyPath?
  /// Further paths of the discriminator. Decoding tries them in order if the preceding paths have no value.
  private let aliases: [JSONKeyPath]
  /// All paths of the discriminator: the path that is encoded, followed by the aliases.
  var discriminators: [JSONKeyPath] { (discriminator.map { [$0] } ?? []) + aliases }
  /// The members of the cluster, in the order in which decoding tries them.
  package let candidates: [ClusterMember<Base>]
  /// The mistake in the cluster's definition; nil if there is none. The models of the members are not inspected
  /// for this check.
  let mistake: MappingError?
  /// The trie of the discriminator's key paths; nil for a cluster whose members are distinguished by shape.
  private let tagKeys: KeyTrie?
  /// Cached values, for each profile, that describe how the model of each member uses the discriminator.
  let tagReaders = ProfileCache<[TagReading]>()

  /// Creates a cluster whose members are distinguished by the shape of the object.
  ///
  /// ```swift
  /// static let cluster = Cluster<Message>([
  ///   .model(PictureMessage.self, having: "image_url", wrap: Message.picture),
  ///   .model(TextMessage.self, having: "body", wrap: Message.text),
  /// ])
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the cluster in diagnostics.
  ///   - members: the members; the first member whose condition holds is used.
  public init(named name: String = String(describing: Base.self), _ members: [ClusterMember<Base>]) {
    self.name = name
    discriminator = nil
    aliases = []
    tagKeys = nil
    candidates = members
    mistake = Self.mistake(in: members.flatMap(\.paths), of: name) ?? Self.hiddenMember(in: members, of: name)
  }

  /// Creates a cluster whose members are distinguished by the value at a key path.
  ///
  /// The discriminator is encoded automatically unless the models map it themselves.
  ///
  /// ```swift
  /// static let cluster = Cluster<Message>(by: "type", or: ["kind"], [
  ///   .model(TextMessage.self, when: "text", wrap: Message.text)
  /// ])
  /// ```
  ///
  /// The path may lead into a nested object, such as `content.kind`. An unknown value is an error that lists
  /// the known values.
  ///
  /// - Parameter aliases: further paths to decode the discriminator from, tried in order if the preceding paths have
  ///   no value.
  public init(
    named name: String = String(describing: Base.self), by discriminator: JSONKeyPath,
    or aliases: [JSONKeyPath] = [], _ members: [ClusterMember<Base>]
  ) {
    self.name = name
    self.discriminator = discriminator
    self.aliases = aliases
    let tags = [discriminator] + aliases
    tagKeys = KeyTrie(mapping: tags)
    candidates = members
    mistake =
      Self.mistake(in: tags + members.flatMap(\.paths), of: name) ?? Self.repeatedTag(in: members, of: name)
  }

  /// Returns the error for a tag that is invalid or used by two members, of which the second could never be
  /// selected; nil if all tags are valid.
  private static func repeatedTag(in members: [ClusterMember<Base>], of name: String) -> MappingError? {
    var tags: [ClusterTag] = []
    for tag in members.flatMap(\.tags) {
      if !tag.isUsable {
        return .cluster(name, "`\(tag.text)` is not a tag: use a string, a number or a boolean")
      }
      if tags.contains(where: tag.matches) {
        return .cluster(name, "two members of the cluster have the tag `\(tag.text)`")
      }
      tags.append(tag)
    }
    return nil
  }

  /// Returns the error for a member that is never selected because the keys that an earlier member requires
  /// are among the keys that the member requires; nil if there is no such member.
  private static func hiddenMember(in members: [ClusterMember<Base>], of name: String) -> MappingError? {
    var earlier: [(name: String, keys: Set<JSONKeyPath>)] = []
    for member in members {
      guard case .keys(let paths) = member.condition else { continue }
      if let other = earlier.first(where: { $0.keys.isSubset(of: paths) }) {
        return .cluster(
          name,
          "\(member.name) is never decoded: every object with its keys is a \(other.name), which is listed before it"
        )
      }
      earlier.append((member.name, Set(paths)))
    }
    return nil
  }

  private static func mistake(in paths: [JSONKeyPath], of name: String) -> MappingError? {
    if let mistake = paths.lazy.compactMap(\.mistake).first {
      return .cluster(name, mistake.error.description)
    }
    for path in paths {
      if case .key? = path.components.first { continue }
      return .cluster(
        name,
        "the path `\(path)` selects no member: a value of a cluster is an object, and the path starts with a key"
      )
    }
    return nil
  }
}

extension MappingError {
  fileprivate static func cluster(_ name: String, _ words: String) -> MappingError {
    MappingError(model: name, properties: [], reason: .other(words))
  }
}

extension Cluster {
  /// Decodes an object as the first cluster member whose condition holds.
  ///
  /// - Throws: a type mismatch if the value is not an object; a missing or unknown discriminator, with the
  ///   known values; any error of the member's decoding; a ``MappingError`` if the cluster's definition is
  ///   invalid.
  func decode(_ json: JSONCursor) throws -> Base {
    // Decoding the same object by the same cluster again would recurse forever.
    let place = ObjectIdentifier(self)
    guard json.context.enter(place, json.index, keys: tagKeys) else {
      throw MappingError(model: name, properties: [name], reason: .cycle)
    }
    defer { json.context.leave(place, json.index) }
    return try member(for: json).kind.decode(json)
  }

  /// Returns the first member of the cluster whose condition holds for an object.
  ///
  /// - Throws: a type mismatch if the value is not an object; a problem if no member matches; a
  ///   ``MappingError`` if the cluster's definition is invalid.
  func member(for json: JSONCursor) throws -> ClusterMember<Base> {
    guard json.is(.object) else { throw json.mismatch(expected: name) }
    if let mistake { throw mistake }
    guard let discriminator else {
      if let member = candidates.first(where: { $0.fits(json, discriminator: nil) }) { return member }
      throw json.mismatch(
        expected: "one of \(candidates.map(\.name).joined(separator: ", "))", code: .unknownCase,
        detail: "the object matches none of them")
    }
    return try member(for: json, by: discriminator)
  }

  private func member(for json: JSONCursor, by discriminator: JSONKeyPath) throws -> ClusterMember<Base> {
    let node = tagNode(of: json)
    if let node { json.context.expectDiscriminator(json.at(node)) }
    let found = node.flatMap { ClusterTag(json.at($0)) }
    if let member = candidates.first(where: { $0.fits(json, discriminator: found) }) { return member }
    let tags = candidates.flatMap(\.tags)
    let known = tags.map(\.phrase).joinedAsAlternatives
    guard let node else {
      throw DecodingProblem(
        .missing, at: json.index, suffix: discriminator.components, expected: known,
        found: "no key `\(discriminator)`",
        hint: "add the key `\(discriminator)`, which selects the kind of \(name)")
    }
    let tag = json.at(node)
    guard let found else { throw tag.mismatch(expected: known) }
    throw tag.mismatch(
      expected: known, code: .unknownCase,
      hint: found.hint(among: tags) ?? "if this is a new kind of \(name), add a member for it")
  }
}

extension Cluster {
  /// Returns the node index of an object's discriminator value; nil if the object has no discriminator.
  func tagNode(of json: JSONCursor) -> Int? {
    for path in discriminators {
      if let value = json.value(at: path) { return value.index }
    }
    return nil
  }
}

extension ClusterTag {
  fileprivate func hint(among tags: [ClusterTag]) -> Hint? {
    if let twin = tags.first(where: { $0.text == text }) {
      return .sentence("the kind differs: the member is declared for \(twin.phrase), not for \(phrase)")
    }
    return Spelling.nearest(to: text, among: tags.map(\.text)).map { .nearCase($0) }
  }
}

/// The error for a value whose type no member of the cluster accepts.
package struct UnregisteredTypeError: DescribedError, Sendable, Hashable {
  /// The name of the cluster that could not encode the value.
  let cluster: String
  /// The name of the value's type, followed by the name of the case if the type is an enum.
  let type: String

  package init<Value>(_ value: Value, in cluster: String) {
    self.cluster = cluster
    let mirror = Mirror(reflecting: value)
    let name = TypeName.plain(Swift.type(of: value))
    type = mirror.displayStyle == .enum ? "\(name).\(mirror.children.first?.label ?? "\(value)")" : name
  }

  package var description: String {
    "\(type) is not a member of the class cluster \(cluster): add a member for it, or declare how to unwrap it"
  }
}
