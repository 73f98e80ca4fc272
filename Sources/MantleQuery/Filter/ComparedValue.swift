import Mantle

/// A value in the form that filters compare and lists are sorted by. The value is decoded by its model. Numbers are
/// compared by magnitude, and dates by time.
enum ComparedValue: Sendable {
  case number(ComparedNumber)
  /// A date in seconds since 1970.
  case moment(Double)
  case text(String)
  /// A value without an order: null, a list, an object, or a value that the model cannot decode.
  case nothing

  /// Creates the compared form of a JSON value.
  ///
  /// - Parameter property: the property of the value; nil if no model describes it, so that its JSON type decides.
  init(_ node: JSONNode, as property: PropertyDescription?) {
    if let property, property.isComparedAsRead, !node.isNull, !node.kind.isContainer {
      self = property.comparedValue(node)
    } else {
      self.init(asItStands: node)
    }
  }

  fileprivate init(asItStands node: JSONNode) {
    switch node.kind {
    case .number: self = ComparedNumber(json: node.rawText).map { .number($0) } ?? .nothing
    case .true: self = .number(ComparedNumber(1))
    case .false: self = .number(ComparedNumber(0))
    case .string:
      let text = node.displayText
      self = FilterOperand.calendarDate(text).map { .moment($0.lowerBound) } ?? .text(text)
    case .null, .array, .object: self = .nothing
    }
  }
}

/// A JSON number, which is compared exactly to its last digit.
package struct ComparedNumber: Sendable {
  let text: String
  /// The `Double` that is nearest to the number.
  let rounded: Double

  /// Creates a number from text; nil for text that is not a JSON number: `0x10`, `inf`, `007`.
  init?(_ text: String) {
    guard JSONNumberText.isNumber(text) else { return nil }
    self.init(json: text)
  }

  /// Creates a number from JSON.
  ///
  /// - Parameter json: a valid JSON number.
  init?(json: String) {
    var text = json
    guard let rounded = text.withUTF8({ NumberText.fastDouble($0) }) ?? Double(json) else { return nil }
    (self.text, self.rounded) = (json, rounded)
  }

  init(_ number: Int) { (text, rounded) = ("\(number)", Double(number)) }
}

extension ComparedNumber: Comparable {
  package static func < (a: ComparedNumber, b: ComparedNumber) -> Bool {
    // Rounding is monotonic, so it never reverses the order of two numbers.
    if a.rounded != b.rounded { return a.rounded < b.rounded }
    return a.text != b.text && JSONDecimal(Array(a.text.utf8)) < JSONDecimal(Array(b.text.utf8))
  }

  package static func == (a: ComparedNumber, b: ComparedNumber) -> Bool {
    guard a.rounded == b.rounded else { return false }
    return a.text == b.text || JSONDecimal(Array(a.text.utf8)) == JSONDecimal(Array(b.text.utf8))
  }
}

extension PropertyDescription {
  /// Whether filters compare the decoded value of the property instead of its JSON: dates, and numbers or booleans with
  /// a transformer.
  var isComparedAsRead: Bool {
    switch shape.unwrapped {
    case .date: true
    case .integer, .number, .boolean: transformer != nil
    default: false
    }
  }

  fileprivate func comparedValue(_ node: JSONNode) -> ComparedValue {
    // This fast path parses the most frequent form of dates without their transformer.
    if transformer == "iso8601", node.kind == .string, case let text = node.displayText,
      text.utf8.last == UInt8(ascii: "Z")
    {
      return text.iso8601Seconds.map { .moment($0) } ?? .nothing
    }
    guard let words = words(of: node) else {
      // A value that combines several members cannot be decoded from one of them.
      return keyPaths.count > 1 ? ComparedValue(asItStands: node) : .nothing
    }
    switch shape.unwrapped {
    case .date: return words.iso8601Seconds.map { .moment($0) } ?? .nothing
    case .boolean: return ["true", "false"].first { isWritten(words, for: $0) }.map { .text($0) } ?? .nothing
    default: return ComparedNumber(words).map { .number($0) } ?? .nothing
    }
  }

  /// Returns whether a text is the encoded form of a boolean, such as `1` or `yes`.
  ///
  /// - Parameter boolean: `true` or `false`.
  private func isWritten(_ words: String, for boolean: String) -> Bool {
    if words == boolean { return true }
    guard let json = try? replacement(for: boolean),
      let document = try? JSONDocument(parsing: JSONBytes(json))
    else { return false }
    return document.root.displayText == words
  }
}
