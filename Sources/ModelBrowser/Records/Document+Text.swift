import Mantle

/// The text as it is now, as changes of the text as it was.
extension Document {
  /// What a save writes: the original bytes with the edited ranges replaced.
  func currentText(_ records: Records) -> SplicedBytes {
    var splices: [JSONSplice] = []
    var containers: Set<Int> = []
    for (slot, content) in history.overlay.slots {
      switch (slot, content) {
      case (.value(let child), .bytes(let bytes)): splices.append(JSONSplice(child.child.value, with: bytes))
      case (.value, .removed(let container)): containers.insert(container)
      case (.gap(let gap), _): containers.insert(gap.container)
      default: break
      }
    }
    for container in containers {
      splices += structureSplices(of: records.container(at: container, of: self))
    }
    return SplicedBytes(original: base, splices: splices)
  }

  /// The insertions and removals among the children of one large container.
  private func structureSplices(of container: LazyContainer) -> [JSONSplice] {
    var editor = JSONContainerEditor(container.index)
    for (slot, content) in history.overlay.slots {
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
