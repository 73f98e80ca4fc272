/// One candidate of a class cluster: when it is meant, and how its values become the base's and back.
public struct ClusterMember<Base>: Sendable {
  /// What makes an object this member.
  enum Condition: Sendable {
    case discriminator(String)
    case keys([JSONKeyPath])
    case predicate(@Sendable (JSONNodeView) -> Bool)
    case always
  }

  let name: String
  let condition: Condition
  let decode: @Sendable (JSONCursor) throws -> Base
  /// How to write a value, or nil where it is not this member's.
  let encode: @Sendable (Base) -> ElementWriter?
  let description: @Sendable (JSONNode?) -> ModelDescription?
  let archiving: ArchivedMember<Base>

  /// The discriminator's text, where there is one.
  var tag: String? {
    if case .discriminator(let text) = condition { text } else { nil }
  }

  /// The paths it is told by.
  var paths: [JSONKeyPath] {
    if case .keys(let paths) = condition { paths } else { [] }
  }

  func fits(_ json: JSONCursor, discriminator: String?) -> Bool {
    switch condition {
    case .discriminator(let text): text == discriminator
    case .keys(let paths): paths.allSatisfy { json.value(at: $0) != nil }
    case .predicate(let predicate): predicate(JSONNodeView(json: json))
    case .always: true
    }
  }
}

extension ClusterMember {
  /// A model meant by a discriminator's text.
  public static func model<Member: Model>(
    _ type: Member.Type, when tag: String, wrap: @escaping @Sendable (Member) -> Base,
    unwrap: @escaping @Sendable (Base) -> Member?
  ) -> ClusterMember {
    member(type, .discriminator(tag), wrap, unwrap)
  }

  /// A model meant by the presence of keys.
  public static func model<Member: Model>(
    _ type: Member.Type, having keys: JSONKeyPath..., wrap: @escaping @Sendable (Member) -> Base,
    unwrap: @escaping @Sendable (Base) -> Member?
  ) -> ClusterMember {
    member(type, .keys(keys), wrap, unwrap)
  }

  /// A model meant by a test of the object.
  public static func model<Member: Model>(
    _ type: Member.Type, where predicate: @escaping @Sendable (JSONNodeView) -> Bool,
    wrap: @escaping @Sendable (Member) -> Base, unwrap: @escaping @Sendable (Base) -> Member?
  ) -> ClusterMember {
    member(type, .predicate(predicate), wrap, unwrap)
  }

  /// A model for every object the members before it did not take.
  public static func otherwise<Member: Model>(
    _ type: Member.Type, wrap: @escaping @Sendable (Member) -> Base,
    unwrap: @escaping @Sendable (Base) -> Member?
  ) -> ClusterMember {
    member(type, .always, wrap, unwrap)
  }

  /// Another cluster meant by a discriminator's text, asked in turn (UX-22).
  public static func cluster<Inner>(
    _ inner: @escaping @Sendable () -> Cluster<Inner>, when tag: String,
    wrap: @escaping @Sendable (Inner) -> Base, unwrap: @escaping @Sendable (Base) -> Inner?
  ) -> ClusterMember {
    ClusterMember(
      name: tag, condition: .discriminator(tag), decode: { wrap(try inner().decode($0)) },
      encode: { value in
        guard let value = unwrap(value) else { return nil }
        return { try inner().encode(value, to: &$0) }
      },
      description: { inner().description(for: $0) },
      archiving: ArchivedMember(inner, wrap, unwrap))
  }

  private static func member<Member: Model>(
    _ type: Member.Type, _ condition: Condition, _ wrap: @escaping @Sendable (Member) -> Base,
    _ unwrap: @escaping @Sendable (Base) -> Member?
  ) -> ClusterMember {
    ClusterMember(
      name: TypeName.plain(type), condition: condition, decode: { wrap(try Member.decode($0)) },
      encode: { value in
        guard let member = unwrap(value) else { return nil }
        return { try member.encode(to: &$0) }
      },
      description: { _ in Member.mapping.description },
      archiving: ArchivedMember(type, wrap, unwrap))
  }
}

/// What a cluster's test may see of an object.
public struct JSONNodeView {
  let json: JSONCursor

  /// Whether there is a value, null included, at a path.
  public func has(_ path: JSONKeyPath) -> Bool { json.value(at: path) != nil }

  /// What stands at a path; nil for nothing.
  public func kind(at path: JSONKeyPath) -> JSONKind? { json.value(at: path)?.kind }

  /// The text at a path; nil for anything but a string.
  public func string(at path: JSONKeyPath) -> String? { try? json.value(at: path)?.string() }
}

extension JSONCursor {
  /// The first value at a path; nil where there is none.
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

  /// A string's text, or the JSON of a number or boolean; nil for what no discriminator can be.
  var scalarText: String? {
    switch kind {
    case .string: try? string()
    case .number: numberText
    case .true: "true"
    case .false: "false"
    case .null, .array, .object: nil
    }
  }
}

extension ClusterMember {
  /// A subclass or conforming type meant by a discriminator's text.
  ///
  /// The base is a class or a protocol existential the type belongs to; where it does not, decoding throws a
  /// ``MappingError``. Only values of exactly this type are written through it.
  public static func subtype<Member: Model>(_ type: Member.Type, when tag: String) -> ClusterMember {
    subtype(type, .discriminator(tag))
  }

  /// A subclass or conforming type meant by the presence of keys.
  public static func subtype<Member: Model>(_ type: Member.Type, having keys: JSONKeyPath...) -> ClusterMember
  {
    subtype(type, .keys(keys))
  }

  private static func subtype<Member: Model>(_ type: Member.Type, _ condition: Condition) -> ClusterMember {
    ClusterMember(
      name: TypeName.plain(type), condition: condition,
      decode: { try upcast(try Member.decode($0)) },
      encode: { value in
        guard Swift.type(of: value as Any) == type, let member = value as? Member else { return nil }
        return { try member.encode(to: &$0) }
      },
      description: { _ in Member.mapping.description },
      archiving: ArchivedMember(
        type, { try upcast($0) }, { Swift.type(of: $0 as Any) == type ? $0 as? Member : nil }))
  }
}
