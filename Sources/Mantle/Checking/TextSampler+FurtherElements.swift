// Elements far behind the first ones of a list, which may be something else.

/// The keys that tell a model which requires many of them, known by their hashes: at a glance, with a chance to be wrong.
struct TellingKeys {
  private var hashes: Set<UInt64> = []
  /// So many of them an object has at least that is one of the models.
  private(set) var fewest = Int.max

  init(_ models: [ModelKeys]) {
    for names in models.map(\.requiredNames) where names.count >= ModelFit.telling {
      fewest = min(fewest, names.count)
      for name in names.joined() { hashes.insert(name.utf8.reduce(Self.seed, Self.hash)) }
    }
  }

  var isEmpty: Bool { hashes.isEmpty }

  /// The hash of a key, with its quotes, where it is one of them.
  func hash(of key: Range<Int>, in bytes: JSONBytes) -> UInt64? {
    guard key.count > 2 else { return nil }
    let hash = bytes.withBytes(in: key.lowerBound + 1..<key.upperBound - 1) {
      $0.reduce(Self.seed, Self.hash)
    }
    return hashes.contains(hash) ? hash : nil
  }

  static let seed: UInt64 = 0xcbf2_9ce4_8422_2325
  static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
}

extension TextSampler {
  /// How much of a list's beginning is looked through, and how much behind each of some places spread over the rest.
  private static let headSize = 1 << 20
  private static let windowSize = 1 << 15
  private static let windows = 16
  /// How many bytes of that an element counts for at least: one of `{"a":1}` costs as much as one of this size.
  private static let smallestElement = 128
  /// How deep in an element models are looked for: `payload.issues[]` is four.
  private static let deepestSignature = 4

  /// Elements of an array behind those that ``elements(of:)`` looks at in which a model may be that those do not have.
  func furtherElements(of value: Value, with keys: TellingKeys) -> [Value] {
    guard let children = children(of: value) else { return [] }
    return furtherValues(
      children, end: value.isMeasured ? value.range.upperBound : nil, in: value.range, with: keys)
  }

  /// The same of the values of a sequence.
  func furtherRoots(with keys: TellingKeys) -> [Value] {
    let layout = layout
    switch layout {
    case .lines(let start), .concatenated(let start):
      guard let children = layout.children(in: bytes) else { return [] }
      return furtherValues(children, end: bytes.count, in: start..<bytes.count, with: keys)
    case .empty, .scalar, .array, .object: return []
    }
  }

  private func furtherValues(
    _ children: JSONChildren, end: Int?, in range: Range<Int>, with keys: TellingKeys
  ) -> [Value] {
    guard !keys.isEmpty else { return [] }
    let index = JSONChildIndex(bytes, children, end: end, lookahead: Self.largestValue)
    var known: [JSONChild] = []
    var seen: Set<UInt64> = [0]
    var found: [Value] = []
    func look(from first: JSONChild?, upTo limit: Int) {
      var next = first
      var rest = (limit - (first?.value.lowerBound ?? limit)) / Self.smallestElement
      while let child = next, child.isMeasured, child.value.lowerBound < limit, rest > 0,
        found.count < Self.mostElements
      {
        rest -= 1
        let value = Value(child, end: range.upperBound)
        let isNew = seen.insert(signature(of: value, keys, Self.deepestSignature)).inserted
        if known.count < Self.mostElements { known.append(child) } else if isNew { found.append(value) }
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

  /// A number for the objects in a value that may be models, where they are and which keys they have; 0 where there are none.
  private func signature(of value: Value, _ keys: TellingKeys, _ depth: Int, at place: UInt64 = 0) -> UInt64 {
    guard depth > 0, let children = children(of: value) else { return 0 }
    let index = JSONChildIndex(bytes, children, end: value.range.upperBound, lookahead: Self.largestValue)
    func inside(_ child: JSONChild, _ step: UInt64) -> UInt64 {
      guard child.isMeasured else { return 0 }
      return signature(of: Value(child, end: 0), keys, depth - 1, at: place &* 31 &+ step)
    }
    guard case .object = children else { return index.first().map { inside($0, 1) } ?? 0 }
    let members = first(of: index, Self.mostMembers)
    let telling = members.compactMap { $0.key.flatMap { keys.hash(of: $0, in: bytes) } }
    if telling.count >= keys.fewest { return telling.reduce(place &+ 1) { $0 &+ $1 } }
    return members.reduce(0) { sum, child in
      guard let key = child.key, bytes.children(at: child.value.lowerBound) != nil else { return sum }
      return sum ^ inside(child, bytes.withBytes(in: key) { $0.reduce(TellingKeys.seed, TellingKeys.hash) })
    }
  }
}
