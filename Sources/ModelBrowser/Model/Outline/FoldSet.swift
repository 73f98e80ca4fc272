/// Which rows are open: a level down to which everything is, and what was opened or closed by hand.
///
/// Sparse: its size is the number of folds that were changed by hand, whatever the size of the file.
struct FoldSet: Sendable {
  /// The row of a fold, alone or with everything inside.
  private struct Key: Hashable, Sendable {
    let id: RowID
    let isDeep: Bool
  }

  /// An explicit change of a fold.
  private struct Change: Sendable {
    let isOpen: Bool
    let time: Int
    /// The rows that contain fewer than this number of others.
    let level: Int
  }

  /// How many levels open at once, so that no step over rows leads through a million of them: what is deeper opens by
  /// hand, or as many levels again.
  static let maximumLevels = 128

  /// Rows around fewer than this many others are open.
  private(set) var level: Int
  private var changes: [Key: Change] = [:]
  private var time = 0

  init(openTo level: Int) { self.level = min(level, Self.maximumLevels) }

  func isOpen(_ id: RowID) -> Bool {
    let deep = deepMark(id)
    if let own = changes[Key(id: id, isDeep: false)], own.time > deep?.time ?? -1 { return own.isOpen }
    return deep?.isOpen ?? (id.depth < level)
  }

  /// Whether the row itself was opened, and not as one of many.
  func isOpenedAlone(_ id: RowID) -> Bool {
    let own = [true, false].compactMap { changes[Key(id: id, isDeep: $0)] }
    return own.max { $0.time < $1.time }?.isOpen ?? false
  }

  /// Opens or closes a row.
  ///
  /// - Parameter isDeep: whether everything inside opens or closes with it.
  mutating func set(_ id: RowID, open: Bool, isDeep: Bool = false) {
    time += 1
    let level = isDeep && open ? id.depth + Self.maximumLevels : .max
    // What was decided about rows inside no longer counts.
    if isDeep { changes = changes.filter { $0.key.id.depth >= level || !id.contains($0.key.id) } }
    changes[Key(id: id, isDeep: isDeep)] = Change(isOpen: open, time: time, level: level)
  }

  /// The latest decision about this row or one around it, with everything inside.
  private func deepMark(_ id: RowID) -> Change? {
    sequence(first: id, next: \.parent).lazy.compactMap { changes[Key(id: $0, isDeep: true)] }
      .filter { id.depth < $0.level }
      .max { $0.time < $1.time }
  }

  /// The rows that were expanded or collapsed individually, the earliest first. `isDeep` includes all
  /// descendants.
  var byHand: [(id: RowID, isOpen: Bool, isDeep: Bool)] {
    changes.sorted { $0.value.time < $1.value.time }
      .map { (id: $0.key.id, isOpen: $0.value.isOpen, isDeep: $0.key.isDeep) }
  }

  /// The folds for other identifiers of the same rows; those of rows that are gone are dropped.
  func moved(_ move: (RowID) -> RowID?) -> FoldSet {
    var result = self
    let moved = changes.compactMap { key, change in
      move(key.id).map { (Key(id: $0, isDeep: key.isDeep), change) }
    }
    result.changes = Dictionary(moved) { one, other in one.time > other.time ? one : other }
    return result
  }
}
