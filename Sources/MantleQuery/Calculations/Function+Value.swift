import Mantle
import MantlePlatform

extension Calculation.Function {
  func value(of arguments: [Calculation], in subject: FilterSubject) -> FoundValue {
    if isOfElements { return ofElements(arguments, subject) }
    let values = arguments.lazy.map { $0.value(in: subject) }
    switch self {
    case .if:
      if values[0].isTrue { return values[1] }
      return arguments.count > 2 ? values[2] : .null
    case .coalesce: return values.first { !$0.isMissing } ?? values.last ?? .null
    case .concat: return .text(values.filter { !$0.isMissing }.map(\.text).joined())
    case .type: return .text(values[0].typeName)
    case .greatest, .least: return aggregate(Array(values))
    case .match, .replace, .split: return ofSeparator(arguments, Array(values))
    default: break
    }
    let present = arguments.map { $0.value(in: subject) }
    if let missing = FoundValue.missing(among: present) { return missing }
    if takesList { return ofList(present) }
    if self == .dateTrunc { return present[1].mapped { $0.start(of: present[0].text) } }
    return present.first.map { $0.mapped { single($0, present.dropFirst()) } } ?? .absent
  }

  /// Returns the result of the function for one element of its first argument and the remaining arguments.
  private func single(_ value: FoundValue, _ rest: ArraySlice<FoundValue>) -> FoundValue {
    switch self {
    case .lower, .upper, .trim: return value.withText { ofText($0) }
    case .contains, .startsWith, .endsWith:
      return value.withText { text in rest.first?.withText { ofParts(text, $0) } ?? .absent }
    case .substring: return value.withText { substring($0, Array(rest)) }
    case .text: return .text(value.text)
    case .number: return value.parsedNumber
    case .round, .abs, .floor, .ceil:
      guard let digits = rest.first.map(\.integer) ?? 0 else {
        return rest.first?.not("a number of digits") ?? .absent
      }
      return value.withNumber { ofNumber($0, digits: digits) }
    case .date: return value.start(of: "day")
    default: return value.part(self)
    }
  }

  private func substring(_ text: String, _ rest: [FoundValue]) -> FoundValue {
    guard let start = rest[0].integer else { return rest[0].not("a position") }
    guard rest.count > 1 else { return .text(text.scalars(from: start, count: .max)) }
    guard let count = rest[1].integer else { return rest[1].not("a number of characters") }
    return .text(text.scalars(from: start, count: count))
  }

  // MARK: - Patterns

  /// Returns the result of `match`, `replace` or `split`, which search for a text or a pattern.
  private func ofSeparator(_ arguments: [Calculation], _ values: [FoundValue]) -> FoundValue {
    var values = values
    var separator: Separator?
    if case .pattern(let pattern) = arguments[1] {
      (separator, values[1]) = (.pattern(pattern), .boolean(true))
    } else if values[1].isText {
      separator = .text(values[1].text)
    }
    if let missing = FoundValue.missing(among: values) { return missing }
    guard let separator else { return values[1].not("text") }
    return values[0].mapped { value in value.withText { ofSeparator(separator, $0, values.dropFirst(2)) } }
  }

  private func ofSeparator(
    _ separator: Separator, _ text: String, _ rest: ArraySlice<FoundValue>
  ) -> FoundValue {
    switch self {
    case .replace:
      guard let new = rest.first, new.isText else { return rest.first?.not("text") ?? .absent }
      let parts = text.parts(between: separator)
      let (size, overflow) = parts.count.multipliedReportingOverflow(by: new.text.utf8.count)
      guard !overflow, size <= FoundValue.longestText else { return .failed("more than 4 MB of text") }
      return .text(parts.joined(separator: new.text))
    case .split:
      let parts = text.parts(between: separator).map { FoundValue.text(String($0)) }
      guard let number = rest.first else { return .several(parts) }
      guard let index = number.integer else { return number.not("a number") }
      return parts.indices.contains(index &- 1) ? parts[index &- 1] : .absent
    default:
      guard let group = rest.first.map(\.integer) ?? 0 else { return rest.first?.not("a number") ?? .absent }
      guard case .pattern(let pattern) = separator else { return .failed("match takes a /pattern/") }
      return pattern.group(group, in: text).map { .text(String($0)) } ?? .absent
    }
  }
}

extension FoundValue {
  /// The value as an integer; nil if it is not an integer.
  var integer: Int? { decimal?.units(at: 0).flatMap { Int(exactly: $0) } }
}
