import Mantle

/// The correspondence between the elements of a changed list and those of the original list,
/// by which elements keep their unmapped data.
///
/// If the edits are known, they determine the correspondence, and an inserted element corresponds to an unchanged original that
/// is equal to it. If the edits are unknown, equal elements correspond regardless of their positions. Each remaining element
/// corresponds to the original at the same index if no element moved. Otherwise it corresponds to the original with which it has
/// most in common, if that is at least half.
struct ElementPairing<Key: Hashable> {
  /// For each element of the changed list, the index of the original element that it corresponds to or was copied from;
  /// nil for a new element.
  private(set) var origins: [Int?]
  /// The indices of the elements of the changed list that are copies: another element corresponds to the same original.
  private(set) var copies: Set<Int> = []
  /// The keys of the elements in the changed list. Equal elements have equal keys.
  private let elements: [Key]
  /// The keys of the elements in the original list. Equal elements have equal keys.
  private let originals: [Key]
  /// For each element of the original list, by index, whether no element of the changed list corresponds to it yet.
  private var isFree: [Bool]

  /// The maximum number of comparisons between the remaining elements of both lists.
  private static var maximumWeighed: Int { 1 << 18 }

  /// Determines the correspondence between two lists.
  ///
  /// - Parameters:
  ///   - elements: the keys of the changed list. Equal elements have equal keys.
  ///   - originals: the keys of the original list.
  ///   - known: for each element, the index of its original according to the edits; nil if the edits are unknown.
  ///   - likeness: returns how much of an element equals an original, from 0 to 1.
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

  /// Marks the originals of known correspondences as used. An element whose original is used already is a copy.
  private mutating func takeOrigins() {
    for (index, origin) in origins.enumerated() {
      guard let origin else { continue }
      if !isFree[origin] { copies.insert(index) }
      isFree[origin] = false
    }
  }

  /// Assigns an equal element of the original list to each element that has no original, if there is an equal one.
  ///
  /// - Parameter withCopies: whether an original can be assigned to several elements.
  /// - Returns: whether an element was assigned.
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

  /// Assigns the most similar element of the original list to each changed element, if at least half of their contents
  /// are equal.
  private mutating func pairAlike(_ changed: [Int], _ likeness: (Int, Int) throws -> Double) rethrows {
    let free = originals.indices.filter { isFree[$0] }
    guard changed.count * free.count <= Self.maximumWeighed else { return }
    // An element that is most similar to an original in use is an edited copy of it. Therefore originals in use are compared too
    // unless there are too many.
    let weighed = changed.count * originals.count <= Self.maximumWeighed ? Array(originals.indices) : free
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
