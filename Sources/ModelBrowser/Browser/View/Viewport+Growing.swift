import Mantle

extension Viewport {
  /// Takes in a text that has grown at its end: rows keep their identifiers, and so does what is on them.
  mutating func grow(to text: JSONBytes, _ change: (inout Document) -> Void) {
    var document = outline.document
    change(&document)
    outline = Outline(
      document, Records(continuing: outline.records, in: text), view: outline.view, folds: outline.folds)
    cursor = outline.row(nearest: cursor.id)
    keepInSight()
  }

  /// Puts the cursor on the last row of a text that has grown, which is no jump.
  mutating func follow(_ row: Row) {
    (cursor, cursorLine, detailTop) = (row, layout.listRows, 0)
    keepInSight()
  }
}
