import Mantle

extension Outline {
  /// The edits since the last save, in the order of the text.
  var differences: Differences { UnsavedChildren(raw).differences }

  /// A short summary of the differences that a save would write; nil if computing it would delay the save.
  var changeWords: String? {
    let bytes = document.history.unsaved.reduce(0) { sum, unsaved in
      if case .value(let child) = unsaved.slot { sum + child.child.value.count } else { sum }
    }
    guard document.isModified, document.history.unsaved.count <= 1000, bytes <= 1 << 21 else { return nil }
    return differences.words
  }
}
