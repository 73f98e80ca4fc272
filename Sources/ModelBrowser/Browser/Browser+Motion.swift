extension Browser {
  private static let mostLevels = 10_000

  /// Takes a step from level to level several times.
  mutating func repeated(_ times: Int, _ step: (inout Browser) -> Void) {
    for _ in 0..<min(times, Self.mostLevels) { step(&self) }
  }

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
  mutating func page(_ steps: Int) {
    let (row, walked) = walked(from: cursor, steps)
    cursor = row
    detailTop = 0
    if abs(walked) < abs(steps) { cursorLine += steps > 0 ? layout.listRows : -layout.listRows }
    keepInSight()
  }

  mutating func page(pages: Int) {
    page(max(-(1 << 30), min(pages, 1 << 30)) * max(1, layout.listRows - 1))
  }

  /// Moves the view under the cursor; the cursor follows at the edges.
  mutating func scrollView(_ steps: Int) {
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

  mutating func moveSibling(_ steps: Int) {
    var row = cursor
    for _ in 0..<abs(steps) {
      guard let next = steps > 0 ? outline.nextSibling(of: row) : outline.previousSibling(of: row) else {
        break
      }
      row = next
    }
    setCursor(row)
  }

  mutating func moveToEdge(_ edge: (Row) -> Row?) {
    if let parent = cursor.parent, let row = edge(parent) { setCursor(row) }
  }

  mutating func stepIn() {
    guard cursor.isContainer else { return }
    if !outline.isOpen(cursor) { return setFold(cursor, open: true) }
    if let child = outline.firstChild(of: cursor) { setCursor(child) }
  }

  mutating func stepOut() {
    if outline.isOpen(cursor), outline.firstChild(of: cursor) != nil, cursor.parent != nil {
      setFold(cursor, open: false)
    } else {
      stepToParent()
    }
  }

  mutating func stepToParent() {
    if let parent = cursor.parent { setCursor(parent) }
  }
}
