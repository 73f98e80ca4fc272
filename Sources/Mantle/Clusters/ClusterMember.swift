/// One member of a class cluster: the condition that selects the member, and the conversion between the
/// member's values and values of the base type.
///
/// ```swift
/// let member: ClusterMember<Message> = .model(TextMessage.self, when: "text", wrap: Message.text)
/// ```
///
/// Members of an enum need no `unwrap` closure: without the closure, the case of an encoded value is found by
/// reflection, which is slower.
public struct ClusterMember<Base>: Sendable {
  /// The condition under which an object is decoded as this member.
  enum Condition: Sendable {
    case discriminator([ClusterTag])
    case keys([JSONKeyPath])
    case predicate(@Sendable (JSONCursor) -> Bool)
    case always
  }

  let name: String
  let condition: Condition
  let kind: any ClusterMemberKind<Base>

  /// The discriminator values that select the member; the first value is written when the member is encoded.
  /// Empty for a member without a tag.
  var tags: [ClusterTag] {
    if case .discriminator(let tags) = condition { tags } else { [] }
  }

  /// The key paths whose presence in an object selects the member; empty for a member with another condition.
  var paths: [JSONKeyPath] {
    if case .keys(let paths) = condition { paths } else { [] }
  }

  func fits(_ json: JSONCursor, discriminator: ClusterTag?) -> Bool {
    switch condition {
    case .discriminator(let tags): discriminator.map { found in tags.contains { $0.matches(found) } } ?? false
    case .keys(let paths): paths.allSatisfy { json.value(at: $0) != nil }
    case .predicate(let predicate): predicate(json)
    case .always: true
    }
  }
}

extension ClusterMember {
  /// Returns a member that is selected by one or several values of the discriminator.
  ///
  ///     static let cluster = Cluster<Shape>(by: "kind", [
  ///       .model(Circle.self, when: "circle", "disc", wrap: Shape.circle),
  ///       .model(Square.self, when: 4, wrap: Shape.square),
  ///     ])
  ///
  /// - Parameters:
  ///   - tag: a string, a number or a boolean. The tag is encoded if the model does not encode the
  ///     discriminator itself.
  ///   - others: further values that select the model. A model that maps the discriminator keeps the decoded
  ///     value.
  ///   - unwrap: returns the model that a value contains. The closure can be omitted for the cases of an enum:
  ///     reflection then finds the case of each encoded value, which is slower.
  @preconcurrency public static func model<Member: Model>(
    _ type: Member.Type, when tag: any JSONConvertible, _ others: any JSONConvertible...,
    wrap: @escaping @Sendable (Member) -> Base, unwrap: (@Sendable (Base) -> Member?)? = nil
  ) -> ClusterMember {
    member(type, .tags([tag] + others), wrap, unwrap ?? payload(of: wrap))
  }

  /// Returns a member that is selected by the presence of keys.
  ///
  /// ```swift
  /// let member: ClusterMember<Message> = .model(PictureMessage.self, having: "image_url", wrap: Message.picture)
  /// ```
  ///
  /// All of the keys must be present; null counts as present. List a member that requires more keys before a
  /// member that requires fewer of the same keys.
  ///
  /// - Parameter unwrap: returns the model that a value contains; can be omitted for the cases of an enum.
  @preconcurrency public static func model<Member: Model>(
    _ type: Member.Type, having keys: JSONKeyPath..., wrap: @escaping @Sendable (Member) -> Base,
    unwrap: (@Sendable (Base) -> Member?)? = nil
  ) -> ClusterMember {
    member(type, .keys(keys), wrap, unwrap ?? payload(of: wrap))
  }

  /// Returns a member whose value is under a key of the object, next to the discriminator or instead of it.
  ///
  ///     static let cluster = Cluster<Event>(by: "type", [
  ///       .content(Push.self, at: "data", when: "push", wrap: Event.push),  // {"type":"push","data":{…}}
  ///     ])
  ///     static let cluster = Cluster<Command>([
  ///       .content(Int.self, at: "wait", wrap: Command.wait),               // {"wait":5}
  ///     ])
  ///
  /// - Parameters:
  ///   - type: a model or any other type that is decoded from JSON.
  ///   - path: the key path of the value.
  ///   - tags: the values of the discriminator that select the member; without tags, the presence of the key
  ///     selects the member.
  ///   - unwrap: returns the content of a value; can be omitted for the cases of an enum.
  @preconcurrency public static func content<Content: JSONConvertible>(
    _ type: Content.Type, at path: JSONKeyPath, when tags: any JSONConvertible...,
    wrap: @escaping @Sendable (Content) -> Base, unwrap: (@Sendable (Base) -> Content?)? = nil
  ) -> ClusterMember {
    let name = TypeName.plain(type)
    let content = Property(\Content.self, path).named("content").of(model: name)
    let mapping = Mapping<Content>(named: name, listing: [content]) { $0[0] }
    return ClusterMember(
      name: name, condition: tags.isEmpty ? .keys([path]) : .tags(tags),
      kind: MappingInCluster(
        form: ClusterMemberForm(wrap: wrap, unwrap: unwrap ?? payload(of: wrap)), mapping: { mapping }))
  }

  /// Returns an `unwrap` closure that uses reflection: it returns the payload of an enum value, or nil if the
  /// value is not of the case that `wrap` creates. The cases are compared because several may have the same
  /// payload type.
  private static func payload<Member>(
    of wrap: @escaping @Sendable (Member) -> Base
  ) -> @Sendable (Base) -> Member? {
    { base in
      guard let value = enumCase(base), let member = value.payload as? Member,
        let wrapped = enumCase(wrap(member)), wrapped.name == value.name
      else { return nil }
      return member
    }
  }

  /// Returns the case name and the payload of an enum value; nil if the value is not an enum case with a
  /// payload. The name includes the payload's label, because cases such as `move(by:)` and `move(to:)` have the
  /// same base name.
  private static func enumCase(_ base: Base) -> (name: [String?], payload: Any)? {
    let mirror = Mirror(reflecting: base)
    guard mirror.displayStyle == .enum, let (name, payload) = mirror.children.first else { return nil }
    // A labeled payload is a tuple of one element.
    let tuple = Mirror(reflecting: payload)
    guard tuple.displayStyle == .tuple, tuple.children.count == 1, let (label, value) = tuple.children.first
    else { return ([name], payload) }
    return ([name, label], value)
  }

  /// Returns a member that is selected by a test of the object, such as `{ $0.member("radius") != nil }`.
  ///
  /// ```swift
  /// let member: ClusterMember<Message> = .model(
  ///   TextMessage.self, where: { $0.member("image_url") == nil }, wrap: Message.text)
  /// ```
  ///
  /// The test runs for each object that no preceding member matches.
  ///
  /// - Parameter unwrap: returns the model that a value contains; can be omitted for the cases of an enum.
  @preconcurrency public static func model<Member: Model>(
    _ type: Member.Type, where predicate: @escaping @Sendable (JSONCursor) -> Bool,
    wrap: @escaping @Sendable (Member) -> Base, unwrap: (@Sendable (Base) -> Member?)? = nil
  ) -> ClusterMember {
    member(type, .predicate(predicate), wrap, unwrap ?? payload(of: wrap))
  }

  /// Returns a member for every object that no preceding member matches.
  ///
  /// ```swift
  /// let member: ClusterMember<Message> = .otherwise(TextMessage.self, wrap: Message.text) { message in
  ///   if case .text(let text) = message { text } else { nil }
  /// }
  /// ```
  ///
  /// List the member last, because members are tried in order. Without such a member, an object that no member
  /// matches is an error.
  @preconcurrency public static func otherwise<Member: Model>(
    _ type: Member.Type, wrap: @escaping @Sendable (Member) -> Base,
    unwrap: @escaping @Sendable (Base) -> Member?
  ) -> ClusterMember {
    member(type, .always, wrap, unwrap)
  }

  /// Returns a member that is a nested cluster, selected by one or several values of the discriminator.
  ///
  /// The inner cluster distinguishes its own members, usually by another key of the same object.
  @preconcurrency public static func cluster<Inner>(
    _ inner: @escaping @Sendable () -> Cluster<Inner>, when tag: any JSONConvertible,
    _ others: any JSONConvertible...,
    wrap: @escaping @Sendable (Inner) -> Base, unwrap: @escaping @Sendable (Base) -> Inner?
  ) -> ClusterMember {
    ClusterMember(
      name: ClusterTag(tag).text, condition: .tags([tag] + others),
      kind: ClusterInCluster(form: ClusterMemberForm(wrap: wrap, unwrap: unwrap), cluster: inner))
  }

  /// Returns a member for a model of a definition file.
  ///
  /// - Parameters:
  ///   - tag: the discriminator's text that selects the member; nil for a member that accepts every object
  ///     that no preceding member matches.
  ///   - isMember: returns whether a value is of this model.
  package static func mapped(
    _ name: String, when tag: String?, by mapping: @escaping @Sendable () -> Mapping<Base>,
    isMember: @escaping @Sendable (Base) -> Bool
  ) -> ClusterMember {
    ClusterMember(
      name: name, condition: tag.map { .discriminator([ClusterTag(anyKindOf: $0)]) } ?? .always,
      kind: MappingInCluster(
        form: ClusterMemberForm(wrap: { $0 }, unwrap: { isMember($0) ? $0 : nil }), mapping: mapping))
  }

  private static func member<Member: Model>(
    _ type: Member.Type, _ condition: Condition, _ wrap: @escaping @Sendable (Member) -> Base,
    _ unwrap: @escaping @Sendable (Base) -> Member?
  ) -> ClusterMember {
    ClusterMember(
      name: TypeName.plain(type), condition: condition,
      kind: ModelInCluster(form: ClusterMemberForm(wrap: wrap, unwrap: unwrap)))
  }
}

/// The conversion between the values of a cluster member and values of the base type.
package struct ClusterMemberForm<Base, Member>: Sendable {
  package let wrap: @Sendable (Member) throws -> Base
  /// Extracts this member's value from a value of the base type; returns nil if that value belongs to another
  /// member.
  package let unwrap: @Sendable (Base) -> Member?
}

/// An operation on the members of a cluster that needs the static type of the members' values.
package protocol ClusterMemberVisitor<Base> {
  associatedtype Base
  /// Visits a cluster member that has a mapping.
  ///
  /// - Parameter identity: an identifier that distinguishes the mapping from others.
  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier) throws
  /// Visits a cluster member that is a nested cluster.
  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws
}

/// The part of a cluster member that decodes, encodes and describes the member's values: a model, a mapping or
/// a nested cluster.
protocol ClusterMemberKind<Base>: Sendable {
  associatedtype Base
  func decode(_ json: JSONCursor) throws -> Base
  /// Returns a closure that encodes a value of the base type; nil if the value belongs to another member.
  func encode(_ value: Base) -> ElementWriter?
  func description(for node: JSONNode?, profile: String?) -> ModelDescription?
  func checkNames(profile: String?, properties: Set<String>) throws
  func accept<Visitor: ClusterMemberVisitor>(_ visitor: inout Visitor) throws where Visitor.Base == Base
}

extension ClusterMember {
  package func accept<Visitor: ClusterMemberVisitor>(_ visitor: inout Visitor) throws
  where Visitor.Base == Base {
    try kind.accept(&visitor)
  }
}

private struct ModelInCluster<Base, Member: Model>: ClusterMemberKind {
  let form: ClusterMemberForm<Base, Member>

  func decode(_ json: JSONCursor) throws -> Base { try form.wrap(try Member.decode(json)) }

  func encode(_ value: Base) -> ElementWriter? {
    form.unwrap(value).map { member in { try member.encode(to: &$0) } }
  }

  func description(for _: JSONNode?, profile: String?) -> ModelDescription? {
    Member.mapping(for: profile).description
  }

  func checkNames(profile: String?, properties: Set<String>) throws {
    try Member.checkOwnNames(profile: profile, properties: properties)
  }

  func accept<Visitor: ClusterMemberVisitor>(_ visitor: inout Visitor) throws where Visitor.Base == Base {
    try visitor.visit(form, mapping: Member.mapping, identity: ObjectIdentifier(Member.self))
  }
}

/// A cluster member with its own mapping, such as a model of a definition file or a value under a key of the
/// object.
private struct MappingInCluster<Base, Member>: ClusterMemberKind {
  let form: ClusterMemberForm<Base, Member>
  let mapping: @Sendable () -> Mapping<Member>

  func decode(_ json: JSONCursor) throws -> Base {
    let mapping = mapping()
    return try form.wrap(try mapping.decodePatched(json, as: ObjectIdentifier(mapping)))
  }

  func encode(_ value: Base) -> ElementWriter? {
    form.unwrap(value).map { member in { try mapping().encode(member, to: &$0) } }
  }

  func description(for _: JSONNode?, profile _: String?) -> ModelDescription? { mapping().description }

  func checkNames(profile _: String?, properties: Set<String>) throws { try mapping().checkNames(properties) }

  func accept<Visitor: ClusterMemberVisitor>(_ visitor: inout Visitor) throws where Visitor.Base == Base {
    let mapping = mapping()
    try visitor.visit(form, mapping: mapping, identity: ObjectIdentifier(mapping))
  }
}

private struct ClusterInCluster<Base, Inner>: ClusterMemberKind {
  let form: ClusterMemberForm<Base, Inner>
  let cluster: @Sendable () -> Cluster<Inner>

  func decode(_ json: JSONCursor) throws -> Base { try form.wrap(try cluster().decode(json)) }

  func encode(_ value: Base) -> ElementWriter? {
    form.unwrap(value).map { member in { try cluster().encode(member, to: &$0) } }
  }

  func description(for node: JSONNode?, profile: String?) -> ModelDescription? {
    cluster().description(for: node, profile: profile)
  }

  func checkNames(profile: String?, properties: Set<String>) throws {
    try cluster().checkNames(profile: profile, properties: properties)
  }

  func accept<Visitor: ClusterMemberVisitor>(_ visitor: inout Visitor) throws where Visitor.Base == Base {
    try visitor.visit(form, cluster: cluster())
  }
}

extension JSONCursor {
  /// Returns a cursor at the first descendant of this value that a key path matches; nil if there is none.
  @_lifetime(copy self)
  func value(at path: JSONKeyPath) -> JSONCursor? {
    var json = self
    for component in path.components {
      let next: JSONCursor? =
        switch component {
        case .key(let key): json.member(key)
        case .index(let index): json.element(index)
        case .each: json.element(0)
        }
      guard let next else { return nil }
      json = next
    }
    return json
  }
}

extension ClusterMember {
  /// Returns a member for a subclass or conforming type that is selected by one or several values of the
  /// discriminator.
  ///
  /// The base is a superclass of the type or a protocol existential that the type conforms to; otherwise decoding
  /// throws a ``MappingError``. Only values of exactly this type are encoded through the member.
  ///
  /// ```swift
  /// let figures = Cluster<any Figure>(by: "kind", [.subtype(Circle.self, when: "circle")])
  /// ```
  public static func subtype<Member: Model>(
    _ type: Member.Type, when tag: any JSONConvertible, _ others: any JSONConvertible...
  ) -> ClusterMember {
    subtype(type, .tags([tag] + others))
  }

  /// Returns a member for a subclass or conforming type that is selected by the presence of keys.
  ///
  /// ```swift
  /// let figures = Cluster<any Figure>([.subtype(Circle.self, having: "radius")])
  /// ```
  ///
  /// Only values of exactly this type are encoded through the member.
  public static func subtype<Member: Model>(_ type: Member.Type, having keys: JSONKeyPath...) -> ClusterMember
  {
    subtype(type, .keys(keys))
  }

  private static func subtype<Member: Model>(_ type: Member.Type, _ condition: Condition) -> ClusterMember {
    ClusterMember(
      name: TypeName.plain(type), condition: condition,
      kind: ModelInCluster<Base, Member>(
        form: ClusterMemberForm(
          wrap: { member in
            if let base = member as? Base { return base }
            throw MappingError(
              model: TypeName.plain(type), properties: [],
              reason: .other("is listed as a member of a cluster, but is not a \(Base.self)"))
          }, unwrap: { Swift.type(of: $0 as Any) == type ? $0 as? Member : nil })))
  }
}
