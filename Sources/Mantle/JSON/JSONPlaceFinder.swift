/// A search for the values at a key path in an input of any size, which does not parse their siblings.
package struct JSONPlaceFinder {
  private let bytes: JSONBytes

  /// Creates a search in the input.
  package init(_ bytes: JSONBytes) { self.bytes = bytes }

  /// The result of a search.
  package struct Result {
    /// The ranges of the values, in document order.
    package fileprivate(set) var values: [Range<Int>] = []
    /// The values at which the path could not be followed.
    package fileprivate(set) var deadEnds: [DeadEnd] = []
  }

  /// A value on the path that has no child for the next step.
  package struct DeadEnd {
    /// The steps to the value.
    package let path: JSONKeyPath
    /// The range of the value.
    package let value: Range<Int>
    /// The step for which the value has no child.
    package let missing: JSONKeyPath.Component
    /// The number of remaining steps, including the missing one.
    package let remaining: Int
  }

  /// Returns the values at a path, starting from a value. The last value of a repeated key is used, as in
  /// decoding.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the containers on the path; memory is needed only for the
  ///   results.
  package func find(_ path: JSONKeyPath, from value: Range<Int>) -> Result {
    var result = Result()
    search(path.components[...], JSONKeyPath(), value, &result)
    return result
  }

  /// Follows the remaining steps from a value.
  private func search(
    _ steps: ArraySlice<JSONKeyPath.Component>, _ done: JSONKeyPath, _ value: Range<Int>,
    _ result: inout Result
  ) {
    guard let step = steps.first else { return result.values.append(value) }
    guard let index = index(for: step, at: value.lowerBound, end: value.upperBound) else {
      return result.deadEnds.append(
        DeadEnd(path: done, value: value, missing: step, remaining: steps.count))
    }
    if step == .each {
      for (ordinal, child) in index.all.enumerated() {
        search(steps.dropFirst(), done.appending(index: ordinal), index.measured(child).value, &result)
      }
    } else if let child = child(step, in: index) {
      search(steps.dropFirst(), done.appending(step), index.measured(child).value, &result)
    } else {
      result.deadEnds.append(DeadEnd(path: done, value: value, missing: step, remaining: steps.count))
    }
  }

  /// Returns the child that one step leads to from the container at an offset; nil for "each".
  func child(_ step: JSONKeyPath.Component, of offset: Int) -> JSONChild? {
    index(for: step, at: offset, end: nil).flatMap { child(step, in: $0) }
  }

  /// Returns an index of the container at an offset; nil if there is no container of the kind that the step
  /// requires.
  private func index(for step: JSONKeyPath.Component, at offset: Int, end: Int?) -> JSONChildIndex? {
    guard let children = bytes.children(at: offset) else { return nil }
    switch (children, step) {
    // A number in a pointer can be a key, too.
    case (.object, .key), (.object, .index), (.array, .index), (.array, .each):
      return JSONChildIndex(bytes, children, end: end)
    default: return nil
    }
  }

  /// Returns the child that one step leads to.
  private func child(_ step: JSONKeyPath.Component, in index: JSONChildIndex) -> JSONChild? {
    switch (step, index.children) {
    case (.key(let key), _): return member(key, in: index)
    case (.index(let position), .object): return member(String(position), in: index)
    case (.index(let position), _): return index.all.dropFirst(position).first { _ in true }
    case (.each, _): return nil
    }
  }

  /// Returns the last member with a key.
  private func member(_ key: String, in index: JSONChildIndex) -> JSONChild? {
    let quoted = [ASCII.quote] + Array(key.utf8) + [ASCII.quote]
    return index.all.reduce(nil) { last, child in isKey(child, key, quoted) ? child : last }
  }

  /// Whether a member has a key, which may contain escapes.
  private func isKey(_ child: JSONChild, _ key: String, _ quoted: [UInt8]) -> Bool {
    guard let range = child.key else { return false }
    let text = bytes.slice(range)
    guard text != quoted, text.contains(ASCII.backslash) else { return text == quoted }
    return (try? JSONDocument(parsing: bytes, in: range))?.root.hasText(key) == true
  }
}

extension JSONChildIndex {
  /// A lazy sequence of all children.
  package var all: some Sequence<JSONChild> {
    sequence(state: first()) { next in
      defer { next = next.flatMap { self.next(after: $0) } }
      return next
    }
  }
}
