import TerminalText

/// Clicks, the wheel, and the divider between the list and the detail pane.
extension MouseEvent {
  func perform(in browser: inout Browser) {
    switch browser.mode {
    case .browsing: browse(&browser)
    case .reading(var screen):
      let height = max(1, browser.size.rows - 2)
      scroll { screen.handle($0, height: height) }
      browser.mode = .reading(screen)
    case .listing(let pane): perform(in: &browser, pane)
    case .writing(var edit):
      scroll { key in
        TextEdit.type(&browser, key, edit)
        if case .writing(let next) = browser.mode { edit = next }
        return true
      }
    case .filling(var form):
      if action == .press, form.select(line: place.row - 1, of: max(1, browser.layout.bodyRows - 1)) {
        browser.mode = .filling(form)
      }
      scroll { key in
        ElementForm.type(&browser, key, form)
        if case .filling(let next) = browser.mode { form = next }
        return true
      }
    case .choosing(let chooser): perform(in: &browser, chooser)
    case .typing, .editing, .asking: break
    }
  }

  /// A click selects an item, and a second one takes it.
  private func perform(in browser: inout Browser, _ chooser: ListPicker) {
    var chooser = chooser
    scroll { key in
      chooser.handle(key)
      return true
    }
    let line = chooser.isOfValue ? browser.view.cursorLine : nil
    let shown = chooser.place(on: browser.size, below: line, above: browser.layout.bodyRows)
    let index = shown.items.lowerBound + place.row - shown.top
    let isTaken =
      action == .press && shown.items.contains(index)
      && chooser.select(index, first: shown.items.lowerBound)
    browser.mode = .choosing(chooser)
    if isTaken { browser.continueChoosing(.enter, chooser) }
  }

  private static let wheelRows = 3

  /// A turn of the wheel as keys.
  private func scroll(_ handle: (Key) -> Bool) {
    guard action == .wheelUp || action == .wheelDown else { return }
    for _ in 0..<Self.wheelRows { _ = handle(action == .wheelUp ? .up : .down) }
  }

  private func browse(_ browser: inout Browser) {
    switch action {
    case .wheelUp, .wheelDown:
      let rows = action == .wheelUp ? -Self.wheelRows : Self.wheelRows
      if browser.layout.isInDetail(place) {
        browser.view.detailTop = max(0, browser.view.detailTop + rows)
      } else {
        browser.view.scrollView(rows)
      }
    case .press:
      browser.message = nil
      browser.isDraggingDivider = browser.layout.isOnDivider(place)
      guard !browser.isDraggingDivider, place.row < browser.layout.listRows,
        place.column < browser.layout.listColumns
      else { return }
      let rows = browser.view.visibleRows
      guard rows.indices.contains(place.row) else { return }
      let sticky = browser.options.sticky ? browser.view.stickyRows(over: rows.map(\.row)) : []
      if sticky.indices.contains(place.row) { return browser.view.setCursor(sticky[place.row]) }
      // A second click opens or closes what the first one chose.
      if rows[place.row].isCursor { browser.view.toggleFold() } else { browser.view.moveTo(line: place.row) }
    case .drag where browser.isDraggingDivider:
      browser.options.detailShare = browser.layout.detailShare(draggedTo: place)
    case .drag: break
    case .release: browser.isDraggingDivider = false
    }
  }

  private func perform(in browser: inout Browser, _ pane: ListPane) {
    var pane = pane
    let height = max(1, browser.size.rows - 3)
    scroll { pane.handle($0, height: height) == .stay }
    guard action == .press, place.row > 0, place.row <= height else {
      browser.mode = .listing(pane)
      return
    }
    let before = pane.selected
    pane.select(line: place.row - 1)
    guard pane.selected == before else {
      browser.mode = .listing(pane)
      return
    }
    ListPane.handle(&browser, .enter, pane)
  }
}

extension Layout {
  func isInDetail(_ place: Frame.Position) -> Bool {
    switch detail {
    case .hidden: false
    case .right: place.column > listColumns && place.row < bodyRows
    case .below: place.row > listRows && place.row < bodyRows
    }
  }

  func isOnDivider(_ place: Frame.Position) -> Bool {
    switch detail {
    case .hidden: false
    case .right: place.column == listColumns && place.row < bodyRows
    case .below: place.row == listRows
    }
  }

  /// How much of the screen the pane has when the divider is dragged to a place.
  func detailShare(draggedTo place: Frame.Position) -> Double {
    switch detail {
    case .hidden: Self.usualShare
    case .right: Double(size.columns - 1 - place.column) / Double(max(1, size.columns))
    case .below: Double(bodyRows - place.row) / Double(max(1, bodyRows))
    }
  }
}
