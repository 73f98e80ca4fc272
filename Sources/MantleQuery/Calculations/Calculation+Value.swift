import Mantle

/// The evaluation of calculations.
///
/// A calculation with a missing operand has no value. The result is unreadable if an operand is unreadable, otherwise
/// absent if an operand is absent, and otherwise null. `coalesce`, `if`, `concat`, `type` and conditions handle
/// missing values themselves. A calculation with a list has a list of results. An invalid calculation fails with a
/// reason in its row.
extension Calculation {
  func value(in subject: FilterSubject) -> FoundValue {
    switch self {
    case .path(let path): path.find(in: subject)
    case .literal(let literal): literal.found
    case .pattern: .absent
    case .negative(let value): value.value(in: subject).mapped { $0.negative }
    case .operation(let sign, let left, let right):
      sign.result(left.value(in: subject), right.value(in: subject))
    case .call(let function, let arguments): function.value(of: arguments, in: subject)
    case .condition(let condition): .boolean(condition.holds(for: subject))
    }
  }
}

extension Calculation.Literal {
  fileprivate var found: FoundValue {
    switch value {
    case .value(let value): .value(value, nil)
    case .null: .null
    case .absent: .absent
    }
  }
}

extension FilterOperand {
  /// Returns the operands to compare a row with: the operand itself, or the results of its calculation in the row, of
  /// which there may be any number.
  func resolved(for subject: FilterSubject) -> [FilterOperand] {
    guard let calculation else { return [self] }
    return calculation.find(in: subject).operands
  }
}

// MARK: - Values

extension FoundValue {
  static func boolean(_ value: Bool) -> FoundValue { .value(.boolean(value), nil) }
  static func text(_ text: String) -> FoundValue {
    text.utf8.count <= longestText ? .value(.text(text), nil) : .failed("more than 4 MB of text")
  }
  /// The maximum number of bytes of a text in a calculation, because nested calls could multiply its size.
  static let longestText = 1 << 22
  static func number(_ number: ExactDecimal) -> FoundValue {
    .number(json: number.isTooLong ? nil : number.text)
  }
  static func number(_ number: Int) -> FoundValue { .value(.number(ComparedNumber(number)), nil) }

  /// Returns the result of a calculation that is a number, or the error for a number with too many digits.
  ///
  /// - Parameter json: a JSON number; nil for a number with too many digits.
  static func number(json: String?) -> FoundValue {
    json.flatMap { ComparedNumber(json: $0) }.map { .value(.number($0), nil) }
      ?? .failed("more than \(ExactDecimal.maximumPlaces) digits")
  }

  /// The result of a calculation as the values that a filter compares; empty for a missing value other than null.
  var calculated: FilterPath.Values {
    switch self {
    case .absent, .unreadable, .failed: FilterPath.Values()
    case .null: FilterPath.Values(values: [(.null, nil)])
    case .value(let value, let property): FilterPath.Values(values: [(value, property)])
    case .several(let values): FilterPath.Values(values: values.flatMap(\.calculated.values), isList: true)
    }
  }

  fileprivate var operands: [FilterOperand] {
    switch self {
    case .absent, .null, .unreadable, .failed: return []
    case .several(let values): return values.flatMap(\.operands)
    case .value:
      if case .number(let number) = measure { return [FilterOperand(number: number, text: number.text)] }
      let cell = QueryCell(of: self)
      return [FilterOperand(text: cell.text)]
    }
  }

  /// Whether the value is absent, null or unreadable, or its calculation failed.
  var isMissing: Bool {
    switch self {
    case .absent, .null, .unreadable, .failed: true
    case .value, .several: false
    }
  }

  /// Whether the value is the boolean true.
  var isTrue: Bool { if case .value(.node(let node), _) = self { node.kind == .true } else { false } }

  /// The elements of a list; nil for every other value.
  var elements: [FoundValue]? {
    switch self {
    case .several(let values): values
    case .value(.node(let node), let property) where node.kind == .array:
      node.elements.map { FoundValue(.node($0), as: property?.inner) }
    default: nil
    }
  }

  /// Returns the result of a function for the value; for a list, the list of the results for its elements.
  func mapped(_ change: (FoundValue) -> FoundValue) -> FoundValue {
    if isMissing { return self }
    return elements.map { .several($0.map { $0.mapped(change) }) } ?? change(self)
  }

  /// Returns the most severe missing value among the operands of a calculation, which is its result; nil if all
  /// operands are present.
  static func missing(among values: [FoundValue]) -> FoundValue? {
    var worst: FoundValue?
    for value in values where value.weight > (worst?.weight ?? 0) { worst = value }
    return worst
  }

  /// The precedence among missing values; 0 for a value that is present.
  private var weight: Int {
    switch self {
    case .failed, .unreadable: 3
    case .absent: 2
    case .null: 1
    case .value, .several: 0
    }
  }

  /// The value as it is quoted in messages.
  var quoted: String {
    let text = QueryCell(of: self).shown
    return text.count > 40 ? "\(text.prefix(40))…" : text
  }

  /// Returns the failure of a calculation because the value is not of the required kind.
  ///
  /// - Parameter kind: the required kind in the message, such as `a date`.
  func not(_ kind: String) -> FoundValue { .failed("\(quoted) is not \(kind)") }
}

// MARK: - Operators

extension Calculation.Operator {
  func result(_ left: FoundValue, _ right: FoundValue) -> FoundValue {
    if let missing = FoundValue.missing(among: [left, right]) { return missing }
    switch (left.elements, right.elements) {
    case (nil, nil): return single(left, right)
    case (let values?, nil): return .several(values.map { result($0, right) })
    case (nil, let values?): return .several(values.map { result(left, $0) })
    case (_?, _?):
      return .failed(
        "cannot combine two lists: sum(items, qty * price) calculates for each element of one list")
    }
  }

  private func single(_ left: FoundValue, _ right: FoundValue) -> FoundValue {
    if self == .join { return .text(left.text + right.text) }
    if let a = left.decimal, let b = right.decimal { return number(a, b) }
    return ofDates(left, right)
  }

  private func number(_ a: ExactDecimal, _ b: ExactDecimal) -> FoundValue {
    switch self {
    case .add: return .number(a + b)
    case .subtract: return .number(a - b)
    case .multiply: return .number(a * b)
    case .divide, .remainder:
      guard !b.digits.isEmpty else { return .failed("division by zero") }
      return .number(json: self == .divide ? a.quotient(by: b) : a.remainder(by: b)?.text)
    case .join: return .text(a.text + b.text)
    }
  }

  /// Returns the result of an operator with a date: the difference of two dates in seconds, or a date shifted by a
  /// number of seconds.
  private func ofDates(_ left: FoundValue, _ right: FoundValue) -> FoundValue {
    let other = left.decimal == nil ? left : right
    switch (self, left.moment, right.moment) {
    case (.subtract, let a?, let b?): return .number(ExactDecimal(a - b, scale: 9))
    case (.add, let moment?, nil), (.subtract, let moment?, nil):
      guard let seconds = right.decimal else { return right.not("a number of seconds") }
      return left.date(moment, shiftedBy: self == .add ? seconds : -seconds)
    case (.add, nil, let moment?):
      guard let seconds = left.decimal else { return left.not("a number of seconds") }
      return right.date(moment, shiftedBy: seconds)
    case (.add, nil, nil) where left.isText && right.isText: return .failed("use || to join text, not +")
    default: return other.not("a number")
    }
  }
}
