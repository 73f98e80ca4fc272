import Mantle
import MantleDocuments

extension JSONChild {
  /// Returns the value that extends from the start of this line to the end of another line.
  func joined(with line: JSONChild) -> JSONChild {
    JSONChild(
      key: nil, value: value.lowerBound..<line.value.upperBound, ordinal: ordinal, isMeasured: true)
  }
}

extension JSONBytes {
  /// The maximum number of lines that one string may span.
  private static let maximumBrokenLines = 64

  /// Returns the value that begins on a line of NDJSON, joined with the following lines that one of its strings spans.
  /// Nil if no string spans the line break, or if the value has syntax errors other than unescaped line breaks.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the value.
  func lineWithOpenString(_ line: JSONChild, in index: JSONChildIndex) -> JSONChild? {
    guard line.isMeasured, let first = line.value.first, self[first] | 0x20 == ASCII.openBrace,
      hasOpenString(line.value)
    else { return nil }
    var (whole, isOpen) = (line, true)
    for _ in 0..<Self.maximumBrokenLines where isOpen {
      guard let next = index.next(after: whole), next.isMeasured, children(at: next.value.lowerBound) == nil
      else { return nil }
      whole = whole.joined(with: next)
      isOpen = !hasOpenString(next.value)
    }
    let repair = JSONRepair(self, in: whole.value)
    let isWhole = repair.isOneValue && repair.regions.allSatisfy { $0.cause == .unescapedControl }
    return !isOpen && isWhole ? whole : nil
  }

  /// Returns whether a range of bytes contains an odd number of quotes, so that a string continues after the end of the
  /// range.
  private func hasOpenString(_ range: Range<Int>) -> Bool {
    var (isOpen, position) = (false, range.lowerBound)
    while position < range.upperBound {
      if self[position] == ASCII.quote { isOpen.toggle() }
      position += self[position] == ASCII.backslash ? 2 : 1
    }
    return isOpen
  }
}
