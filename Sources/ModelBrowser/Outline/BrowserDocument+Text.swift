import Mantle

/// The text as it is now, as changes of the text as it was.
extension BrowserDocument {
  /// What a save writes: the original bytes with the edited ranges replaced.
  func currentText() -> SplicedBytes {
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
      if let spine = spines[container] { splices += structureSplices(of: spine) }
    }
    return SplicedBytes(original: base, splices: splices)
  }

  /// The insertions and removals among the children of one large container.
  private func structureSplices(of spine: Spine) -> [JSONSplice] {
    var editor = JSONContainerEditor(spine.index)
    for (slot, content) in history.overlay.slots {
      switch (slot, content) {
      case (.value(let child), .removed(spine.offset)): editor.remove(child.child)
      case (.gap(let gap), .inserted(let insertions)) where gap.container == spine.offset:
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
