import Mantle

extension Calculation.Function {
  /// Returns the result of a function of the elements of a list. The second argument is evaluated for each element.
  func ofElements(_ arguments: [Calculation], _ subject: FilterSubject) -> FoundValue {
    guard !isOfEach(arguments) else { return ofCondition(arguments[0], subject) }
    let list = arguments[0].value(in: subject)
    if list.isMissing { return list }
    let elements = list.elements ?? [list]
    guard arguments.count > 1 else { return aggregate(elements) }
    let values = elements.enumerated().map { arguments[1].value(in: $1.subject(at: $0)) }
    if self == .filter { return .several(zip(elements, values).filter { $1.isTrue }.map { $0.0 }) }
    return self == .count ? .number(values.count(where: \.isTrue)) : aggregate(values)
  }

  /// Returns whether the function is `any` or `all`, and its only argument is a condition.
  ///
  /// `all(items[].price > 3)`
  private func isOfEach(_ arguments: [Calculation]) -> Bool {
    guard arguments.count == 1, self == .any || self == .all, case .condition = arguments[0] else {
      return false
    }
    return true
  }

  private func ofCondition(_ condition: Calculation, _ subject: FilterSubject) -> FoundValue {
    guard self == .all, case .condition(.comparison(var comparison)) = condition else {
      return condition.value(in: subject)
    }
    comparison.isOfEach = true
    return .boolean(comparison.holds(for: subject))
  }

  /// Returns the aggregate of the elements of a list. Missing elements are ignored, as in SQL.
  func aggregate(_ values: [FoundValue]) -> FoundValue {
    if let failed = values.first(where: \.isUnreadable) { return failed }
    let present = values.filter { !$0.isMissing }
    switch self {
    case .any: return .boolean(present.contains(where: \.isTrue))
    case .all: return .boolean(present.allSatisfy(\.isTrue))
    case .count: return .number(present.count)
    case .sum, .avg: return total(present)
    default: return extreme(of: present)
    }
  }

  private func total(_ values: [FoundValue]) -> FoundValue {
    if values.isEmpty { return .null }
    var sum = ExactDecimal(0)
    for value in values {
      guard let number = value.decimal else { return value.not("a number") }
      sum = sum + number
    }
    return self == .sum ? .number(sum) : .number(json: sum.divided(by: values.count))
  }

  /// Returns the greatest value for `max`, or the least value for `min`, in sort order.
  private func extreme(of values: [FoundValue]) -> FoundValue {
    let ordered = values.map { (value: $0, order: OrderKey($0)) }
    let isGreatest = self == .max || self == .greatest
    let best = isGreatest ? ordered.max { $0.order < $1.order } : ordered.min { $0.order < $1.order }
    return best?.value ?? .null
  }

  /// Returns the result of a function of a whole list; a single value is treated as a list of one element.
  func ofList(_ values: [FoundValue]) -> FoundValue {
    let elements = values[0].elements
    switch self {
    case .length: return elements.map { .number($0.count) } ?? values[0].length
    case .first: return (elements ?? [values[0]]).first ?? .absent
    case .last: return (elements ?? [values[0]]).last ?? .absent
    default:
      let texts = (elements ?? [values[0]]).filter { !$0.isMissing }.map(\.text)
      return .text(texts.joined(separator: values[1].text))
    }
  }
}

extension FoundValue {
  /// The number of characters of a text, as in SQL, or the number of members of an object.
  fileprivate var length: FoundValue {
    if case .value(.node(let node), _) = self, node.kind == .object { return .number(node.count) }
    return withText { .number($0.unicodeScalars.count) }
  }

  /// Returns the value as the subject of a function's second argument, whose names are relative to it.
  ///
  /// - Parameter index: the index of the value in the list.
  fileprivate func subject(at index: Int) -> FilterSubject {
    var subject: FilterSubject
    if case .value(.node(let node), let property) = self {
      subject = FilterSubject(node)
      subject.model = property?.shape.innermostModel
    } else {
      subject = FilterSubject(QueryCell(of: self).json)
    }
    subject.index = index
    return subject
  }
}
