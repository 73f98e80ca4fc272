import TerminalText

/// ASCII replacements for the browser's symbols, for terminals without Unicode. Each has the width of the symbol that
/// it replaces.
enum PlainGlyphs {
  private static let substitutes: [Character: Character] = [
    "▾": "v", "▸": ">", "…": "~", "✗": "x", "✓": "+", "⊘": "-", "│": "|", "─": "-", "←": "<", "→": ">",
    "·": "-", "▐": "#",
    "▲": "^", "▼": "v", "Σ": "=",
    "█": "#", "▏": "|", "▁": "_", "▂": ".", "▃": "-", "▄": "=", "▅": "+", "▆": "*", "▇": "#",
  ]

  static func line(_ spans: [Span]) -> [Span] {
    spans.map { span in
      span.text.utf8.allSatisfy { $0 < 0x80 }
        ? span : Span(String(span.text.map { substitutes[$0] ?? $0 }), span.style)
    }
  }
}
