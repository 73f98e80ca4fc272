import Mantle

// The elements of a list after the first ones, which may have other models.

/// The required keys of all models with many required keys, as a set of hashes. A lookup may return false positives.
struct TellingKeys {
  private var hashes: Set<UInt64> = []
  /// The smallest number of required keys that one of the models has: an object with fewer of the keys matches no
  /// model.
  private(set) var fewest = Int.max

  /// Collects the required keys of those models that have many of them.
  init(_ models: [ModelKeys]) {
    for names in models.map(\.requiredNames) where names.count >= ModelFit.telling {
      fewest = min(fewest, names.count)
      hashes.formUnion(names.joined().map { hashOfKeyBytes($0.utf8) })
    }
  }

  /// Whether no model has many required keys.
  var isEmpty: Bool { hashes.isEmpty }

  /// Returns the hash of a key without quotes; nil if the key is not in the set.
  func hash(of key: UnsafeBufferPointer<UInt8>) -> UInt64? {
    let hash = hashOfKeyBytes(key)
    return hashes.contains(hash) ? hash : nil
  }
}

extension TextSampler {
  /// The size in bytes of the start of a list in which all elements are searched for further models. It is at least as
  /// large as the prefix that is searched for syntax errors.
  private static let headSize = 1 << 20
  /// The size in bytes of each range after the start of a list in which elements are searched for further models.
  private static let windowSize = 1 << 15
  /// The number of ranges, distributed over a list, in which elements are searched for further models.
  private static let windows = 16
  /// The minimum size in bytes that an element counts as while a range is searched, because smaller elements take as
  /// much time as one of this size.
  private static let smallestElement = 128
  /// The maximum depth at which models are searched for in an element; `payload.issues[]` has a depth of four.
  private static let deepestSignature = 4

  /// Returns elements of an array that may have other models than the samples of ``elements(of:)``, which they follow.
  /// At most 16 elements are returned.
  ///
  /// - Parameter keys: the keys by which the models of an element are recognized.
  func furtherElements(of value: Value, with keys: TellingKeys) -> [Value] {
    guard let children = children(of: value) else { return [] }
    return furtherValues(
      children, end: value.isMeasured ? value.range.upperBound : nil, in: value.range, with: keys)
  }

  /// Returns values of a sequence that may have other models than the sampled values, which they follow. At most 16
  /// values are returned; none if the document is not a sequence.
  ///
  /// - Parameter keys: the keys by which the models of a value are recognized.
  func furtherRoots(with keys: TellingKeys) -> [Value] {
    guard isSequence, let children = layout.children(in: bytes) else { return [] }
    return furtherValues(children, end: bytes.count, in: bytes.textStart..<bytes.count, with: keys)
  }

  private func furtherValues(
    _ children: JSONChildren, end: Int?, in range: Range<Int>, with keys: TellingKeys
  ) -> [Value] {
    guard !keys.isEmpty else { return [] }
    let index = JSONChildIndex(bytes, children, end: end, lookahead: Self.largestValue)
    var known: [JSONChild] = []
    var seen: Set<UInt64> = [0]
    var found: [Value] = []
    var reader = CursorReader()
    func look(from first: JSONChild?, upTo limit: Int) {
      var next = first
      var rest = (limit - (first?.value.lowerBound ?? limit)) / Self.smallestElement
      while let child = next, child.isMeasured, child.value.lowerBound < limit, rest > 0,
        found.count < Self.maximumElements
      {
        rest -= 1
        let value = Value(child, end: range.upperBound)
        // Models in malformed values are found in the repaired prefix.
        let number =
          try? reader.withValue(of: bytes, in: value.range) { signature(of: $0, keys, Self.deepestSignature) }
        let isNew = seen.insert(number ?? 0).inserted
        if known.count < Self.maximumElements { known.append(child) } else if isNew { found.append(value) }
        next = index.next(after: child)
      }
    }
    let head = range.lowerBound + Self.headSize
    look(from: index.first(), upTo: head)
    guard range.upperBound > head else { return found }
    for start in spread(known, in: head..<range.upperBound, places: Self.windows) {
      look(from: start, upTo: start.value.lowerBound + Self.windowSize)
    }
    return found
  }

  /// Returns a hash of the models that a value may contain: of their keys and their places in the value; 0 if there are
  /// none. Values with equal hashes probably have the same models.
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
      guard count <= Self.maximumMembers, let hash = keys.hash(of: key.utf8) else { return }
      telling += 1
      sum &+= hash
    }
    if telling >= keys.fewest { return sum }
    (count, sum) = (0, 0)
    value.forEachMember { key, child in
      count += 1
      guard count <= Self.maximumMembers, child.kind == .object || child.kind == .array else { return }
      sum ^= inside(child, hashOfKeyBytes(key.utf8))
    }
    return sum
  }
}
