/// A model that has identity properties, whatever its type; of a class cluster, the member that it is.
struct Entity {
  private let model: any Model
  /// The numbers of the members of clusters inside each other; empty for what is in none.
  private let member: [Int]

  /// Nil for a value that is no such model.
  init?(_ value: Any) {
    if let model = value as? any Model {
      (self.model, member) = (model, [])
    } else {
      guard let (model, member) = (value as? any PolymorphicModel)?.modelOfMember else { return nil }
      (self.model, self.member) = (model, member)
    }
    guard type(of: model).hasIdentity else { return nil }
  }

  /// Whether values of a type may be entities.
  static func mayBe(_ type: Any.Type) -> Bool {
    (type as? any Model.Type)?.hasIdentity ?? (type is any PolymorphicModel.Type)
  }

  var hash: Int { model.identityHash }

  func isSame(_ other: Entity) -> Bool { member == other.member && model.isSameEntity(as: other.model) }
}

extension PolymorphicModel {
  /// The model that it is, and the number of its member; nil where that has no type of its own.
  fileprivate var modelOfMember: (any Model, [Int])? { MemberFinder(value: self).find(in: Self.cluster) }

  /// Both merged as the member that they are; the other one where they are of two members, or two entities.
  func mergedMember(with other: Any, _ policy: MergePolicy) throws -> Self? {
    guard let other = other as? Self else { return nil }
    var merge = MemberMerge(current: self, incoming: other, policy: policy)
    for candidate in Self.cluster.candidates where merge.result == nil { try candidate.accept(&merge) }
    return merge.result ?? other
  }
}

/// Finds the model that a value of a cluster is.
private struct MemberFinder<Base>: ClusterMemberVisitor {
  let value: Base
  private var found: (model: any Model, member: [Int])?

  init(value: Base) { self.value = value }

  consuming func find(in cluster: Cluster<Base>) -> (any Model, [Int])? {
    for (number, candidate) in cluster.candidates.enumerated() {
      try? candidate.accept(&self)
      if let found { return (found.model, [number] + found.member) }
    }
    return nil
  }

  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) {
    found = form.unwrap(value).flatMap { $0 as? any Model }.map { ($0, []) }
  }

  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) {
    found = form.unwrap(value).flatMap { MemberFinder<Inner>(value: $0).find(in: cluster) }
  }
}

/// Merges two values of a cluster that are of one member.
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
