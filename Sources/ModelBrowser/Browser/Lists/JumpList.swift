/// The places that jumps out of sight began at, the latest last.
struct JumpList: Sendable {
  /// A row and the view in which it was visited.
  private struct Place: Sendable {
    let row: RowID
    let view: Row.View
  }

  private var places: [Place] = []
  /// The places that were gone back from, the latest last.
  private var forward: [Place] = []

  private static let most = 100

  mutating func add(_ row: RowID, in view: Row.View) {
    forward = []
    addBack(row, in: view)
  }

  /// Adds a place without forgetting those that were gone back from.
  mutating func addBack(_ row: RowID, in view: Row.View) {
    if places.count == Self.most { places.removeFirst() }
    places.append(Place(row: row, view: view))
  }

  /// The places of a view under other identifiers, without those that are gone.
  func moved(in view: Row.View, _ newID: (RowID) -> RowID?) -> JumpList {
    func move(_ places: [Place]) -> [Place] {
      places.compactMap { place in
        place.view == view ? newID(place.row).map { Place(row: $0, view: view) } : place
      }
    }
    var moved = self
    (moved.places, moved.forward) = (move(places), move(forward))
    return moved
  }

  mutating func addForward(_ row: RowID, in view: Row.View) { forward.append(Place(row: row, view: view)) }

  mutating func removeForward(in view: Row.View) -> RowID? {
    guard let index = forward.lastIndex(where: { $0.view == view }) else { return nil }
    return forward.remove(at: index).row
  }

  /// The places of a view, the latest last.
  func all(in view: Row.View) -> [RowID] { places.filter { $0.view == view }.map(\.row) }

  /// Takes the latest place of a view off the list: places of the other one have other rows.
  mutating func removeLast(in view: Row.View) -> RowID? {
    guard let index = places.lastIndex(where: { $0.view == view }) else { return nil }
    return places.remove(at: index).row
  }
}
