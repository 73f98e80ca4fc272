import Mantle

extension Viewport {
  /// Takes in a text that has grown at its end: rows keep their identifiers, and so does what is on them.
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

  /// Puts the cursor at the end, which is no jump.
  mutating func goToEnd() {
    guard let end else { return }
    (cursor, cursorLine, detailTop) = (end, layout.listRows, 0)
    settle()
    keepInSight()
  }
}
