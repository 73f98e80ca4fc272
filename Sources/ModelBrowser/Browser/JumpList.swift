/// The places that jumps out of sight began at, the latest last.
struct JumpList: Sendable {
  private struct Place: Sendable {
    let row: RowID
    let view: Row.View
  }

  private var places: [Place] = []

  private static let most = 100

  mutating func add(_ row: RowID, in view: Row.View) {
    if places.count == Self.most { places.removeFirst() }
    places.append(Place(row: row, view: view))
  }

  /// Takes the latest place of a view off the list: places of the other one have other rows.
  mutating func removeLast(in view: Row.View) -> RowID? {
    guard let index = places.lastIndex(where: { $0.view == view }) else { return nil }
    return places.remove(at: index).row
  }
}

extension Browser {
  /// Goes back to where the latest jumps began.
  mutating func jumpBack(_ times: Int) {
    for _ in 0..<times {
      guard let place = nextJumpBack() else { return }
      leap(to: place)
    }
  }

  /// Goes to where the last jump began, so that the same command comes back here.
  mutating func jumpToAndFro() {
    guard let place = nextJumpBack() else { return }
    let here = cursor.id
    leap(to: place)
    jumps.add(here, in: outline.view)
  }

  private mutating func nextJumpBack() -> RowID? {
    let place = jumps.removeLast(in: outline.view)
    if place == nil { message = .note("No jump out of sight began before this one") }
    return place
  }

  /// Goes to a place, or what is left of it, without remembering where that began.
  private mutating func leap(to place: RowID) {
    let remembered = jumps
    reveal(outline.row(nearest: place))
    jumps = remembered
  }
}
