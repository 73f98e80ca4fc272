/// How text looks: a role the terminal layer gives a colour to, and attributes that carry the meaning
/// where there is no colour.
package struct Style: Sendable, Hashable {
  /// The semantic role of a span, which the palette maps to a look.
  package enum Role: Sendable, Hashable, CaseIterable {
    case plain, name, string, number, keyword, date, link, dimmed, error, warning, success, match,
      status
    /// The browser's own text about a value.
    case label
    /// A selected row.
    case selected
  }

  package var role: Role
  package var bold: Bool
  package var underlined: Bool
  package var reversed: Bool

  package init(_ role: Role = .plain, bold: Bool = false, underlined: Bool = false, reversed: Bool = false) {
    self.role = role
    self.bold = bold
    self.underlined = underlined
    self.reversed = reversed
  }
}

/// Which colours the screen has.
package enum Theme: String, Sendable, CaseIterable {
  /// Colors for the terminal's background where that is known, otherwise colors for light and dark backgrounds.
  case standard
  case dark, light, monochrome
  /// The terminal's own colour for text, bold and underlined, and bright colours for problems.
  case contrast

  static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// A run of text in one style. The text is safe to print: it holds no control characters.
package struct Span: Sendable, Hashable {
  package let text: String
  package var style: Style
  /// The cells the text takes on a row: measured once, since every piece of a screen is asked for it several times.
  package let cellWidth: Int

  /// - Complexity: O(length of the text).
  package init(_ text: String, _ style: Style = Style()) {
    self.init(text, style, cellWidth: text.cellWidth)
  }

  /// A text whose width is known.
  init(_ text: String, _ style: Style, cellWidth: Int) {
    self.text = text
    self.style = style
    self.cellWidth = cellWidth
  }

  /// Whether all of it is printable ASCII: every other character takes fewer cells than bytes.
  package var isPlain: Bool { cellWidth == text.utf8.count }
}
