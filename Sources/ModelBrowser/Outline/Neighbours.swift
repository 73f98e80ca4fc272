/// The rows above and below rows that were asked for lately: every picture of the screen is walked over again for the
/// next one.
///
/// A reference, since looking does not change an outline; it belongs to one set of folds, and is begun anew with it.
final class Neighbours {
  enum Side: Hashable {
    case above, below
  }

  private struct Key: Hashable {
    let row: RowID
    let side: Side
  }

  private var known: [Key: Row?] = [:]
  private var revision = 0

  /// About four screens full: rows keep what they show in memory.
  private static let most = 400

  /// - Parameter revision: of the edits; what was remembered under another one is forgotten.
  func row(_ side: Side, _ row: Row, _ revision: Int, _ find: () -> Row?) -> Row? {
    if revision != self.revision {
      self.revision = revision
      known = [:]
    }
    let key = Key(row: row.id, side: side)
    if let neighbour = known[key] { return neighbour }
    let neighbour = find()
    if known.count >= Self.most { known = [:] }
    known[key] = .some(neighbour)
    return neighbour
  }
}
