/// Which rows are open: a level down to which everything is, and what was opened or closed by hand.
///
/// Sparse: its size is the number of folds that were changed by hand, whatever the size of the file.
struct FoldSet: Sendable {
  /// An explicit change of a fold.
  private struct Change: Sendable {
    let isOpen: Bool
    let time: Int
    /// The rows that contain fewer than this number of others.
    var level = Int.max
  }

  /// How many levels open at once, so that no step over rows leads through a million of them: what is deeper opens by
  /// hand, or as many levels again.
  static let mostLevels = 128

  /// Rows around fewer than this many others are open.
  private(set) var level: Int
  private var single: [RowID: Change] = [:]
  private var deep: [RowID: Change] = [:]
  private var time = 0

  init(openTo level: Int) { self.level = min(level, Self.mostLevels) }

  func isOpen(_ id: RowID) -> Bool {
    let deep = deepMark(id)
    if let own = single[id], own.time > deep?.time ?? -1 { return own.isOpen }
    return deep?.isOpen ?? (id.depth < level)
  }

  /// Whether the row itself was opened, and not as one of many.
  func isOpenedAlone(_ id: RowID) -> Bool {
    [single[id], deep[id]].compactMap(\.self).max { $0.time < $1.time }?.isOpen ?? false
  }

  mutating func set(_ id: RowID, open: Bool) {
    time += 1
    single[id] = Change(isOpen: open, time: time)
  }

  /// Opens or closes a row with everything inside.
  mutating func setAll(below id: RowID, open: Bool) {
    time += 1
    let level = open ? id.depth + Self.mostLevels : .max
    // What was decided about rows inside no longer counts.
    single = single.filter { $0.key.depth >= level || !id.contains($0.key) }
    deep = deep.filter { $0.key.depth >= level || !id.contains($0.key) }
    deep[id] = Change(isOpen: open, time: time, level: level)
  }

  /// The latest decision about this row or one around it, with everything inside.
  private func deepMark(_ id: RowID) -> Change? {
    sequence(first: id, next: \.parent).lazy.compactMap { deep[$0] }.filter { id.depth < $0.level }
      .max { $0.time < $1.time }
  }
}

extension FoldSet {
  /// The rows that were expanded or collapsed individually, the earliest first. `isDeep` includes all
  /// descendants.
  var byHand: [(id: RowID, isOpen: Bool, isDeep: Bool)] {
    let all = single.map { ($0.key, $0.value, false) } + deep.map { ($0.key, $0.value, true) }
    return all.sorted { $0.1.time < $1.1.time }.map { (id: $0.0, isOpen: $0.1.isOpen, isDeep: $0.2) }
  }

  /// The folds for other identifiers of the same rows; those of rows that are gone are dropped.
  func moved(_ move: (RowID) -> RowID?) -> FoldSet {
    func moved(_ changes: [RowID: Change]) -> [RowID: Change] {
      Dictionary(changes.compactMap { id, change in move(id).map { ($0, change) } }) { one, other in
        one.time > other.time ? one : other
      }
    }
    var result = self
    (result.single, result.deep) = (moved(single), moved(deep))
    return result
  }
}
