extension Editor {
  /// Returns the parts of the view before a step that undoing the step cannot derive from the text: the cursor, and the folds
  /// and marks of removed rows.
  ///
  /// - Parameters:
  ///   - cursor: the place of the cursor before the step.
  ///   - followers: the rows of both views before and after the step.
  func viewBeforeStep(cursor: EditedPlace, _ followers: [RowFollower]) -> EditStep.View {
    var view = EditStep.View(cursor: cursor)
    for follower in followers {
      let isRaw = follower.old.view == .raw
      for fold in follower.old.folds.byHand where follower.id(after: fold.id) == nil {
        guard let row = follower.old.row(fold.id), !row.step.isEmpty || row.parent == nil else { continue }
        view.folds.append((isRaw, row.editedPlace, fold.isOpen, fold.isDeep))
      }
      for (letter, mark) in marks where mark.view == follower.old.view {
        guard follower.id(after: mark.row) == nil, let row = follower.old.row(mark.row) else { continue }
        view.marks[letter] = (isRaw, row.editedPlace)
      }
    }
    return view
  }

  /// Restores the selection, and the folds and marks on rows that undoing a step has brought back.
  mutating func restore(_ view: EditStep.View) {
    let isShownRaw = outline.view == .raw
    if let (isRaw, anchor, cursor) = view.selection, isRaw == isShownRaw,
      let first = outline.row(at: anchor), let last = outline.row(at: cursor)
    {
      selection.remember(first.id, last.id)
    }
    for (isRaw, place, isOpen, isDeep) in view.folds {
      let isShown = isRaw == isShownRaw
      guard let row = (isShown ? outline : otherOutline).row(at: place) else { continue }
      var folds = isShown ? outline.folds : otherFolds
      folds.set(row.id, open: isOpen, isDeep: isDeep)
      if isShown { self.view.outline.folds = folds } else { otherFolds = folds }
    }
    for (letter, (isRaw, place)) in view.marks where marks[letter] == nil {
      guard let row = (isRaw == isShownRaw ? outline : otherOutline).row(at: place) else { continue }
      marks[letter] = Mark(
        row: row.id, view: isRaw ? .raw : .model, place: document.textPlace(of: row.firstInText, end: false))
    }
  }
}
