extension StringProtocol {
  /// Without what begins and ends it.
  package func trimming(while isOuter: (Character) -> Bool) -> SubSequence {
    let rest = drop(while: isOuter)
    guard let last = rest.lastIndex(where: { !isOuter($0) }) else { return rest }
    return self[rest.startIndex...last]
  }
}
