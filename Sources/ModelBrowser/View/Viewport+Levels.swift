import Mantle

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

  /// Returns the ancestors of a row, outermost first, without the root, whose name is in the status bar.
  private func around(_ row: Row) -> [Row] {
    sequence(first: row, next: \.parent).dropFirst().filter { $0.parent != nil }.reversed()
  }

  mutating func moveSibling(_ steps: Int) {
    if table == nil { setCursor(sibling(of: cursor, steps)) } else { walk(steps) }
  }

  /// Returns the sibling that is a number of steps away, or the last one in that direction.
  func sibling(of row: Row, _ steps: Int) -> Row {
    var row = row
    for _ in 0..<abs(steps) {
      guard !outline.records.stop.isCancelled, let next = outline.sibling(of: row, forward: steps > 0)
      else { break }
      row = next
    }
    return row
  }

  /// Moves to the next row whose level differs from that of the row before it.
  mutating func moveToOtherLevel(_ steps: Int) {
    var row = cursor
    for _ in 0..<min(abs(steps), Self.maximumLevels) {
      let depth = row.depth
      for next in rows(from: row, forward: steps > 0).dropFirst().prefix(Self.maximumLevels) {
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

extension Viewport {
  /// Expands further levels as long as all of their rows fit on the screen, so that a small file is visible in full. Input
  /// that is still being read is not expanded. If the document is a single collapsed row, the row is expanded at any
  /// length.
  mutating func openWhatFits() {
    guard outline.document.incoming == nil else { return }
    var count = rowCount(upTo: layout.listRows)
    for level in outline.folds.level + 1..<outline.folds.level + Self.maximumOpened {
      var deeper = self
      deeper.outline.folds = FoldSet(openTo: level)
      let opened = deeper.rowCount(upTo: layout.listRows + 1)
      guard opened > count, opened <= layout.listRows || count == 2 else { break }
      (outline.folds, count) = (deeper.outline.folds, opened)
    }
    openedLevel = outline.folds.level
  }

  private static let maximumOpened = 9

  /// Returns the number of rows after folding, but at most `most`.
  ///
  /// - Complexity: O(most).
  private func rowCount(upTo most: Int) -> Int {
    sequence(first: outline.root) { outline.next(after: $0) }.prefix(most).reduce(0) { count, _ in count + 1 }
  }
}

extension Viewport {
  /// Replaces the text with one that has grown at its end; rows keep their identifiers, folds and marks.
  mutating func grow(to text: JSONBytes, _ change: (inout Document) -> Void) {
    var document = outline.document
    change(&document)
    let (filters, calculations) = (outline.filters, outline.calculations)
    outline = Outline(
      document, Records(continuing: outline.records, in: text), view: outline.view, folds: outline.folds)
    (outline.filters, outline.calculations) = (filters, calculations)
    cursor = outline.row(nearest: cursor.id)
    keepInSight()
  }

  /// The last row, or the last row of a table in the order of the list; nil for a sorted table.
  private var end: Row? { table.map { $0.order == nil ? tableEdge(first: false) : nil } ?? outline.last }

  /// Whether the cursor is on the last row of the text or the table.
  var isAtEnd: Bool { line(of: cursor).id == end?.id }

  /// Moves the cursor to the end without adding to the jump list.
  mutating func goToEnd() {
    guard let end else { return }
    (cursor, cursorLine, detailTop) = (end, layout.listRows, 0)
    settle()
    keepInSight()
  }
}
