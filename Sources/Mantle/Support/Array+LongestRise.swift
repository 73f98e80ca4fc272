extension [Int] {
  /// The longest increasing subsequence of distinct numbers: the elements that can keep their places when the
  /// fewest elements are moved to sort the array.
  ///
  /// ```swift
  /// [3, 1, 2].longestRise  // [1, 2]
  /// ```
  ///
  /// - Complexity: O(*n* log *n*), by patience sorting.
  var longestRise: Set<Int> {
    var tops: [Int] = []
    var previous: [Int: Int] = [:]
    for number in self {
      let pile = tops.countOfPrefix { $0 < number }
      if pile > 0 { previous[number] = tops[pile - 1] }
      if pile == tops.count { tops.append(number) } else { tops[pile] = number }
    }
    var rise: Set<Int> = []
    var last = tops.last
    while let number = last {
      rise.insert(number)
      last = previous[number]
    }
    return rise
  }
}
