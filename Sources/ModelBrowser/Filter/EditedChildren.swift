import Mantle

/// The edits of a document, for a search that reads the original bytes: which children have another text now, and which
/// were inserted or removed.
struct EditedChildren: Sendable {
  let overlay: Overlay
  /// The splices that make the current text, ascending.
  private let splices: [JSONSplice]
  private let unsaved: [Overlay.Slot]
  private let unsavedSerials: Set<Int>

  /// No edits.
  init() { (overlay, splices, unsaved, unsavedSerials) = (Overlay(), [], [], []) }

  init(_ document: Document, _ records: Records) {
    let history = document.history
    overlay = history.overlay
    splices = document.currentText(records).splices.sorted { $0.range.lowerBound < $1.range.lowerBound }
    unsaved = history.unsaved.map(\.slot).sorted { $0.offset < $1.offset }
    var serials: Set<Int> = []
    for case (.gap(let gap), let saved) in history.unsaved {
      serials.formUnion(Set(overlay.insertions(in: gap)).subtracting(saved?.insertions ?? []).map(\.serial))
    }
    unsavedSerials = serials
  }

  func isRemoved(_ child: JSONChild) -> Bool { overlay.isRemoved(ChildID(child)) }

  /// The text of a measured child, if anything in it was edited.
  func text(of child: JSONChild, in base: JSONBytes) -> [UInt8]? {
    let range = child.value
    let first = splices.countOfPrefix { $0.range.lowerBound < range.lowerBound }
    // What is inserted next to the child begins or ends where the child does.
    let inside = splices[first...].prefix { $0.range.lowerBound < range.upperBound }.filter {
      $0.range == range
        || range.lowerBound < $0.range.lowerBound && $0.range.upperBound < range.upperBound
    }
    return inside.isEmpty ? nil : try? base.applying(Array(inside), in: range)
  }

  /// Where edits begin in a stretch of the original.
  func places(in range: Range<Int>) -> some Sequence<Int> {
    splices[splices.countOfPrefix { $0.range.lowerBound < range.lowerBound }...].lazy
      .map(\.range.lowerBound).prefix { $0 < range.upperBound }
  }

  /// Whether a child that was neither inserted nor removed differs from what was saved.
  func isUnsaved(_ child: JSONChild) -> Bool {
    let first = unsaved.countOfPrefix { $0.offset < child.value.lowerBound }
    return unsaved[first...].lazy.prefix { $0.offset < child.value.upperBound }
      .contains { $0 == .value(ChildID(child)) || $0.isInside(child.value) }
  }

  func isUnsaved(_ insertion: Overlay.Insertion) -> Bool { unsavedSerials.contains(insertion.serial) }
}
