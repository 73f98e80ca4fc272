import TerminalText

/// Clicks, the wheel, and the divider between the list and the detail pane.
extension MouseEvent {
  func perform(in browser: inout Browser) {
    switch browser.mode {
    case .browsing: browse(&browser)
    case .typing, .editing, .asking: break
    case .reading, .listing, .writing, .filling, .choosing:
      switch action {
      case .wheelUp, .wheelDown:
        for _ in 0..<Self.wheelRows { browser.handle(.key(action == .wheelUp ? .up : .down)) }
      case .press: press(in: &browser)
      case .drag, .release: break
      }
    }
  }

  /// Handles a click in a list or a form: selects an item; a second click on the item chooses it, like Enter.
  private func press(in browser: inout Browser) {
    var isTaken = false
    switch browser.mode {
    case .listing(var pane) where 1...max(1, pane.height(in: browser.size)) ~= place.row:
      let before = pane.selected
      pane.select(line: place.row - 1)
      isTaken = pane.selected == before
      browser.mode = .listing(pane)
    case .filling(var form):
      form.select(line: place.row - 1, of: max(1, browser.layout.bodyRows - 1))
      browser.mode = .filling(form)
    case .choosing(var chooser):
      let line = chooser.isOfValue ? browser.layout.heading + browser.view.cursorLine : nil
      let shown = chooser.place(on: browser.size, below: line, above: browser.layout.bodyRows)
      let index = shown.items.lowerBound + place.row - shown.top
      guard shown.items.contains(index) else { return }
      isTaken = chooser.select(index, first: shown.items.lowerBound)
      browser.mode = .choosing(chooser)
    default: break
    }
    if isTaken { browser.handle(.key(.enter)) }
  }

  private static let wheelRows = 3

  private func browse(_ browser: inout Browser) {
    switch action {
    case .wheelUp, .wheelDown:
      let rows = action == .wheelUp ? -Self.wheelRows : Self.wheelRows
      if browser.layout.isInDetail(place) {
        browser.view.detailTop = max(0, browser.view.detailTop + rows)
      } else {
        ResultTable.scroll(&browser, rows)
      }
    case .press:
      browser.message = nil
      browser.dragged = browser.layout.isOnDivider(place) ? .divider : nil
      guard browser.dragged == nil, place.row < browser.layout.listEnd,
        place.column < browser.layout.listColumns
      else { return }
      if browser.view.grid != nil { return pressTable(&browser) }
      let rows = browser.view.visibleRows
      guard rows.indices.contains(place.row) else { return }
      let sticky = browser.options.sticky ? browser.view.stickyRows(over: rows.map(\.row)) : []
      if sticky.indices.contains(place.row) { return browser.view.setCursor(sticky[place.row]) }
      // A click on the row under the cursor toggles its fold.
      if rows[place.row].isCursor { browser.view.toggleFold() } else { browser.view.moveTo(line: place.row) }
    case .drag:
      switch browser.dragged {
      case .divider: browser.options.detailShare = browser.layout.detailShare(draggedTo: place)
      case .column(let index, let start):
        browser.view.changeGrid { $0.setWidth(place.column - start, of: index) }
      case nil: break
      }
    case .release: browser.dragged = nil
    }
  }

  /// Handles a click in a table: selects a cell, or a column by its title.
  private func pressTable(_ browser: inout Browser) {
    guard let grid = browser.view.grid else { return }
    let line = place.row - browser.layout.heading
    if line >= 0 { browser.view.select(line: line) }
    let head = browser.layout.listColumns - browser.view.columnCells
    let cell = place.column - head
    let column = grid.places(cells: browser.view.columnCells).first {
      $0.start..<$0.start + $0.width + Grid.gap ~= cell
    }
    // Dragging the gap after a title resizes the column.
    if line < 0, let column, cell >= column.start + column.width {
      return browser.dragged = .column(column.index, start: head + column.start)
    }
    // A click on the title of the selected column sorts by the column.
    if line < 0, column?.index == grid.cursor,
      let command = browser.commands.command(named: "sort-rows")?.command
    {
      browser.perform(Invocation(command))
    }
    browser.view.changeGrid { if let column { $0.select(column.index) } }
  }
}

extension Layout {
  func isInDetail(_ place: Frame.Position) -> Bool { distance(of: place).map { $0 > 0 } ?? false }

  func isOnDivider(_ place: Frame.Position) -> Bool { distance(of: place) == 0 }

  /// Returns the distance from the divider to a position; nil if the pane is hidden or the position is below the body.
  private func distance(of place: Frame.Position) -> Int? {
    guard place.row < bodyRows else { return nil }
    return switch detail {
    case .hidden: nil
    case .right: place.column - listColumns
    case .below: place.row - listEnd
    }
  }

  /// Returns the detail pane's share of the screen after its divider is dragged to a position.
  func detailShare(draggedTo place: Frame.Position) -> Double {
    switch detail {
    case .hidden: Self.usualShare
    case .right: Double(size.columns - 1 - place.column) / Double(max(1, size.columns))
    case .below: Double(bodyRows - place.row) / Double(max(1, bodyRows))
    }
  }
}

/// The target of a mouse drag: the divider before the detail pane, or the right edge of a table column.
enum Dragged: Sendable {
  case divider
  case column(Int, start: Int)
}
