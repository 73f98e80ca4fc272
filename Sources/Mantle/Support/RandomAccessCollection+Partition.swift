extension RandomAccessCollection where Index == Int {
  /// How many elements at the front satisfy a condition that no element satisfies after the first that does not.
  ///
  /// - Complexity: O(log of the elements).
  package func countOfPrefix(while isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}
