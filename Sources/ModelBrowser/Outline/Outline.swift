import Mantle

/// The rows of a document, found by walking from one to the next: nothing is ever made for the whole file.
///
/// Every step costs the same wherever it is taken and however large the file is; a step over a record parses it
/// if it is not among those looked at lately.
struct Outline {
  let document: BrowserDocument
  let root: Row
  var folds: FoldSet { didSet { neighbours = Neighbours() } }
  var filter: ElementFilter? { didSet { neighbours = Neighbours() } }
  private var neighbours = Neighbours()

  init(_ document: BrowserDocument, view: Row.View, folds: FoldSet, filter: ElementFilter? = nil) {
    self.document = document
    self.folds = folds
    self.filter = filter
    root = document.rootRow(view: view)
  }

  var view: Row.View { root.view }

  func isOpen(_ row: Row) -> Bool { row.isContainer && folds.isOpen(row.id) }
}

// MARK: - One level

extension Outline {
  func firstChild(of row: Row) -> Row? {
    guard let spine = row.spine else { return shownChild(of: row, from: 0, by: 1) }
    return document.firstChild(of: spine, filter(of: row)).map { document.row(for: $0, of: spine, in: row) }
  }

  func lastChild(of row: Row) -> Row? {
    guard let spine = row.spine else { return shownChild(of: row, from: row.inner.count - 1, by: -1) }
    return document.lastChild(of: spine, filter(of: row)).map { document.row(for: $0, of: spine, in: row) }
  }

  func nextSibling(of row: Row) -> Row? {
    guard let parent = row.parent else { return nil }
    if let spine = parent.spine {
      guard let position = row.position else { return nil }
      return document.child(after: position, in: spine, filter(of: parent)).map {
        document.row(for: $0, of: spine, in: parent)
      }
    }
    return index(of: row, in: parent).flatMap { shownChild(of: parent, from: $0 + 1, by: 1) }
  }

  func previousSibling(of row: Row) -> Row? {
    guard let parent = row.parent else { return nil }
    if let spine = parent.spine {
      guard let position = row.position else { return nil }
      return document.child(before: position, in: spine, filter(of: parent)).map {
        document.row(for: $0, of: spine, in: parent)
      }
    }
    return index(of: row, in: parent).flatMap { shownChild(of: parent, from: $0 - 1, by: -1) }
  }

  /// Where a row is among those inside a row of a record.
  private func index(of row: Row, in parent: Row) -> Int? {
    guard case .index(let position) = row.id.step else { return nil }
    return parent.inner.index(ofPosition: position)
  }

  /// One of the rows inside a row of a record, or the first one from there on that no filter leaves out.
  private func shownChild(of parent: Row, from index: Int, by step: Int) -> Row? {
    guard let filter = filter(of: parent) else { return child(of: parent, at: index) }
    let inner = parent.inner
    var index = index
    while inner.indices.contains(index), !filter.shows(inner.position(at: index)) { index += step }
    return child(of: parent, at: index)
  }

  /// One of the rows inside a row of a record.
  func child(of parent: Row, at index: Int) -> Row? {
    guard parent.inner.indices.contains(index) else { return nil }
    let inner = parent.inner[index]
    let id = parent.id.child(.index(parent.inner.position(at: index)))
    return Row(
      id, in: parent, label: inner.label, inner.content, inner.reading, record: parent.record,
      view: parent.view, step: inner.step)
  }
}

// MARK: - As they stand on the screen

extension Outline {
  /// The row below, inside an open row or after it.
  func next(after row: Row) -> Row? {
    neighbours.row(.below, row, document.history.revision) {
      if isOpen(row), let child = firstChild(of: row) { return child }
      var row: Row? = row
      while let here = row {
        if let sibling = nextSibling(of: here) { return sibling }
        row = here.parent
      }
      return nil
    }
  }

  /// The row above.
  func previous(before row: Row) -> Row? {
    neighbours.row(.above, row, document.history.revision) {
      guard let sibling = previousSibling(of: row) else { return row.parent }
      return lastVisible(in: sibling)
    }
  }

  /// The last row of all.
  var last: Row { lastVisible(in: root) }

  /// The last row shown inside a row, or itself when it is closed.
  func lastVisible(in row: Row) -> Row {
    var row = row
    while isOpen(row), let child = lastChild(of: row) { row = child }
    return row
  }
}

// MARK: - Identifiers

extension Outline {
  /// The row of an identifier, or the one nearest to it that is still there. O(depth).
  func row(nearest id: RowID) -> Row {
    var row = root
    for step in id.steps {
      guard let child = child(of: row, step) else { return row }
      row = child
    }
    return row
  }

  /// The row of an identifier, if it is there.
  func row(_ id: RowID) -> Row? {
    let row = row(nearest: id)
    return row.id == id ? row : nil
  }

  private func child(of row: Row, _ step: RowID.Step) -> Row? {
    if let spine = row.spine {
      guard let position = document.position(of: step, in: spine) else { return nil }
      return document.row(for: position, of: spine, in: row)
    }
    guard case .index(let position) = step else { return nil }
    return row.inner.index(nearPosition: position).flatMap { child(of: row, at: $0) }
  }

  /// Opens every row around a row, so that it shows.
  mutating func reveal(_ row: Row) {
    var outer = row.parent
    while let row = outer {
      if !folds.isOpen(row.id) { folds.set(row.id, open: true) }
      outer = row.parent
    }
  }
}
