import Mantle

/// A path as the user types it, which may select several values.
///
/// It may be a key path or a JSON Pointer, and may use syntax of jq, yq and JSONPath: a leading `$` or `.`, negative
/// indices, slices, `[*]`, keys in single quotes, and `..` for a value with all of its descendants.
///
/// ```swift
/// let place = try PlacePattern("$.orders[-1].items[*].id")
/// ```
package struct PlacePattern: Sendable, CustomStringConvertible {
  /// A step of the path from a value to its children or descendants.
  package enum Step: Sendable, Equatable {
    /// The child with a key or an index, or each element.
    case component(JSONKeyPath.Component)
    /// The element with a negative index, which is counted from the end of the list.
    case fromEnd(Int)
    /// The elements from the first index up to, but not including, the second one. Negative indices are counted from
    /// the end; nil is the start or the end of the list.
    case slice(Int?, Int?)
    /// All elements of a list, or all values of an object.
    case all
    /// The value itself and all its descendants.
    case descendants
    /// The elements of a list, or the values of an object, that pass a condition.
    case matching(PlaceCondition)
  }

  package let steps: [Step]
  /// The typed text of the path.
  package let description: String

  /// Creates the pattern that selects the values at a key path.
  package init(_ path: JSONKeyPath) { self.init(path.components.map(Step.component), "\(path)") }

  init(_ steps: [Step], _ description: String) {
    (self.steps, self.description) = (steps, description)
  }

  /// Parses a key path, a JSON Pointer, or a path of jq, yq or JSONPath.
  ///
  /// - Parameter condition: parses the text of a condition, such as `price > 10` in `items[?price > 10]`; nil if the
  ///   path must not have conditions.
  /// - Throws: the mistake in the text as a key path, or the mistake in a condition.
  package init(_ text: String, condition: ((String) throws -> PlaceCondition)? = nil) throws {
    if text.utf8.first == UInt8(ascii: "/") {
      self = PlacePattern(try JSONKeyPath(pointer: text))
      return
    }
    let rest = Self.withoutRoot(text)
    do throws(JSONKeyPathError) { self = PlacePattern(try JSONKeyPath(rest)) } catch {
      var reader = PlaceReader(rest, condition: condition)
      guard let steps = try reader.steps() else { throw error }
      self.init(steps, text)
    }
  }

  /// Returns the text of a path without the `$` or `.` at its start.
  private static func withoutRoot(_ text: String) -> String {
    let isRoot = ["$", "$.", "$["].contains(String(text.prefix(2)))
    let rest = isRoot ? text.dropFirst() : text[...]
    return String(rest.hasPrefix(".") && !rest.hasPrefix("..") ? rest.dropFirst() : rest)
  }

  /// Returns the pattern without its first step.
  func dropFirst() -> PlacePattern { PlacePattern(Array(steps.dropFirst()), description) }

  /// The key path that selects the same values; nil if there is none, because a step counts from the end, is a slice,
  /// or has a condition.
  package var path: JSONKeyPath? {
    var components: [JSONKeyPath.Component] = []
    for step in steps {
      switch step {
      case .component(let component): components.append(component)
      case .all: components.append(.each)
      case .fromEnd, .slice, .descendants, .matching: return nil
      }
    }
    return JSONKeyPath(components)
  }

  /// The pattern with all children in place of each condition.
  package var withoutConditions: PlacePattern {
    let steps = steps.map { if case .matching = $0 { Step.all } else { $0 } }
    return PlacePattern(steps, description)
  }

  /// Whether the last step may select elements of a list, because it is not a key.
  package var selectsElements: Bool {
    if case .component(.key)? = steps.last { false } else { true }
  }

  /// Returns whether the pattern selects the value at a path or a value that contains it.
  package func contains(_ path: JSONKeyPath) -> Bool {
    Self.contains(steps[...], path.components[...])
  }

  private static func contains(
    _ steps: ArraySlice<Step>, _ path: ArraySlice<JSONKeyPath.Component>
  ) -> Bool {
    guard let step = steps.first else { return true }
    let rest = steps.dropFirst()
    if step == .descendants {
      return contains(rest, path) || !path.isEmpty && contains(steps, path.dropFirst())
    }
    guard let component = path.first else { return false }
    let isSelected =
      switch (step, component) {
      case (.all, _), (.matching, _), (.component(.each), .index): true
      default: step == .component(component)
      }
    return isSelected && contains(rest, path.dropFirst())
  }
}

extension PlacePattern.Step {
  /// Returns the indices that the step selects in a list with `count` elements; nil if the list is too short or the
  /// step does not select elements.
  func indices(among count: Int) -> Range<Int>? {
    switch self {
    case .component(.index(let index)): return index < count ? index..<index + 1 : nil
    case .fromEnd(let index): return count + index >= 0 ? count + index..<count + index + 1 : nil
    case .component(.each), .all: return 0..<count
    case .slice(let from, let to):
      func bound(_ index: Int) -> Int { Swift.min(Swift.max(index < 0 ? count + index : index, 0), count) }
      let (lower, upper) = (bound(from ?? 0), bound(to ?? count))
      return lower..<Swift.max(lower, upper)
    case .component(.key), .descendants, .matching: return nil
    }
  }

  /// Whether the step selects some, but not all, elements of a list: by an index, a slice or a condition.
  package var selectsSome: Bool {
    switch self {
    case .component(.index), .fromEnd, .slice, .matching: true
    default: false
    }
  }

  /// The component to report as missing if a value has no child for the step.
  var component: JSONKeyPath.Component {
    switch self {
    case .component(let component): component
    case .fromEnd(let index): .index(index)
    case .slice, .all, .descendants, .matching: .each
    }
  }
}

/// A condition on the children of a value, as a part of a path. The filter language parses it, which this target does
/// not know.
package struct PlaceCondition: Sendable, Equatable {
  /// A child that is tested, with its key or its index.
  package struct Child: Sendable {
    package let node: JSONNode
    package let step: JSONKeyPath.Component

    package init(node: JSONNode, step: JSONKeyPath.Component) { (self.node, self.step) = (node, step) }
  }

  /// The source text of the condition.
  package let text: String
  /// Returns the test for the children of a value, or throws the mistake in the text of the condition.
  ///
  /// - Parameter samples: the first children, whose keys the condition may name.
  package let test: @Sendable (_ samples: [JSONNode]) throws -> (Child) -> Bool

  package init(_ text: String, test: @escaping @Sendable ([JSONNode]) throws -> (Child) -> Bool) {
    (self.text, self.test) = (text, test)
  }

  package static func == (a: PlaceCondition, b: PlaceCondition) -> Bool { a.text.isExactly(b.text) }

  /// The maximum number of samples that ``test`` receives.
  package static let sampleCount = 200
}

/// A parser of paths that are not in the syntax of key paths, such as those of jq, yq and JSONPath.
private struct PlaceReader {
  private var rest: ArraySlice<UnicodeScalar>
  private let condition: ((String) throws -> PlaceCondition)?

  init(_ text: String, condition: ((String) throws -> PlaceCondition)?) {
    rest = Array(text.unicodeScalars)[...]
    self.condition = condition
  }

  /// Parses all steps of the path; nil if the text is invalid.
  mutating func steps() throws -> [PlacePattern.Step]? {
    var steps: [PlacePattern.Step] = []
    var isSeparated = true
    while let first = rest.first {
      if rest.starts(with: [".", "."]) {
        rest.removeFirst(2)
        steps.append(.descendants)
        isSeparated = true
        continue
      }
      if first == "." {
        rest.removeFirst()
        isSeparated = true
      }
      guard isSeparated || rest.first == "[", let step = try step() else { return nil }
      steps.append(step)
      isSeparated = false
    }
    return steps
  }

  /// Parses the next step: a key, or a bracket such as `[-1]`; nil if the text is invalid.
  private mutating func step() throws -> PlacePattern.Step? {
    let isBracket = rest.first == "["
    let end = isBracket ? endOfBracket() : endOfKey()
    guard let end, end > rest.startIndex else { return nil }
    let part = String(String.UnicodeScalarView(rest[..<end]))
    rest = rest[end...]
    if part.hasPrefix("[?"), let condition {
      return .matching(try condition(String(part.dropFirst(2).dropLast())))
    }
    if isBracket, let step = Self.bracket(part.dropFirst().dropLast()) { return step }
    return (try? JSONKeyPath(part))?.components.first.map { .component($0) }
  }

  private func endOfKey() -> Int? { end { $0 == "." || $0 == "[" } ?? rest.endIndex }

  /// Returns the index after the closing bracket that matches the next opening bracket: `[?tags[] = a]`.
  private func endOfBracket() -> Int? {
    var (quote, depth): (UnicodeScalar?, Int) = (nil, 0)
    return end { scalar in
      if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if quote == nil, scalar == "[" || scalar == "]" {
        depth += scalar == "[" ? 1 : -1
      }
      return quote == nil && depth == 0
    }.map { $0 + 1 }
  }

  /// Returns the index of the first scalar of the rest that satisfies a condition and is not escaped; nil if there is
  /// none.
  private func end(_ isEnd: (UnicodeScalar) -> Bool) -> Int? {
    var isEscaped = false
    return rest.firstIndex { scalar in
      defer { isEscaped = !isEscaped && scalar == "\\" }
      return !isEscaped && isEnd(scalar)
    }
  }

  /// Returns the step for the text between brackets; nil if the text has the syntax of key paths, such as an index.
  private static func bracket(_ text: Substring) -> PlacePattern.Step? {
    if text == "*" { return .all }
    if let index = Int(text), index < 0 { return .fromEnd(index) }
    if text.count > 1, text.hasPrefix("'"), text.hasSuffix("'") {
      let key = String(text.dropFirst().dropLast()).replacing(["\"": "\\\""])
      return (try? JSONKeyPath("[\"\(key)\"]"))?.components.first.map { .component($0) }
    }
    let bounds = text.split(separator: ":", omittingEmptySubsequences: false)
    guard bounds.count == 2, bounds.allSatisfy({ $0.isEmpty || Int($0) != nil }) else { return nil }
    return .slice(Int(bounds[0]), Int(bounds[1]))
  }
}
