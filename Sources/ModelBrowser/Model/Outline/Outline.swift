import Mantle
import TerminalText

/// The rows of a document, created on demand by moving from one row to the next. Nothing is created for the whole file.
///
/// The cost of a step depends neither on its place nor on the size of the file. A step to a record that is not cached
/// parses the record.
///
/// The outline of `[{"id": 1, "tags": ["a"]}, {"id": 2}]` as plain JSON:
///
///     row              depth   identifier
///     a.json             0     root
///     ├ 0                1     child at offset 1
///     │ ├ id: 1          2     child at offset 1, index 0
///     │ └ tags           2     child at offset 1, index 1
///     │   └ 0: "a"       3     child at offset 1, index 1, index 0
///     └ 1 (collapsed)    1     child at offset 27
///
/// The root is a ``LazyContainer``: its children are found on demand and are identified by their offsets in the file. Each
/// of these elements is a ``Record``, which is parsed as a whole; the rows in it are identified by their positions.
struct Outline {
  private(set) var source: RowSource
  private(set) var root: Row
  var folds: FoldSet { didSet { revision = Revision.next() } }
  /// The active filters, the latest last. If a list has several filters, each one narrows the result of the previous
  /// one, and the last one contains all conditions.
  var filters: [ElementFilter] { didSet { revision = Revision.next() } }
  /// The calculated columns of tables, whose titles are names in filters.
  var calculations: [CalculatedColumn] = []
  /// The revision of the sequence of rows. Outlines whose rows may differ have different revisions.
  private(set) var revision = Revision.next()

  init(
    _ document: Document, _ records: Records, view: Row.View, folds: FoldSet, filters: [ElementFilter] = []
  ) {
    source = RowSource(document: document, records: records, view: view)
    self.folds = folds
    self.filters = filters
    root = source.rootRow()
  }

  /// Creates an outline of the same document in another view or with other folds.
  init(like other: Outline, view: Row.View, folds: FoldSet, filters: [ElementFilter] = []) {
    self.init(other.document, other.records, view: view, folds: folds, filters: filters)
    calculations = other.calculations
  }

  var document: Document { source.document }
  var records: Records { source.records }

  /// Changes the document and rebuilds the root row. Rows that were created before keep their content.
  mutating func update<Result>(_ change: (inout Document) -> Result) -> Result {
    defer { refresh() }
    return change(&source.document)
  }

  /// Rebuilds the root row after more information about the document became available.
  mutating func refresh() {
    root = source.rootRow()
    revision = Revision.next()
  }

  func children(of container: LazyContainer) -> ContainerChildren { source.children(of: container) }

  var view: Row.View { root.view }

  /// Returns whether a row is expanded. Absent properties are shown only if they are expanded individually.
  func isOpen(_ row: Row) -> Bool {
    if case .absent = row.content { return folds.isOpenedAlone(row.id) }
    return row.isContainer && folds.isOpen(row.id)
  }

  // MARK: - Children and siblings

  func firstChild(of row: Row) -> Row? { child(of: row, forward: true) }
  func lastChild(of row: Row) -> Row? { child(of: row, forward: false) }
  func nextSibling(of row: Row) -> Row? { sibling(of: row, forward: true) }
  func previousSibling(of row: Row) -> Row? { sibling(of: row, forward: false) }

  /// Returns the children of a row that pass the filters, in order.
  func childRows(of row: Row) -> some Sequence<Row> {
    sequence(state: firstChild(of: row)) { next in
      let row = next
      next = row.flatMap { nextSibling(of: $0) }
      return row
    }
  }

  /// Returns the first visible child of a row, or the last one if not `forward`; nil if there is none.
  private func child(of row: Row, forward: Bool) -> Row? {
    guard let container = row.container else {
      return shownChild(of: row, from: forward ? 0 : row.childRows.count - 1, by: forward ? 1 : -1)
    }
    let children = source.children(of: container, filter(of: row))
    return children.first(forward: forward).map { source.row(for: $0, of: container, in: row) }
  }

  /// Returns the adjacent row in a direction.
  ///
  /// - Parameter isGone: returns whether a child of a large container is known to be removed; such children are skipped.
  func sibling(
    of row: Row, forward: Bool, besides isGone: (LazyContainer.Position) -> Bool = { _ in false }
  ) -> Row? {
    guard let parent = row.parent else { return nil }
    guard let container = parent.container else {
      guard case .index(let position) = row.id.step else { return nil }
      return parent.childRows.index(ofPosition: position).flatMap {
        shownChild(of: parent, from: forward ? $0 + 1 : $0 - 1, by: forward ? 1 : -1)
      }
    }
    guard var position = row.position else { return nil }
    let children = source.children(of: container, filter(of: parent))
    while let next = children.next(from: position, forward: forward) {
      if !isGone(next) { return source.row(for: next, of: container, in: parent) }
      position = next
    }
    return nil
  }

  /// Returns the child at an index of a row in a record, or the nearest child in the direction of `step` that passes
  /// the filter; nil if there is none.
  private func shownChild(of parent: Row, from index: Int, by step: Int) -> Row? {
    guard let filter = filter(of: parent) else { return child(of: parent, at: index) }
    let inner = parent.childRows
    var index = index
    while inner.indices.contains(index), !filter.shows(inner.position(at: index)) { index += step }
    return child(of: parent, at: index)
  }

  /// Returns the child at an index of a row in a record; nil if the index is out of bounds.
  func child(of parent: Row, at index: Int) -> Row? {
    guard parent.childRows.indices.contains(index) else { return nil }
    let id = parent.id.child(.index(parent.childRows.position(at: index)))
    return Row(
      id, in: parent, parent.childRows[index], record: parent.childRecord, view: parent.view)
  }

  // MARK: - Display order

  /// Returns the next row in display order: the first child of an expanded row, or else the following row; nil at the end.
  func next(after row: Row) -> Row? {
    records.adjacent(to: row, isBelow: true, at: revision) {
      if isOpen(row), let child = firstChild(of: row) { return child }
      return sequence(first: row, next: \.parent).lazy.compactMap { nextSibling(of: $0) }.first
    }
  }

  /// Returns the previous row in display order; nil for the root.
  func previous(before row: Row) -> Row? {
    records.adjacent(to: row, isBelow: false, at: revision) {
      guard let sibling = previousSibling(of: row) else { return row.parent }
      return lastVisible(in: sibling)
    }
  }

  /// The last visible row in display order.
  var last: Row { lastVisible(in: root) }

  /// Returns the last visible descendant of a row, or the row itself if it has none.
  func lastVisible(in row: Row) -> Row {
    var row = row
    while isOpen(row), let child = lastChild(of: row) { row = child }
    return row
  }

  // MARK: - Identifiers

  /// Returns the row with an identifier, or the nearest row if it no longer exists. O(depth).
  func row(nearest id: RowID) -> Row {
    var row = root
    for step in id.steps {
      guard let child = child(of: row, step) else { return row }
      row = child
    }
    return row
  }

  /// Returns the row with an identifier; nil if it does not exist.
  func row(_ id: RowID) -> Row? {
    let row = row(nearest: id)
    return row.id == id ? row : nil
  }

  /// Returns the child at a step of an identifier or, in a record without a child at this position, the nearest child; nil if
  /// there is none.
  func child(of row: Row, _ step: RowID.Step) -> Row? {
    if let container = row.container {
      guard let position = children(of: container).position(of: step) else { return nil }
      return source.row(for: position, of: container, in: row)
    }
    guard case .index(let position) = step else { return nil }
    return row.childRows.index(nearPosition: position).flatMap { child(of: row, at: $0) }
  }

  /// Expands all ancestors of a row.
  mutating func reveal(_ row: Row) {
    for outer in sequence(first: row, next: \.parent).dropFirst() where !isOpen(outer) {
      folds.set(outer.id, open: true)
    }
  }
}

extension Records {
  private struct AdjacentRow: Hashable {
    let row: RowID
    let isBelow: Bool
  }

  /// The maximum number of cached neighbors, about four screens, since cached rows retain their contents.
  private static let maximumAdjacent = 400

  /// Returns the row above or below a row from the cache, since each frame visits mostly the same rows as the previous
  /// one.
  ///
  /// - Parameter revision: the revision of the outline.
  fileprivate func adjacent(
    to row: Row, isBelow: Bool, at revision: Int, _ find: () -> Row?
  ) -> Row? {
    cache(ValueCache<AdjacentRow, Row?>.init)
      .value(AdjacentRow(row: row.id, isBelow: isBelow), at: revision, most: Self.maximumAdjacent, find)
  }
}
