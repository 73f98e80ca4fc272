import TextCells

/// A builder that fills one row of wrapped text and determines where the row ends. See ``Wrapping``.
struct RowBuilder {
  /// A character or escape that must not be split, with its width in terminal cells.
  private struct Cell {
    let unit: Sanitized.Piece
    /// The index in the wrapped text at which the next unit begins.
    let end: String.Index
    let width: Int
    let isBlank: Bool

    /// Returns whether the row may break between this unit and the next unit: after blanks and hyphens, and
    /// before and after wide characters.
    func mayBreak(before next: Cell) -> Bool {
      (isBlank && !next.isBlank) || unit.text == "-" || width == 2 || next.width == 2
    }
  }

  private let width: Int
  private var cells: [Cell] = []
  private var filled = 0
  /// The number of characters and escapes in the row before the last position at which the row may break; 0 if there is no
  /// such position.
  private var breakable = 0

  static let tabStop = 4

  init(width: Int) {
    self.width = width
  }

  /// Adds a character to the row. Returns the index at which the next row starts if this row is complete,
  /// otherwise nil.
  mutating func take(_ character: Substring) -> String.Index? {
    // This fast path handles most characters. The general path would take a quarter of the time of a key press.
    if let byte = character.utf8.first, 0x20..<0x7F ~= byte, character.utf8.count == 1 {
      let unit = Sanitized.Piece(text: String(character), isEscape: false)
      return add(unit, character.endIndex, width: 1, isBlank: byte == 0x20)
    }
    if character.first?.isLineBreak == true { return character.endIndex }
    if character == "\t" {
      let blanks = String.blanks(Self.tabStop - filled % Self.tabStop)
      let unit = Sanitized.Piece(text: blanks, isEscape: false)
      return add(unit, character.endIndex, width: blanks.count, isBlank: true)
    }
    var end: String.Index?
    CharacterSanitizer.forEachUnit(of: character) { unit, next in
      if end == nil { end = add(unit, next, width: unit.text.cellWidth, isBlank: unit.text == " ") }
    }
    return end
  }

  /// The text of the row, as runs of plain text and escapes.
  var pieces: [Sanitized.Piece] {
    cells.reduce(into: []) { $0.append($1.unit.text, isEscape: $1.unit.isEscape) }
  }

  private mutating func add(
    _ unit: Sanitized.Piece, _ end: String.Index, width cellWidth: Int, isBlank: Bool
  ) -> String.Index? {
    let cell = Cell(unit: unit, end: end, width: cellWidth, isBlank: isBlank)
    if let last = cells.last, last.mayBreak(before: cell) { breakable = cells.count }
    guard filled + cell.width > width else {
      cells.append(cell)
      filled += cell.width
      return nil
    }
    if isBlank { return end }
    return breakRow(before: cell)
  }

  /// Ends the row at its last possible break, or before the given unit if there is none. Returns the index at
  /// which the next row starts.
  private mutating func breakRow(before cell: Cell) -> String.Index {
    guard !cells.isEmpty else {
      let text = Truncation.end.fit(cell.unit.text, to: width)
      let unit = Sanitized.Piece(text: text, isEscape: true)
      cells = [Cell(unit: unit, end: cell.end, width: width, isBlank: false)]
      return cell.end
    }
    if breakable > 0 { cells.removeLast(cells.count - breakable) }
    return cells.last?.end ?? cell.end
  }
}
