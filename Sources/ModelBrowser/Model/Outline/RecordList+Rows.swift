import Mantle
import MantleQuery

extension RecordList {
  /// The children of a row as the records of a query, with their unsaved edits.
  ///
  /// - Returns: Nil if the row has no children in its JSON.
  init?(of row: Row, in outline: Outline) {
    let interpretation = row.childInterpretation
    if let container = row.container {
      let edits = RecordEdits(of: container, in: outline.document, outline.records)
      self.init(container.index, edits) { interpretation.model(for: $0) }
      return
    }
    guard let text = outline.document.currentText(of: row, outline.records), !text.isEmpty else { return nil }
    let bytes = JSONBytes(text)
    guard let children = bytes.children(at: 0) else { return nil }
    self.init(JSONChildIndex(bytes, children)) { interpretation.model(for: $0) }
  }
}
