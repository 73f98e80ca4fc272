import Mantle
import MantleDocuments

extension JSONBytes {
  /// The maximum number of lines over which a string may extend.
  private static let mostBrokenLines = 64
  private static let largestBrokenValue = 1 << 16

  /// Returns a value of NDJSON together with the following lines over which one of its
  /// strings extends, if unescaped line breaks are its only mistakes; otherwise nil.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the value.
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

  /// Returns the line on which the string ends; nil if it does not end nearby.
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

  /// Whether a line begins with a bracket and does not end with one.
  private func isBroken(_ line: Range<Int>) -> Bool {
    guard let first = line.first, let last = line.last else { return false }
    return self[first] | 0x20 == ASCII.openBrace && self[last] | 0x20 != ASCII.closeBrace
  }

  /// Whether a range contains an odd number of quotes, so that a string crosses its end.
  private func hasOpenString(_ range: Range<Int>) -> Bool {
    var (isOpen, position) = (false, range.lowerBound)
    while position < range.upperBound {
      if self[position] == ASCII.quote { isOpen.toggle() }
      position += self[position] == ASCII.backslash ? 2 : 1
    }
    return isOpen
  }
}
