import TextCells

/// A lazy sequence of the rows of a text that is wrapped to a given width. Words are not split if they fit
/// into a row, line breaks are preserved, tabs become blanks, and unsafe characters become escapes.
///
/// Rows are created on demand. The time for creating a row depends only on the width, not on the length of
/// the text.
package struct Wrapping: Sequence, IteratorProtocol, Sendable {
  /// The text to divide into rows.
  let text: String
  /// The width of a row in cells, at least 1.
  let width: Int
  private var position: String.Index
  private var isDone = false

  /// Creates the sequence of rows from the start of the text, or from `start`, the end of a previous row's
  /// range. An empty text has one empty row. A text that ends with a line break has an empty last row.
  package init(_ text: String, width: Int, from start: String.Index? = nil) {
    self.text = text
    self.width = Swift.max(1, width)
    position = start ?? text.startIndex
  }

  /// Returns the rows of a text as spans of one style, if the text has at least two and at most `most` rows;
  /// otherwise nil.
  package static func severalRows(of text: String, width: Int, most: Int, _ style: Style) -> [[Span]]? {
    let rows = Array(Wrapping(text, width: width).prefix(most + 1))
    return rows.count > 1 && rows.count <= most ? rows.map { $0.spans(style) } : nil
  }

  /// One row of the wrapped text.
  package struct Line: PiecedText, Sendable, Hashable {
    /// The parts of the row: runs of plain text and escapes.
    package internal(set) var pieces: [Sanitized.Piece] = []
    /// The range of the wrapped text that the row shows, including the blank or line break at the row's end.
    package internal(set) var range: Range<String.Index>
  }

  /// Returns the next row; nil after the last row.
  ///
  /// - Complexity: O(width).
  package mutating func next() -> Line? {
    guard !isDone else { return nil }
    let start = position
    var row = RowBuilder(width: width)
    var end: String.Index?
    var rest = reachable
    while end == nil, !rest.isEmpty {
      let next = rest.index(after: rest.startIndex)
      end = row.take(rest[..<next])
      rest = rest[next...]
    }
    position = end ?? text.endIndex
    isDone = position == text.endIndex && !(text[start...].last?.isLineBreak ?? false)
    return Line(pieces: row.pieces, range: start..<position)
  }

  /// A prefix of the remaining text that is long enough for one row. It bounds the time for creating the row.
  private var reachable: Substring {
    let rest = text[position...]
    let most = Swift.min(Sanitized.maximumBytes(inCells: width), rest.utf8.count)
    return rest[..<rest.utf8.index(rest.startIndex, offsetBy: most)]
  }
}

extension Character {
  package var isLineBreak: Bool { self == "\n" || self == "\r\n" }
}
