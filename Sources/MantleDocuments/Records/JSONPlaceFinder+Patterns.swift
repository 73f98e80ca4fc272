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
    /// The value without a matching child.
    fileprivate let reached: ReachedValue
    /// The steps of the path from the value on, beginning with the step without a child.
    let rest: ArraySlice<PlacePattern.Step>
    /// The message about a mistake in a condition on the children; nil if a child is missing.
    var mistake: String?

    /// The range of the value without a matching child.
    ///
    /// - Complexity: O(*n*) after `..`, where *n* is the number of levels below the value.
    var value: Range<Int> { reached.range }

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
    search(place.steps[...], JSONKeyPath(), .unparsed(value), &result)
    return result
  }

  /// Follows the steps of a pattern from a value, and adds the values and dead ends to the result.
  ///
  /// - Parameter done: the path of the value.
  private func search(
    _ steps: ArraySlice<PlacePattern.Step>, _ done: JSONKeyPath, _ value: ReachedValue, _ result: inout Result
  ) {
    guard let step = steps.first else { return result.values.append(value.range) }
    let rest = steps.dropFirst()
    if case .matching(let condition) = step, let children = children(.all, of: value) {
      do {
        let passing = try condition.passing(children.map { ($0, $1.range) }, in: bytes)
        for (component, child) in passing {
          search(rest, done.appending(component), .unparsed(child), &result)
        }
      } catch {
        result.deadEnds.append(DeadEnd(path: done, reached: value, rest: steps, mistake: "\(error)"))
      }
      return
    }
    if step == .descendants {
      searchDescendants(steps, done, value, &result)
    } else if let children = children(step, of: value) {
      for (component, child) in children { search(rest, done.appending(component), child, &result) }
    } else if !searchString(steps, done, value, &result) {
      result.deadEnds.append(DeadEnd(path: done, reached: value, rest: steps))
    }
  }

  /// Follows the steps after `..` from a value and all of its descendants.
  private func searchDescendants(
    _ steps: ArraySlice<PlacePattern.Step>, _ done: JSONKeyPath, _ value: ReachedValue, _ result: inout Result
  ) {
    let rest = steps.dropFirst()
    var found = Result(record: result.record)
    for descendant in descendants(of: value).lazy.map(ReachedValue.parsed) {
      guard rest.isEmpty || !searchString(steps, done, descendant, &found) else { continue }
      search(rest, done, descendant, &found)
      // Almost every descendant lacks the next step.
      found.deadEnds = []
    }
    found.nested.removeAll { $0.result.isEmpty }
    result.values += found.values
    result.nested += found.nested
    if found.isEmpty, !rest.isEmpty {
      result.deadEnds.append(DeadEnd(path: done, reached: value, rest: steps))
    }
  }

  /// Follows the steps of a pattern in the JSON that a string contains, and adds the result.
  ///
  /// - Returns: whether the value is a string that contains JSON.
  private func searchString(
    _ steps: ArraySlice<PlacePattern.Step>, _ done: JSONKeyPath, _ value: ReachedValue, _ result: inout Result
  ) -> Bool {
    // The inexpensive tests come first, because most strings do not contain JSON.
    guard value.isString(in: bytes), case let range = value.range, range.count > 3,
      "{[".utf8.contains(bytes[range.lowerBound + 1]),
      let text = try? JSONDocument(parsing: bytes, in: range).root.nestedDocument()?.bytes
    else { return false }
    let finder = JSONPlaceFinder(text)
    var nested = NestedResult(string: range, bytes: text, result: Result(record: 0..<text.count))
    finder.search(steps, done, .unparsed(0..<text.count), &nested.result)
    result.nested.append(nested)
    return true
  }

  /// Returns the children that a step selects in a value; nil if the value has no such child.
  private func children(
    _ step: PlacePattern.Step, of value: ReachedValue
  ) -> [(JSONKeyPath.Component, ReachedValue)]? {
    switch value {
    case .unparsed(let range): children(step, of: range)?.map { ($0, .unparsed($1)) }
    case .parsed(let node): node.children(step)?.map { ($0, .parsed($1)) }
    }
  }

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

  /// Returns the value and its descendants, in document order; none for malformed JSON.
  private func descendants(of value: ReachedValue) -> [JSONNode] {
    var (open, found): ([JSONNode], [JSONNode]) = ([value.node(in: bytes)].compactMap { $0 }, [])
    while let node = open.popLast() {
      found.append(node)
      open += node.childValues.reversed()
    }
    return found
  }
}

/// A value that the search has reached.
///
/// The steps before `..` find children without parsing their siblings. The steps after it start from every descendant: they
/// follow the parsed nodes, because a search in the text of each nested container would take quadratic time.
fileprivate enum ReachedValue {
  case unparsed(Range<Int>)
  case parsed(JSONNode)

  /// The range of the value in the input.
  var range: Range<Int> {
    switch self {
    case .unparsed(let range): range
    case .parsed(let node): node.byteRange
    }
  }

  /// Returns whether the value is a string.
  func isString(in bytes: JSONBytes) -> Bool {
    switch self {
    case .unparsed(let range): !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: "\"")
    case .parsed(let node): node.kind == .string
    }
  }

  /// Parses the value if necessary; nil for malformed JSON.
  func node(in bytes: JSONBytes) -> JSONNode? {
    switch self {
    case .unparsed(let range): try? JSONDocument(parsing: bytes, in: range, limits: TextReading.deep).root
    case .parsed(let node): node
    }
  }
}

extension JSONNode {
  /// Returns the children that a step of a path selects; nil if the value has no such child.
  fileprivate func children(_ step: PlacePattern.Step) -> [(JSONKeyPath.Component, JSONNode)]? {
    switch (kind, step) {
    case (.object, .component(.key(let key))): self[key].map { [(step.component, $0)] }
    // A number in a pointer can be a key, too.
    case (.object, .component(.index(let position))): self[String(position)].map { [(step.component, $0)] }
    case (.object, .all): members.map { (.key($0.key.displayText), $0.value) }
    case (.array, _):
      step.indices(among: count)?.compactMap { index in self[index].map { (.index(index), $0) } }
    default: nil
    }
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
