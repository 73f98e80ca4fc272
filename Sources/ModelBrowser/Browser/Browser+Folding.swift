extension Browser {
  mutating func setFold(_ row: Row, open: Bool) {
    guard row.isContainer else { return }
    changeFolds { folds, _ in folds.set(row.id, open: open) }
  }

  mutating func closeFold() {
    guard !outline.isOpen(cursor), let parent = cursor.parent else { return setFold(cursor, open: false) }
    setFold(parent, open: false)
  }

  mutating func foldToLevel(_ argument: String) {
    guard let level = Int(argument), level >= 0 else {
      message = .error("Not a level: \(argument)")
      return
    }
    changeFolds { folds, _ in folds.setLevel(level) }
  }

  /// Changes folds; the cursor keeps its line, or goes to the row that now hides it.
  mutating func changeFolds(_ change: (inout FoldSet, Row) -> Void) {
    change(&outline.folds, cursor)
    var outermostClosed: Row?
    var outer = cursor.parent
    while let row = outer {
      if !outline.isOpen(row) { outermostClosed = row }
      outer = row.parent
    }
    if let outermostClosed {
      cursor = outermostClosed
      detailTop = 0
    }
    keepInSight()
  }
}
