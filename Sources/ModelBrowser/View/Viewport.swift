/// The rows on the screen: an outline, the row under the cursor, and the line of the screen that row is on.
struct Viewport {
  var outline: Outline
  var cursor: Row
  /// The cursor's line on the screen, which determines the first visible row.
  var cursorLine = 0
  /// The number of lines of the detail pane that are scrolled out at its top.
  var detailTop = 0
  /// The number of cells of each value that are scrolled out on the left.
  private(set) var valueStart = 0
  /// The table that is shown in place of the tree; nil while the tree is shown.
  var table: Table?
  /// The table that the tree was opened from, to which `q` returns; nil if there is none.
  var tableToReturnTo: SuspendedTable?
  /// The results of queries over the list; each result was opened from the previous one.
  var results: [ResultTable] = []
  var layout: Layout { didSet { keepInSight() } }
  private(set) var jumps: [Row.View: JumpList] = [:]
  /// The level that was expanded on opening; nil for the level of the models.
  var openedLevel: Int?

  /// Creates a viewport with the cursor on the first row.
  init(_ outline: Outline, _ layout: Layout) {
    self.outline = outline
    self.layout = layout
    cursor = outline.root
  }

  /// The rows on the screen, from the top.
  var visibleRows: [(row: Row, isCursor: Bool)] {
    let cursor = line(of: cursor)
    let above = rows(from: cursor, forward: false).dropFirst().prefix(cursorLine).reversed()
    let below = rows(from: cursor, forward: true).prefix(max(0, layout.listRows - above.count))
    return above.map { ($0, false) } + below.map { ($0, $0.id == cursor.id) }
  }

  static let maximumLevels = 10_000

  /// Repeats a step between levels, at most ``maximumLevels`` times.
  mutating func repeated(_ times: Int, _ step: (inout Viewport) -> Void) {
    for _ in 0..<min(times, Self.maximumLevels) { step(&self) }
  }

  /// The number of rows that stay visible above and below the cursor.
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

  /// Returns the row that is a number of steps away, and the number of steps to it, which is smaller at the ends.
  private func walked(from row: Row, _ steps: Int) -> (row: Row, steps: Int) {
    var (last, walked) = (row, 0)
    for next in rows(from: row, forward: steps > 0).dropFirst().prefix(abs(steps)) {
      last = next
      walked += steps > 0 ? 1 : -1
    }
    return (last, walked)
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

  /// Scrolls the values horizontally; the names stay in place.
  mutating func scrollValues(_ cells: Int) {
    valueStart = max(0, min(valueStart + cells, Self.maximumValueCells))
  }

  private static let maximumValueCells = 1 << 13

  /// Moves the cursor to any row; the view jumps if the row is not visible.
  ///
  /// - Parameter isJump: whether the old position is added to the jump list even if the row is visible.
  mutating func setCursor(_ row: Row, isJump: Bool = false) {
    guard row.id != cursor.id else { return }
    detailTop = 0
    let distance = distance(to: row)
    if isJump || distance == nil { jumps[outline.view, default: JumpList()].add(cursor.id) }
    if let distance {
      cursorLine += distance
    } else {
      cursorLine = row.id == outline.root.id ? 0 : layout.listRows / 2
    }
    cursor = row
    keepInSight()
  }

  /// Returns the row's distance from the cursor, negative above it; nil if the row is neither visible nor adjacent to the
  /// viewport.
  private func distance(to row: Row) -> Int? {
    let (reach, wanted) = (layout.listRows, line(of: row))
    for direction in [1, -1] {
      let rows = rows(from: line(of: cursor), forward: direction > 0).prefix(reach + 1)
      for (steps, row) in rows.enumerated() where row.id == wanted.id { return steps * direction }
    }
    return nil
  }

  /// Keeps the cursor away from the edges of the screen, without empty lines above the first row or below the last one.
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

  // MARK: - Folds

  mutating func toggleFold() { setFold(cursor, open: !outline.isOpen(cursor)) }

  mutating func setFold(_ row: Row, open: Bool) {
    guard row.isContainer else { return }
    changeFolds { folds, _ in folds.set(row.id, open: open) }
  }

  mutating func closeFold() {
    guard !outline.isOpen(cursor), let parent = cursor.parent else { return setFold(cursor, open: false) }
    setFold(parent, open: false)
  }

  /// Restores the folds and the position of another viewport, but keeps later edits and filter results.
  mutating func goBack(to before: Viewport) {
    outline.folds = before.outline.folds
    jumps = before.jumps
    cursor = outline.row(nearest: before.cursor.id)
    (cursorLine, detailTop) = (before.cursorLine, before.detailTop)
    let (rows, height) = ((before.result?.selected ?? 0) - (result?.selected ?? 0), layout.listRows)
    result?.move(rows, height: height)
    keepInSight()
  }

  /// Changes folds; the cursor keeps its line, or goes to the collapsed ancestor that now hides its row.
  mutating func changeFolds(_ change: (inout FoldSet, Row) -> Void) {
    change(&outline.folds, cursor)
    leaveClosedRows()
    keepInSight()
  }

  /// Moves the cursor to the outermost collapsed ancestor of its row, if there is one.
  private mutating func leaveClosedRows() {
    guard table == nil else { return }
    let closed = sequence(first: cursor, next: \.parent).dropFirst().filter { !outline.isOpen($0) }
    guard let outermostClosed = closed.last else { return }
    cursor = outermostClosed
    detailTop = 0
  }

  // MARK: - Going far

  /// Moves the cursor to a row and expands its ancestors.
  mutating func reveal(_ row: Row, isJump: Bool = false) {
    outline.reveal(row)
    setCursor(row, isJump: isJump)
  }

  /// Moves back or forward in the jump list.
  ///
  /// - Returns: false if the jump list has fewer entries.
  mutating func jump(_ times: Int, forward: Bool) -> Bool {
    for _ in 0..<times {
      guard let row = jumps[outline.view]?.step(forward: forward, from: cursor.id) else { return false }
      leap(to: row)
    }
    return true
  }

  /// Moves the cursor to the origin of the last jump, so that repeating the command returns.
  ///
  /// - Returns: false if the jump list is empty.
  mutating func jumpToAndFro() -> Bool {
    guard let row = jumps[outline.view]?.exchange(cursor.id) else { return false }
    leap(to: row)
    return true
  }

  /// Moves to a row, or to the nearest row that still exists, without adding the old position to the jump list.
  private mutating func leap(to row: RowID) {
    let remembered = jumps
    reveal(outline.row(nearest: row))
    jumps = remembered
  }

  /// Moves the cursor to a line of the screen without scrolling.
  mutating func moveTo(line: Int) {
    let rows = visibleRows
    guard !rows.isEmpty else { return }
    walk(min(max(0, line), rows.count - 1) - (rows.firstIndex { $0.isCursor } ?? 0))
  }

  // MARK: - Other rows

  /// Rebuilds the rows after the document changed or more of it was counted; finds the cursor's row by its identifier.
  mutating func refresh() {
    outline.refresh()
    cursor = outline.row(nearest: cursor.id)
    correctFilter()
    keepInSight()
  }

  /// Rebuilds the rows with another record cache.
  mutating func use(_ records: Records) {
    let calculations = outline.calculations
    outline = Outline(
      outline.document, records, view: outline.view, folds: outline.folds, filters: outline.filters)
    outline.calculations = calculations
    cursor = outline.row(nearest: cursor.id)
  }

  /// Updates folds, jumps and the cursor after the document was changed. The cursor goes to a sibling if its row was
  /// removed.
  mutating func follow(_ follower: RowFollower) {
    outline.folds = outline.folds.moved(follower.id)
    jumps[outline.view] = jumps[outline.view]?.moved(follower.id)
    cursor = survivor(of: cursor, follower)
    outline.filters = outline.filters.compactMap { $0.moved(follower.id) }
    table = table?.moved(follower.id)
    tableToReturnTo = tableToReturnTo?.moved(follower.id)
    correctFilter(movesRows: follower.movesRows)
    leaveClosedRows()
    keepInSight()
  }

  /// Returns the row itself if it still exists; otherwise the next sibling that does, a previous one, or the
  /// parent.
  private func survivor(of row: Row, _ follower: RowFollower) -> Row {
    func same(_ row: Row) -> Row? { follower.id(after: row.id).flatMap(outline.row) }
    if let same = same(row) { return same }
    for forward in [true, false] {
      let siblings = sequence(first: row) {
        follower.old.sibling(of: $0, forward: forward, besides: follower.isGone)
      }
      let existing = siblings.dropFirst().lazy.prefix { _ in !outline.records.stop.isCancelled }
      if let same = existing.compactMap(same).first { return same }
    }
    return row.parent.map { survivor(of: $0, follower) } ?? outline.root
  }

  /// Updates the filters after an edit: insertions and deletions shift the positions in a record, and the filters have not
  /// inspected the row under the cursor.
  private mutating func correctFilter(movesRows: Bool = false) {
    var isChanged = false
    for (index, filter) in outline.filters.enumerated() {
      guard case .row(let id) = filter.list, let list = outline.row(id),
        movesRows || list.childRows.count != filter.count
      else { continue }
      var fresh = ElementFilter(
        filter.test, words: filter.words, of: filter.list, from: filter.origin, count: list.childRows.count)
      fresh.add(list.elements(passing: filter.test, in: outline), share: 1)
      fresh.end(nil)
      outline.filters[index] = fresh
      isChanged = true
    }
    if isChanged { cursor = outline.nearestShown(to: cursor) ?? cursor }
  }

  /// Restores the position of a viewport of the file before a reload.
  mutating func restorePosition(of old: Viewport) {
    outline = Outline(like: outline, view: old.outline.view, folds: outline.folds)
    let rows = RowFollower(from: old.outline, to: outline, isReloaded: true)
    outline.folds = old.outline.folds.moved(rows.id)
    outline.calculations = old.outline.calculations.compactMap { $0.moved(rows.id) }
    jumps = old.jumps
    jumps[outline.view] = jumps[outline.view]?.moved(rows.id)
    cursor = rows.nearest(to: old.cursor)
    cursorLine = old.cursorLine
    table = old.table?.moved(rows.id)
    table?.order?.expire()
    readTableAgain()
    table?.grow(in: outline)
    results = old.results.compactMap { $0.moved(rows.id) }
    tableToReturnTo = old.tableToReturnTo?.moved(rows.id)
  }

  /// Shows another outline of the same text with the cursor on a row of it.
  mutating func show(_ outline: Outline, at row: Row) {
    self.outline = outline
    results = []
    self.outline.reveal(row)
    cursor = row
    detailTop = 0
    keepInSight()
  }

  /// Shows the element that contains the cursor if a filter hides it, for instance after a jump.
  mutating func showCursorsElement() {
    for (index, filter) in outline.filters.enumerated() {
      guard let element = cursor.element(of: filter.list)?.filterKey, !filter.shows(element)
      else { continue }
      outline.filters[index].show(element)
    }
  }
}
