/// How two values of a model become one.
///
/// A property with its own rule (``Property/merged(_:)``) follows that rule wherever the policy lets the
/// incoming value take part.
public enum MergePolicy: Sendable, Hashable {
  /// The incoming value wins, nil included.
  case overwrite
  /// The incoming value wins unless it is nil.
  case keepIfNil
  /// Only properties that had a key in the incoming JSON are taken, null included.
  case presentOnly(Set<String>)
  /// As keepIfNil, and nested models are merged the same way, unless their identity properties differ: then the
  /// incoming one takes the place of the other. Arrays of models with identity properties are merged element by
  /// element, by identity: matches are merged in place, new ones are appended; other arrays, those of arrays among
  /// them, are replaced. Dictionaries of models, or of arrays of them, are merged by their keys; members of a class
  /// cluster as the models that they are, if both are the same. An object that holds itself is an error.
  case recursive
}

extension Model {
  /// This model with another one's values merged into it: a new value, `let` properties included.
  ///
  ///     let merged = try mine.merging(theirs)  // theirs, with the date of mine
  ///     let answer = try mine.merging(theirs, .presentOnly(["title"]))  // only their title
  ///
  /// - Throws: what the initialiser throws; a memberwise one never does.
  public func merging(_ incoming: Self, _ policy: MergePolicy = .keepIfNil) throws -> Self {
    try Self.mapping.merge(self, incoming, policy)
  }
}

extension Mapping {
  /// - Parameter names: the properties that take part; nil for all.
  func merge(
    _ current: Root, _ incoming: Root, _ policy: MergePolicy, among names: Set<String>? = nil
  ) throws -> Root {
    if case .presentOnly(let present) = policy { try checkNames(present) }
    func merged() throws -> Root {
      try assemble(MergeAssembler(current, incoming, policy, among: names))
    }
    guard isClass, policy == .recursive else { return try merged() }
    return try ObjectsBeingMerged.with(current as AnyObject, merged)
  }
}

/// The objects of classes that are being merged, one in another: one that holds itself has no end.
private enum ObjectsBeingMerged {
  @TaskLocal private static var current: Set<ObjectIdentifier> = []

  /// - Throws: a ``TransformError`` for an object that is being merged already.
  static func with<Result>(_ object: AnyObject, _ body: () throws -> Result) throws -> Result {
    guard !current.contains(ObjectIdentifier(object)) else {
      throw TransformError(expected: "objects that do not hold themselves")
    }
    return try $current.withValue(current.union([ObjectIdentifier(object)]), operation: body)
  }
}

/// Merging of nested values whose types are known only at run time.
enum RecursiveMerge {
  static func merged<Value>(_ current: Value, _ incoming: Value, _ policy: MergePolicy) throws -> Value {
    if let model = current as? any Model {
      guard !type(of: model).hasIdentity || model.isSameEntity(as: incoming) else { return incoming }
      return try model.mergedWith(incoming, policy) as? Value ?? incoming
    }
    if let cluster = current as? any PolymorphicModel {
      return try cluster.mergedMember(with: incoming, policy) as? Value ?? incoming
    }
    guard let mergeable = current as? any RecursivelyMergeable else { return incoming }
    return try mergeable.mergingErased(incoming, policy) as? Value ?? incoming
  }
}

/// A value that recursive merging looks into.
protocol RecursivelyMergeable {
  func mergingErased(_ incoming: Any, _ policy: MergePolicy) throws -> Any
}

extension Optional: RecursivelyMergeable {
  func mergingErased(_ incoming: Any, _ policy: MergePolicy) throws -> Any {
    guard let other = incoming as? Wrapped else { return self as Any }
    guard let mine = self else { return other }
    return try RecursiveMerge.merged(mine, other, policy)
  }
}

extension Array: RecursivelyMergeable {
  /// - Complexity: linear in both, where the identity properties are `Hashable` or differ as JSON.
  func mergingErased(_ incoming: Any, _ policy: MergePolicy) throws -> Any {
    guard let other = incoming as? [Element] else { return self }
    guard Entity.mayBe(Element.self) else { return other }
    var result = self
    var places = Dictionary(grouping: indices) { Entity(self[$0])?.hash ?? 0 }
    for element in other {
      let entity = Entity(element)
      let hash = entity?.hash ?? 0
      let match = places[hash]?.first { place in
        entity.map { Entity(result[place])?.isSame($0) == true } ?? false
      }
      if let match {
        result[match] = try RecursiveMerge.merged(result[match], element, policy)
      } else {
        places[hash, default: []].append(result.count)
        result.append(element)
      }
    }
    return result
  }
}

extension Dictionary: RecursivelyMergeable {
  func mergingErased(_ incoming: Any, _ policy: MergePolicy) throws -> Any {
    guard let other = incoming as? [Key: Value] else { return self }
    guard
      Value.self is any Model.Type || Value.self is any PolymorphicModel.Type
        || Value.self is any RecursivelyMergeable.Type
    else { return other }
    return try merging(other) { try RecursiveMerge.merged($0, $1, policy) }
  }
}

extension Model {
  static var hasIdentity: Bool { mapping.properties.contains(where: \.isIdentity) }

  func isSameEntity(as other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return Self.mapping.areEqual(self, other, in: Self.mapping.properties.filter(\.isIdentity))
  }

  /// The same for models that are the same entity.
  var identityHash: Int {
    var hasher = Hasher()
    Self.mapping.hash(self, in: Self.mapping.properties.filter(\.isIdentity), into: &hasher)
    return hasher.finalize()
  }

  /// Nil where the other one is of another type.
  func mergedWith(_ other: Any, _ policy: MergePolicy) throws -> Self? {
    guard let other = other as? Self else { return nil }
    return try merging(other, policy)
  }
}
