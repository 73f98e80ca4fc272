/// Decides, property by property, which of two models a merged one takes its value from.
@usableFromInline struct PropertyChooser<Root> {
  /// What to take for a property, by number.
  let choice: (Int) -> MergeChoice

  @usableFromInline func choose<Value>(
    _ property: Property<Root, Value>, _ number: Int, _ current: Root, _ incoming: Root
  ) throws -> Value {
    let a = current[keyPath: property.keyPath]
    let b = incoming[keyPath: property.keyPath]
    switch choice(number) {
    case .current: return a
    case .incoming: return property.options.merge?(a, b) ?? b
    case .incomingUnlessNil:
      if let merge = property.options.merge { return merge(a, b) }
      return (b as? any OptionalValue)?.isNil == true ? a : b
    case .recursive(let policy):
      if let merge = property.options.merge { return merge(a, b) }
      if (b as? any OptionalValue)?.isNil == true { return a }
      return try RecursiveMerge.merged(a, b, policy)
    }
  }
}

/// What a merge does with one property.
@usableFromInline enum MergeChoice {
  case current
  case incoming
  case incomingUnlessNil
  case recursive(MergePolicy)
}
