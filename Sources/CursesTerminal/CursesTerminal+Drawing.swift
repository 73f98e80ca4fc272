import CNCurses
import Mantle
import TerminalText

extension CursesTerminal {
  /// Draws a frame on the screen. Text outside the screen is cut off, and unprintable text is sanitized.
  package func draw(_ frame: Frame) {
    guard isHeld, !isHungUp else { return }
    let isChanged = put(frame)
    let cursor = placeCursor(frame.cursor)
    wnoutrefresh(cn_screen())
    doupdate()
    if isChanged { placeRows(cursor: cursor) }
    lastFrame = frame
    askForBackground()
  }

  /// Writes the changed rows of a frame to the curses window; returns false if the window already contains the frame.
  private func put(_ frame: Frame) -> Bool {
    if shown.isInvalid { wclear(cn_screen()) }
    let changes = shown.update(to: frame, size: size)
    for change in changes { drawInCurses(change) }
    return !changes.isEmpty
  }

  private func drawInCurses(_ change: ShownRows.Change) {
    let row = Int32(change.index)
    // Curses does not know the content of a row that was drawn without it.
    if change.old.isDrawnDirectly { wredrawln(cn_screen(), row, 1) }
    guard case .curses(let spans) = change.new else { return reserve(row) }
    var column = Int32(0)
    let kept = change.unchangedCount
    for span in spans[..<kept] { column += Int32(span.cellWidth) }
    wmove(cn_screen(), row, column)
    cn_set_style(0, 0)
    wclrtoeol(cn_screen())
    for span in spans[kept...] {
      let look = shown.looks.look(span.style)
      let pair = shown.looks.palette == .monochrome ? 0 : span.style.role.colorPair
      if span.isPlain {
        cn_add_plain(row, column, span.text, look.attributes, pair)
      } else {
        wmove(cn_screen(), row, column)
        cn_set_style(look.attributes, pair)
        waddstr(cn_screen(), span.text)
      }
      column += Int32(span.cellWidth)
    }
    cn_set_style(0, 0)
  }

  /// Fills a row that is drawn without curses with characters that look blank but that curses does not treat as
  /// blank. Otherwise curses would clear the row, or move the cursor by rewriting plain ASCII cells without
  /// attributes.
  private func reserve(_ row: Int32) {
    cn_set_style(cn_bold, 0)
    wmove(cn_screen(), row, 0)
    waddstr(cn_screen(), String(repeating: shown.cursesTakesUTF8 ? "\u{2002}" : ".", count: size.columns))
    cn_set_style(0, 0)
  }

  /// Moves the cursor to its position in the frame, or hides it if the position is nil. Returns the position on the
  /// screen.
  private func placeCursor(_ position: Frame.Position?) -> Frame.Position {
    let row = min(max(0, position?.row ?? 0), size.rows - 1)
    let column = min(max(0, position?.column ?? 0), size.columns - 1)
    curs_set(position == nil ? 0 : 1)
    wmove(cn_screen(), Int32(row), Int32(column))
    return Frame.Position(row: row, column: column)
  }

  /// Writes all rows that are drawn without curses, and restores the cursor position that curses expects. Unchanged
  /// rows are written, too, because curses may have scrolled or overwritten them while it updated the screen.
  private func placeRows(cursor: Frame.Position) {
    guard shown.rows.contains(where: \.isDrawnDirectly) else { return }
    tty.write(RowWriter.frame(shown.rows.compactMap(\.output).joined(), cursor: cursor))
  }
}
