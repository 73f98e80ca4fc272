/// A policy for merging two values of a model.
///
/// A property with a rule of its own (``Property/merged(_:)``) follows that rule whenever the policy
/// considers the incoming value.
///
/// ```swift
/// let known = Track(id: 1, title: "One", rating: 5)
/// let update = Track(id: 1, title: "One (live)", rating: nil)
/// let merged = try known.merging(update)  // the new title, and the rating 5
/// let replaced = try known.merging(update, by: .overwrite)  // the new title, and no rating
/// ```
///
/// | Policy | Result |
/// |---|---|
/// | ``keepIfNil`` | the incoming value, unless it is nil |
/// | ``overwrite`` | the incoming value, including nil |
/// | ``presentOnly(_:)`` | the incoming values of the named properties, including nil |
/// | ``recursive`` | as ``keepIfNil``, with nested models and elements of the same identity merged |
/// | ``mirror`` | as ``recursive``, without the elements and keys that the incoming value lacks |
///
/// Identity properties are those of ``Property/identity()``.
public enum MergePolicy: Sendable, Hashable {
  /// The incoming value replaces the current value, even if it is nil.
  case overwrite
  /// The incoming value replaces the current value unless it is nil.
  case keepIfNil
  /// The incoming value replaces the current value of the named properties only, even if it is nil. Usually,
  /// these are the properties whose keys are present in the incoming JSON. A name such as `address.city`
  /// selects a property of a nested model, whose other properties are kept, including its identity.
  case presentOnly(PropertySelection)
  /// Like ``keepIfNil``, but nested models are merged recursively, unless their identity properties differ:
  /// then the incoming model replaces the current one.
  ///
  /// Arrays in which every element is a model with identity properties are merged by identity: matching elements are
  /// merged in place, and new ones are appended. Other arrays, including arrays of arrays, are replaced. Dictionaries of
  /// models, or of arrays of models, are merged by key. Two values of a class cluster, including a cluster of
  /// protocol existentials, are merged as models if they belong to the same member of the cluster. An object
  /// that contains itself is an error.
  case recursive
  /// Like ``recursive``, but merged arrays and dictionaries of models contain only the elements and keys of
  /// the incoming value, in the order of the incoming value. All other elements and keys are removed.
  case mirror

  /// Whether the policy merges nested models, instead of replacing them.
  var isRecursive: Bool { self == .recursive || self == .mirror }
}

extension Model {
  /// Returns a new model with the values of another model merged into this one, including `let` properties.
  ///
  ///     let merged = try mine.merging(theirs)  // theirs, with the date of mine
  ///     let answer = try mine.merging(theirs, by: .presentOnly(["title"]))  // only their title
  ///
  /// Neither model is changed. To merge JSON with some of the keys, use ``applying(mergePatch:profile:)``.
  ///
  /// - Throws: any error of the initializer; a memberwise initializer never throws.
  public func merging(_ incoming: Self, by policy: MergePolicy = .keepIfNil) throws -> Self {
    try Self.mapping.merge(self, incoming, policy)
  }

  /// Returns a new model with the values of all properties that a partial response contains, including
  /// properties that are null.
  ///
  ///     let updated = try known.merging(Track.report(json: answer))
  ///
  /// Neither the model nor the value of the report is changed. Properties whose key is missing keep their values.
  ///
  /// - Throws: a ``DecodingFailure`` if the report has no value; any error of the initializer.
  public func merging(_ answer: DecodingReport<Self>) throws -> Self {
    try merging(answer.get(), by: .presentOnly(answer.presentProperties))
  }
}

extension Mapping {
  /// Merges two models of the mapping into a new model.
  ///
  /// - Parameter names: The names of the properties to merge; nil for all properties.
  func merge(
    _ current: Root, _ incoming: Root, _ policy: MergePolicy, among names: Set<String>? = nil
  ) throws -> Root {
    if case .presentOnly(let present) = policy { try checkNames(present.names) }
    func merged() throws -> Root {
      try assemble(MergeAssembler(current, incoming, policy, among: names))
    }
    guard isClass, policy.isRecursive else { return try merged() }
    guard let root = try Ongoing.merge(ObjectIdentifier(current as AnyObject)).run(merged) else {
      throw TransformError(expected: "objects without reference cycles")
    }
    return root
  }
}

/// A namespace for merging nested values whose types are known only at run time.
enum RecursiveMerge {
  static func merged<Value>(_ current: Value, _ incoming: Value, _ policy: MergePolicy) throws -> Value {
    if let model = current as? any Model {
      // With named properties (`presentOnly`), models are merged regardless of their identity, which a
      // partial response may lack.
      guard !policy.isRecursive || !type(of: model).hasIdentity || model.isSameEntity(as: incoming) else {
        return incoming
      }
      return try model.mergedWith(incoming, policy) as? Value ?? incoming
    }
    if let cluster = current as? any PolymorphicModel {
      return try cluster.mergedMember(with: incoming, policy) as? Value ?? incoming
    }
    guard let mergeable = current as? any RecursivelyMergeable else { return incoming }
    return try mergeable.mergingErased(incoming, policy) as? Value ?? incoming
  }
}

/// A container whose contents are merged recursively: an optional, an array or a dictionary.
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
  /// Merges incoming elements into this array by identity. The incoming array replaces this array if its
  /// elements cannot have identity properties.
  ///
  /// - Complexity: O(*n*) in the size of both arrays, if the identity properties are `Hashable` or differ as
  ///   JSON.
  func mergingErased(_ incoming: Any, _ policy: MergePolicy) throws -> Any {
    guard let other = incoming as? [Element] else { return self }
    func isEntity(_ value: Any) -> Bool { Entity(value) != nil }
    guard Entity.mayBe(Element.self) || haveSubtype(isEntity) || other.haveSubtype(isEntity) else {
      return other
    }
    var known = map { Entity($0) }
    let theirs = other.map { Entity($0) }
    var places = Dictionary(grouping: indices) { known[$0]?.hash ?? 0 }
    func match(_ entity: Entity) -> Int? { places[entity.hash]?.first { known[$0]?.isSame(entity) == true } }
    if policy == .mirror {
      return try zip(other, theirs).map { element, entity in
        try entity.flatMap(match).map { try RecursiveMerge.merged(self[$0], element, policy) } ?? element
      }
    }
    // Elements without identity have no match, so each merge of an array with itself would append them again.
    guard known.allSatisfy({ $0 != nil }) else { return other }
    var result = self
    for (element, entity) in zip(other, theirs) {
      guard let entity else { return other }
      if let match = match(entity) {
        result[match] = try RecursiveMerge.merged(result[match], element, policy)
      } else {
        places[entity.hash, default: []].append(result.count)
        result.append(element)
        known.append(entity)
      }
    }
    return result
  }
}

extension Collection {
  /// Returns whether any element satisfies the predicate and has a dynamic type other than the declared
  /// element type, which is then a protocol existential or a superclass.
  fileprivate func haveSubtype(_ predicate: (Any) -> Bool) -> Bool {
    contains { type(of: $0 as Any) != Element.self && predicate($0) }
  }
}

extension Dictionary: RecursivelyMergeable {
  func mergingErased(_ incoming: Any, _ policy: MergePolicy) throws -> Any {
    guard let other = incoming as? [Key: Value] else { return self }
    guard
      Value.self is any Model.Type || Value.self is any PolymorphicModel.Type
        || Value.self is any RecursivelyMergeable.Type
        || values.haveSubtype({ $0 is any Model })
    else { return other }
    let all = try merging(other) { try RecursiveMerge.merged($0, $1, policy) }
    return policy == .mirror ? all.filter { other[$0.key] != nil } : all
  }
}

extension Model {
  static var hasIdentity: Bool { !mapping.identity.properties.isEmpty }

  func isSameEntity(as other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return Self.mapping.identity.areEqual(self, other)
  }

  /// A hash of the model's identity properties, which is equal for models with the same identity.
  var identityHash: Int {
    var hasher = Hasher()
    Self.mapping.identity.hash(self, into: &hasher)
    return hasher.finalize()
  }

  /// Returns this model merged with another value according to a policy; nil if the value has another type.
  func mergedWith(_ other: Any, _ policy: MergePolicy) throws -> Self? {
    guard let other = other as? Self else { return nil }
    return try merging(other, by: policy)
  }
}

extension Model {
  /// Returns this model after merging the values of another model into the properties that both have, matched
  /// by name and type. Other properties are unchanged.
  ///
  /// Use this method for related models of different types, such as a base and a derived model, or a summary
  /// and the complete model.
  ///
  /// ```swift
  /// let updated = try track.merging(propertiesOf: Summary(title: "First", rating: 3))
  /// ```
  ///
  /// - Throws: any error of creating this model from the other one's values; a ``MappingError`` if a value
  ///   differs and its property is a `let`.
  public func merging<Other: Model>(
    propertiesOf other: Other, by policy: MergePolicy = .keepIfNil
  ) throws -> Self {
    let mapping = Self.mapping
    var values = Dictionary(
      mapping.values(of: self).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var shared: Set<String> = []
    for value in Other.mapping.values(of: other) {
      guard let own = values[value.name], value.hasType(of: own) else { continue }
      values[value.name] = value
      shared.insert(value.name)
    }
    let incoming = try ValueAssembler(Array(values.values), of: mapping, runsRules: false)
      .assembled(by: mapping)
    return try mapping.merge(self, incoming, policy, among: shared)
  }
}

extension Property {
  /// Sets the function that merges two values of the property. If the incoming value is nil, the policy
  /// determines the result and the function is not called.
  ///
  /// ```swift
  /// Property(\.number, "plays").merged { current, incoming in current + incoming }
  /// ```
  @preconcurrency public func merged(
    _ merge: @escaping @Sendable (_ current: Value, _ incoming: Value) -> Value
  ) -> Property {
    with { $0.traits.attachments[MergeRule<Value>.self] = MergeRule(merge: merge) }
  }

  var mergeRule: MergeRule<Value>? { traits.attachments[MergeRule<Value>.self] }
}

/// A property's own rule for merging its current and its incoming value, set by ``Property/merged(_:)``.
struct MergeRule<Value>: Sendable {
  let merge: @Sendable (_ current: Value, _ incoming: Value) -> Value
}
