extension Viewport {
  /// Expands further levels as long as all of their rows fit on the screen, so that a small file is visible in full. Input
  /// that is still being read is not expanded. If the document is a single collapsed row, the row is expanded at any
  /// length.
  mutating func openWhatFits() {
    guard outline.document.incoming == nil else { return }
    var count = rowCount(upTo: layout.listRows)
    for level in outline.folds.level + 1..<outline.folds.level + Self.mostOpened {
      var deeper = self
      deeper.outline.folds = FoldSet(openTo: level)
      let opened = deeper.rowCount(upTo: layout.listRows + 1)
      guard opened > count, opened <= layout.listRows || count == 2 else { break }
      (outline.folds, count) = (deeper.outline.folds, opened)
    }
    openedLevel = outline.folds.level
  }

  private static let mostOpened = 9

  /// Returns the number of visible rows if it is at most `most`.
  ///
  /// - Complexity: O(most).
  private func rowCount(upTo most: Int) -> Int {
    sequence(first: outline.root) { outline.next(after: $0) }.prefix(most).reduce(0) { count, _ in count + 1 }
  }
}
