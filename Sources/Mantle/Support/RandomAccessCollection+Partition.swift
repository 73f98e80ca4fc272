extension RandomAccessCollection where Index == Int {
  /// Returns the number of elements at the beginning of the collection that satisfy a predicate, by binary
  /// search.
  ///
  /// - Parameter isBefore: A predicate that is true for the elements of a prefix and false for all later
  ///   elements.
  /// - Complexity: O(log *n*).
  package func countOfPrefix(while isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}
