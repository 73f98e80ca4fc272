/// Cached knowledge about rows, which is also found from descendants.
struct RowMarks<Known> {
  private(set) var all: [RowID: Known] = [:]
  /// How many of them each depth has.
  private var depths: [Int: Int] = [:]

  init(_ marks: [RowID: Known] = [:]) {
    all = marks
    for id in marks.keys { depths[id.depth, default: 0] += 1 }
  }

  subscript(id: RowID) -> Known? {
    get { all[id] }
    set {
      let before = all[id] == nil ? 0 : 1
      all[id] = newValue
      let count = depths[id.depth, default: 0] + (newValue == nil ? 0 : 1) - before
      depths[id.depth] = count == 0 ? nil : count
    }
  }

  /// The marks of the row and of those around it.
  ///
  /// - Complexity: O(depths that have marks × log depth).
  func around(_ id: RowID) -> some Sequence<Known> {
    depths.keys.lazy.compactMap { depth in id.ancestor(at: depth).flatMap { all[$0] } }
  }

  mutating func removeAll(where isGone: (RowID) -> Bool) { self = RowMarks(all.filter { !isGone($0.key) }) }

  /// The marks of other identifiers of the same rows; those of rows that are gone are dropped.
  ///
  /// - Parameter wins: which of two marks stays where two rows have become one.
  func moved(_ move: (RowID) -> RowID?, wins: (Known, Known) -> Bool) -> RowMarks {
    RowMarks(
      Dictionary(
        all.compactMap { id, mark in move(id).map { ($0, mark) } },
        uniquingKeysWith: { wins($0, $1) ? $0 : $1 }))
  }
}

extension RowMarks: Sendable where Known: Sendable {}
