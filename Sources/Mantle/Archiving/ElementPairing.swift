/// Which element of a changed list was which before, so that it keeps what its model does not know.
///
/// The edits tell, where they are known. Of the rest, equal elements are the same ones wherever they stand. What is left
/// was changed where it stands, if nothing else moved; or else it was the one that it has most in common with, if that is
/// half of it or more.
struct ElementPairing {
  /// By element: the one it was, or a copy of; nil for a new one.
  private(set) var origins: [Int?]
  /// The elements that are copies of one that is still there.
  private(set) var copies: Set<Int> = []

  /// Weighing takes as long as the product of what is left of both lists.
  private static let mostWeighed = 1 << 18

  /// - Parameters:
  ///   - known: what the edits tell; nil where they are not known.
  ///   - likeness: the share of an element that is as in an original, from 0 to 1.
  init<Key: Hashable>(
    _ elements: [Key], _ originals: [Key], known: ElementOrigins? = nil,
    likeness: (_ element: Int, _ original: Int) throws -> Double
  ) rethrows {
    origins = elements.indices.map { index in
      if let known { return known[index].flatMap { originals.indices.contains($0) ? $0 : nil } }
      return index < originals.count && elements[index] == originals[index] ? index : nil
    }
    var isFree = [Bool](repeating: true, count: originals.count)
    for (index, origin) in origins.enumerated() {
      guard let origin else { continue }
      if !isFree[origin] { copies.insert(index) }
      isFree[origin] = false
    }
    var places: [Key: [Int]] = [:]
    for index in originals.indices.reversed() { places[originals[index], default: []].append(index) }
    var hasMoved = known != nil || elements.count != originals.count
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
    guard changed.count * originals.count <= Self.mostWeighed else { return }
    for index in changed {
      let weighed = try originals.indices.map { (origin: $0, share: try likeness(index, $0)) }
      // What is most like one that is still there is an edited copy of that one.
      guard let most = weighed.map(\.share).max(), most >= 0.5,
        let best = weighed.first(where: { $0.share == most && isFree[$0.origin] })
      else { continue }
      origins[index] = best.origin
      isFree[best.origin] = false
    }
  }
}
