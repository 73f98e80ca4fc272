import TextCells

extension Span {
  /// Returns a span of space characters.
  package static func blanks(_ count: Int, _ style: Style = Style()) -> Span {
    Span(.blanks(count), style, cellWidth: max(0, count))
  }

  /// Returns a span with the same text in another style.
  package func styled(_ style: Style) -> Span { Span(text, style, cellWidth: cellWidth) }
}

extension String {
  /// Returns a string of space characters; empty for a negative number.
  package static func blanks(_ count: Int) -> String { String(repeating: " ", count: Swift.max(0, count)) }
}

extension [Span] {
  /// The total width of the spans in cells.
  package var cellWidth: Int { reduce(0) { $0 + $1.cellWidth } }

  /// Returns the longest prefix of the spans that fits into a number of cells, without splitting a character.
  ///
  /// - Complexity: O(*cells*).
  package func prefix(cells: Int) -> [Span] {
    var left = cells
    for index in indices {
      guard self[index].cellWidth <= left else {
        let head = String(self[index].text.prefix(cells: left))
        return self[..<index] + (head.isEmpty ? [] : [Span(head, self[index].style)])
      }
      left -= self[index].cellWidth
    }
    return self
  }

  /// Returns the longest suffix of the spans that fits into a number of cells, without splitting a character.
  ///
  /// - Complexity: O(*cells*).
  package func suffix(cells: Int) -> [Span] {
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

  /// Returns the spans with the same text after a function changes their styles.
  package func styled(_ change: (inout Style) -> Void) -> [Span] {
    map { span in
      var style = span.style
      change(&style)
      return span.styled(style)
    }
  }

  /// Returns the spans followed by space characters up to a width in cells. Spans that are already wider are
  /// returned unchanged.
  package func padded(to cells: Int, _ style: Style = Style()) -> [Span] {
    let missing = cells - cellWidth
    return missing > 0 ? self + [.blanks(missing, style)] : self
  }
}

extension StringProtocol {
  /// Returns the longest prefix of the text that fits into a number of cells.
  ///
  /// - Complexity: O(*cells*).
  func prefix(cells: Int) -> SubSequence {
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

  /// Returns the longest suffix of the text that fits into a number of cells.
  ///
  /// - Complexity: O(*cells*).
  func suffix(cells: Int) -> SubSequence {
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
