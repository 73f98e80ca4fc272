import Mantle

/// A search for a place in every value of an input.
struct PlaceSearch {
  private let values: InputValues
  private let place: JSONKeyPath
  /// Whether a value is searched.
  private let isSearched: (Range<Int>) -> Bool

  init(
    _ values: InputValues, _ place: JSONKeyPath, in isSearched: @escaping (Range<Int>) -> Bool = { _ in true }
  ) {
    self.values = values
    self.place = place
    self.isSearched = isSearched
  }

  /// Hands on what is found in one value after the other; of a sequence, in the one whose number the place begins with.
  /// An `[]` that a place begins with stands for the values of a sequence, as in what `check` says, or for their elements.
  ///
  /// - Parameter body: returns false to stop.
  mutating func forEach(_ body: (JSONPlaceFinder.Result) throws -> Bool) throws {
    let finder = JSONPlaceFinder(values.bytes)
    guard values.isSequence, case .index(let number)? = place.components.first else {
      for range in try values.ranges() where isSearched(range) {
        guard try body(finder.find(isEachValue(range) ? rest : place, from: range)) else { return }
      }
      return
    }
    var position = 0
    for range in try values.ranges() {
      guard position < number else {
        if isSearched(range) { _ = try body(finder.find(rest, from: range)) }
        return
      }
      position += 1
    }
    throw CommandError(message: "there is no value \(number); they are counted from 0")
  }

  private var rest: JSONKeyPath { JSONKeyPath(Array(place.components.dropFirst())) }

  private func isEachValue(_ range: Range<Int>) -> Bool {
    guard values.isSequence, place.components.first == .each, !range.isEmpty else { return false }
    return values.bytes[range.lowerBound] != UInt8(ascii: "[")
  }
}
