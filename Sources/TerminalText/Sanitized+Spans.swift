import TextCells

extension PiecedText {
  /// Returns the pieces as spans. Escapes have their own style.
  package func spans(_ style: Style = Style(), escapes: Style = Style(.warning)) -> [Span] {
    pieces.map { Span($0.text, $0.isEscape ? escapes : style) }
  }
}

extension [Span] {
  /// The text of all spans.
  package var text: String { reduce(into: "") { $0 += $1.text } }
}
