import Mantle

// Elements after the first ones of a list, which may have other models.

/// The keys of models with many required keys, as a set of hashes, which may give false
/// positives.
struct TellingKeys {
  private var hashes: Set<UInt64> = []
  /// The lengths of the keys by their first byte, one bit for each length up to 63. This test
  /// excludes nearly all other keys.
  private var lengthsByFirstByte: [UInt64] = Array(repeating: 0, count: 256)
  /// The minimum number of these keys in an object of one of the models.
  private(set) var fewest = Int.max

  /// Collects the keys of models.
  init(_ models: [ModelKeys]) {
    for names in models.map(\.requiredNames) where names.count >= ModelFit.telling {
      fewest = min(fewest, names.count)
      for name in names.joined() {
        hashes.insert(name.utf8.reduce(Self.seed, Self.hash))
        if let first = name.utf8.first { lengthsByFirstByte[Int(first)] |= 1 << min(name.utf8.count, 63) }
      }
    }
  }

  /// Whether no model has many required keys.
  var isEmpty: Bool { hashes.isEmpty }

  /// Returns the hash of a key without quotes; nil if it is not one of the keys.
  func hash(of key: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard let first = key.first, lengthsByFirstByte[Int(first)] >> min(key.count, 63) & 1 == 1 else {
      return nil
    }
    let hash = key.reduce(Self.seed, Self.hash)
    return hashes.contains(hash) ? hash : nil
  }

  /// The initial value of a hash (FNV-1a).
  static let seed: UInt64 = 0xcbf2_9ce4_8422_2325
  /// Returns the hash extended by a byte.
  static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
}

extension TextSampler {
  /// The size of the beginning of a list that is searched. It is not smaller than the part
  /// that is searched for mistakes.
  private static let headSize = 1 << 20
  /// The size of each window in the rest of the list.
  private static let windowSize = 1 << 15
  /// The number of windows.
  private static let windows = 16
  /// The minimum size for which an element counts, because small elements cost as much as one
  /// of this size.
  private static let smallestElement = 128
  /// The maximum depth at which models are searched for in an element: `payload.issues[]` is
  /// four.
  private static let deepestSignature = 4

  /// Returns the elements of an array after those of ``elements(of:)`` that may contain other
  /// models.
  func furtherElements(of value: Value, with keys: TellingKeys) -> [Value] {
    guard let children = children(of: value) else { return [] }
    return furtherValues(
      children, end: value.isMeasured ? value.range.upperBound : nil, in: value.range, with: keys
    ).found
  }

  /// Returns the values of a sequence after the samples that may contain other models.
  ///
  /// - Returns: the values, and whether all values in the first megabyte were inspected and
  ///   are valid.
  func furtherRoots(with keys: TellingKeys) -> (found: [Value], isHeadSound: Bool) {
    let layout = layout
    switch layout {
    case .lines(let start), .concatenated(let start):
      guard let children = layout.children(in: bytes) else { return ([], false) }
      return furtherValues(children, end: bytes.count, in: start..<bytes.count, with: keys)
    case .empty, .scalar, .array, .object: return ([], false)
    }
  }

  private func furtherValues(
    _ children: JSONChildren, end: Int?, in range: Range<Int>, with keys: TellingKeys
  ) -> (found: [Value], isHeadSound: Bool) {
    guard !keys.isEmpty else { return ([], false) }
    let index = JSONChildIndex(bytes, children, end: end, lookahead: Self.largestValue)
    var known: [JSONChild] = []
    var seen: Set<UInt64> = [0]
    var found: [Value] = []
    var reader = CursorReader()
    var isSound = true
    func look(from first: JSONChild?, upTo limit: Int) {
      var next = first
      var rest = (limit - (first?.value.lowerBound ?? limit)) / Self.smallestElement
      while let child = next, child.isMeasured, child.value.lowerBound < limit, rest > 0,
        found.count < Self.mostElements
      {
        rest -= 1
        let value = Value(child, end: range.upperBound)
        let number: UInt64
        do {
          number = try reader.withValue(of: bytes, in: value.range) {
            signature(of: $0, keys, Self.deepestSignature)
          }
        } catch {
          // The models of malformed values are found in the repaired beginning.
          number = 0
          isSound = false
        }
        let isNew = seen.insert(number).inserted
        if known.count < Self.mostElements { known.append(child) } else if isNew { found.append(value) }
        next = index.next(after: child)
      }
      if let next, next.value.lowerBound < limit { isSound = false }
    }
    let head = range.lowerBound + Self.headSize
    look(from: index.first(), upTo: head)
    let isHeadSound = isSound
    guard range.upperBound > head else { return (found, isHeadSound) }
    for start in spread(known, in: head..<range.upperBound, places: Self.windows) {
      look(from: start, upTo: start.value.lowerBound + Self.windowSize)
    }
    return (found, isHeadSound)
  }

  /// Returns a number that represents the possible models in a value, their locations and
  /// their keys; 0 if there are none.
  private func signature(of value: JSONCursor, _ keys: TellingKeys, _ depth: Int, at place: UInt64 = 0)
    -> UInt64
  {
    guard depth > 0 else { return 0 }
    func inside(_ child: JSONCursor, _ step: UInt64) -> UInt64 {
      signature(of: child, keys, depth - 1, at: place &* 31 &+ step)
    }
    guard value.is(.object) else {
      return value.is(.array) && value.next > value.index + 1 ? inside(value.at(value.index + 1), 1) : 0
    }
    var (count, telling, sum) = (0, 0, place &+ 1)
    value.forEachMember { key, _ in
      count += 1
      guard count <= Self.mostMembers, let hash = keys.hash(of: key.utf8) else { return }
      telling += 1
      sum &+= hash
    }
    if telling >= keys.fewest { return sum }
    (count, sum) = (0, 0)
    value.forEachMember { key, child in
      count += 1
      guard count <= Self.mostMembers, child.kind == .object || child.kind == .array else { return }
      sum ^= inside(child, key.utf8.reduce(TellingKeys.seed, TellingKeys.hash))
    }
    return sum
  }
}
