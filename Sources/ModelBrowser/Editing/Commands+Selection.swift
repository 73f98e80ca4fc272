import Mantle

extension Command {
  static let selection: [Command] = [
    Command(
      "select", .editing, keys: ["v", "V", "gv again"],
      "Select rows from here to the cursor",
      isAllowedWhileSaving: true, takesSelection: true, inTable: .row
    ) { browser, call in
      if call.argument == "again" { return try selectAgain(&browser) }
      if browser.selection.isActive {
        browser.selection.end(at: browser.cursor.id)
      } else {
        browser.selection.begin(at: browser.cursor.id)
      }
    }
  ]
}

private func selectAgain(_ browser: inout Browser) throws {
  guard let (anchor, cursor) = browser.selection.last else {
    throw Message.warning("Nothing was selected before (v selects)")
  }
  browser.view.reveal(browser.outline.row(nearest: cursor))
  browser.selection.begin(at: anchor)
}

// MARK: - Selected rows of a table

/// Returns the question whether to delete the selected rows of a table or only their values in the current column; nil if only
/// the rows can be deleted.
func deletionInTable(_ browser: Browser) -> Question? {
  guard browser.selection.isActive, let column = browser.view.table?.grid.current,
    column.path?.isNamed == true,
    !selectedCells(browser).isEmpty
  else { return nil }
  return Question(
    text: "Delete \(Words.count(browser.targets.count, "row")), or only \(column.title) of each?",
    answers: [
      Question.Answer(key: "r", words: "rows") { browser in
        browser.view.cursor = browser.view.line(of: browser.cursor)
        browser.editor.delete()
      },
      Question.Answer(key: "c", words: column.title) { browser in
        let delete = confirmed(about: { browser, _ in selectedCells(browser) }) { browser, _ in
          browser.editor.delete(selectedCells(browser))
        }
        try delete(&browser, Invocation(.putAfter))
      },
    ])
}

/// Returns the values of the selected rows of a table in the column of the cursor.
private func selectedCells(_ browser: Browser) -> [Row] {
  guard let table = browser.view.table,
    let rows = browser.selected?.rows(in: browser.outline, most: Selection.most)
  else { return [] }
  return rows.compactMap { table.cellRow(of: $0, in: browser.outline) }.filter { $0.node != nil }
}

// MARK: - Edits of every row that is selected

/// Replaces the value of each target row by the result of `json`, and ends the selection. The result nil leaves a row
/// unchanged.
func changeEach(_ browser: inout Browser, _ json: (Row, Outline) -> [UInt8]?) {
  guard browser.selection.isActive else {
    if let json = json(browser.cursor, browser.outline) { browser.editor.commit(json) }
    return
  }
  browser.editor.set { editor in
    editor.targets.compactMap { row in json(row, editor.outline).map { (row, $0) } }
  }
  browser.selection.end(at: browser.cursor.id)
}

/// Moves the selected rows past a number of siblings. Each step moves one sibling to the other side of the selected rows.
func moveElements(_ browser: inout Browser, _ steps: Int) {
  guard browser.view.table?.order == nil else {
    return browser.message = .warning(
      "Sorted rows cannot be moved  (\\ removes the sort order)")
  }
  guard browser.selection.isActive else { return moveElement(&browser, steps) }
  let count = browser.document.history.done.count
  for _ in 0..<min(abs(steps), Selection.most) {
    guard let rows = browser.selected else { break }
    let outline = browser.outline
    let beside = outline.value(
      from: steps > 0 ? outline.nextSibling(of: rows.last) : outline.previousSibling(of: rows.first),
      forward: steps > 0)
    guard let beside else { break }
    browser.editor.change(of: beside) {
      try $0.moving($1, to: steps > 0 ? rows.first : rows.last, forward: steps < 0)
    }
  }
  guard browser.document.history.done.count > count else { return }
  let moved = browser.selected?.countText(in: browser.outline) ?? "0"
  let elements = Int(moved).map { Words.count($0, "element") } ?? "\(moved) elements"
  browser.editor.joinSteps(after: count, as: "moved \(elements) \(steps > 0 ? "down" : "up")")
}

private func moveElement(_ browser: inout Browser, _ steps: Int) {
  let outline = browser.outline
  var other = browser.cursor
  for _ in 0..<abs(steps) {
    let sibling = outline.sibling(of: other, forward: steps > 0)
    guard let next = outline.value(from: sibling, forward: steps > 0) else { break }
    other = next
  }
  guard other.id != browser.cursor.id else { return }
  browser.editor.change { try $0.moving($1, to: other, forward: steps > 0) }
}
