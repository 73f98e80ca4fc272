import TextCells

/// Text laid out in rows of a width: words stay whole where they fit, line breaks of the text are kept, tabs become
/// blanks and everything unsafe an escape.
///
/// Rows are made as they are asked for; each costs time in proportion to the width, whatever the text's length.
package struct Wrapping: Sequence, IteratorProtocol, Sendable {
  /// The text to lay out.
  let text: String
  /// The width of a row in cells, at least 1.
  let width: Int
  private var position: String.Index
  private var isDone = false

  /// Rows of a width of at least one cell, from the beginning of the text or from the bound of a known row's range.
  /// An empty text has one empty row; a text that ends in a line break, an empty row after it.
  package init(_ text: String, width: Int, from start: String.Index? = nil) {
    self.text = text
    self.width = Swift.max(1, width)
    position = start ?? text.startIndex
  }

  /// Returns all rows of a text that needs between two and `most` rows, in a style; otherwise nil.
  package static func severalRows(of text: String, width: Int, most: Int, _ style: Style) -> [[Span]]? {
    let rows = Array(Wrapping(text, width: width).prefix(most + 1))
    return rows.count > 1 && rows.count <= most ? rows.map { $0.spans(style) } : nil
  }

  /// One row of the layout.
  package struct Line: PiecedText, Sendable, Hashable {
    /// The parts of the row: plain text and escapes.
    package internal(set) var pieces: [Sanitized.Piece] = []
    /// The range of the text that the row shows, with the blank or line break that ends it.
    package internal(set) var range: Range<String.Index>
  }

  /// Returns the next row, or nil after the last one.
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

  /// As much of the rest as a row can show.
  private var reachable: Substring {
    let rest = text[position...]
    let most = Swift.min(Sanitized.maximumBytes(inCells: width), rest.utf8.count)
    return rest[..<rest.utf8.index(rest.startIndex, offsetBy: most)]
  }
}

extension Character {
  package var isLineBreak: Bool { self == "\n" || self == "\r\n" }
}
