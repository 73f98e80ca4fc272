import Mantle

/// Finds rows again after an edit, by what they show and not by where they stand.
struct RowFollower {
  let old: Outline
  let new: Outline
  private let shifts: [PlaceChange]
  /// The rows inside which anything may stand elsewhere.
  private let touched: RowMarks<Void>

  /// - Parameters:
  ///   - old: the rows before the step was made or undone.
  ///   - new: those afterwards, in the same view.
  init(from old: Outline, to new: Outline, by step: EditStep, undone: Bool) {
    self.old = old
    self.new = new
    shifts = step.shifts(undone: undone)
    touched = RowMarks(Dictionary(step.places.map { ($0.outer, ()) }, uniquingKeysWith: { one, _ in one }))
  }

  /// The identifier of the same row; nil where it is gone.
  ///
  /// - Complexity: O(log depth) for rows the step has nothing to do with.
  func id(after id: RowID) -> RowID? {
    guard touched.around(id).contains(where: { true }), let row = old.row(id) else { return id }
    return self.row(like: row)?.id
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
