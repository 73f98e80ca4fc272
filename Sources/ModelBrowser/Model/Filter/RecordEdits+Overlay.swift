import Mantle
import MantleQuery

extension RecordEdits {
  /// The unsaved edits of the children of a large container.
  init(of container: LazyContainer, in document: Document, _ records: Records) {
    let history = document.history
    let overlay = history.overlay
    var serials: Set<Int> = []
    for case (.gap(let gap), let saved) in history.unsaved {
      serials.formUnion(Set(overlay.insertions(in: gap)).subtracting(saved?.insertions ?? []).map(\.serial))
    }
    self.init(
      splices: document.currentText(records).splices,
      removed: overlay.removedChildren(of: container.offset),
      insertions: overlay.filledGaps(in: container.offset).flatMap { gap in
        overlay.insertions(in: gap).map {
          Insertion(
            $0.elementKey, key: $0.key, text: $0.value, after: gap.anchor,
            isModified: serials.contains($0.serial))
        }
      },
      modified: history.unsaved.map { slot, _ in
        switch slot {
        case .value(let child): child.offset
        case .gap(let gap): gap.container
        }
      })
  }
}
