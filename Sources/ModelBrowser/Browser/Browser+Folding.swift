extension Browser {
  mutating func fold(_ invocation: Invocation) {
    switch invocation.id {
    case .toggleFold: setFold(cursor, open: !outline.isOpen(cursor))
    case .openFold: setFold(cursor, open: true)
    case .closeFold: closeFold()
    case .openAllBelow: change { $0.setAll(below: $1.id, open: true) }
    case .closeAllBelow: change { $0.setAll(below: $1.id, open: false) }
    case .openAll: change { folds, _ in folds.setLevel(.max) }
    case .closeAll: change { folds, _ in folds.setLevel(1) }
    case .foldToLevel: foldToLevel(invocation.argument)
    default: break
    }
  }

  mutating func setFold(_ row: Row, open: Bool) {
    guard row.isContainer else { return }
    change { folds, _ in folds.set(row.id, open: open) }
  }

  private mutating func closeFold() {
    guard !outline.isOpen(cursor), let parent = cursor.parent else { return setFold(cursor, open: false) }
    setFold(parent, open: false)
  }

  private mutating func foldToLevel(_ argument: String) {
    guard let level = Int(argument), level >= 0 else {
      message = .error("Not a level: \(argument)")
      return
    }
    change { folds, _ in folds.setLevel(level) }
  }

  /// Changes folds; the cursor keeps its line, or goes to the row that now hides it.
  private mutating func change(_ change: (inout FoldSet, Row) -> Void) {
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
