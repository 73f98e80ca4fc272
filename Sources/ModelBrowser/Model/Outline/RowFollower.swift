import Mantle

/// Maps rows to the rows of the same values after an edit, a change of the model, or a reload.
///
/// Results are cached, so that mapping a row takes one step from its parent.
///
/// The rows of a list in a record, before and after an edit that deletes the first element:
///
///     old                     new
///     tags               →    tags
///     ├ 0: "a"           →    nil
///     ├ 1: "b"           →    ├ 0: "b"
///     └ 2: "c"           →    └ 1: "c"
///
/// The image of an old row is the new row of the same value. A shift describes how an edit changes the places of
/// values, here the removal of index 0 from `tags`. Rows that are not inside a touched row keep their identifiers.
final class RowFollower {
  let old: Outline
  let new: Outline
  private let shifts: [PlaceChange]
  /// The rows whose descendants may have new places.
  private let touched: Set<RowID>
  /// Finds rows by their content after a reload; nil if identifiers and places find the rows.
  private let contents: RowContents?
  private let formerRows = ValueCache<RowID, Row?>()
  private let images = ValueCache<RowID, Row?>()

  /// Creates a map of the rows across the application or undo of a step.
  ///
  /// - Parameters:
  ///   - old: the outline before the step was applied or undone.
  ///   - new: the outline after the step was applied or undone, in the same view.
  init(from old: Outline, to new: Outline, by step: EditStep, undone: Bool) {
    self.old = old
    self.new = new
    shifts = step.shifts(undone: undone)
    contents = nil
    touched = Set(step.places.map(\.outer))
  }

  /// Creates a map of the rows across a change of the model or a reload.
  ///
  /// - Parameters:
  ///   - new: the outline of the same text with another model, or of the file after a reload.
  ///   - isReloaded: whether the text may have changed, so that rows are found by their content.
  init(from old: Outline, to new: Outline, isReloaded: Bool = false) {
    self.old = old
    self.new = new
    shifts = []
    contents = isReloaded ? RowContents(in: new) : nil
    touched = [.root]
  }

  /// Returns the new identifier of a row; nil if the row was removed.
  ///
  /// - Complexity: O(depth) for rows that the step does not affect.
  func id(after id: RowID) -> RowID? {
    guard sequence(first: id, next: \.parent).contains(where: touched.contains), let row = formerRow(id)
    else { return id }
    return image(of: row)?.id
  }

  /// Returns the image of a row, or the image of its innermost ancestor that still exists.
  func nearest(to row: Row) -> Row {
    sequence(first: row, next: \.parent).lazy.compactMap { self.image(of: $0) }.first ?? new.root
  }

  /// Returns whether a child of a large container is known to be removed, without a search for its row.
  func isGone(_ position: LazyContainer.Position) -> Bool {
    guard !movesChildren else { return false }
    let overlay = new.document.history.overlay
    return switch position {
    case .original(let child): overlay.isRemoved(ChildID(child))
    case .inserted(_, _, let insertion): overlay.insertion(insertion.serial) == nil
    }
  }

  /// Whether the change gave children of large containers new identifiers.
  private lazy var movesChildren = shifts.contains { if case .replaced = $0 { true } else { false } }

  /// Whether the change may have moved rows inside records to new positions.
  var movesRows: Bool { !shifts.isEmpty }

  /// Returns the row that had an identifier before the step; nil if there was none.
  private func formerRow(_ id: RowID) -> Row? {
    guard let parent = id.parent else { return old.root }
    return formerRows.value(id) {
      formerRow(parent).flatMap { old.child(of: $0, id.step) }.flatMap { $0.id == id ? $0 : nil }
    }
  }

  /// Returns the image of a row; nil if the row was removed.
  private func image(of row: Row) -> Row? {
    guard let parent = row.parent else { return new.root }
    return images.value(row.id) {
      // The rows of a group that no longer exists are now children of the group's object.
      let owner = parent.step.isEmpty ? parent.parent : nil
      return (image(of: parent) ?? owner.flatMap { image(of: $0) }).flatMap { image(of: row, in: $0) }
    }
  }

  /// Returns the row of the same value in the new outline; nil if the value was removed.
  ///
  /// - Parameter parent: the image of the parent of `row`.
  private func image(of row: Row, in parent: Row) -> Row? {
    // A group has no place in the text, so it is found by its label.
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
