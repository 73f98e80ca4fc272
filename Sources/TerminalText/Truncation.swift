import TextCells

/// The position of the `…` in text that is truncated to fit into a number of terminal cells.
package enum Truncation: Sendable, Hashable, CaseIterable {
  /// The `…` is at the end and the start of the text is kept, as for values.
  case end
  /// The `…` is in the middle and both ends of the text are kept, as for file names.
  case middle
  /// The `…` is at the start and the end of the text is kept, as for JSON key paths.
  case start

  /// Returns the text truncated to a number of cells, including the `…`; unchanged if it fits, and empty for
  /// zero cells.
  package func fit(_ text: String, to cells: Int) -> String {
    fit([Span(text)], to: cells).text
  }

  /// Returns the spans truncated to a number of cells, or unchanged if they fit. The `…` takes one of the
  /// cells and has the style of the adjacent text.
  package func fit(_ spans: [Span], to cells: Int) -> [Span] {
    guard cells > 0 else { return [] }
    guard spans.cellWidth > cells else { return spans }
    let room = cells - 1
    let tail =
      switch self {
      case .end: 0
      case .middle: room / 2
      case .start: room
      }
    let head = spans.prefix(cells: room - tail)
    let end = spans.suffix(cells: tail)
    let style = (head.last ?? end.first ?? spans.first)?.style ?? Style()
    guard let last = head.last else { return [Span("…", style)] + end }
    return head.dropLast() + [Span(last.text + "…", style)] + end
  }
}
