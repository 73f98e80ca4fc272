import Mantle

/// A comparison of the values at a path. It holds if it holds for at least one of the values.
package struct FilterComparison: Sendable {
  /// A comparison operator.
  package enum Relation: String, Sendable {
    case equal = "=", less = "<", atMost = "<=", greater = ">", atLeast = ">="
    case matches = "~", isIn = "in"
    /// The value is identical to the operand: both count as the same value in a list of frequencies.
    case identical = "==="

    /// Whether the relation is an inequality, which requires an order of the values.
    var isOrder: Bool { self == .less || self == .atMost || self == .greater || self == .atLeast }
  }

  package let path: FilterPath
  package let relation: Relation
  /// Whether the relation is negated: `!=`, `!~`.
  package let isNegated: Bool
  /// The operands of the comparison; there are several only for `in`.
  package let operands: [FilterOperand]
  /// Whether the comparison must hold for all of the values, as in `all(items[].price > 3)`.
  var isOfEach = false

  var words: String {
    let sign = isNegated ? negatedSign : relation.rawValue
    let values = operands.map(\.words).joined(separator: ", ")
    return "\(path.words) \(sign) \(relation == .isIn ? "(\(values))" : values)"
  }

  private var negatedSign: String {
    switch relation {
    case .isIn: "not in"
    case .identical: "!=="
    default: "!\(relation.rawValue)"
    }
  }

  func holds(for subject: FilterSubject) -> Bool {
    isTrue(for: subject, operands.flatMap { $0.resolved(for: subject) }) != isNegated
  }

  private func isTrue(for subject: FilterSubject, _ operands: [FilterOperand]) -> Bool {
    if relation == .identical {
      let found = path.find(in: subject)
      return ([found] + found.each).contains { value in operands.contains { value.isIdentical(to: $0) } }
    }
    if isEquality, operands.contains(where: { $0.keyword == .absent || $0.keyword == .unreadable }),
      case let found = path.find(in: subject)
    {
      if operands.contains(where: { found.is($0.keyword) }) { return true }
    }
    let values = path.readValues(of: subject).values
    func holds(_ value: (value: FilterValue, property: PropertyDescription?)) -> Bool {
      operands.contains { self.holds(value.value, $0, value.property) }
    }
    return isOfEach ? values.allSatisfy(holds) : values.contains(where: holds)
  }

  private var isEquality: Bool { relation == .equal || relation == .isIn }

  private func holds(_ value: FilterValue, _ operand: FilterOperand, _ property: PropertyDescription?) -> Bool
  {
    switch value {
    case .number(let number): return holds(calculated: number, operand)
    case .text(let text), .date(let text): return holds(text, operand)
    case .node(let node): return holds(node, operand, property)
    }
  }

  private func holds(calculated number: ComparedNumber, _ operand: FilterOperand) -> Bool {
    if relation == .matches { return operand.matcher?.matches(number.text) ?? true }
    return isEquality && number.text == operand.text || holds(number, operand)
  }

  private func holds(_ node: JSONNode, _ operand: FilterOperand, _ property: PropertyDescription?) -> Bool {
    guard !node.kind.isContainer else { return holds(container: node, operand, property) }
    guard !node.isNull, let property else { return holds(node, operand) }
    if operand.isPlain, relation != .matches, property.isComparedAsRead {
      return holds(ComparedValue(node, as: property), operand)
    }
    if holds(node, operand) { return true }
    // The model's text for the value may differ from its JSON.
    guard property.hasOwnWords, let text = property.words(of: node), text != node.displayText else {
      return false
    }
    return holds(text, operand)
  }

  private func holds(_ value: ComparedValue, _ operand: FilterOperand) -> Bool {
    switch value {
    case .number(let number): holds(number, operand)
    case .moment(let seconds): holds(moment: seconds, operand) ?? false
    case .text(let text): isEquality && text.isExactly(operand.text)
    case .nothing: false
    }
  }

  private func holds(_ node: JSONNode, _ operand: FilterOperand) -> Bool {
    if let keyword = operand.keyword { return keyword == .null && node.isNull && isEquality }
    switch node.kind {
    case .null, .array, .object: return false
    case .true, .false:
      return relation == .matches ? holds(node.rawText, operand) : isEquality && node.rawText == operand.text
    case .number:
      let text = node.rawText
      if relation == .matches { return operand.matcher?.matches(text) ?? true }
      if isEquality, text == operand.text { return true }
      return ComparedNumber(json: text).map { holds($0, operand) } ?? false
    case .string: return holds(node.displayText, operand)
    }
  }

  /// Returns whether the comparison holds for a list or an object: `<` and `>` compare the number of its children, and
  /// other operators compare the elements of a list.
  private func holds(
    container node: JSONNode, _ operand: FilterOperand, _ property: PropertyDescription?
  ) -> Bool {
    if operand.keyword != nil { return false }
    if relation == .matches { return operand.matcher?.occurs(in: node) ?? true }
    if isEquality, operand.empty == node.kind { return node.count == 0 }
    // For lists, `> 3` compares the number of elements, and not each element.
    if let number = operand.number, !isEquality { return compare(ComparedNumber(node.count), number) }
    let inner = property?.inner
    return node.elements.contains { !$0.kind.isContainer && holds($0, operand, inner) }
  }

  private func holds(_ number: ComparedNumber, _ operand: FilterOperand) -> Bool {
    if let wanted = operand.number { return compare(number, wanted) }
    if let date = operand.date { return compare(Self.seconds(number.rounded), date) }
    return operand.duration.map { compare(number.rounded, $0) } ?? false
  }

  /// Returns the seconds since 1970 for a number without a model that is compared with a date. The unit of the number
  /// is chosen so that the date is within a few centuries of today.
  static func seconds(_ number: Double) -> Double {
    switch abs(number) {
    case ..<1e11: number
    case ..<1e14: number / 1e3
    case ..<1e17: number / 1e6
    default: number / 1e9
    }
  }

  /// Returns whether the comparison holds for a moment, in seconds since 1970; nil if the operand is neither
  /// a date nor a duration.
  private func holds(moment seconds: Double, _ operand: FilterOperand) -> Bool? {
    if let date = operand.date { return compare(seconds, date) }
    return operand.duration.map { compare(operand.now - seconds, $0) }
  }

  private func holds(_ text: String, _ operand: FilterOperand) -> Bool {
    if relation == .matches { return operand.matcher?.matches(text) ?? true }
    if operand.date != nil || operand.duration != nil,
      let date = FilterOperand.calendarDate(text),
      let holds = holds(moment: date.lowerBound, operand)
    {
      return holds
    }
    if let duration = operand.duration, let own = FilterOperand.duration(of: text) {
      return compare(own, duration)
    }
    // Numbers, dates and durations are not ordered alphabetically.
    if operand.isMeasure, !isEquality { return false }
    return compare(ExactText(text), ExactText(operand.text))
  }

  /// Compares a moment with a period: a day, a month and a year extend from their start to their end.
  private func compare(_ seconds: Double, _ date: Range<Double>) -> Bool {
    if date.isEmpty { return compare(seconds, date.lowerBound) }
    return switch relation {
    case .equal, .isIn: date.contains(seconds)
    case .less: seconds < date.lowerBound
    case .atMost: seconds < date.upperBound
    case .greater: seconds >= date.upperBound
    case .atLeast: seconds >= date.lowerBound
    case .matches, .identical: false
    }
  }

  private func compare<Value: Comparable>(_ value: Value, _ wanted: Value) -> Bool {
    switch relation {
    case .equal, .isIn: value == wanted
    case .less: value < wanted
    case .atMost: value <= wanted
    case .greater: value > wanted
    case .atLeast: value >= wanted
    case .matches, .identical: false
    }
  }
}
