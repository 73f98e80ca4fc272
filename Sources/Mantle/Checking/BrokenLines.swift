extension JSONBytes {
  /// How many lines a string may go on over.
  private static let mostBrokenLines = 64
  private static let largestBrokenValue = 1 << 16

  /// A value of NDJSON with the lines behind it that a string of it goes on over, where that is all that is wrong with it: each
  /// line break should have been `\n`; nil where it is not.
  func lineWithOpenString(_ line: JSONChild, in index: JSONChildIndex) -> JSONChild? {
    guard line.isMeasured, isBroken(line.value) else { return nil }
    var last = line
    for _ in 0..<Self.mostBrokenLines {
      guard let next = index.next(after: last), next.isMeasured,
        next.value.upperBound - line.value.lowerBound <= Self.largestBrokenValue,
        ![ASCII.openBrace, ASCII.openBracket].contains(self[next.value.lowerBound])
      else { return nil }
      last = next
      let range = line.value.lowerBound..<next.value.upperBound
      let repair = JSONRepair(self, in: range)
      if repair.isOneValue, !repair.regions.isEmpty,
        repair.regions.allSatisfy({ $0.cause == .unescapedControl })
      {
        return JSONChild(key: nil, value: range, ordinal: line.ordinal, isMeasured: true)
      }
    }
    return nil
  }

  /// Whether a line begins with a bracket and ends with none.
  private func isBroken(_ line: Range<Int>) -> Bool {
    guard let first = line.first, let last = line.last else { return false }
    return self[first] | 0x20 == ASCII.openBrace && self[last] | 0x20 != ASCII.closeBrace
  }
}
