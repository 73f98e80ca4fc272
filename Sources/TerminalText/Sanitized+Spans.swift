import TextCells

extension PiecedText {
  /// Returns the pieces of sanitized text as spans: plain text in one style, and escapes in another style.
  package func spans(_ style: Style = Style(), escapes: Style = Style(.warning)) -> [Span] {
    pieces.map { Span($0.text, $0.isEscape ? escapes : style) }
  }
}

extension [Span] {
  /// The texts of all spans, joined.
  package var text: String { reduce(into: "") { $0 += $1.text } }
}
