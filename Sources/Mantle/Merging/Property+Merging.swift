extension Property {
  /// Sets the rule for merging two values of the property. It is not called if the incoming value is nil,
  /// which is treated according to the policy.
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

/// A rule for merging two values of a property.
struct MergeRule<Value>: Sendable {
  let merge: @Sendable (_ current: Value, _ incoming: Value) -> Value
}
