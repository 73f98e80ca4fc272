import Mantle
import MantleQuery
import TerminalText

/// The columns of a table: their order, widths and visibility, the column under the cursor, and the horizontal scroll position.
///
/// A grid does not depend on the rows, which may be the elements of a list or the rows of a query.
struct Grid: Sendable {
  /// A column of a table.
  struct Column: Sendable {
    fileprivate(set) var title: String
    /// The path of the values in an element; nil for a calculated value.
    var path: FilterPath?
    var width: Int
    /// The width that fits the values of the first elements.
    var usualWidth = 0
    var isRightAligned = false
    /// The width of the decimal point and the fraction digits, by which numbers are aligned.
    var fractionWidth = 0
    var isHidden = false
    /// Whether the column shows a key that the model does not map.
    var isUnmapped = false
    /// The nested columns that the column was expanded from, outermost first.
    var outer: [Column] = []

    var isLink: Bool { if case .url? = path?.shape?.unwrapped { true } else { false } }
  }

  /// The position of a visible column on the screen.
  struct Place: Sendable {
    let index: Int
    /// The number of cells before the column.
    let start: Int
    /// The number of visible cells of the column; less than its width at the right edge of the screen.
    let width: Int
  }

  private(set) var columns: [Column]
  /// The number of leading columns that do not scroll horizontally.
  private(set) var frozen = 0
  /// The index of the column under the cursor.
  private(set) var cursor = 0
  /// The number of columns that are scrolled out of sight after the frozen ones.
  private var scrolled = 0

  /// The number of cells between two columns.
  static let gap = 2
  /// The additional cells after the last frozen column, for the line in the middle of the gap.
  static let border = 1
  private static let narrowest = 3
  private static let widest = 1 << 12

  init(_ columns: [Column]) {
    self.columns = columns
    cursor = shown.first ?? 0
  }

  /// The indices of the columns that are not hidden.
  var shown: [Int] { columns.indices.filter { !columns[$0].isHidden } }

  var current: Column? { columns.indices.contains(cursor) ? columns[cursor] : nil }

  /// The columns that are not hidden, in the order of the screen.
  var shownColumns: [Column] { shown.map { columns[$0] } }

  // MARK: - The cursor

  mutating func move(_ steps: Int) {
    let shown = shown
    guard let place = shown.firstIndex(of: cursor) else { return }
    cursor = shown[max(0, min(place + max(-shown.count, min(steps, shown.count)), shown.count - 1))]
  }

  /// Puts the cursor on a column, which is shown if it was hidden.
  mutating func select(_ index: Int) {
    guard columns.indices.contains(index) else { return }
    columns[index].isHidden = false
    cursor = index
  }

  // MARK: - The columns

  /// Hides the column under the cursor, unless it is the only one.
  mutating func hide() {
    let shown = shown
    guard shown.count > 1, let place = shown.firstIndex(of: cursor) else { return }
    columns[cursor].isHidden = true
    cursor = shown[place + 1 < shown.count ? place + 1 : place - 1]
  }

  mutating func toggle(_ index: Int) {
    if index == cursor, !columns[index].isHidden { hide() } else { columns[index].isHidden.toggle() }
  }

  /// Hides or shows the columns with some titles.
  mutating func setHidden(_ isHidden: Bool, _ titles: Set<String>) {
    for index in columns.indices where titles.contains(columns[index].title) {
      columns[index].isHidden = isHidden
    }
  }

  mutating func showAll() { for index in columns.indices { columns[index].isHidden = false } }

  /// Moves the column under the cursor past its neighbors.
  mutating func shift(_ steps: Int) {
    let group = shown.filter { ($0 < frozen) == (cursor < frozen) }
    guard let place = group.firstIndex(of: cursor) else { return }
    let next = group[max(0, min(place + max(-group.count, min(steps, group.count)), group.count - 1))]
    columns.insert(columns.remove(at: cursor), at: next)
    cursor = next
  }

  /// Freezes the columns up to the column under the cursor; unfreezes all columns if these are already frozen.
  mutating func freeze() {
    (frozen, scrolled) = (frozen == cursor + 1 ? 0 : cursor + 1, 0)
  }

  mutating func setWidth(_ width: Int, of index: Int? = nil) {
    columns[index ?? cursor].width = max(Self.narrowest, min(width, Self.widest))
  }

  mutating func widen(by cells: Int) {
    if let current { setWidth(current.width + max(-Self.widest, min(cells, Self.widest))) }
  }

  /// Updates the paths of the columns, such as after a change of the model.
  ///
  /// - Parameter find: returns the new path for a path; nil leaves the path unchanged.
  mutating func resolve(_ find: (FilterPath) -> FilterPath?) {
    for index in columns.indices {
      if let path = columns[index].path.flatMap(find) { columns[index].path = path }
    }
  }

  /// Renames columns, and the columns that they were expanded from.
  ///
  /// - Parameter find: returns the new path and title of a path; nil if the path stays unchanged.
  mutating func rename(_ find: (FilterPath) -> (path: FilterPath, title: String)?) {
    for index in columns.indices { columns[index].rename(find) }
  }

  /// Makes room for a sign after the title of the current column.
  mutating func makeRoomForSign() {
    if let current { setWidth(max(current.width, current.title.cellWidth + 3)) }
  }

  /// Widens the columns whose width was not changed.
  ///
  /// - Parameter usualWidth: returns the width of a column for the elements of the grown list.
  mutating func fit(_ usualWidth: (Column) -> Int) {
    for index in columns.indices where columns[index].width == columns[index].usualWidth {
      columns[index].usualWidth = max(columns[index].width, usualWidth(columns[index]))
      columns[index].width = columns[index].usualWidth
    }
  }

  /// Adds a column after all others.
  mutating func append(_ column: Column) { columns.append(column) }

  /// Adds a column, or replaces the column with the same title, and puts the cursor on it.
  mutating func put(_ column: Column) {
    let index = columns.firstIndex { $0.title == column.title } ?? columns.count
    columns.replaceSubrange(index..<min(index + 1, columns.count), with: [column])
    select(index)
  }

  /// Replaces the column under the cursor by other columns.
  mutating func expand(into inner: [Column]) {
    guard let column = current, !inner.isEmpty else { return }
    var new = inner
    for index in new.indices { new[index].outer = column.outer + [column] }
    columns.replaceSubrange(cursor...cursor, with: new)
    if cursor < frozen { frozen += new.count - 1 }
  }

  /// Replaces all columns that were expanded from one column by that column, if the column under the cursor is one of
  /// them.
  ///
  /// - Returns: false if the column was not expanded from another one.
  mutating func collapse() -> Bool {
    guard let depth = current?.outer.count, depth > 0, let outer = current?.outer.last else { return false }
    func isInside(_ column: Column) -> Bool {
      column.outer.count >= depth && column.outer[depth - 1].title == outer.title
    }
    guard let first = columns.firstIndex(where: isInside) else { return false }
    frozen -= columns[..<frozen].count(where: isInside) - (first < frozen ? 1 : 0)
    columns.removeAll(where: isInside)
    columns.insert(outer, at: first)
    cursor = first
    return true
  }

  // MARK: - On the screen

  /// The minimum width that frozen columns leave for the scrolling columns.
  private static let minimumScrolling = 12

  /// Returns the number of columns that are frozen on a screen of a width; fewer than `frozen` if these are too wide.
  private func frozen(cells: Int) -> Int {
    var used = 0
    let first = columns.indices.prefix(frozen).first { index in
      used += columns[index].isHidden ? 0 : columns[index].width + Self.gap
      return used > cells - Self.minimumScrolling
    }
    return first ?? frozen
  }

  /// Returns the index of the last visible frozen column on a screen of a width; nil if no column is frozen.
  func lastFrozen(cells: Int) -> Int? {
    columns.indices.prefix(frozen(cells: cells)).last { !columns[$0].isHidden }
  }

  /// Returns the visible columns on a screen of a width; the last one may be cut off at the edge.
  func places(cells: Int) -> [Place] {
    var places: [Place] = []
    var start = 0
    let frozen = frozen(cells: cells)
    let scrolling = shown.filter { $0 >= frozen }.dropFirst(scrolled)
    let lastFrozen = lastFrozen(cells: cells)
    for index in shown.prefix(while: { $0 < frozen }) + scrolling where start < cells {
      places.append(Place(index: index, start: start, width: min(columns[index].width, cells - start)))
      start += columns[index].width + Self.gap + (index == lastFrozen ? Self.border : 0)
    }
    return places
  }

  /// Scrolls until the column under the cursor is visible.
  mutating func keepInSight(cells: Int) {
    if !shown.contains(cursor) { cursor = shown.first ?? 0 }
    let frozen = frozen(cells: cells)
    let unfrozen = shown.filter { $0 >= frozen }
    guard let place = unfrozen.firstIndex(of: cursor) else { return }
    let head =
      shown.prefix { $0 < frozen }.reduce(0) { $0 + columns[$1].width + Self.gap }
      + (lastFrozen(cells: cells) == nil ? 0 : Self.border)
    // Returns the first scrolling column of the screen whose last column is at an index.
    func first(endingAt index: Int) -> Int {
      var (first, used) = (index, columns[unfrozen[index]].width)
      while first > 0, case let wider = used + Self.gap + columns[unfrozen[first - 1]].width,
        wider <= cells - head
      {
        (first, used) = (first - 1, wider)
      }
      return first
    }
    // No cells stay empty after the last column.
    scrolled = max(first(endingAt: place), min(scrolled, place, first(endingAt: unfrozen.count - 1)))
  }
}

extension Grid.Column {
  fileprivate mutating func rename(_ find: (FilterPath) -> (path: FilterPath, title: String)?) {
    for index in outer.indices { outer[index].rename(find) }
    guard let (path, title) = path.flatMap(find) else { return }
    (self.path, self.title) = (path, title)
    width = max(width, title.cellWidth)
  }
}
