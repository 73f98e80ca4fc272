/// Finds the values at a key path in a text of any size, without parsing what stands around them.
package struct JSONPlaceFinder {
  private let bytes: JSONBytes

  package init(_ bytes: JSONBytes) { self.bytes = bytes }

  /// What a search found.
  package struct Result {
    /// In the order of the text.
    package fileprivate(set) var values: [Range<Int>] = []
    /// Where the path goes on and the text does not.
    package fileprivate(set) var deadEnds: [DeadEnd] = []
  }

  /// A value on the way without a child for the next step.
  package struct DeadEnd {
    /// The steps taken to get to the value.
    package let path: JSONKeyPath
    package let value: Range<Int>
    package let missing: JSONKeyPath.Component
    /// How many steps are left, the missing one included.
    package let remaining: Int
  }

  /// The values a path leads to from a value; of a repeated key the last one counts, as in decoding.
  ///
  /// - Complexity: O(bytes of the containers on the way); memory only for what is found.
  package func find(_ path: JSONKeyPath, from value: Range<Int>) -> Result {
    var result = Result()
    search(path.components[...], JSONKeyPath(), value, &result)
    return result
  }

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

  /// The child one step away from the container that begins at an offset; nil for "each".
  func child(_ step: JSONKeyPath.Component, of offset: Int) -> JSONChild? {
    index(for: step, at: offset, end: nil).flatMap { child(step, in: $0) }
  }

  /// Nil where no container of the kind the step needs begins.
  private func index(for step: JSONKeyPath.Component, at offset: Int, end: Int?) -> JSONChildIndex? {
    guard let children = bytes.children(at: offset) else { return nil }
    switch (children, step) {
    // A pointer's number may be a key as well.
    case (.object, .key), (.object, .index), (.array, .index), (.array, .each):
      return JSONChildIndex(bytes, children, end: end)
    default: return nil
    }
  }

  private func child(_ step: JSONKeyPath.Component, in index: JSONChildIndex) -> JSONChild? {
    switch (step, index.children) {
    case (.key(let key), _): return member(key, in: index)
    case (.index(let position), .object): return member(String(position), in: index)
    case (.index(let position), _): return index.all.dropFirst(position).first { _ in true }
    case (.each, _): return nil
    }
  }

  private func member(_ key: String, in index: JSONChildIndex) -> JSONChild? {
    let quoted = [ASCII.quote] + Array(key.utf8) + [ASCII.quote]
    return index.all.reduce(nil) { last, child in isKey(child, key, quoted) ? child : last }
  }

  private func isKey(_ child: JSONChild, _ key: String, _ quoted: [UInt8]) -> Bool {
    guard let range = child.key else { return false }
    let text = bytes.slice(range)
    guard text != quoted, text.contains(ASCII.backslash) else { return text == quoted }
    return (try? JSONDocument(parsing: bytes, in: range))?.root.hasText(key) == true
  }
}

extension JSONChildIndex {
  /// All children from the first to the last, found as they are asked for.
  package var all: some Sequence<JSONChild> {
    sequence(state: first()) { next in
      defer { next = next.flatMap { self.next(after: $0) } }
      return next
    }
  }
}
