extension Property {
  /// How two values of the property become one when models are merged. Not asked where the incoming value is
  /// nil: the policy says what nil does.
  @preconcurrency public func merged(
    _ merge: @escaping @Sendable (_ current: Value, _ incoming: Value) -> Value
  ) -> Property {
    with { $0.traits.attachments[MergeRule<Value>.self] = MergeRule(merge: merge) }
  }

  var mergeRule: MergeRule<Value>? { traits.attachments[MergeRule<Value>.self] }
}

/// A property's own way of merging.
struct MergeRule<Value>: Sendable {
  let merge: @Sendable (_ current: Value, _ incoming: Value) -> Value
}
