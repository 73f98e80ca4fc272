import Mantle
import MantlePlatform

/// A sort key as bytes: row *a* comes before row *b* if its bytes are lexicographically less.
///
/// A key is a sequence of encoded values. No key is a prefix of another one, so rows have the same position if and
/// only if their keys are equal.
package struct OrderKey: Hashable, Sendable {
  private(set) var bytes: [UInt8] = []

  init() {}

  /// Hashes all bytes of the key in one call, which is faster than one call for each byte.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// Creates the key of one value.
  ///
  /// - Parameter measure: the ``FoundValue/measure`` of the value, if it is known.
  init(_ found: FoundValue, measure: ComparedValue? = nil) {
    _ = append(ordered: found, isNatural: false, measure: measure)
  }

  /// Creates a key that two lists of values share if and only if their values are identical.
  init(identityOf values: [FoundValue]) { for value in values { append(identityOf: value) } }

  /// The first byte of an encoded value, which sorts values by their kind.
  private enum Kind: UInt8 {
    case boolean = 0x10, number = 0x20, moment = 0x30, enumeration = 0x40, text = 0x50
    // Values without an order come last in both directions.
    case list = 0xF0, object = 0xF1, null = 0xF2, absent = 0xF3, unreadable = 0xF4
  }

  /// Whether the first value of the key has an order, unlike lists, objects and missing values.
  package var isOrdered: Bool { bytes.first.map { $0 < Kind.list.rawValue } ?? false }

  /// Whether the first value of the key is a number or a date.
  var isMeasure: Bool { bytes.first == Kind.number.rawValue || bytes.first == Kind.moment.rawValue }

  /// Whether the first value is text.
  var isText: Bool { bytes.first == Kind.text.rawValue }

  /// Whether the first value is absent.
  package var isAbsent: Bool { bytes.first == Kind.absent.rawValue }

  /// Appends a value in the order in which filters compare: numbers by exact value, dates by time, cases of an
  /// enumeration in declaration order, text by code points.
  ///
  /// - Parameter isNatural: whether runs of digits in text are compared as numbers.
  mutating func append(_ found: FoundValue, isDescending: Bool = false, isNatural: Bool = false) {
    let start = bytes.count
    guard append(ordered: found, isNatural: isNatural) else { return }
    if isDescending {
      for index in start..<bytes.count { bytes[index] = ~bytes[index] }
    }
  }

  /// Appends a value so that only identical values have the same bytes: equal numbers, dates at the same time, equal text,
  /// and lists and objects with equal contents.
  mutating func append(identityOf found: FoundValue) {
    switch found {
    case .value(.node(let node), let property)
    where node.kind == .string && property?.isComparedAsRead != true && !node.displayText.isInstant:
      append(text: node.displayText)
    case .value(.node(let node), _) where node.kind.isContainer:
      append(node.kind == .array ? .list : .object)
      appendTerminated(node.canonicalText())
    case .several:
      append(.list)
      let json = QueryCell(of: found).json
      appendTerminated((try? JSONDocument(json))?.root.canonicalText() ?? json)
    case .failed:
      append(.unreadable)
      appendTerminated([])
    case .unreadable(let node):
      append(.unreadable)
      appendTerminated(node.map { JSONFormatter.compact.format($0) } ?? [])
    default: _ = append(ordered: found, isNatural: false)
    }
  }

  mutating func append(_ other: OrderKey) { bytes += other.bytes }

  /// Returns the key if it has at most the given number of bytes; otherwise its first bytes and a hash of all bytes,
  /// which identifies the key.
  func shortened(to most: Int) -> OrderKey {
    guard bytes.count > most else { return self }
    var key = OrderKey()
    key.bytes = Array(bytes.prefix(most))
    key.append(bigEndian: fingerprint)
    return key
  }

  /// Returns the length of the common prefix with another key.
  func sharedCount(with other: OrderKey) -> Int { zip(bytes, other.bytes).prefix { $0 == $1 }.count }

  /// Appends the value of a result cell.
  ///
  /// - Parameter property: the property of the value; nil for a calculated value.
  mutating func append(
    _ cell: QueryCell, as property: PropertyDescription?, isDescending: Bool = false, isNatural: Bool = false
  ) {
    let json = cell.kind == .absent || cell.kind == .unreadable ? nil : try? JSONDocument(cell.json)
    let found = json.map { FoundValue(.node($0.root), as: property?.element(at: $0.root)) }
    append(found ?? .absent, isDescending: isDescending, isNatural: isNatural)
  }

  private mutating func append(_ kind: Kind) {
    // Without this, most keys of one value are allocated twice.
    if bytes.isEmpty { bytes.reserveCapacity(Self.usualCount) }
    bytes.append(kind.rawValue)
  }

  private static let usualCount = 24

  /// - Returns: false if the value has no order.
  private mutating func append(
    ordered found: FoundValue, isNatural: Bool, measure: ComparedValue? = nil
  ) -> Bool {
    switch found {
    case .absent: append(.absent)
    case .null: append(.null)
    case .unreadable, .failed: append(.unreadable)
    case .several(let values):
      if let first = values.first { return append(ordered: first, isNatural: isNatural) }
      append(.absent)
    case .value(.text(let text), _):
      append(text: text, isNatural: isNatural)
      return true
    case .value(.number(let number), _):
      append(number)
      return true
    case .value(.date(let text), _):
      append(moment: text)
      return true
    case .value(.node(let node), let property):
      return append(node, property, isNatural: isNatural, measure: measure)
    }
    return false
  }

  private mutating func append(
    _ node: JSONNode, _ property: PropertyDescription?, isNatural: Bool, measure: ComparedValue?
  ) -> Bool {
    switch node.kind {
    case .true, .false:
      append(.boolean)
      bytes.append(node.kind == .true ? 1 : 0)
      return true
    case .array, .object:
      append(node.kind == .array ? .list : .object)
      return false
    default: break
    }
    if case .enumeration(let cases)? = property?.shape.unwrapped,
      let index = cases.firstIndex(of: node.displayText)
    {
      append(.enumeration)
      bytes += [UInt8(truncatingIfNeeded: index >> 8), UInt8(truncatingIfNeeded: index)]
      return true
    }
    switch measure ?? ComparedValue(node, as: property) {
    case .number(let number): append(number)
    case .moment(let seconds): append(moment: seconds)
    case .text(let text): append(text: text, isNatural: isNatural)
    case .nothing:
      append(.unreadable)
      return false
    }
    return true
  }

  private mutating func append(moment text: String) {
    if let seconds = text.dateSeconds { append(moment: seconds) } else { append(text: text) }
  }

  private mutating func append(moment seconds: Double) {
    append(.moment)
    append(bitsOf: seconds)
  }

  // MARK: - Text

  private mutating func append(text: String, isNatural: Bool = false) {
    append(.text)
    if isNatural {
      appendTerminated(Self.natural(text))
    } else {
      appendTerminated(text.utf8)
    }
  }

  /// Appends bytes and a terminating zero; escapes bytes that could be mistaken for the terminator.
  private mutating func appendTerminated(_ text: some Collection<UInt8>) {
    if text.contains(where: { $0 <= 1 }) {
      for byte in text { bytes += byte <= 1 ? [1, byte + 1] : [byte] }
    } else {
      bytes += text
    }
    bytes.append(0)
  }

  /// Returns the text with the length of each run of digits before the run, so that 10 comes after 9.
  private static func natural(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let number = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      guard !number.isEmpty else {
        result.append(byte)
        rest = rest.dropFirst()
        continue
      }
      let digits = number.drop { $0 == UInt8(ascii: "0") }
      result += [UInt8(ascii: "0"), UInt8(clamping: digits.count + 2)] + digits
      rest = rest.dropFirst(number.count)
    }
    return result
  }

  // MARK: - Numbers

  private mutating func append(_ number: ComparedNumber) {
    append(.number)
    append(bitsOf: number.rounded)
    let digits = number.text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.count
    let isExact = number.rounded.isNormal || number.text == "0"
    guard !isExact || digits > Self.surelyDistinct, number.text != "\(number.rounded)" else {
      bytes.append(Self.same)
      return
    }
    appendRest(of: JSONDecimal(Array(number.text.utf8)), rounded: number.rounded)
  }

  /// The number of digits up to which distinct numbers always have distinct `Double` values.
  private static let surelyDistinct = 15
  /// The byte that marks a number equal to the shortest decimal form of its nearest `Double`.
  private static let same: UInt8 = 0x80

  /// Appends bytes that distinguish a number from other numbers with the same nearest `Double`.
  private mutating func appendRest(of decimal: JSONDecimal, rounded: Double) {
    let shortest = JSONDecimal(Array("\(rounded)".utf8))
    if rounded.isFinite, decimal == shortest {
      bytes.append(Self.same)
      return
    }
    bytes.append(rounded.isFinite && decimal < shortest ? Self.same - 1 : Self.same + 1)
    let start = bytes.count
    // The exponent precedes the digits, because it is more significant.
    let exponent = UInt64(bitPattern: Int64(decimal.exponent ?? .max)) ^ 1 << 63
    append(bigEndian: exponent)
    bytes += decimal.digits + [0]
    if decimal.isNegative {
      for index in start..<bytes.count { bytes[index] = ~bytes[index] }
    }
  }

  private mutating func append(bitsOf number: Double) {
    let bits = (number == 0 ? 0 : number).bitPattern
    append(bigEndian: bits >> 63 == 1 ? ~bits : bits | 1 << 63)
  }

  private mutating func append(bigEndian number: UInt64) {
    Swift.withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}

extension String {
  /// Whether the text is a date with a time, whose text depends on the time zone.
  var isInstant: Bool { isLongerThanDay && dateSeconds != nil }

  /// Whether the text is longer than a date without a time.
  var isLongerThanDay: Bool { utf8.count > 10 }

  /// The seconds since 1970 of an ISO 8601 date, with or without seconds in its time, or of an SQL timestamp, which
  /// has a space instead of the `T`; nil for other strings.
  package var dateSeconds: Double? { iso8601Seconds ?? withISO8601Time?.iso8601Seconds }

  /// The nanoseconds since 1970 of a string that ``dateSeconds`` accepts; nil for other strings.
  var dateNanoseconds: Int128? { iso8601Nanoseconds ?? withISO8601Time?.iso8601Nanoseconds }

  /// The string as ISO 8601 with a `T` and with seconds; nil if the string has no time.
  private var withISO8601Time: String? {
    let separator = utf8.dropFirst(10).first
    guard utf8.count <= 40, separator == UInt8(ascii: " ") || separator == UInt8(ascii: "T") else {
      return nil
    }
    let hasSeconds = utf8.count < 16 || utf8.dropFirst(16).first == UInt8(ascii: ":")
    return "\(prefix(10))T\(dropFirst(11).prefix(5))\(hasSeconds ? "" : ":00")\(dropFirst(16))"
  }
}

extension PropertyDescription {
  /// Returns the property of a value in its list, if the value is an element; otherwise this property.
  fileprivate func element(at node: JSONNode) -> PropertyDescription? {
    if case .array = shape.unwrapped, node.kind != .array { inner?.element(at: node) } else { self }
  }
}

extension OrderKey: Comparable {
  package static func < (a: OrderKey, b: OrderKey) -> Bool {
    let sign = memcmp(a.bytes, b.bytes, min(a.bytes.count, b.bytes.count))
    return sign == 0 ? a.bytes.count < b.bytes.count : sign < 0
  }
}
