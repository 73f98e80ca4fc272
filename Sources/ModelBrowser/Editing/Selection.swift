import Mantle

/// A selection of sibling rows (`v`), from its first row to the row that contains the cursor.
struct Selection: Sendable {
  /// The row at which the selection began; nil if nothing is selected.
  private(set) var anchor: RowID?
  /// The row at which the previous selection began and the row of the cursor at its end, which `gv` selects
  /// again; nil if there is none.
  private(set) var last: (anchor: RowID, cursor: RowID)?

  var isActive: Bool { anchor != nil }

  mutating func begin(at row: RowID) { anchor = row }

  mutating func end(at cursor: RowID) {
    if let anchor { last = (anchor, cursor) }
    anchor = nil
  }

  /// Makes restored rows the previous selection, which `gv` selects again.
  mutating func remember(_ anchor: RowID, _ cursor: RowID) { last = (anchor, cursor) }

  /// Updates the selection after rows have moved, and ends it if its first row was removed.
  ///
  /// - Parameter id: returns the new identifier of a row; nil for a removed row.
  mutating func follow(_ id: (RowID) -> RowID?) {
    anchor = anchor.flatMap(id)
    if let ends = last, let anchor = id(ends.anchor), let cursor = id(ends.cursor) {
      last = (anchor, cursor)
    } else {
      last = nil
    }
  }

  /// The maximum number of selected values that one command changes.
  static let most = 100_000

  /// Sets every selected row to the value that the text denotes for the row, as one undo step.
  static func set(_ browser: inout Browser, _ text: String) {
    browser.editor.set { try $0.targets.map { ($0, try EditOpening.json(of: text, for: $0)) } }
    browser.selection.end(at: browser.cursor.id)
  }
}

/// The rows of a selection, given by the first and the last one.
struct SelectedRows {
  let first: Row
  let last: Row
  /// The positions of the rows in a sorted table; nil for the order of the list.
  private var sorted: (order: TableSort, places: ClosedRange<Int>)?

  init(from anchor: RowID, to cursor: Row, in outline: Outline, order: TableSort? = nil) {
    var (a, b) = (outline.row(nearest: anchor), cursor)
    while a.depth > b.depth, let parent = a.parent { a = parent }
    while b.depth > a.depth, let parent = b.parent { b = parent }
    while a.parent?.id != b.parent?.id, let parentA = a.parent, let parentB = b.parent {
      (a, b) = (parentA, parentB)
    }
    (first, last) = b.stands(before: a) ? (b, a) : (a, b)
    if let order, let start = a.filterKey.flatMap(order.index), let end = b.filterKey.flatMap(order.index) {
      sorted = (order, min(start, end)...max(start, end))
    }
  }

  /// Returns whether a row is selected or inside a selected row.
  func contains(_ row: Row) -> Bool {
    var row = row
    while row.depth > first.depth, let parent = row.parent { row = parent }
    if let sorted {
      return row.filterKey.flatMap(sorted.order.index).map(sorted.places.contains) ?? false
    }
    return row.depth == first.depth && row.parent?.id == first.parent?.id && !row.stands(before: first)
      && !last.stands(before: row)
  }

  /// Returns the selected rows that pass the filters, at most one more than `most`.
  func rows(in outline: Outline, most: Int) -> [Row] {
    if let sorted, let list = first.parent {
      // Edits are made in the order of the list.
      let elements = sorted.order.elements[sorted.places].prefix(most + 1).sorted()
      return elements.compactMap { list.element(knownAs: $0, in: outline) }
    }
    var rows = [first]
    while rows.count <= most, !outline.records.stop.isCancelled, let here = rows.last, here.id != last.id,
      let next = outline.nextSibling(of: here), !last.stands(before: next)
    {
      rows.append(next)
    }
    return rows
  }

  /// Returns the number of selected rows, or `more than 100` if counting them takes long.
  func countText(in outline: Outline) -> String {
    if let sorted { return String(sorted.places.count) }
    if first.parent.flatMap(outline.filter(of:)) == nil, case .element(let a?) = first.label,
      case .element(let b?) = last.label
    {
      return String(b - a + 1)
    }
    let count = rows(in: outline, most: Self.maximumCounted).count
    return count > Self.maximumCounted ? "more than \(Self.maximumCounted)" : String(count)
  }

  private static let maximumCounted = 100
}

extension Row {
  /// Returns whether the row is above another row of its level.
  fileprivate func stands(before other: Row) -> Bool {
    if case .index(let a) = id.step, case .index(let b) = other.id.step, let inner = parent?.childRows {
      return inner.index(ofPosition: a) ?? 0 < inner.index(ofPosition: b) ?? 0
    }
    guard let a = position, let b = other.position else { return false }
    return a.order < b.order
  }
}

extension LazyContainer.Position {
  /// A sort key in document order: an inserted child sorts after the child it follows.
  fileprivate var order: (Int, Int) {
    switch self {
    case .original(let child): (child.value.lowerBound, -1)
    case .inserted(let gap, let index, _): (gap.after?.offset ?? -1, index)
    }
  }
}
