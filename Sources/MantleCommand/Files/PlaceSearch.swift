import Mantle

/// A search for a place in every value of an input.
struct PlaceSearch {
  private let values: InputValues
  private let place: JSONKeyPath

  init(_ values: InputValues, _ place: JSONKeyPath) {
    self.values = values
    self.place = place
  }

  /// Hands on what is found in one value after the other; in the one that is meant where the place begins with its
  /// number in a sequence.
  ///
  /// - Parameter body: returns false to stop.
  mutating func forEach(_ body: (JSONPlaceFinder.Result) throws -> Bool) throws {
    let finder = JSONPlaceFinder(values.bytes)
    guard values.isSequence, case .index(let number)? = place.components.first else {
      for range in try values.ranges() {
        guard try body(finder.find(place, from: range)) else { return }
      }
      return
    }
    let rest = JSONKeyPath(Array(place.components.dropFirst()))
    var position = 0
    for range in try values.ranges() {
      guard position < number else {
        _ = try body(finder.find(rest, from: range))
        return
      }
      position += 1
    }
    throw CommandError(message: "there is no value \(number); they are counted from 0")
  }
}
