import Mantle

extension Viewport {
  /// Replaces the text with one that has grown at its end; rows keep their identifiers, folds and marks.
  mutating func grow(to text: JSONBytes, _ change: (inout Document) -> Void) {
    var document = outline.document
    change(&document)
    let filters = outline.filters
    outline = Outline(
      document, Records(continuing: outline.records, in: text), view: outline.view, folds: outline.folds)
    outline.filters = filters
    cursor = outline.row(nearest: cursor.id)
    keepInSight()
  }

  /// The last row, or the last line of a table in the order of the list.
  private var end: Row? { table.map { $0.order == nil ? tableEdge(first: false) : nil } ?? outline.last }

  /// Whether the cursor is at the end.
  var isAtEnd: Bool { line(of: cursor).id == end?.id }

  /// Moves the cursor to the end without adding to the jump list.
  mutating func goToEnd() {
    guard let end else { return }
    (cursor, cursorLine, detailTop) = (end, layout.listRows, 0)
    settle()
    keepInSight()
  }
}
