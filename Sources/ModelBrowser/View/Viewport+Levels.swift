/// Movement between levels, and the ancestors that are pinned above the visible rows.
extension Viewport {
  /// Returns the ancestors that scrolled out above the visible rows. They are pinned over the first lines, at most as many
  /// as the scroll margin has, so that the cursor is never under them.
  func stickyRows(over rows: [Row]) -> [Row] {
    for count in 0...margin where rows.indices.contains(count) {
      let around = around(rows[count])
      if around.count <= count || count == margin { return around.suffix(count) }
    }
    return []
  }

  /// The ancestors of a row, outermost first, without the root, whose name is in the status bar.
  private func around(_ row: Row) -> [Row] {
    sequence(first: row, next: \.parent).dropFirst().filter { $0.parent != nil }.reversed()
  }

  mutating func moveSibling(_ steps: Int) {
    if table == nil { setCursor(sibling(of: cursor, steps)) } else { walk(steps) }
  }

  /// The sibling some rows away, or the last one on the way.
  func sibling(of row: Row, _ steps: Int) -> Row {
    var row = row
    for _ in 0..<abs(steps) {
      guard !outline.records.stop.isCancelled, let next = outline.sibling(of: row, forward: steps > 0)
      else { break }
      row = next
    }
    return row
  }

  /// Goes to the next row that is further in or out than the one before it.
  mutating func moveToOtherLevel(_ steps: Int) {
    var row = cursor
    for _ in 0..<min(abs(steps), Self.mostLevels) {
      let depth = row.depth
      for next in rows(from: row, forward: steps > 0).dropFirst().prefix(Self.mostLevels) {
        row = next
        if next.depth != depth || outline.records.stop.isCancelled { break }
      }
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
