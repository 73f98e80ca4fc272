import Mantle

/// The text as it is now, as changes of the text as it was.
extension Document {
  /// What a save writes: the original bytes with the edited ranges replaced.
  func currentText(_ records: Records) -> SplicedBytes {
    var splices: [JSONSplice] = []
    var containers: Set<Int> = []
    let gone = history.overlay.removedRanges
    // What was edited before the container around it was deleted.
    let slots = history.overlay.slots.filter { slot, _ in !gone.contains { slot.isInside($0) } }
    for (slot, content) in slots {
      switch (slot, content) {
      case (.value(let child), .bytes(let bytes)): splices.append(JSONSplice(child.child.value, with: bytes))
      case (.value, .removed(let container)): containers.insert(container)
      case (.gap(let gap), _): containers.insert(gap.container)
      default: break
      }
    }
    for container in containers {
      splices += structureSplices(of: records.container(at: container, of: self), slots)
    }
    return SplicedBytes(original: base, splices: splices)
  }

  /// The text of a container as it is now.
  ///
  /// - Complexity: O(its size).
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

  /// The insertions and removals among the children of one large container.
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
  /// Where removed children are in the original that something was edited in before.
  ///
  /// - Complexity: O(n log n) in the edits.
  fileprivate var removedRanges: [Range<Int>] {
    let removed = slots.compactMap { slot, content -> Range<Int>? in
      guard case .removed = content, case .value(let child) = slot else { return nil }
      return child.child.value
    }
    guard !removed.isEmpty else { return [] }
    let places = slots.keys.map(\.offset).sorted()
    return removed.filter { range in
      let next = places.countOfPrefix { $0 <= range.lowerBound }
      return next < places.count && places[next] < range.upperBound
    }
  }
}

extension Overlay.Slot {
  /// Whether the place is inside a value of the original, and not the value itself.
  func isInside(_ range: Range<Int>) -> Bool {
    switch self {
    case .value(let child): range.lowerBound < child.offset && child.offset < range.upperBound
    case .gap(let gap): range.contains(gap.container)
    }
  }
}
