import Mantle

extension InputValues {
  /// Searches for a place in every value; of a sequence, in the one whose number the place begins with. An `[]` that a
  /// place begins with stands for the values of a sequence, as in the output of `check`, or for their elements.
  ///
  /// - Parameters:
  ///   - isSearched: whether a value is searched.
  ///   - body: receives the result for one value; returns false to stop.
  func find(
    _ place: JSONKeyPath, in isSearched: (Range<Int>) -> Bool = { _ in true },
    _ body: (JSONPlaceFinder.Result) throws -> Bool
  ) throws {
    let finder = JSONPlaceFinder(bytes)
    let rest = JSONKeyPath(Array(place.components.dropFirst()))
    guard isSequence, case .index(let number)? = place.components.first else {
      for range in try ranges() where isSearched(range) {
        let isEachValue = isSequence && place.components.first == .each && !isArray(range)
        guard try body(finder.find(isEachValue ? rest : place, from: range)) else { return }
      }
      return
    }
    var left = number
    for range in try ranges() {
      if left == 0 {
        if isSearched(range) { _ = try body(finder.find(rest, from: range)) }
        return
      }
      left -= 1
    }
    throw CommandError(message: "there is no value \(number); they are counted from 0")
  }

  private func isArray(_ range: Range<Int>) -> Bool {
    range.isEmpty || bytes[range.lowerBound] == UInt8(ascii: "[")
  }
}
