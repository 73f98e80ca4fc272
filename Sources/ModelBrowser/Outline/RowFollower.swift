import Mantle

/// Finds rows again after an edit, by what they show and not by where they stand.
struct RowFollower {
  let old: Outline
  let new: Outline
  private let shifts: [PlaceChange]
  /// The rows inside which anything may stand elsewhere.
  private let touched: Set<RowID>

  /// - Parameters:
  ///   - old: the rows before the step was made or undone.
  ///   - new: those afterwards, in the same view.
  init(from old: Outline, to new: Outline, by step: EditStep, undone: Bool) {
    self.old = old
    self.new = new
    shifts = step.shifts(undone: undone)
    touched = Set(step.places.map(\.outer))
  }

  /// The identifier of the same row; nil where it is gone.
  ///
  /// - Complexity: O(depth) for rows the step has nothing to do with.
  func id(after id: RowID) -> RowID? {
    guard touches(id), let row = old.row(id) else { return id }
    return self.row(like: row)?.id
  }

  private func touches(_ id: RowID) -> Bool {
    var next: RowID? = id
    while let id = next {
      if touched.contains(id) { return true }
      next = id.parent
    }
    return false
  }

  private func row(like row: Row) -> Row? {
    // A group has no place of its own: it is in what it belongs to.
    if row.step.isEmpty, let parent = row.parent {
      guard let parent = self.row(like: parent) else { return nil }
      return parent.childRows.firstIndex { $0.label == row.label }.flatMap { new.child(of: parent, at: $0) }
    }
    var place: EditedPlace? = row.editedPlace
    for shift in shifts { place = place.flatMap(shift.applied) }
    return place.flatMap { new.row(at: $0) }
  }
}
