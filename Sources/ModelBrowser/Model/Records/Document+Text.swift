import Mantle
import MantleFiles

/// The current text, as splices of the original text.
extension Document {
  /// Returns the text that a save writes: the original bytes with the edited ranges replaced.
  func currentText(_ records: Records) -> SplicedBytes {
    var splices: [JSONSplice] = []
    var containers: Set<Int> = []
    let gone = history.overlay.replacedRanges
    // Edits inside a value that was later removed or replaced as a whole no longer apply. A change of the model can
    // turn an expanded container into a single record, which is then replaced as a whole.
    let slots = history.overlay.slots.filter { slot, _ in !gone.contains { slot.isInside($0) } }
    for (slot, content) in slots {
      switch (slot, content) {
      case (.value(let child), .text(let text)):
        splices.append(JSONSplice(child.child.value, with: text.bytes))
      case (.value, .removed(let container)): containers.insert(container)
      case (.gap(let gap), _): containers.insert(gap.container)
      default: break
      }
    }
    for container in containers {
      splices += structureSplices(of: records.container(at: container, of: self), slots)
    }
    return SplicedBytes(base, splices: splices)
  }

  /// Returns the current text of a container; nil if the edits cannot be applied.
  ///
  /// - Complexity: O(size of the container).
  func currentText(of container: LazyContainer, _ records: Records) -> String? {
    let start = max(0, container.offset)
    var range = start..<base.count
    if container.form != .values {
      let values = JSONChildIndex(base, .concatenated(in: range), lookahead: range.count)
      range = values.first().map { values.measured($0).value } ?? range
    }
    let splices = currentText(records).splices.filter {
      range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound
    }
    return (try? base.applying(splices, in: range)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the insertions and removals among the children of one large container.
  private func structureSplices(
    of container: LazyContainer, _ slots: [Overlay.Slot: Overlay.Content]
  ) -> [JSONSplice] {
    var editor = JSONContainerEditor(container.index)
    for (slot, content) in slots {
      switch (slot, content) {
      case (.value(let child), .removed(container.offset)): editor.remove(child.child)
      case (.gap(let gap), .inserted(let insertions)) where gap.container == container.offset:
        for new in insertions {
          let key = new.key.map { Array(JSONText.quoted($0).utf8) }
          editor.insert(new.value, key: key, after: gap.after?.child)
        }
      default: break
      }
    }
    return editor.splices
  }
}

extension Overlay {
  /// The ranges in the original of children that were removed or replaced after an edit inside of them.
  ///
  /// - Complexity: O(n log n) in the edits.
  fileprivate var replacedRanges: [Range<Int>] {
    let replaced = slots.keys.compactMap { slot -> Range<Int>? in
      if case .value(let child) = slot { child.child.value } else { nil }
    }
    guard !replaced.isEmpty else { return [] }
    let places = slots.keys.map(\.innermost).sorted()
    return replaced.filter { range in
      let next = places.countOfPrefix { $0 <= range.lowerBound }
      return next < places.count && places[next] < range.upperBound
    }
  }
}

extension Overlay.Slot {
  /// An offset that is inside every original value that encloses the slot.
  fileprivate var innermost: Int {
    switch self {
    case .value(let child): child.offset
    // The innermost value around a gap is its container.
    case .gap(let gap): gap.container + 1
    }
  }

  /// Returns whether the slot is inside a value of the original, given by its range. A value is not inside itself.
  func isInside(_ range: Range<Int>) -> Bool {
    switch self {
    case .value(let child): range.lowerBound < child.offset && child.offset < range.upperBound
    case .gap(let gap): range.contains(gap.container)
    }
  }
}
