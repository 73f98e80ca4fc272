extension Span {
  /// The cells the text takes on a row. O(length).
  public var cellWidth: Int { text.cellWidth }
}

extension [Span] {
  /// The cells all spans take side by side. O(length).
  public var cellWidth: Int { reduce(0) { $0 + $1.cellWidth } }

  /// The spans up to a width; a character that would cross it is left out. O(width).
  public func prefix(cells: Int) -> [Span] {
    var left = cells
    var result: [Span] = []
    for span in self where left > 0 {
      // No character takes more cells than bytes.
      let head = span.text.utf8.count <= left ? span.text[...] : span.text.prefix(cells: left)
      left -= head.cellWidth
      let isWhole = head.utf8.count == span.text.utf8.count
      if !head.isEmpty { result.append(isWhole ? span : Span(String(head), span.style)) }
      if !isWhole { break }
    }
    return result
  }

  /// The spans at the end up to a width; a character that would cross it is left out. O(width).
  public func suffix(cells: Int) -> [Span] {
    var left = cells
    var result: [Span] = []
    for span in reversed() where left > 0 {
      let tail = span.text.suffix(cells: left)
      left -= tail.cellWidth
      if !tail.isEmpty { result.append(Span(String(tail), span.style)) }
      if tail.startIndex != span.text.startIndex { break }
    }
    return result.reversed()
  }

  /// The spans followed by blanks up to a width; wider ones stay as they are.
  public func padded(to cells: Int, _ style: Style = Style()) -> [Span] {
    let missing = cells - cellWidth
    return missing > 0 ? self + [Span(String(repeating: " ", count: missing), style)] : self
  }
}

extension StringProtocol {
  /// The longest beginning that fits into a number of cells. O(cells).
  public func prefix(cells: Int) -> SubSequence {
    var left = cells
    var end = startIndex
    while end < endIndex {
      let rest = self[end...]
      let plain = rest.plainPrefixCount(most: left)
      left -= plain
      end = rest.asciiIndex(plain)
      guard end < endIndex else { break }
      left -= self[end].cellWidth
      guard left >= 0 else { break }
      end = index(after: end)
    }
    return self[..<end]
  }

  /// The longest end that fits into a number of cells. O(cells).
  public func suffix(cells: Int) -> SubSequence {
    var left = cells
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      left -= self[before].cellWidth
      if left < 0 { break }
      start = before
    }
    return self[start...]
  }
}
