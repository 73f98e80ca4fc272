import Mantle

/// The overlay changes of an edit that is being built: each change applies to the result of the previous ones.
struct OverlayChanges {
  private let overlay: Overlay
  private let base: JSONBytes
  /// The changed slots with their new contents; nil content clears a slot.
  private(set) var slots: [Overlay.Slot: Overlay.Content?] = [:]

  init(of document: Document) { (overlay, base) = (document.history.overlay, document.base) }

  subscript(slot: Overlay.Slot) -> Overlay.Content? {
    get { slots[slot] ?? overlay[slot] }
    set { slots.updateValue(newValue, forKey: slot) }
  }

  func insertions(in gap: Overlay.Gap) -> [Overlay.Insertion] { self[.gap(gap)]?.insertions ?? [] }

  mutating func set(_ insertions: [Overlay.Insertion], in gap: Overlay.Gap) {
    self[.gap(gap)] = insertions.isEmpty ? nil : .inserted(insertions)
  }

  mutating func insert(_ new: [Overlay.Insertion], at place: (gap: Overlay.Gap, index: Int)) {
    var insertions = insertions(in: place.gap)
    insertions.insert(contentsOf: new, at: min(place.index, insertions.count))
    set(insertions, in: place.gap)
  }

  /// Removes children of a large container.
  mutating func remove(_ positions: [LazyContainer.Position], from container: LazyContainer) {
    var removed: [Overlay.Gap: Set<Int>] = [:]
    for position in positions {
      switch position {
      case .original(let child):
        self[.value(ChildID(container.index.measured(child)))] = .removed(container: container.offset)
      case .inserted(let gap, _, let insertion): removed[gap, default: []].insert(insertion.serial)
      }
    }
    for (gap, serials) in removed {
      set(insertions(in: gap).filter { !serials.contains($0.serial) }, in: gap)
    }
  }

  /// Replaces the text of an original child; the original text clears the slot.
  mutating func set(_ child: ChildID, to text: RecordText) {
    let range = child.child.value
    let isOriginal = range.count == text.bytes.count && base.slice(range) == text.bytes
    self[.value(child)] = isOriginal ? nil : .text(text)
  }

  mutating func set(_ record: Record, to text: RecordText) throws {
    if let (outer, string) = record.string {
      return try set(outer, to: outer.applying([string.replacing(withNested: text.bytes)]))
    }
    switch record.place {
    case .original(let child): set(child, to: text)
    case .inserted(let gap, let serial):
      var insertions = insertions(in: gap)
      // The slot is cleared first, so that the insertions are changed in place instead of being copied.
      self[.gap(gap)] = nil
      let known = overlay.insertion(serial)?.index ?? 0
      let isThere = insertions.indices.contains(known) && insertions[known].serial == serial
      if let index = isThere ? known : insertions.firstIndex(where: { $0.serial == serial }) {
        insertions[index].value = text.bytes
      }
      set(insertions, in: gap)
    }
  }

  func edit(
    _ parts: [EditStep.Part], as summary: String? = nil, renaming key: EditStep.RenamedKey? = nil
  ) -> Edit {
    Edit(step: EditStep(parts, summary: summary, renaming: key), changes: slots)
  }
}
