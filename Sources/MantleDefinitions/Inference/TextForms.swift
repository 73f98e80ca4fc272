import Mantle
import MantlePlatform

/// What all texts at a place could be read as.
///
/// A form is offered as a type only where reading and writing gives every text back byte for byte.
struct TextForms: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// ISO 8601 in UTC, as `iso8601` writes it.
  static let instant = TextForms(rawValue: 1 << 0)
  /// A day, e.g. `2011-04-22`.
  static let day = TextForms(rawValue: 1 << 1)
  static let upperUUID = TextForms(rawValue: 1 << 2)
  static let lowerUUID = TextForms(rawValue: 1 << 3)
  /// An absolute URL of RFC 3986 with a host.
  static let url = TextForms(rawValue: 1 << 4)
  /// A whole number as `integerText` writes it: no plus, no leading zero, within 64 bits.
  static let integer = TextForms(rawValue: 1 << 5)
  /// A JSON number.
  static let number = TextForms(rawValue: 1 << 6)
  /// `true` or `false`.
  static let boolean = TextForms(rawValue: 1 << 7)
  /// ISO 8601 without a zone: no instant.
  static let localTime = TextForms(rawValue: 1 << 8)
  /// ISO 8601 with a zone other than UTC, or with a fraction that would be written otherwise.
  static let otherInstant = TextForms(rawValue: 1 << 9)

  /// A number as `decimalText` writes it: `12.5`, and not `12.50`.
  static let exactNumber = TextForms(rawValue: 1 << 10)

  static let all = TextForms(rawValue: 1 << 11 - 1)

  /// Those of the candidates that a text has.
  static func forms(of text: UnsafeBufferPointer<UInt8>, among candidates: TextForms) -> TextForms {
    guard let first = text.first else { return [] }
    var found: TextForms = []
    let isDigit = first &- 0x30 <= 9
    if isDigit || first == 0x2D { found.formUnion(numbers(text, candidates)) }
    if isDigit { found.formUnion(dates(text, candidates)) }
    if text.count == 36 { found.formUnion(uuids(text)) }
    if candidates.contains(.url), first | 0x20 >= 0x61, URLText.isPlainAbsolute(text) { found.insert(.url) }
    if candidates.contains(.boolean), text.equals("true") || text.equals("false") { found.insert(.boolean) }
    return found.intersection(candidates)
  }

  private static func numbers(_ text: UnsafeBufferPointer<UInt8>, _ candidates: TextForms) -> TextForms {
    guard !candidates.isDisjoint(with: [.integer, .number, .exactNumber]), text.count <= 64 else { return [] }
    let number = String(decoding: text, as: UTF8.self)
    if let whole = Int64(number), String(whole) == number { return [.integer, .number, .exactNumber] }
    guard JSONNumberText.isNumber(number) else { return [] }
    return candidates.contains(.exactNumber) && Decimal(string: number)?.description == number
      ? [.number, .exactNumber] : .number
  }

  private static func dates(_ text: UnsafeBufferPointer<UInt8>, _ candidates: TextForms) -> TextForms {
    guard text.count >= 10, text.count <= 40, text[4] == 0x2D,
      !candidates.isDisjoint(with: [.day, .instant, .otherInstant, .localTime])
    else { return [] }
    switch ISO8601Kind.kind(of: text) {
    case .instant(isCanonical: true): return .instant
    case .instant(isCanonical: false): return .otherInstant
    case .local: return .localTime
    case .day: return .day
    case nil: return []
    }
  }

  private static func uuids(_ text: UnsafeBufferPointer<UInt8>) -> TextForms {
    var hasLower = false, hasUpper = false
    for (position, byte) in text.enumerated() {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        if byte != 0x2D { return [] }
        continue
      }
      switch byte {
      case 0x30...0x39: break
      case 0x41...0x46: hasUpper = true
      case 0x61...0x66: hasLower = true
      default: return []
      }
    }
    if hasLower && hasUpper { return [] }
    return hasLower ? .lowerUUID : hasUpper ? .upperUUID : [.lowerUUID, .upperUUID]
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Comparing the elements of two sequences takes ten times as long as comparing their memory; texts that differ mostly
  /// do so in their first byte.
  @inline(__always) func isSame(as bytes: [UInt8]) -> Bool {
    guard count == bytes.count, let start = baseAddress, count > 0 else { return count == bytes.count }
    guard start[0] == bytes[0] else { return false }
    return bytes.withUnsafeBytes { other in other.baseAddress.map { memcmp(start, $0, count) == 0 } ?? true }
  }

  /// Eight bytes, the first one lowest; they must be there.
  @inline(__always) func word(at position: Int) -> UInt64 {
    let low = UInt32(self[position]) | UInt32(self[position &+ 1]) &<< 8 | UInt32(self[position &+ 2]) &<< 16
    let high =
      UInt32(self[position &+ 4]) | UInt32(self[position &+ 5]) &<< 8 | UInt32(self[position &+ 6]) &<< 16
    return UInt64(low | UInt32(self[position &+ 3]) &<< 24)
      | UInt64(high | UInt32(self[position &+ 7]) &<< 24) &<< 32
  }

  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount
      && elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
