/// The rows above and below rows that were asked for lately: every picture of the screen is walked over again for the
/// next one.
///
/// A reference, since looking does not change an outline; it belongs to one set of folds, and is begun anew with it.
final class Neighbours {
  private var below: [RowID: Row?] = [:]
  private var above: [RowID: Row?] = [:]
  private var revision = 0

  /// Two screens full: rows keep what they show in memory.
  private static let most = 200

  /// - Parameter revision: of the edits; what was remembered under another one is forgotten.
  func below(_ row: Row, _ revision: Int, _ find: () -> Row?) -> Row? {
    adopt(revision)
    if let known = below[row.id] { return known }
    let found = find()
    if below.count >= Self.most { below = [:] }
    below[row.id] = .some(found)
    return found
  }

  func above(_ row: Row, _ revision: Int, _ find: () -> Row?) -> Row? {
    adopt(revision)
    if let known = above[row.id] { return known }
    let found = find()
    if above.count >= Self.most { above = [:] }
    above[row.id] = .some(found)
    return found
  }

  private func adopt(_ revision: Int) {
    guard revision != self.revision else { return }
    self.revision = revision
    below = [:]
    above = [:]
  }
}
