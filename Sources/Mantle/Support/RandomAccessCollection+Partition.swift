extension RandomAccessCollection where Index == Int {
  /// Returns the number of elements at the beginning that satisfy a predicate, by binary search.
  ///
  /// - Parameter isBefore: A predicate that the elements of a prefix satisfy, and no later element does.
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
