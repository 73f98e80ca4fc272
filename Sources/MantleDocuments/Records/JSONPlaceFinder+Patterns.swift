import Mantle

extension JSONPlaceFinder {
  /// The result of a search for the values at a path.
  package struct Result {
    /// The range of the value that was searched.
    let record: Range<Int>
    /// The ranges of the values that were found, in document order.
    package fileprivate(set) var values: [Range<Int>] = []
    /// The results of the same search in strings that contain JSON.
    fileprivate(set) var nested: [NestedResult] = []
    /// The values on the path that have no child for its next step.
    fileprivate(set) var deadEnds: [DeadEnd] = []

    /// Whether the searched value itself is one of the found values.
    var containsAll: Bool { values.contains { $0.lowerBound == record.lowerBound } }

    /// Whether no value was found.
    package var isEmpty: Bool { values.isEmpty && nested.allSatisfy(\.result.isEmpty) }

    /// The number of found values and dead ends.
    package var count: Int { values.count + deadEnds.count + nested.reduce(0) { $0 + $1.result.count } }

    /// The result without values that are inside other found values, in document order.
    var outermost: Result {
      var (end, result) = (0, self)
      result.values = values.sorted { $0.lowerBound < $1.lowerBound }.filter { value in
        defer { end = max(end, value.upperBound) }
        return value.lowerBound >= end
      }
      (end, result.nested) = (0, [])
      var containers = result.values[...]
      for var inner in nested.sorted(by: { $0.string.lowerBound < $1.string.lowerBound }) {
        let start = inner.string.lowerBound
        containers = containers.drop { $0.upperBound <= start }
        guard start >= end, containers.first.map({ start < $0.lowerBound }) ?? true else { continue }
        end = inner.string.upperBound
        inner.result = inner.result.outermost
        result.nested.append(inner)
      }
      return result
    }

    /// Whether the path does not exist in a value on it.
    package var isIncomplete: Bool { !deadEnds.isEmpty || nested.contains(where: \.result.isIncomplete) }

    /// Parses the values that were found.
    package func nodes(in bytes: JSONBytes) throws -> [JSONNode] {
      try values.map { try JSONDocument(parsing: bytes, in: $0, limits: TextReading.deep).root }
        + nested.flatMap { try $0.result.nodes(in: $0.bytes) }
    }

    /// Parses the found values of a malformed text, and omits the malformed ones.
    package func readableNodes(in bytes: JSONBytes) -> [JSONNode] {
      values.compactMap { try? JSONDocument(parsing: bytes, in: $0, limits: TextReading.deep).root }
        + nested.flatMap { $0.result.readableNodes(in: $0.bytes) }
    }
  }

  /// The result of a search in the JSON that a string contains.
  struct NestedResult {
    /// The range of the string in the outer text.
    let string: Range<Int>
    /// The JSON that the string contains.
    let bytes: JSONBytes
    fileprivate(set) var result: Result
  }

  /// A value on a searched path that has no child for the next step.
  struct DeadEnd {
    /// The path to the value without a matching child.
    let path: JSONKeyPath
    /// The range of the value without a matching child.
    let value: Range<Int>
    /// The steps of the path from the value on, beginning with the step without a child.
    let rest: ArraySlice<PlacePattern.Step>
    /// The message about a mistake in a condition on the children; nil if a child is missing.
    var mistake: String?

    /// The step for which the value has no child.
    var missing: JSONKeyPath.Component { rest.first?.component ?? .each }
  }

  /// Returns the values at a path relative to a value. If a key is repeated, its last value is used, as in decoding.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the containers on the path.
  package func find(_ path: JSONKeyPath, from value: Range<Int>) -> Result {
    find(PlacePattern(path), from: value)
  }

  /// Returns the values that a pattern selects, relative to a value.
  func find(_ place: PlacePattern, from value: Range<Int>) -> Result {
    var result = Result(record: value)
    search(place.steps[...], JSONKeyPath(), value, &result)
    return result
  }

  /// Follows the steps of a pattern from a value, and adds the values and dead ends to the result.
  ///
  /// - Parameter done: the path of the value.
  private func search(
    _ steps: ArraySlice<PlacePattern.Step>, _ done: JSONKeyPath, _ value: Range<Int>, _ result: inout Result
  ) {
    guard let step = steps.first else { return result.values.append(value) }
    let rest = steps.dropFirst()
    if case .matching(let condition) = step, let children = children(.all, of: value) {
      do {
        let passing = try condition.passing(children, in: bytes)
        for (component, child) in passing { search(rest, done.appending(component), child, &result) }
      } catch {
        result.deadEnds.append(DeadEnd(path: done, value: value, rest: steps, mistake: "\(error)"))
      }
      return
    }
    if step == .descendants {
      var found = Result(record: value)
      for descendant in descendants(of: value) {
        guard rest.isEmpty || !searchString(steps, done, descendant, &found) else { continue }
        search(rest, done, descendant, &found)
      }
      found.nested.removeAll { $0.result.isEmpty }
      result.values += found.values
      result.nested += found.nested
      if found.isEmpty, !rest.isEmpty {
        result.deadEnds.append(DeadEnd(path: done, value: value, rest: steps))
      }
    } else if let children = children(step, of: value) {
      for (component, child) in children { search(rest, done.appending(component), child, &result) }
    } else if !searchString(steps, done, value, &result) {
      result.deadEnds.append(DeadEnd(path: done, value: value, rest: steps))
    }
  }

  /// Follows the steps of a pattern in the JSON that a string contains, and adds the result.
  ///
  /// - Returns: whether the value is a string that contains JSON.
  private func searchString(
    _ steps: ArraySlice<PlacePattern.Step>, _ done: JSONKeyPath, _ value: Range<Int>, _ result: inout Result
  ) -> Bool {
    // The inexpensive test comes first, because most strings do not contain JSON.
    guard value.count > 3, "{[".utf8.contains(bytes[value.lowerBound + 1]),
      bytes[value.lowerBound] == UInt8(ascii: "\""),
      let text = try? JSONDocument(parsing: bytes, in: value).root.nestedDocument()?.bytes
    else { return false }
    let finder = JSONPlaceFinder(text)
    var nested = NestedResult(string: value, bytes: text, result: Result(record: 0..<text.count))
    finder.search(steps, done, 0..<text.count, &nested.result)
    result.nested.append(nested)
    return true
  }

  /// Returns the children that a step selects in a value; nil if the value has no such child.
  private func children(
    _ step: PlacePattern.Step, of value: Range<Int>
  ) -> [(JSONKeyPath.Component, Range<Int>)]? {
    guard let children = bytes.children(at: value.lowerBound) else { return nil }
    let index = JSONChildIndex(bytes, children, end: value.upperBound)
    switch (children, step) {
    case (_, .component(.key(_))), (_, .component(.index(_))):
      return child(step.component, of: value.lowerBound, end: value.upperBound).map {
        [(step.component, index.measured($0).value)]
      }
    case (.object, .all):
      return index.all.map { (.key(key(of: $0)), index.measured($0).value) }
    case (.array, _):
      let all = Array(index.all)
      return step.indices(among: all.count)?.map { (.index($0), index.measured(all[$0]).value) }
    default: return nil
    }
  }

  private func key(of child: JSONChild) -> String {
    child.key.flatMap { try? JSONDocument(parsing: bytes, in: $0).root.displayText } ?? ""
  }

  /// Returns the value and its descendants, in document order.
  private func descendants(of value: Range<Int>) -> [Range<Int>] {
    guard let document = try? JSONDocument(parsing: bytes, in: value, limits: TextReading.deep) else {
      return []
    }
    var (open, found): ([JSONNode], [Range<Int>]) = ([document.root], [])
    while let node = open.popLast() {
      found.append(node.byteRange)
      open += node.childValues.reversed()
    }
    return found
  }
}

extension PlaceCondition {
  /// Returns the children that pass the condition, with their keys or indices.
  ///
  /// - Throws: the mistake in the condition.
  func passing(
    _ children: [(JSONKeyPath.Component, Range<Int>)], in bytes: JSONBytes
  ) throws -> [(JSONKeyPath.Component, Range<Int>)] {
    func node(_ range: Range<Int>) -> JSONNode? {
      try? JSONDocument(parsing: bytes, in: range, limits: TextReading.deep).root
    }
    let passes = try test(children.prefix(Self.sampleCount).compactMap { node($0.1) })
    return children.filter { step, range in node(range).map { passes(Child(node: $0, step: step)) } ?? false }
  }
}

extension JSONNode {
  /// The elements of an array, or the values of an object's members.
  var childValues: [JSONNode] { kind == .array ? Array(elements) : members.map(\.value) }
}

extension Sequence<JSONNode> {
  /// Returns the shortest path to a member with a key, with `[]` for each element; nil if no value contains it.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the values.
  package func path(toKey key: String) -> JSONKeyPath? {
    var level = map { (path: JSONKeyPath(), node: $0) }
    while !level.isEmpty {
      if let found = level.first(where: { $0.node.kind == .object && $0.node[key] != nil }) {
        return found.path.appending(.key(key))
      }
      level = level.flatMap { path, node in
        node.kind == .array
          ? node.elements.map { (path.appending(.each), $0) }
          : node.members.map { (path.appending(.key($0.key.displayText)), $0.value) }
      }
    }
    return nil
  }
}
