import Mantle

extension Browser {
  /// Rows looked at before a search among what an archive says is given up.
  private static let mostRows = 20_000

  /// Goes to the next row that says something about the archive and matches: what the text does not hold is
  /// looked for there.
  ///
  /// - Returns: false where there is none within reach.
  mutating func showArchiveFact(_ pattern: SearchPattern, forward: Bool) -> Bool {
    guard document.archive != nil, search.name == nil, outline.view == .model else { return false }
    var everything = outline
    everything.folds = FoldSet(openTo: .max)
    var row = everything.row(nearest: cursor.id)
    let start = row.id
    for _ in 0..<Self.mostRows {
      let step = forward ? everything.next(after: row) : everything.previous(before: row)
      row = step ?? (forward ? everything.root : everything.last)
      if case .fact(let fact) = row.content, pattern.matches(fact.name) || pattern.matches(fact.text) {
        reveal(row)
        return true
      }
      if row.id == start { return false }
    }
    return false
  }
}
