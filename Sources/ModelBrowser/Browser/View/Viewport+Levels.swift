/// From level to level, and the levels around what is in sight.
extension Viewport {
  /// The rows around those in sight whose own line is above the top: they stand over the first lines, as many as the
  /// cursor never is on.
  func stickyRows(over rows: [Row]) -> [Row] {
    for count in 0...margin where rows.indices.contains(count) {
      let around = around(rows[count])
      if around.count <= count || count == margin { return around.suffix(count) }
    }
    return []
  }

  /// The ancestors of a row, outermost first. The root is included only if it shows the column names, since
  /// the file name is in the status bar.
  private func around(_ row: Row) -> [Row] {
    var rows: [Row] = []
    var next = row.parent
    while let row = next, row.parent != nil || row.filteredAs == columns?.list {
      rows.append(row)
      next = row.parent
    }
    return rows.reversed()
  }

  mutating func moveSibling(_ steps: Int) {
    var row = cursor
    for _ in 0..<abs(steps) {
      guard !outline.records.stop.isCancelled,
        let next = outline.sibling(of: row, forward: steps > 0)
      else { break }
      row = next
    }
    setCursor(row)
  }

  /// Goes to the next row that is further in or out than the one before it.
  mutating func moveToOtherLevel(_ steps: Int) {
    var row = cursor
    for _ in 0..<min(abs(steps), Self.mostLevels) {
      var walked = 0
      let depth = row.depth
      while walked < Self.mostLevels, row.depth == depth, !outline.records.stop.isCancelled,
        let next = steps > 0 ? outline.next(after: row) : outline.previous(before: row)
      {
        row = next
        walked += 1
      }
    }
    setCursor(row)
  }

  /// Goes to the next row that holds others.
  mutating func moveToFold(_ steps: Int) {
    var found = cursor
    for _ in 0..<min(abs(steps), Self.mostLevels) {
      var row: Row? = found
      var walked = 0
      repeat {
        row = row.flatMap { steps > 0 ? outline.next(after: $0) : outline.previous(before: $0) }
        walked += 1
      } while walked < Self.mostLevels && !outline.records.stop.isCancelled
        && row.map { !$0.isContainer || $0.isEmpty } == true
      guard let row, row.isContainer else { break }
      found = row
    }
    setCursor(found)
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
