extension JSONBytes {
  /// How many lines a string may go on over.
  private static let mostBrokenLines = 64
  private static let largestBrokenValue = 1 << 16

  /// A value of NDJSON with the lines behind it that a string of it goes on over, where that is all that is wrong with it: each
  /// line break should have been `\n`; nil where it is not.
  ///
  /// - Complexity: O(bytes of the value).
  func lineWithOpenString(_ line: JSONChild, in index: JSONChildIndex) -> JSONChild? {
    guard line.isMeasured, isBroken(line.value), let last = lineThatClosesString(of: line, in: index) else {
      return nil
    }
    let range = line.value.lowerBound..<last.value.upperBound
    let repair = JSONRepair(self, in: range)
    guard repair.isOneValue, !repair.regions.isEmpty,
      repair.regions.allSatisfy({ $0.cause == .unescapedControl })
    else { return nil }
    return JSONChild(key: nil, value: range, ordinal: line.ordinal, isMeasured: true)
  }

  /// The line on which no string is open any more.
  private func lineThatClosesString(of line: JSONChild, in index: JSONChildIndex) -> JSONChild? {
    guard hasOpenString(line.value) else { return nil }
    var last = line
    for _ in 0..<Self.mostBrokenLines {
      guard let next = index.next(after: last), next.isMeasured,
        next.value.upperBound - line.value.lowerBound <= Self.largestBrokenValue,
        ![ASCII.openBrace, ASCII.openBracket].contains(self[next.value.lowerBound])
      else { return nil }
      last = next
      if hasOpenString(next.value) { return next }
    }
    return nil
  }

  /// Whether a line begins with a bracket and ends with none.
  private func isBroken(_ line: Range<Int>) -> Bool {
    guard let first = line.first, let last = line.last else { return false }
    return self[first] | 0x20 == ASCII.openBrace && self[last] | 0x20 != ASCII.closeBrace
  }

  /// Whether an odd number of quotes stands in a range: a string begins in it and does not end, or the other way round.
  private func hasOpenString(_ range: Range<Int>) -> Bool {
    var (isOpen, position) = (false, range.lowerBound)
    while position < range.upperBound {
      if self[position] == ASCII.quote { isOpen.toggle() }
      position += self[position] == ASCII.backslash ? 2 : 1
    }
    return isOpen
  }
}
