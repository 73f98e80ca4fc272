extension Browser {
  /// Opens further levels as long as all of their rows fit on the screen: of a small file everything is seen at once. What
  /// is the beginning of more is not small. Where all there is to see is one row that opens, it is opened at any length.
  mutating func openWhatFits() {
    guard document.incoming == nil else { return }
    var folds = outline.folds
    var count = outline.rowCount(upTo: layout.listRows)
    for level in folds.level + 1..<folds.level + Self.mostOpened {
      let deeper = Outline(
        like: outline, view: outline.view, folds: FoldSet(openTo: level), filters: outline.filters)
      let opened = deeper.rowCount(upTo: layout.listRows + 1)
      guard opened > count, opened <= layout.listRows || count == 2 else { break }
      (folds, count) = (deeper.folds, opened)
    }
    view.outline.folds = folds
    openedLevel = folds.level
  }

  private static let mostOpened = 9
}

extension Outline {
  /// Returns the number of visible rows if it is at most `most`.
  ///
  /// - Complexity: O(most).
  fileprivate func rowCount(upTo most: Int) -> Int {
    var (count, row): (Int, Row?) = (0, root)
    while let here = row, count < most {
      count += 1
      row = next(after: here)
    }
    return count
  }
}
