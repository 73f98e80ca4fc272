extension StringProtocol {
  /// Returns the text without the leading and trailing characters that satisfy a predicate.
  package func trimming(while isOuter: (Character) -> Bool) -> SubSequence {
    let rest = drop(while: isOuter)
    guard let last = rest.lastIndex(where: { !isOuter($0) }) else { return rest }
    return self[rest.startIndex...last]
  }
}
