import Mantle

/// A place that was given a letter.
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

  /// Goes to the mark of a letter.
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
