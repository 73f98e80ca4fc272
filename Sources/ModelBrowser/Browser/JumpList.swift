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

  /// The places of a view under other identifiers, without those that are gone.
  func moved(in view: Row.View, _ move: (RowID) -> RowID?) -> JumpList {
    var moved = self
    moved.places = places.compactMap { place in
      place.view == view ? move(place.row).map { Place(row: $0, view: view) } : place
    }
    return moved
  }

  /// Takes the latest place of a view off the list: places of the other one have other rows.
  mutating func removeLast(in view: Row.View) -> RowID? {
    guard let index = places.lastIndex(where: { $0.view == view }) else { return nil }
    return places.remove(at: index).row
  }
}
