import Mantle

/// Finds rows again after an edit, or under another model, by their content rather than their position.
///
/// Results are cached: each of many nested rows takes one step from its parent.
final class RowFollower {
  let old: Outline
  let new: Outline
  private let shifts: [PlaceChange]
  /// The rows whose descendants may have moved.
  private let touched: Set<RowID>
  /// Finds rows by their content; nil if places in the document identify them.
  private let contents: RowContents?
  private let formerRows = ValueCache<RowID, Row?>()
  private let images = ValueCache<RowID, Row?>()

  /// - Parameters:
  ///   - old: the rows before the step was made or undone.
  ///   - new: those afterwards, in the same view.
  init(from old: Outline, to new: Outline, by step: EditStep, undone: Bool) {
    self.old = old
    self.new = new
    shifts = step.shifts(undone: undone)
    contents = nil
    touched = Set(step.places.map(\.outer))
  }

  /// - Parameters:
  ///   - new: the rows of the same text read as another model, or of the file after a reload.
  ///   - isReloaded: whether the text may be another one, whose rows are found by their content.
  init(from old: Outline, to new: Outline, isReloaded: Bool = false) {
    self.old = old
    self.new = new
    shifts = []
    contents = isReloaded ? RowContents(in: new) : nil
    touched = [.root]
  }

  /// The identifier of the same row; nil where it is gone.
  ///
  /// - Complexity: O(depth) for rows the step has nothing to do with.
  func id(after id: RowID) -> RowID? {
    guard sequence(first: id, next: \.parent).contains(where: touched.contains), let row = formerRow(id)
    else { return id }
    return image(of: row)?.id
  }

  /// The same row, or the innermost row around it that still exists.
  func nearest(to row: Row) -> Row {
    sequence(first: row, next: \.parent).lazy.compactMap { self.image(of: $0) }.first ?? new.root
  }

  /// Whether a child of a large container is gone, as far as that is known without looking for its row.
  func isGone(_ position: LazyContainer.Position) -> Bool {
    guard !movesChildren else { return false }
    let overlay = new.document.history.overlay
    return switch position {
    case .original(let child): overlay.isRemoved(ChildID(child))
    case .inserted(_, _, let insertion): overlay.insertion(insertion.serial) == nil
    }
  }

  /// Whether children of large containers have other identifiers now.
  private lazy var movesChildren = shifts.contains { if case .replaced = $0 { true } else { false } }

  /// Whether rows of records may be at other positions now.
  var movesRows: Bool { !shifts.isEmpty }

  /// The row of an identifier before the step.
  private func formerRow(_ id: RowID) -> Row? {
    guard let parent = id.parent else { return old.root }
    return formerRows.value(id) {
      formerRow(parent).flatMap { old.child(of: $0, id.step) }.flatMap { $0.id == id ? $0 : nil }
    }
  }

  /// The same row after the step.
  private func image(of row: Row) -> Row? {
    guard let parent = row.parent else { return new.root }
    return images.value(row.id) {
      // What was in a group that is gone is in the object it belonged to.
      let owner = parent.step.isEmpty ? parent.parent : nil
      return (image(of: parent) ?? owner.flatMap { image(of: $0) }).flatMap { image(of: row, in: $0) }
    }
  }

  /// - Parameter parent: what the row around it has become.
  private func image(of row: Row, in parent: Row) -> Row? {
    // A group has no place of its own: it is in what it belongs to.
    if row.step.isEmpty {
      return parent.childRows.firstIndex { $0.label == row.label }.flatMap { new.child(of: parent, at: $0) }
    }
    if let contents { return contents.child(of: parent, like: row) }
    var place: EditedPlace? = row.editedPlace
    for shift in shifts { place = place.flatMap(shift.applied) }
    guard let place else { return nil }
    if place.path.isEmpty {
      return place.outer.parent == parent.id ? new.child(of: parent, place.outer.step) : new.row(at: place)
    }
    let around = parent.editedPlace
    guard place.outer == around.outer, place.path.starts(with: around.path) else { return new.row(at: place) }
    return new.child(of: parent, towards: place.path.dropFirst(around.path.count))
      .flatMap { $0.editedPlace == place ? $0 : nil } ?? new.row(at: place)
  }
}
