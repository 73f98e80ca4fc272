import Mantle
import MantlePlatform

/// The successors of a row's value: a greater number, the next case, the other boolean, a later day.
struct SteppedValue {
  let row: Row

  /// Returns the JSON of the value incremented by `steps`; nil if the value cannot be incremented.
  func json(steps: Int) -> [UInt8]? {
    guard let node = row.node else { return nil }
    guard let property = row.typing else { return plain(node, steps).map { Array($0.utf8) } }
    let text = row.editableText ?? node.displayText
    let wanted: String?
    switch property.shape.unwrapped {
    case .enumeration(let cases): wanted = Self.next(text, among: cases, steps)
    case .boolean: return steps % 2 == 0 ? nil : opposite(of: property, node)
    case .integer, .number:
      // The source text may contain the same number with trailing zeros.
      let isWritten = Decimal(string: text).map { $0 == Decimal(string: node.displayText) } ?? false
      wanted = Self.sum(isWritten ? node.displayText : text, steps)
    case .date: wanted = Self.day(text, steps)
    default: wanted = node.kind == .string ? Self.day(text, steps) : plain(node, steps)
    }
    return wanted.flatMap { try? property.replacement(for: $0) }
  }

  /// Returns the JSON of the other boolean or the next case; nil for other values.
  func flipped(steps: Int) -> [UInt8]? {
    let isChoice =
      switch row.typing?.shape.unwrapped {
      case .enumeration, .boolean: true
      default: row.node?.kind == .true || row.node?.kind == .false
      }
    return isChoice ? json(steps: steps) : nil
  }

  /// Returns the JSON of the other boolean in the form that the property writes; nil if the value is not a boolean.
  private func opposite(of property: PropertyDescription, _ node: JSONNode) -> [UInt8]? {
    guard let now = row.record?.decode(property, node).reencoded,
      let yes = try? property.replacement(for: "true"), let no = try? property.replacement(for: "false")
    else { return nil }
    return now == yes ? no : now == no ? yes : nil
  }

  private func plain(_ node: JSONNode, _ steps: Int) -> String? {
    switch node.kind {
    case .true, .false: Self.next(node.rawText, among: ["false", "true"], steps)
    case .number: Self.sum(node.rawText, steps)
    case .string: Self.day(node.displayText, steps).map(JSONText.quoted)
    case .null, .array, .object: nil
    }
  }

  private static func next(_ text: String, among cases: [String], _ steps: Int) -> String? {
    guard let index = cases.firstIndex(of: text) else { return nil }
    return cases[((index + steps) % cases.count + cases.count) % cases.count]
  }

  /// Returns the exact sum with as many fraction digits as the number; nil if the sum has no exact
  /// representation.
  private static func sum(_ text: String, _ steps: Int) -> String? {
    if let number = Int(text) {
      let (sum, overflows) = number.addingReportingOverflow(steps)
      return overflows ? nil : String(sum)
    }
    guard text.utf8.count < 30,
      !text.utf8.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }),
      let number = Decimal(string: text)
    else { return nil }
    let sum = (number + Decimal(steps)).description
    let missing = fractionDigits(text) - fractionDigits(sum)
    guard missing > 0 else { return sum }
    return sum + (sum.contains(".") ? "" : ".") + String(repeating: "0", count: missing)
  }

  private static func fractionDigits(_ number: String) -> Int {
    number.firstIndex(of: ".").map { number[$0...].count - 1 } ?? 0
  }

  private static func day(_ text: String, _ steps: Int) -> String? {
    CalendarDay(startOf: text).map { $0.advanced(days: steps).text + text.dropFirst(10) }
  }
}

extension Row {
  /// The current value as it would be typed; nil for an absent value.
  var editableText: String? {
    node.map { node in typing.flatMap { record?.decode($0, node).editableText } ?? node.displayText }
  }
}
