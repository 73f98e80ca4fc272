import Mantle

extension Outline {
  /// The edits since the last save, in the order of the text.
  var differences: Differences {
    if let recovery = document.recovery { return differencesFromFile(recovery.original) }
    return UnsavedChildren(raw).differences
  }

  /// A short summary of the differences that a save would write; nil if computing it would delay the save.
  var changeWords: String? {
    let bytes = document.history.unsaved.reduce(0) { sum, unsaved in
      if case .value(let child) = unsaved.slot { sum + child.child.value.count } else { sum }
    }
    let recovered = document.recovery?.original.count ?? 0
    guard document.isModified, document.history.unsaved.count <= 1000, max(bytes, recovered) <= 1 << 21 else {
      return nil
    }
    return differences.words
  }

  /// Returns the differences between the file and the current text, compared as a whole; empty if either is
  /// larger than 16 MiB.
  private func differencesFromFile(_ original: JSONBytes) -> Differences {
    var differences = Differences()
    let now = document.currentText(records)
    guard max(original.count, now.count) <= 1 << 24, let text = try? now.original.applying(now.splices) else {
      return differences
    }
    let (before, after) = (original.valuesAsArray ?? original, JSONBytes(text))
    let lines = after.valuesAsArray ?? after
    differences.compare(before.slice(0..<before.count), lines.slice(0..<lines.count), at: JSONKeyPath())
    differences.joinMoves()
    return differences
  }
}
