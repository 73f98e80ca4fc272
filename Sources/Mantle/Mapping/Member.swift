/// One of several JSON values that are combined into one property.
///
/// ```swift
/// let location = Member<Int>("location")
/// let day = Member<Date>("day", .iso8601Day)
/// ```
///
/// See ``Property/init(_:from:forward:reverse:)`` for a property of several members.
public struct Member<Value>: Sendable {
  let path: JSONKeyPath
  let transformer: JSONTransformer<Value>

  /// Creates a member of a type that decodes itself.
  ///
  /// ```swift
  /// let length = Member<Int>("range.length")
  /// ```
  public init(_ path: JSONKeyPath) where Value: JSONConvertible {
    self.init(path, .natural)
  }

  /// Creates a member that is decoded and encoded by a transformer.
  ///
  /// ```swift
  /// let day = Member<Date>("day", .iso8601Day)
  /// ```
  public init(_ path: JSONKeyPath, _ transformer: JSONTransformer<Value>) {
    self.path = path
    self.transformer = transformer
  }
}

extension Property {
  /// Creates a property that combines several JSON values.
  ///
  ///     Property(\.range, from: Member<Int>("location"), Member<Int>("length")) { location, length in
  ///       Range(location: location ?? 0, length: length ?? 0)
  ///     } reverse: { ($0.location, $0.length) }
  ///
  /// A missing or null member is nil. If all members are missing, the property is missing; if all are missing
  /// or null and the property is optional, it is nil. When the property is encoded, a nil member is written
  /// or omitted as ``Property/encodeNil(as:)`` says.
  ///
  /// - Parameters:
  ///   - forward: combines the members into the value; throws if they are inconsistent.
  ///   - reverse: splits the value into the members.
  @preconcurrency public convenience init<each M>(
    _ keyPath: KeyPath<Root, Value>, from members: repeat Member<each M>,
    forward: @escaping @Sendable (repeat (each M)?) throws -> Value,
    reverse: @escaping @Sendable (Value) throws -> (repeat (each M)?)
  ) {
    var paths: [JSONKeyPath] = []
    for member in repeat each members { paths.append(member.path) }
    var transformer = JSONTransformer<Value>(
      "members", shape: .other(TypeName.plain(Value.self)),
      decode: { throw $0.mismatch(expected: "several members") }, encode: nil,
      valueForAbsentKey: { nilValue(of: Value.self) })
    let empty = transformer.valueForAbsentKey
    let decode: @Sendable (JSONCursor, [Int?]) throws -> Value = { object, nodes in
      // A property that is nil is encoded as a null for each member.
      if nodes.allSatisfy({ $0.map { object.at($0).isNull } ?? true }), let nothing = empty() {
        return nothing
      }
      var number = 0
      func next<T>(_ member: Member<T>) throws -> T? {
        defer { number += 1 }
        guard let node = nodes[number], !object.at(node).isNull else { return nil }
        return try member.transformer.decode(object.at(node))
      }
      return try forward(repeat try next(each members))
    }
    let encode: @Sendable (Value) throws -> [ElementWriter?] = { value in
      let parts = try reverse(value)
      var writes: [ElementWriter?] = []
      func add<T>(_ member: Member<T>, _ part: T?) {
        guard let part else {
          writes.append { $0.writeNull() }
          return
        }
        guard let encode = member.transformer.encode else {
          writes.append(nil)
          return
        }
        writes.append { try encode(part, &$0) }
      }
      repeat add(each members, each parts)
      return writes
    }
    transformer.traits.members = MembersCoding(decode: decode, encode: encode)
    self.init(keyPath, .members(paths), transformer)
  }
}
