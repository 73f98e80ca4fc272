import Mantle

/// The original locations of the values in an edited document.
package struct ValueOrigins: Sendable {
  /// The origins of the elements, for each list whose elements were inserted, removed or
  /// moved.
  package var elements: [JSONKeyPath: ElementOrigins] = [:]
  /// For each object, the former keys of its members; nil for a member that was inserted
  /// under a key of another one.
  package var keys: [JSONKeyPath: [String: String?]] = [:]
  /// The values whose text was replaced, so that the origins of their contents are unknown.
  package var rewritten: Set<JSONKeyPath> = []

  /// Creates the origins of an unchanged document.
  package init() {}

  /// Returns the origins of a list's elements; nil if they are unknown.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  func elements(of path: [JSONKeyPath.Component]) -> ElementOrigins? {
    areKnown(inside: path) ? elements[JSONKeyPath(path)] ?? ElementOrigins() : nil
  }

  /// Returns the former keys of those members of an object whose key changed.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  func formerKeys(in path: [JSONKeyPath.Component]) -> [String: String?] {
    areKnown(inside: path) ? keys[JSONKeyPath(path)] ?? [:] : [:]
  }

  /// Whether the origins of a value's contents are known, because neither the value nor an
  /// ancestor was replaced.
  private func areKnown(inside path: [JSONKeyPath.Component]) -> Bool {
    guard !rewritten.isEmpty else { return true }
    return !(0...path.count).contains { rewritten.contains(JSONKeyPath(Array(path.prefix($0)))) }
  }
}

/// The original indices of the elements of a list, updated with each edit. Initially each
/// element has its own index.
package struct ElementOrigins: Hashable, Sendable {
  /// The origins of the first elements. The following elements have consecutive origins from
  /// ``next`` on.
  private var first: [Int?] = []
  /// The origin of the element after ``first``; nil if ``first`` contains all elements.
  private var next: Int? = 0

  /// Creates the origins of an unchanged list.
  package init() {}

  /// Creates the origins of a list from all its elements.
  package init(_ origins: [Int?]) {
    (first, next) = (origins, nil)
  }

  /// The original index of an element or of the element it was copied from; nil for an
  /// inserted element.
  package subscript(index: Int) -> Int? {
    first.indices.contains(index) ? first[index] : next.map { $0 + index - first.count }
  }

  /// Inserts a new element.
  package mutating func insert(at index: Int) {
    spellOut(upTo: index)
    first.insert(nil, at: index)
  }

  /// Sets the origin of an element, which was moved or copied from there.
  package mutating func set(_ origin: Int?, at index: Int) {
    spellOut(upTo: index + 1)
    first[index] = origin
  }

  /// Removes an element.
  package mutating func remove(at index: Int) {
    spellOut(upTo: index + 1)
    first.remove(at: index)
  }

  /// Moves an element.
  package mutating func move(from: Int, to: Int) {
    spellOut(upTo: max(from, to) + 1)
    first.insert(first.remove(at: from), at: to)
  }

  /// Rearranges the elements.
  ///
  /// - Parameter targets: the new index of each element.
  package mutating func permute(_ targets: [Int]) {
    spellOut(upTo: targets.count)
    let before = first
    for (source, target) in targets.enumerated() where first.indices.contains(target) {
      first[target] = before[source]
    }
  }

  /// Extends ``first`` to at least `count` elements.
  private mutating func spellOut(upTo count: Int) {
    while first.count < count {
      first.append(self[first.count])
      next = next.map { $0 + 1 }
    }
  }
}
