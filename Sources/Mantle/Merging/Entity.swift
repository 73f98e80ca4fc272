/// A model of any type that has identity properties, as merging needs it to find the other state of the same
/// model. For a value of a class cluster, this is the model of the cluster's member.
struct Entity {
  private let model: any Model
  /// The index of the cluster member, followed by the member indices in nested clusters; empty for a model
  /// outside of clusters.
  private let member: [Int]

  /// Creates an entity from a value; nil if the value is not a model with identity properties.
  init?(_ value: Any) {
    if let model = value as? any Model {
      (self.model, member) = (model, [])
    } else {
      guard let content = (value as? any PolymorphicModel)?.contentOfMember,
        let model = content.value as? any Model
      else { return nil }
      (self.model, member) = (model, content.member)
    }
    guard type(of: model).hasIdentity else { return nil }
  }

  /// Returns whether values of a type may be models with identity properties.
  static func mayBe(_ type: Any.Type) -> Bool {
    (type as? any Model.Type)?.hasIdentity ?? (type is any PolymorphicModel.Type)
  }

  var hash: Int { model.identityHash }

  func isSame(_ other: Entity) -> Bool { member == other.member && model.isSameEntity(as: other.model) }
}

/// The content of a class cluster's value: the value, usually a model, that the cluster's value wraps.
struct MemberContent {
  /// The value that the cluster's value wraps, usually a model.
  let value: Any
  /// The identifier of the mapping that decodes the content.
  let identity: ObjectIdentifier
  /// The index of the cluster member, followed by the member indices in nested clusters.
  var member: [Int] = []
}

extension PolymorphicModel {
  /// The content of this value of a class cluster; nil if no member matches the value.
  var contentOfMember: MemberContent? { MemberFinder(value: self).find(in: Self.cluster) }

  /// Returns this value of a class cluster merged with another value, or the other value if the values belong
  /// to different members or have different identities; nil if the other value has another type.
  func mergedMember(with other: Any, _ policy: MergePolicy) throws -> Self? {
    guard let other = other as? Self else { return nil }
    var merge = MemberMerge(current: self, incoming: other, policy: policy)
    for candidate in Self.cluster.candidates where merge.result == nil { try candidate.accept(&merge) }
    return merge.result ?? other
  }
}

/// A visitor that finds the member of a class cluster to which a value belongs, and the content of the value.
private struct MemberFinder<Base>: ClusterMemberVisitor {
  let value: Base
  private var found: MemberContent?

  init(value: Base) { self.value = value }

  consuming func find(in cluster: Cluster<Base>) -> MemberContent? {
    for (number, candidate) in cluster.candidates.enumerated() {
      try? candidate.accept(&self)
      found?.member.insert(number, at: 0)
      if let found { return found }
    }
    return nil
  }

  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) {
    found = form.unwrap(value).map { MemberContent(value: $0, identity: identity) }
  }

  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) {
    found = form.unwrap(value).flatMap { MemberFinder<Inner>(value: $0).find(in: cluster) }
  }
}

/// A visitor that merges two values of a class cluster if they belong to the same member.
private struct MemberMerge<Base>: ClusterMemberVisitor {
  let current: Base
  let incoming: Base
  let policy: MergePolicy
  var result: Base?

  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    guard let mine = form.unwrap(current), let theirs = form.unwrap(incoming) else { return }
    result = try form.wrap(RecursiveMerge.merged(mine, theirs, policy))
  }

  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) throws {
    guard let mine = form.unwrap(current), let theirs = form.unwrap(incoming) else { return }
    var inner = MemberMerge<Inner>(current: mine, incoming: theirs, policy: policy)
    for candidate in cluster.candidates where inner.result == nil { try candidate.accept(&inner) }
    result = try form.wrap(inner.result ?? theirs)
  }
}
