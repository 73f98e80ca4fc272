/// Which element of a changed list was which before, so that it keeps what its model does not know.
///
/// Equal elements are the same ones wherever they stand. What is left was changed where it stands, if nothing else moved;
/// or else it was the one that it has most in common with, if that is half of it or more.
struct ElementPairing {
  /// By element: the one it was, or a copy of; nil for a new one.
  private(set) var origins: [Int?]
  /// The elements that equal one that is still there.
  private(set) var copies: Set<Int> = []

  /// Weighing takes as long as the product of what is left of both lists.
  private static let mostWeighed = 1 << 18

  /// - Parameter likeness: the share of an element that is as in an original, from 0 to 1.
  init<Key: Hashable>(
    _ elements: [Key], _ originals: [Key], likeness: (_ element: Int, _ original: Int) throws -> Double
  ) rethrows {
    origins = elements.indices.map { $0 < originals.count && elements[$0] == originals[$0] ? $0 : nil }
    var isFree = originals.indices.map { $0 >= elements.count || origins[$0] == nil }
    var places: [Key: [Int]] = [:]
    for index in originals.indices.reversed() { places[originals[index], default: []].append(index) }
    var hasMoved = elements.count != originals.count
    for (index, element) in elements.enumerated() where origins[index] == nil {
      guard let same = places[element] else { continue }
      hasMoved = true
      let origin = same.last { isFree[$0] }
      if origin == nil { copies.insert(index) }
      origins[index] = origin ?? same.last
      if let origin { isFree[origin] = false }
    }
    let changed = elements.indices.filter { origins[$0] == nil }
    guard hasMoved else {
      for index in changed { origins[index] = index }
      return
    }
    var left = originals.indices.filter { isFree[$0] }
    guard changed.count * left.count <= Self.mostWeighed else { return }
    for index in changed {
      let best = try left.map { (origin: $0, share: try likeness(index, $0)) }.max { $0.share < $1.share }
      guard let best, best.share >= 0.5 else { continue }
      origins[index] = best.origin
      left.removeAll { $0 == best.origin }
    }
  }
}
