import TextCells

extension PiecedText {
  /// The pieces as spans, the escapes in a style of their own.
  package func spans(_ style: Style = Style(), escapes: Style = Style(.warning)) -> [Span] {
    pieces.map { Span($0.text, $0.isEscape ? escapes : style) }
  }
}

extension [Span] {
  /// The text of all spans, in order.
  package var text: String { reduce(into: "") { $0 += $1.text } }
}
