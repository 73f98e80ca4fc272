/// Clicks, the wheel, and the divider between the list and the detail pane.
extension Browser {
  mutating func handle(_ mouse: MouseEvent) -> [Effect] {
    switch mode {
    case .browsing: browse(mouse)
    case .reading(var screen):
      scroll(mouse) { screen.handle($0, height: max(1, size.rows - 2)) }
      mode = .reading(screen)
    case .listing(let pane): return handle(mouse, pane)
    case .choosing, .typing, .editing, .asking: break
    }
    return []
  }

  private static let wheelRows = 3

  /// A turn of the wheel as keys.
  private func scroll(_ mouse: MouseEvent, _ handle: (Key) -> Bool) {
    guard mouse.action == .wheelUp || mouse.action == .wheelDown else { return }
    for _ in 0..<Self.wheelRows { _ = handle(mouse.action == .wheelUp ? .up : .down) }
  }

  private mutating func browse(_ mouse: MouseEvent) {
    let place = mouse.place
    switch mouse.action {
    case .wheelUp, .wheelDown:
      let rows = mouse.action == .wheelUp ? -Self.wheelRows : Self.wheelRows
      if layout.isInDetail(place) {
        view.detailTop = max(0, view.detailTop + rows)
      } else {
        view.scrollView(rows)
      }
    case .press:
      message = nil
      isDraggingDivider = layout.isOnDivider(place)
      guard !isDraggingDivider, place.row < layout.listRows, place.column < layout.listColumns else { return }
      let rows = view.visibleRows
      guard rows.indices.contains(place.row) else { return }
      // A second click opens or closes what the first one chose.
      if rows[place.row].isCursor { view.toggleFold() } else { view.moveTo(line: place.row) }
    case .drag where isDraggingDivider:
      options.detailShare = layout.detailShare(draggedTo: place)
    case .drag: break
    case .release: isDraggingDivider = false
    }
  }

  private mutating func handle(_ mouse: MouseEvent, _ pane: ListPane) -> [Effect] {
    var pane = pane
    let height = max(1, size.rows - 3)
    scroll(mouse) { pane.handle($0, height: height) == .stay }
    guard mouse.action == .press, mouse.place.row > 0, mouse.place.row <= height else {
      mode = .listing(pane)
      return []
    }
    let before = pane.selected
    pane.select(line: mouse.place.row - 1)
    guard pane.selected == before else {
      mode = .listing(pane)
      return []
    }
    return continueListing(.enter, pane)
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
