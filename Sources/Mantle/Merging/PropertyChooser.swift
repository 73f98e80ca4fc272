/// Decides, property by property, which of two models a merged one takes its value from.
@usableFromInline struct PropertyChooser<Root> {
  /// What to take for a property, by number.
  let choice: (Int) -> MergeChoice

  @usableFromInline func choose<Value>(
    _ property: Property<Root, Value>, _ number: Int, _ current: Root, _ incoming: Root
  ) throws -> Value {
    let a = current[keyPath: property.keyPath]
    let b = incoming[keyPath: property.keyPath]
    let choice = choice(number)
    if case .current = choice { return a }
    if (b as? any OptionalValue)?.isNil == true {
      if case .incoming = choice { return b }
      return a
    }
    if let merge = property.options.merge { return merge(a, b) }
    if case .recursive(let policy) = choice { return try RecursiveMerge.merged(a, b, policy) }
    return b
  }
}

/// What a merge does with one property.
@usableFromInline enum MergeChoice {
  case current
  case incoming
  case incomingUnlessNil
  case recursive(MergePolicy)
}
