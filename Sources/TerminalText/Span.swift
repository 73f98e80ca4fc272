import TextCells

/// The style of a span: a role that the palette maps to colors, and attributes that convey the meaning
/// without colors.
package struct Style: Sendable, Hashable {
  /// A semantic role of a span, such as an error or the name of a property. The palette maps it to colors and
  /// attributes.
  package enum Role: Sendable, Hashable, CaseIterable {
    case plain, name, string, number, keyword, date, link, dimmed, error, warning, success, match,
      status
    /// Text of the user interface that is not part of a value, such as the titles of columns.
    case label
    /// The text of a selected row.
    case selected
  }

  /// The semantic role, which determines the color.
  package var role: Role
  /// Whether the text is bold.
  package var bold: Bool
  /// Whether the text is underlined.
  package var underlined: Bool
  /// Whether foreground and background are swapped.
  package var reversed: Bool

  /// Creates a style from a role and attributes. By default, it is plain text without attributes.
  package init(_ role: Role = .plain, bold: Bool = false, underlined: Bool = false, reversed: Bool = false) {
    self.role = role
    self.bold = bold
    self.underlined = underlined
    self.reversed = reversed
  }
}

/// A color theme of the terminal.
package enum Theme: String, Sendable, CaseIterable {
  /// The colors for the terminal's background if the background is known; otherwise colors that are readable
  /// on light and dark backgrounds.
  case standard
  case dark, light, monochrome
  /// The terminal's default text color, with bold and underlined text, and bright colors for problems.
  case contrast

  package static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// A run of text in one style, which is safe to print because it contains no control characters.
package struct Span: Sendable, Hashable {
  /// The text of the span, which has no control characters.
  package let text: String
  package var style: Style
  /// The width of the text in cells, measured once because drawing needs it several times.
  package let cellWidth: Int

  /// Creates a span from text without control characters and a style.
  ///
  /// - Parameter cellWidth: The width of the text in cells; nil to measure it.
  /// - Complexity: O(length of the text).
  package init(_ text: String, _ style: Style = Style(), cellWidth: Int? = nil) {
    self.text = text
    self.style = style
    self.cellWidth = cellWidth ?? text.cellWidth
  }

  /// Whether the text is printable ASCII. It is, if the width equals the number of bytes, because every other
  /// character takes fewer cells than bytes.
  package var isPlain: Bool { cellWidth == text.utf8.count }
}
