extension Browser {
  mutating func move(_ invocation: Invocation) {
    switch invocation.id {
    case .down: walk(invocation.times)
    case .up: walk(-invocation.times)
    case .nextSibling: moveSibling(invocation.times)
    case .previousSibling: moveSibling(-invocation.times)
    case .firstSibling: moveToEdge(outline.firstChild)
    case .lastSibling: moveToEdge(outline.lastChild)
    case .open: for _ in 0..<min(invocation.times, Self.mostLevels) { stepIn() }
    case .close: for _ in 0..<min(invocation.times, Self.mostLevels) { stepOut() }
    case .parent: for _ in 0..<min(invocation.times, Self.mostLevels) { stepToParent() }
    case .top: if let count = invocation.count { goTo(element: count) } else { setCursor(outline.root) }
    case .bottom: if let count = invocation.count { goTo(element: count) } else { setCursor(outline.last) }
    case .goTo: goTo(invocation.argument)
    case .jumpBack: jumpBack(invocation.times)
    case .jumpToAndFro: jumpToAndFro()
    default: scroll(invocation)
    }
  }

  private mutating func scroll(_ invocation: Invocation) {
    let rows = layout.listRows
    let times = invocation.times
    switch invocation.id {
    case .halfPageDown: page(invocation.count ?? max(1, rows / 2))
    case .halfPageUp: page(-(invocation.count ?? max(1, rows / 2)))
    case .pageDown: page(Self.product(times, max(1, rows - 1)))
    case .pageUp: page(-Self.product(times, max(1, rows - 1)))
    case .scrollDown: scrollView(times)
    case .scrollUp: scrollView(-times)
    case .cursorToTop: cursorLine = margin
    case .cursorToMiddle: cursorLine = rows / 2
    case .cursorToBottom: cursorLine = max(0, rows - 1 - margin)
    default: break
    }
  }

  private static let mostLevels = 10_000

  private static func product(_ a: Int, _ b: Int) -> Int { min(a, 1 << 30) * b }

  /// How many rows stay in sight above and below the cursor.
  var margin: Int { min(3, max(0, (layout.listRows - 1) / 2)) }

  // MARK: - Rows

  /// Moves the cursor over the rows on the screen; the view follows at its edges.
  mutating func walk(_ steps: Int) {
    let (row, walked) = walked(from: cursor, steps)
    cursor = row
    cursorLine += walked
    detailTop = 0
    keepInSight()
  }

  /// The row some rows away, and how far it is: fewer at the ends.
  private func walked(from row: Row, _ steps: Int) -> (row: Row, steps: Int) {
    var row = row
    var walked = 0
    while walked != steps {
      guard let next = steps > 0 ? outline.next(after: row) : outline.previous(before: row) else { break }
      row = next
      walked += steps > 0 ? 1 : -1
    }
    return (row, walked)
  }

  /// Moves the cursor and the view together, so that the cursor stays where it is on the screen.
  private mutating func page(_ steps: Int) {
    let (row, walked) = walked(from: cursor, steps)
    cursor = row
    detailTop = 0
    if abs(walked) < abs(steps) { cursorLine += steps > 0 ? layout.listRows : -layout.listRows }
    keepInSight()
  }

  /// Moves the view under the cursor; the cursor follows at the edges.
  private mutating func scrollView(_ steps: Int) {
    let wanted = cursorLine - steps
    let lowest = max(margin, 0)
    let highest = max(lowest, layout.listRows - 1 - margin)
    let moved = min(max(wanted, lowest), highest)
    cursorLine = moved
    if moved != wanted {
      walk(moved - wanted)
      cursorLine = moved
    }
    keepInSight()
  }

  /// Puts the cursor on a row anywhere; the view jumps when the row is out of sight.
  mutating func setCursor(_ row: Row) {
    guard row.id != cursor.id else { return }
    detailTop = 0
    if let distance = distance(to: row) {
      cursorLine += distance
    } else {
      jumps.add(cursor.id, in: outline.view)
      cursorLine = row.id == outline.root.id ? 0 : layout.listRows / 2
    }
    cursor = row
    keepInSight()
  }

  /// How many rows below (above: negative) the cursor a row is, when it is on the screen or just outside.
  private func distance(to row: Row) -> Int? {
    let reach = layout.listRows
    for direction in [1, -1] {
      var next: Row? = cursor
      for steps in 0...reach {
        guard let here = next else { break }
        if here.id == row.id { return steps * direction }
        next = direction > 0 ? outline.next(after: here) : outline.previous(before: here)
      }
    }
    return nil
  }

  /// Keeps the cursor away from the edges, and no empty lines above the first row or below the last.
  mutating func keepInSight() {
    showCursorsElement()
    let rows = layout.listRows
    cursorLine = min(max(cursorLine, margin), max(margin, rows - 1 - margin))
    let above = -walked(from: cursor, -cursorLine).steps
    let below = walked(from: cursor, rows - 1 - cursorLine).steps
    if above < cursorLine {
      cursorLine = above
    } else if below < rows - 1 - cursorLine {
      let missing = rows - 1 - cursorLine - below
      cursorLine = -walked(from: cursor, -(cursorLine + missing)).steps
    }
  }

  // MARK: - Levels

  private mutating func moveSibling(_ steps: Int) {
    var row = cursor
    for _ in 0..<abs(steps) {
      guard let next = steps > 0 ? outline.nextSibling(of: row) : outline.previousSibling(of: row) else {
        break
      }
      row = next
    }
    setCursor(row)
  }

  private mutating func moveToEdge(_ edge: (Row) -> Row?) {
    if let parent = cursor.parent, let row = edge(parent) { setCursor(row) }
  }

  private mutating func stepIn() {
    guard cursor.isContainer else { return }
    if !outline.isOpen(cursor) { return setFold(cursor, open: true) }
    if let child = outline.firstChild(of: cursor) { setCursor(child) }
  }

  private mutating func stepOut() {
    if outline.isOpen(cursor), outline.firstChild(of: cursor) != nil, cursor.parent != nil {
      setFold(cursor, open: false)
    } else {
      stepToParent()
    }
  }

  private mutating func stepToParent() {
    if let parent = cursor.parent { setCursor(parent) }
  }
}
