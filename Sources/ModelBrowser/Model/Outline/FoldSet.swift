/// The expanded rows: a default depth, and the explicit changes of rows or whole subtrees.
///
/// Its size depends only on the number of explicit changes, not on the size of the file.
struct FoldSet: Sendable {
  /// The target of a change: a row alone, or a row with all of its descendants.
  private struct Key: Hashable, Sendable {
    let id: RowID
    let isDeep: Bool
  }

  /// An explicit change: the user expanded or collapsed a row.
  private struct Change: Sendable {
    let isOpen: Bool
    let time: Int
    /// The depth from which a deep change no longer applies; `.max` if there is no such limit.
    let level: Int
  }

  /// The maximum number of levels that one change expands, so that moving the cursor never traverses a million nested
  /// rows. Deeper rows are expanded by further changes.
  static let maximumLevels = 128

  /// Rows with a depth less than this are expanded by default.
  private(set) var level: Int
  private var changes: [Key: Change] = [:]
  private var time = 0

  init(openTo level: Int) { self.level = min(level, Self.maximumLevels) }

  func isOpen(_ id: RowID) -> Bool {
    let deep = deepMark(id)
    if let own = changes[Key(id: id, isDeep: false)], own.time > deep?.time ?? -1 { return own.isOpen }
    return deep?.isOpen ?? (id.depth < level)
  }

  /// Returns whether the latest explicit change of this row, deep or not, expanded it. Changes of ancestors do
  /// not count.
  func isOpenedAlone(_ id: RowID) -> Bool {
    let own = [true, false].compactMap { changes[Key(id: id, isDeep: $0)] }
    return own.max { $0.time < $1.time }?.isOpen ?? false
  }

  /// Expands or collapses a row.
  ///
  /// - Parameter isDeep: whether the change applies to all descendants, too.
  mutating func set(_ id: RowID, open: Bool, isDeep: Bool = false) {
    time += 1
    let level = isDeep && open ? id.depth + Self.maximumLevels : .max
    // A deep change overrides the earlier changes of descendants.
    if isDeep { changes = changes.filter { $0.key.id.depth >= level || !id.contains($0.key.id) } }
    changes[Key(id: id, isDeep: isDeep)] = Change(isOpen: open, time: time, level: level)
  }

  /// Returns the latest deep change of the row or an ancestor that applies at the row's depth; nil if there is none.
  private func deepMark(_ id: RowID) -> Change? {
    sequence(first: id, next: \.parent).lazy.compactMap { changes[Key(id: $0, isDeep: true)] }
      .filter { id.depth < $0.level }
      .max { $0.time < $1.time }
  }

  /// The explicit changes, the earliest first. A change with `isDeep` includes all descendants.
  var byHand: [(id: RowID, isOpen: Bool, isDeep: Bool)] {
    changes.sorted { $0.value.time < $1.value.time }
      .map { (id: $0.key.id, isOpen: $0.value.isOpen, isDeep: $0.key.isDeep) }
  }

  /// Returns the folds with new identifiers. Folds for which `move` returns nil are dropped.
  func moved(_ move: (RowID) -> RowID?) -> FoldSet {
    var result = self
    let moved = changes.compactMap { key, change in
      move(key.id).map { (Key(id: $0, isDeep: key.isDeep), change) }
    }
    result.changes = Dictionary(moved) { one, other in one.time > other.time ? one : other }
    return result
  }
}
