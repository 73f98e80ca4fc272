/// Which element of a changed list was which before, so that it keeps what its model does not know.
///
/// The edits tell, where they are known; what they say came in was nothing before, but for what is again as it was. Where
/// they are not known, equal elements are the same ones wherever they stand. What is left was changed where it stands, if
/// nothing else moved; or else it was the one that it has most in common with, if that is half of it or more.
struct ElementPairing<Key: Hashable> {
  /// By element: the one it was, or a copy of; nil for a new one.
  private(set) var origins: [Int?]
  /// The elements that are copies of one that is still there.
  private(set) var copies: Set<Int> = []
  private let elements: [Key]
  private let originals: [Key]
  private var isFree: [Bool]

  /// Weighing takes as long as the product of what is left of both lists.
  private static var mostWeighed: Int { 1 << 18 }

  /// - Parameters:
  ///   - known: what the edits tell; nil where they are not known.
  ///   - likeness: the share of an element that is as in an original, from 0 to 1.
  init(
    _ elements: [Key], _ originals: [Key], known: ElementOrigins? = nil,
    likeness: (_ element: Int, _ original: Int) throws -> Double
  ) rethrows {
    self.elements = elements
    self.originals = originals
    isFree = [Bool](repeating: true, count: originals.count)
    origins = elements.indices.map { index in
      if let known { return known[index].flatMap { originals.indices.contains($0) ? $0 : nil } }
      return index < originals.count && elements[index] == originals[index] ? index : nil
    }
    takeOrigins()
    let hasMoved = pairEqual(withCopies: known == nil) || elements.count != originals.count
    guard known == nil else { return }
    let changed = elements.indices.filter { origins[$0] == nil }
    if hasMoved {
      try pairAlike(changed, likeness)
    } else {
      for index in changed { origins[index] = index }
    }
  }

  private mutating func takeOrigins() {
    for (index, origin) in origins.enumerated() {
      guard let origin else { continue }
      if !isFree[origin] { copies.insert(index) }
      isFree[origin] = false
    }
  }

  /// - Returns: whether there are elements that stand elsewhere now.
  private mutating func pairEqual(withCopies: Bool) -> Bool {
    var places: [Key: [Int]] = [:]
    for index in originals.indices.reversed() { places[originals[index], default: []].append(index) }
    var hasMoved = false
    for (index, element) in elements.enumerated() where origins[index] == nil {
      guard let same = places[element] else { continue }
      if let origin = same.last(where: { isFree[$0] }) {
        origins[index] = origin
        isFree[origin] = false
      } else if withCopies {
        copies.insert(index)
        origins[index] = same.last
      } else {
        continue
      }
      hasMoved = true
    }
    return hasMoved
  }

  private mutating func pairAlike(_ changed: [Int], _ likeness: (Int, Int) throws -> Double) rethrows {
    let free = originals.indices.filter { isFree[$0] }
    guard changed.count * free.count <= Self.mostWeighed else { return }
    // What is most like one that is still there is an edited copy of that one; of many, nobody looks.
    let weighed = changed.count * originals.count <= Self.mostWeighed ? Array(originals.indices) : free
    for index in changed {
      let shares = try weighed.map { (origin: $0, share: try likeness(index, $0)) }
      guard let most = shares.map(\.share).max(), most >= 0.5,
        let best = shares.first(where: { $0.share == most && isFree[$0.origin] })
      else { continue }
      origins[index] = best.origin
      isFree[best.origin] = false
    }
  }
}
