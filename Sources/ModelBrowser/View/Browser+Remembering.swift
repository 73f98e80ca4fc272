import Mantle

/// Saving and restoring the view of a file between sessions.
extension Browser {
  /// The view of the file to save; nil if it equals the view of a newly opened file.
  var rememberedView: RememberedView? {
    guard let path = document.path, let fingerprint = document.fingerprint else { return nil }
    let folds = outline.folds
    guard cursor.parent != nil || !isFoldedAsOpened || outline.view == .raw else { return nil }
    // Offsets refer to the original file.
    let isAsRead = editor.currentText.splices.isEmpty
    func place(_ row: Row) -> RememberedView.Place {
      RememberedView.Place(
        pointer: row.path.pointer, offset: isAsRead ? document.byteRange(of: row)?.lowerBound : nil)
    }
    return RememberedView(
      file: path.resolvedPath, size: Int(fingerprint.size), modified: fingerprint.modified,
      cursor: place(cursor), line: editor.view.cursorLine, isRaw: outline.view == .raw, level: folds.level,
      folds: folds.byHand.suffix(RememberedView.maximumFolds).compactMap { fold in
        // Rows of groups, such as the absent properties, have no place in the text.
        guard let row = outline.row(fold.id), row.parent == nil || !row.step.isEmpty else { return nil }
        return RememberedView.Fold(place: place(row), isOpen: fold.isOpen, isDeep: fold.isDeep)
      })
  }

  /// Whether the folds have not changed since the file was opened.
  var isFoldedAsOpened: Bool {
    outline.folds.byHand.isEmpty
      && outline.folds.level == editor.view.openedLevel ?? document.initialFolds.level
  }

  /// Whether the position in the file is saved when the file is closed and restored when it is reopened.
  var remembersViews: Bool { options.remember && !isPicking }

  /// Restores the view of the last session for the rows that still exist.
  mutating func showAsLeft() {
    guard remembersViews, let left = document.remembered else { return }
    let isSame = left.fits(document.fingerprint)
    let shown: Row.View = left.isRaw && document.model != nil ? .raw : .model
    var outline = Outline(like: self.outline, view: shown, folds: FoldSet(openTo: left.level))
    // In a changed file each row is found by its path, so the folds of a large changed file are not restored.
    for fold in isSame || document.base.count <= Self.maximumWalked ? left.folds : [] {
      let (row, isThere) = fold.place.row(in: outline, isSame)
      if isThere { outline.folds.set(row.id, open: fold.isOpen, isDeep: fold.isDeep) }
    }
    editor.view.cursorLine = left.line
    editor.view.show(outline, at: left.cursor.row(in: outline, isSame).row)
    if editor.message.map({ $0.tone == .note }) ?? true, cursor.parent != nil {
      editor.message = .note("Last position: \(document.pathText(of: cursor))  (gg: the top · F1 help)")
    }
  }

  /// Whether finding a place takes too long for the first screen: 0.5 s at the end of a gigabyte.
  var isLarge: Bool { document.base.count > 1 << 27 }

  private static let maximumWalked = 1 << 24
}

extension RememberedView.Place {
  /// Returns the row at the place, or the deepest ancestor of the place that still exists, and whether the
  /// row is at the place itself.
  ///
  /// - Parameter isSame: whether the file is unchanged, so that the offset of the place is valid.
  fileprivate func row(in outline: Outline, _ isSame: Bool) -> (row: Row, isThere: Bool) {
    if isSame, let offset, 0..<outline.document.base.count ~= offset,
      let row = outline.row(at: .original(offset))
    {
      return (row, true)
    }
    guard let path = pointer.flatMap({ try? JSONKeyPath(pointer: $0) }) else { return (outline.root, false) }
    let (row, rest) = outline.row(at: path)
    return (row, rest.isEmpty)
  }
}
