/// Where the values of an edited text were in the text that was read, as far as they stand elsewhere now.
package struct ValueOrigins: Sendable {
  /// Of each list whose elements came, went or moved, which of them were which.
  package var elements: [JSONKeyPath: ElementOrigins] = [:]
  /// Of each object, the keys its members had; nil for a member that came in under a key another one had.
  package var keys: [JSONKeyPath: [String: String?]] = [:]
  /// Values whose text was written anew: of what is inside them nothing is known.
  package var rewritten: Set<JSONKeyPath> = []

  package init() {}

  /// Of a list, nil where the edits do not tell. O(length of the path).
  func elements(of path: [JSONKeyPath.Component]) -> ElementOrigins? {
    areKnown(inside: path) ? elements[JSONKeyPath(path)] ?? ElementOrigins() : nil
  }

  /// Of an object, for those of its members that had another key. O(length of the path).
  func formerKeys(in path: [JSONKeyPath.Component]) -> [String: String?] {
    areKnown(inside: path) ? keys[JSONKeyPath(path)] ?? [:] : [:]
  }

  private func areKnown(inside path: [JSONKeyPath.Component]) -> Bool {
    guard !rewritten.isEmpty else { return true }
    return !(0...path.count).contains { rewritten.contains(JSONKeyPath(Array(path.prefix($0)))) }
  }
}

/// Which element of a list was which, as it came about edit by edit; at first each is itself.
package struct ElementOrigins: Hashable, Sendable {
  /// Of the first elements; those behind them are the ones from `next` on, in order.
  private var first: [Int?] = []
  /// Nil where the first are all there are.
  private var next: Int? = 0

  package init() {}

  /// Of a list of which everything is known.
  package init(_ origins: [Int?]) {
    (first, next) = (origins, nil)
  }

  /// The element it was, or a copy of; nil for one that came in.
  package subscript(index: Int) -> Int? {
    first.indices.contains(index) ? first[index] : next.map { $0 + index - first.count }
  }

  package mutating func insert(at index: Int) {
    spellOut(upTo: index)
    first.insert(nil, at: index)
  }

  /// What came in there was another element before, or is a copy of it.
  package mutating func set(_ origin: Int?, at index: Int) {
    spellOut(upTo: index + 1)
    first[index] = origin
  }

  package mutating func remove(at index: Int) {
    spellOut(upTo: index + 1)
    first.remove(at: index)
  }

  package mutating func move(from: Int, to: Int) {
    spellOut(upTo: max(from, to) + 1)
    first.insert(first.remove(at: from), at: to)
  }

  /// - Parameter targets: where each element is then.
  package mutating func permute(_ targets: [Int]) {
    spellOut(upTo: targets.count)
    let before = first
    for (source, target) in targets.enumerated() where first.indices.contains(target) {
      first[target] = before[source]
    }
  }

  private mutating func spellOut(upTo count: Int) {
    while first.count < count {
      first.append(self[first.count])
      next = next.map { $0 + 1 }
    }
  }
}
