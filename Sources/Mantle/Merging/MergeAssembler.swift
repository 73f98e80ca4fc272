/// An assembler that provides the values of a merged model, each taken from one of two models or merged from
/// both.
final class MergeAssembler<Root>: ModelAssembler {
  private let current: Root
  private let incoming: Root
  private let policy: MergePolicy
  /// The names of the properties to merge; nil for all properties.
  private let names: Set<String>?

  init(_ current: Root, _ incoming: Root, _ policy: MergePolicy, among names: Set<String>?) {
    self.current = current
    self.incoming = incoming
    self.policy = policy
    self.names = names
  }

  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    let old = current[keyPath: property.keyPath]
    if let names, !names.contains(property.name) { return old }
    let new = incoming[keyPath: property.keyPath]
    let isNil = (new as? any OptionalValue)?.isNil == true
    if case .presentOnly(let present) = policy, !present.contains(property.name) {
      let parts = present.parts(of: property.name)
      return parts.names.isEmpty || isNil ? old : try RecursiveMerge.merged(old, new, .presentOnly(parts))
    }
    if isNil {
      return switch policy {
      case .overwrite, .presentOnly: new
      case .keepIfNil, .recursive, .mirror: old
      }
    }
    if let rule = property.mergeRule { return rule.merge(old, new) }
    if policy.isRecursive { return try RecursiveMerge.merged(old, new, policy) }
    return new
  }
}
