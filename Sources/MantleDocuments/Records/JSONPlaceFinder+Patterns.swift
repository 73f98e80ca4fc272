import Mantle

extension JSONPlaceFinder {
  /// The result of a search.
  package struct Result {
    /// The value that was searched.
    let record: Range<Int>
    /// The ranges of the values, in document order.
    package fileprivate(set) var values: [Range<Int>] = []
    /// The values at which the path could not be followed.
    package fileprivate(set) var deadEnds: [DeadEnd] = []
  }

  /// A value on the path that has no child for the next step.
  package struct DeadEnd {
    /// The steps to the value.
    let path: JSONKeyPath
    /// The range of the value.
    let value: Range<Int>
    /// The remaining steps, including the missing one.
    let rest: ArraySlice<PlacePattern.Step>

    /// The step for which the value has no child.
    var missing: JSONKeyPath.Component { rest.first?.component ?? .each }
  }

  /// Returns the values at a path, starting from a value. The last value of a repeated key is used, as in
  /// decoding.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the containers on the path.
  package func find(_ path: JSONKeyPath, from value: Range<Int>) -> Result {
    find(PlacePattern(path), from: value)
  }

  /// Returns the values that a pattern selects, starting from a value.
  package func find(_ place: PlacePattern, from value: Range<Int>) -> Result {
    var result = Result(record: value)
    search(place.steps[...], JSONKeyPath(), value, &result)
    return result
  }

  /// Follows the remaining steps from a value.
  private func search(
    _ steps: ArraySlice<PlacePattern.Step>, _ done: JSONKeyPath, _ value: Range<Int>, _ result: inout Result
  ) {
    guard let step = steps.first else { return result.values.append(value) }
    let rest = steps.dropFirst()
    if step == .descendants {
      let former = result
      for descendant in descendants(of: value) { search(rest, done, descendant, &result) }
      result.deadEnds = former.deadEnds
      if result.values.count == former.values.count, !rest.isEmpty {
        result.deadEnds.append(DeadEnd(path: done, value: value, rest: steps))
      }
    } else if let children = children(step, of: value) {
      for (component, child) in children { search(rest, done.appending(component), child, &result) }
    } else {
      result.deadEnds.append(DeadEnd(path: done, value: value, rest: steps))
    }
  }

  /// The children to which one step leads from a value; nil if there is none for the step.
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

  /// The value and its descendants, in document order.
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

extension JSONNode {
  /// The elements or the values of the members.
  var childValues: [JSONNode] { kind == .array ? Array(elements) : members.map(\.value) }
}
