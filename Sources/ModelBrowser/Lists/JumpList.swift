import Mantle

/// The rows in one view from which the cursor jumped to a row outside of the screen, the latest row last.
struct JumpList: Sendable {
  private var rows: [RowID] = []
  /// The number of rows to go back to, which are the first ones; the rows after them are the rows to go forward to.
  private var count = 0

  private static let most = 100

  /// The rows to go back to, the latest last.
  var back: ArraySlice<RowID> { rows[..<count] }

  /// Adds a row to go back to, and removes the rows to go forward to.
  mutating func add(_ row: RowID) {
    rows.removeSubrange(count...)
    if count == Self.most { rows.removeFirst() }
    rows.append(row)
    count = rows.count
  }

  /// Goes one step back or forward, if possible.
  ///
  /// - Parameter here: the row to which a step in the other direction returns.
  /// - Returns: the row that the step leads to; nil if there is none.
  mutating func step(forward: Bool, from here: RowID) -> RowID? {
    let place = forward ? count : count - 1
    guard rows.indices.contains(place) else { return nil }
    defer { (rows[place], count) = (here, forward ? count + 1 : count - 1) }
    return rows[place]
  }

  /// Replaces the latest row to go back to by another row. Returns the replaced row; nil if there is no row to go back to.
  mutating func exchange(_ here: RowID) -> RowID? {
    guard let last = back.last else { return nil }
    count -= 1
    add(here)
    return last
  }

  /// Returns the list with updated identifiers and without removed rows.
  func moved(_ newID: (RowID) -> RowID?) -> JumpList {
    var moved = JumpList()
    moved.rows = back.compactMap(newID)
    moved.count = moved.rows.count
    moved.rows += rows[count...].compactMap(newID)
    return moved
  }
}

/// A row that the user marked with a letter.
struct Mark: Sendable {
  let row: RowID
  let view: Row.View
  /// The position in the text, which locates the mark in the other view.
  let place: TextPlace

  /// Sets the mark of a letter at the cursor.
  static func set(_ browser: inout Browser, _ name: String) {
    guard let letter = name.first else { return }
    browser.marks[letter] = Mark(
      row: browser.cursor.id, view: browser.outline.view,
      place: browser.document.textPlace(of: browser.cursor.firstInText, end: false))
    browser.message = .note("Mark \(letter) is here  ('\(letter) comes back, :marks lists them)")
  }

  /// Moves the cursor to the row that the user marked with a letter.
  static func go(_ browser: inout Browser, to name: String) throws {
    let outline = browser.outline
    guard let letter = name.first, let mark = browser.marks[letter] else {
      throw Message.warning("There is no mark \(name)  (m\(name) sets it)")
    }
    browser.editor.reveal(
      mark.view == outline.view
        ? outline.row(nearest: mark.row) : outline.row(at: mark.place) ?? browser.cursor)
  }
}
