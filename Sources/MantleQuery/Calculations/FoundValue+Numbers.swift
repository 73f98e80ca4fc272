import Mantle

extension FoundValue {
  /// The value as a number; nil for every other value. A string is a number only if its model defines it as a number.
  var decimal: ExactDecimal? {
    if case .value(.node(let node), _) = self, node.kind == .true || node.kind == .false { return nil }
    if case .number(let number) = measure { return ExactDecimal(number) }
    return nil
  }

  var negative: FoundValue { withNumber { .number(-$0) } }

  func withNumber(_ body: (ExactDecimal) -> FoundValue) -> FoundValue { decimal.map(body) ?? not("a number") }

  /// The number that the value's text contains, or the failure if it contains none; a number is returned unchanged.
  var parsedNumber: FoundValue {
    if decimal != nil { return self }
    let text = text.trimmed
    guard isText, let number = ComparedNumber(text.hasPrefix("+") ? String(text.dropFirst()) : text) else {
      return not("a number")
    }
    return .value(.number(number), nil)
  }
}

extension Calculation.Function {
  /// Returns the result of the function with one number as its argument.
  ///
  /// - Parameter digits: the number of decimal places to round to.
  func ofNumber(_ number: ExactDecimal, digits: Int) -> FoundValue {
    switch self {
    case .round: .number(number.rounded(to: Swift.max(-ExactDecimal.maximumPlaces, digits)))
    case .abs: .number(number.isNegative ? -number : number)
    case .floor: .number(number.floor)
    default: .number(-(-number).floor)
    }
  }
}
