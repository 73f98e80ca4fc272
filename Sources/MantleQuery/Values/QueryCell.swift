import Mantle
import MantlePlatform

/// A value in a row of a query's result.
package struct QueryCell: Sendable, Hashable {
  /// The kind of a cell, which determines its alignment and its color.
  package enum Kind: Sendable {
    /// The row has no value, such as a record without the key.
    case absent
    case null
    /// The property rejects the value, the row is malformed, or a calculation failed.
    case unreadable
    case boolean, number, date, text, list, object
  }

  package let kind: Kind
  /// The value as its model formats it; a list or an object as compact JSON.
  package let text: String
  /// The value as JSON; nil if the JSON can be derived from `text`.
  private var source: [UInt8]?
  /// A calculated number rounded for display; nil to display all digits.
  private(set) var brief: String?
  /// Whether the JSON of the value is `text` in quotes.
  private var isQuoted = false

  package init(_ kind: Kind, _ text: String = "", source: [UInt8]? = nil) {
    (self.kind, self.text, self.source) = (kind, text, source)
  }

  /// The JSON of the cell's value.
  package var json: [UInt8] {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return bytes
  }

  /// Appends the JSON of the cell's value.
  func appendJSON(to bytes: inout [UInt8]) {
    if let source {
      bytes += source
    } else if isQuoted {
      bytes.append(UInt8(ascii: "\""))
      bytes += text.utf8
      bytes.append(UInt8(ascii: "\""))
    } else {
      switch kind {
      case .absent, .null, .unreadable: bytes += "null".utf8
      case .boolean, .number, .list, .object: bytes += text.utf8
      case .date, .text: bytes += JSONText.quoted(text).utf8
      }
    }
  }

  /// Creates the cell of a calculated number.
  package static func number(_ number: Double) -> QueryCell {
    let text = Int(exactly: number).map(String.init) ?? "\(number)"
    return number.isFinite ? QueryCell(.number, text) : .null
  }

  /// Creates the cell of a calculated number, which is displayed with at most six decimal places.
  static func calculated(_ text: String) -> QueryCell {
    guard let point = text.firstIndex(of: "."), text[point...].count > 7, !text.contains("e"),
      let number = Double(text), number.magnitude >= 0.001
    else { return QueryCell(.number, text) }
    var cell = QueryCell(.number, text)
    cell.brief = number.magnitude < 1e9 ? "\((number * 1e6).rounded() / 1e6)" : nil
    return cell
  }

  static func number(_ number: Int) -> QueryCell { QueryCell(.number, "\(number)") }

  /// Creates the cell of a percentage, which is displayed with one decimal place.
  package static func percent(_ count: Int, of all: Int) -> QueryCell {
    let tenths = Int((Double(count) * 1000 / Double(max(1, all))).rounded())
    let exact = ExactDecimal(count * 100).divided(by: max(1, all))
    var cell = QueryCell(.number, exact)
    cell.brief = "\(tenths / 10).\(tenths % 10)"
    return cell
  }

  static let null = QueryCell(.null)
  private static let nothing = Array("null".utf8)

  /// The reason why a calculation failed; nil for every other cell.
  package var failure: String? { kind == .unreadable && !text.isEmpty && source == Self.nothing ? text : nil }

  /// Creates the cell of a calculated date, in seconds since 1970; null if the year does not have four digits.
  init(seconds: Double) {
    self = String(iso8601: seconds).map { QueryCell(.date, $0) } ?? .null
  }

  /// Creates the cell of a calculated date, in nanoseconds since 1970; null if the year does not have four digits.
  init(nanoseconds: Int128) {
    let fraction = (nanoseconds % 1_000_000_000 + 1_000_000_000) % 1_000_000_000
    let whole = QueryCell(seconds: Double((nanoseconds - fraction) / 1_000_000_000))
    guard whole.kind == .date, fraction > 0 else {
      self = whole
      return
    }
    var digits = String("\(1_000_000_000 + fraction)".dropFirst())
    while digits.hasSuffix("000") { digits.removeLast(3) }
    self.init(.date, whole.text.dropLast() + "." + digits + "Z")
  }

  /// Creates the cell of a list from the cells of its elements.
  ///
  /// - Parameter isCut: whether the list has more elements than cells.
  init(list cells: [QueryCell], isCut: Bool = false) {
    let items = cells.map { String(decoding: $0.json, as: UTF8.self) } + (isCut ? ["\"…\""] : [])
    self.init(.list, "[" + items.joined(separator: ",") + "]")
  }

  init(of found: FoundValue) {
    switch found {
    case .absent: self.init(.absent)
    case .null: self.init(.null)
    case .unreadable(nil): self.init(.unreadable)
    case .unreadable(let node?): self.init(.unreadable, Self.text(of: node), source: Self.json(of: node))
    case .several(let values): self.init(list: values.map { QueryCell(of: $0) })
    case .failed(let reason): self.init(.unreadable, reason, source: Self.nothing)
    case .value(.text(let text), _): self.init(.text, text)
    case .value(.date(let text), _): self.init(.date, text)
    case .value(.number(let number), _): self = .calculated(number.text)
    case .value(.node(let node), let property): self.init(node, as: property)
    }
  }

  private init(_ node: JSONNode, as property: PropertyDescription?) {
    switch node.kind {
    case .array: self.init(.list, Self.text(of: node))
    case .object: self.init(.object, Self.text(of: node))
    case .null: self.init(.null)
    case .true, .false: self.init(.boolean, node.rawText)
    case .number, .string:
      let words = property.flatMap { $0.hasOwnWords ? $0.words(of: node) : nil }
      let kind = Self.kind(of: node, as: property)
      let text = words ?? node.displayText
      // Most values do not need a second copy of their text.
      let isQuoted = words == nil && node.kind == .string && !node.hasEscapes
      let isText = isQuoted || words == nil && kind == .number && node.kind == .number
      self.init(kind, text, source: isText ? nil : node.rawBytes)
      self.isQuoted = isQuoted
    }
  }

  private static func kind(of node: JSONNode, as property: PropertyDescription?) -> Kind {
    switch property?.shape.unwrapped {
    case .date?: .date
    case .integer?, .number?: .number
    case .boolean?: .boolean
    default: node.kind == .number ? .number : .text
    }
  }

  private static func text(of node: JSONNode) -> String {
    node.kind.isContainer ? JSONFormatter.compact.text(node) : node.displayText
  }

  private static func json(of node: JSONNode) -> [UInt8] {
    node.kind.isContainer ? JSONFormatter.compact.format(node) : node.rawBytes
  }
}
