import Mantle

/// A comparison of the values a path leads to; it holds where it does for any of them.
struct FilterComparison: Sendable {
  enum Relation: String, Sendable {
    case equal = "=", less = "<", atMost = "<=", greater = ">", atLeast = ">="
    case matches = "~", isIn = "in"
  }

  let path: FilterPath
  let relation: Relation
  /// Whether it is the contrary that is wanted: `!=`, `!~`.
  let isNegated: Bool
  /// One, unless it is a choice between several.
  let operands: [FilterOperand]

  var words: String {
    let sign = isNegated ? (relation == .isIn ? "not in" : "!\(relation.rawValue)") : relation.rawValue
    let values = operands.map(\.words).joined(separator: ", ")
    return "\(path.words) \(sign) \(relation == .isIn ? "(\(values))" : values)"
  }

  func holds(for subject: FilterSubject) -> Bool { isTrue(for: subject) != isNegated }

  private func isTrue(for subject: FilterSubject) -> Bool {
    let values = path.values(of: subject)
    guard !values.isEmpty else { return operands.contains { $0.keyword == .absent } && isEquality }
    return values.contains { value in operands.contains { holds(value, $0, subject) } }
  }

  private var isEquality: Bool { relation == .equal || relation == .isIn }

  private func holds(_ value: FilterValue, _ operand: FilterOperand, _ subject: FilterSubject) -> Bool {
    switch value {
    case .number(let number): return operand.number.map { compare(number, $0) } ?? false
    case .text(let text): return holds(text, operand)
    case .node(let node):
      if holds(node, operand) { return true }
      // What the property is to the model may be other words than its JSON.
      guard path.isDecoded, let property = path.property,
        let text = property.decode(node).text, text != node.displayText
      else { return false }
      return holds(text, operand)
    }
  }

  private func holds(_ node: JSONNode, _ operand: FilterOperand) -> Bool {
    if let keyword = operand.keyword { return keyword == .null && node.isNull && isEquality }
    switch node.kind {
    case .null: return false
    case .array, .object:
      if relation == .matches { return operand.matcher?.occurs(in: node) ?? true }
      if isEquality, operand.empty == node.kind { return node.count == 0 }
      if let number = operand.number { return compare(Double(node.count), number) }
      return node.elements.contains { !$0.kind.isContainer && holds($0, operand) }
    case .true, .false:
      return relation == .matches ? holds(node.rawText, operand) : isEquality && node.rawText == operand.text
    case .number: return holds(number: node, operand)
    case .string: return holds(node.displayText, operand)
    }
  }

  private func holds(number node: JSONNode, _ operand: FilterOperand) -> Bool {
    let text = node.rawText
    if relation == .matches { return operand.matcher?.matches(text) ?? true }
    if isEquality, text == operand.text { return true }
    guard let value = Double(text) else { return false }
    if let wanted = operand.number {
      // Beyond what a double tells apart only the digits do.
      return isEquality && value == wanted && abs(value) >= 0x1p53 && operand.isWhole
        && text.allSatisfy(\.isNumber)
        ? false : compare(value, wanted)
    }
    if let date = operand.date { return compare(value > Self.milliseconds ? value / 1000 : value, date) }
    return operand.duration.map { compare(value, $0) } ?? false
  }

  /// A number this large is a date in milliseconds, not in seconds.
  private static let milliseconds = 1e11

  private func holds(_ text: String, _ operand: FilterOperand) -> Bool {
    if relation == .matches { return operand.matcher?.matches(text) ?? true }
    if let date = operand.date, let seconds = text.iso8601Seconds { return compare(seconds, date) }
    if let duration = operand.duration {
      if let seconds = text.iso8601Seconds { return compare(operand.now - seconds, duration) }
      return FilterOperand.duration(of: text).map { compare($0, duration) }
        ?? (isEquality && text == operand.text)
    }
    // A number is no word that others come before.
    if operand.number != nil, !isEquality { return false }
    return compare(text, operand.text)
  }

  private func compare(_ seconds: Double, _ date: Range<Double>) -> Bool {
    isEquality ? date.contains(seconds) || seconds == date.lowerBound : compare(seconds, date.lowerBound)
  }

  private func compare<Value: Comparable>(_ value: Value, _ wanted: Value) -> Bool {
    switch relation {
    case .equal, .isIn: value == wanted
    case .less: value < wanted
    case .atMost: value <= wanted
    case .greater: value > wanted
    case .atLeast: value >= wanted
    case .matches: false
    }
  }
}

/// A value a filter looks at.
enum FilterValue {
  case node(JSONNode)
  case text(String)
  case number(Double)
}

/// Where a comparison's values are.
struct FilterPath: Sendable {
  enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
    case each
    /// The key, number or value of the element itself: `$key`, `$index`, `$value`.
    case own(Own)
  }

  enum Own: String, Sendable, CaseIterable {
    case key = "$key", index = "$index", value = "$value"
  }

  /// As it was written.
  let words: String
  /// The ways in JSON, of which the first that leads anywhere counts.
  var routes: [[Step]]
  /// The property of the element's model, where the path is one.
  var property: PropertyDescription?
  /// What the values are; nil where no model says it.
  var shape: ValueShape?

  /// Whether the model may have another text for the value than JSON has.
  var isDecoded: Bool {
    guard let property, property.transformer != nil else { return false }
    switch property.shape.unwrapped {
    case .string, .enumeration, .url, .uuid, .json, .model, .array, .dictionary: return false
    default: return true
    }
  }

  /// The values a path leads to: in a list, those of every element.
  func values(of subject: FilterSubject) -> [FilterValue] {
    for route in routes {
      let values = Self.values(of: subject, route)
      if !values.isEmpty { return values }
    }
    return []
  }

  private static func values(of subject: FilterSubject, _ route: [Step]) -> [FilterValue] {
    var route = route[...]
    if case .own(let own) = route.first {
      route = route.dropFirst()
      if own == .key { return subject.key.map { [.text($0)] } ?? [] }
      if own == .index { return subject.index.map { [.number(Double($0))] } ?? [] }
    }
    guard let node = subject.node else { return [] }
    if let only = single(node, route) { return only.map { [.node($0)] } ?? [] }
    return route.reduce([node]) { nodes, step in nodes.flatMap { step.values(in: $0) } }.map { .node($0) }
  }

  /// The value a path through objects leads to: the usual case, without lists of values; nil for a path into a list.
  private static func single(_ node: JSONNode, _ route: ArraySlice<Step>) -> JSONNode?? {
    var node = node
    for step in route {
      guard case .key(let key) = step, node.kind != .array else { return nil }
      guard let next = node[key] else { return .some(nil) }
      node = next
    }
    return .some(node)
  }
}

extension FilterPath.Step {
  /// The values one step further; a key of a list is that of each element.
  func values(in node: JSONNode) -> [JSONNode] {
    switch self {
    case .key(let key):
      node.kind == .array ? node.elements.compactMap { $0[key] } : node[key].map { [$0] } ?? []
    case .index(let index): node[index].map { [$0] } ?? []
    case .each: node.kind == .array ? Array(node.elements) : node.members.map(\.value)
    case .own: [node]
    }
  }
}
