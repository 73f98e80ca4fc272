import Mantle

/// The lines last drawn: most of what a key press shows was on the screen before.
///
/// A reference, so that drawing the screen does not change the browser.
final class LineCache {
  /// What a line depends on besides its row.
  private struct Conditions: Hashable {
    let document: ObjectIdentifier
    let edits: Int
    let model: String?
    let path: JSONKeyPath
    let view: Row.View
    let width: Int
    let pattern: SearchPattern?
  }

  private struct Key: Hashable {
    let row: RowID
    let label: Row.Label
    let isOpen: Bool
    let isCursor: Bool
  }

  private var conditions: Conditions?
  private var lines: [Key: [Span]] = [:]

  /// Several screens full.
  private static let most = 1000

  func line(_ row: Row, isOpen: Bool, isCursor: Bool, _ painter: RowPainter) -> [Span] {
    // What a large container shows changes while its children are counted.
    if row.spine != nil { return painter.line(row, isOpen: isOpen, isCursor: isCursor) }
    adopt(conditions(of: row, painter))
    let key = Key(row: row.id, label: row.label, isOpen: isOpen, isCursor: isCursor)
    if let line = lines[key] { return line }
    let line = painter.line(row, isOpen: isOpen, isCursor: isCursor)
    if lines.count >= Self.most { lines = [:] }
    lines[key] = line
    return line
  }

  private func conditions(of row: Row, _ painter: RowPainter) -> Conditions {
    let document = painter.document
    return Conditions(
      document: ObjectIdentifier(document), edits: document.history.revision, model: document.model?.name,
      path: document.pick.path, view: row.view, width: painter.width, pattern: painter.pattern)
  }

  private func adopt(_ conditions: Conditions) {
    guard conditions != self.conditions else { return }
    self.conditions = conditions
    lines = [:]
  }
}
