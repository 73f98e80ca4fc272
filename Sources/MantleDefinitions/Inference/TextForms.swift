import Mantle
import MantlePlatform

/// The forms that all strings at a location have in common.
///
/// A form is a candidate for a type only if decoding and encoding reproduces every string
/// exactly.
struct TextForms: OptionSet, Hashable, Sendable, Codable {
  /// The forms as bits, one bit for each form.
  let rawValue: UInt16

  /// The form of strings that are an ISO 8601 date in UTC, exactly as `iso8601` encodes it.
  static let instant = TextForms(rawValue: 1 << 0)
  /// The form of strings that are a date without a time, e.g. `2011-04-22`.
  static let day = TextForms(rawValue: 1 << 1)
  /// The form of strings that are a UUID in uppercase letters.
  static let upperUUID = TextForms(rawValue: 1 << 2)
  /// The form of strings that are a UUID in lowercase letters.
  static let lowerUUID = TextForms(rawValue: 1 << 3)
  /// The form of strings that are an absolute URL with a host (RFC 3986).
  static let url = TextForms(rawValue: 1 << 4)
  /// The form of strings that are a whole number as `integerString` encodes it: without a plus sign or leading zeros, within 64
  /// bits.
  static let integer = TextForms(rawValue: 1 << 5)
  /// The form of strings that are a number in JSON syntax.
  static let number = TextForms(rawValue: 1 << 6)
  /// The form of strings that are `true` or `false`.
  static let boolean = TextForms(rawValue: 1 << 7)
  /// The form of strings that are an ISO 8601 date with a time and without a zone, which is not an instant.
  static let localTime = TextForms(rawValue: 1 << 8)
  /// The form of strings that are an ISO 8601 date in a zone other than UTC, or with a fraction that would be encoded
  /// differently.
  static let otherInstant = TextForms(rawValue: 1 << 9)

  /// The form of strings that are a number as `decimalString` encodes it: `12.5`, but not `12.50`.
  static let exactNumber = TextForms(rawValue: 1 << 10)

  /// The form of strings that are an ISO 8601 week or a day in it, e.g. `2024-W05-3`.
  static let week = TextForms(rawValue: 1 << 11)
  /// The form of strings that are an ISO 8601 duration, e.g. `P1DT2H` or `PT0.5S`.
  static let duration = TextForms(rawValue: 1 << 12)

  /// All forms of strings, the initial value before any string was inspected.
  static let all = TextForms(rawValue: 1 << 13 - 1)

  /// Returns the candidate forms that a string has. Other forms are not tested.
  static func forms(of text: UnsafeBufferPointer<UInt8>, among candidates: TextForms) -> TextForms {
    guard let first = text.first else { return [] }
    var found: TextForms = []
    let isDigit = ASCII.isDigit(first)
    if isDigit || first == 0x2D { found.formUnion(numbers(text, candidates)) }
    if isDigit { found.formUnion(dates(text, candidates)) }
    if candidates.contains(.week), isWeek(text) { found.insert(.week) }
    if candidates.contains(.duration), isDuration(text) { found.insert(.duration) }
    if text.count == 36, !candidates.isDisjoint(with: [.upperUUID, .lowerUUID]) {
      found.formUnion(uuids(text))
    }
    if candidates.contains(.url), first | 0x20 >= 0x61, URLText.isPlainAbsolute(text) { found.insert(.url) }
    if candidates.contains(.boolean), ["true", "false"].contains(where: { text.elementsEqual($0.utf8) }) {
      found.insert(.boolean)
    }
    return found.intersection(candidates)
  }

  /// Returns the forms of numbers that a string has; empty if the string is not a number.
  private static func numbers(_ text: UnsafeBufferPointer<UInt8>, _ candidates: TextForms) -> TextForms {
    guard !candidates.isDisjoint(with: [.integer, .number, .exactNumber]), text.count <= 64 else { return [] }
    let number = String(decoding: text, as: UTF8.self)
    if let whole = Int64(number), String(whole) == number { return [.integer, .number, .exactNumber] }
    guard JSONNumberText.isNumber(number) else { return [] }
    return candidates.contains(.exactNumber) && Decimal(string: number)?.description == number
      ? [.number, .exactNumber] : .number
  }

  /// Returns the form of a date that a string has; empty if the string is not an ISO 8601 date.
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

  private static func isWeek(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 7, text.count <= 10, text[5] == UInt8(ascii: "W"),
      text.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "W") })
    else { return false }
    let parts = String(decoding: text, as: UTF8.self).split(separator: "W", omittingEmptySubsequences: false)
    let day = parts[1].dropFirst(2)
    return parts.count == 2 && parts[0].count == 5 && parts[0].last == "-" && Int(parts[0].dropLast()) != nil
      && (1...53).contains(Int(parts[1].prefix(2)) ?? 0)
      && (day.isEmpty || day.count == 2 && day.first == "-" && (1...7).contains(Int(day.dropFirst()) ?? 0))
  }

  private static func isDuration(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "P"), text.count >= 3, text.count <= 40 else { return false }
    let parts = String(decoding: text.dropFirst(), as: UTF8.self)
      .split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.count == 1 || !parts[1].isEmpty else { return false }
    return zip(parts, ["YMWD", "HMS"]).allSatisfy(isSum)
  }

  /// Returns whether a string consists of numbers, each followed by a unit, in the order of the units:
  /// `2H30M`.
  private static func isSum(_ text: Substring, of units: String) -> Bool {
    var (left, hasNumber) = (units[...], false)
    for character in text {
      if character.isASCII, character.isWholeNumber || hasNumber && (character == "." || character == ",") {
        hasNumber = true
      } else {
        guard hasNumber, let unit = left.firstIndex(of: character) else { return false }
        (left, hasNumber) = (left[left.index(after: unit)...], false)
      }
    }
    return !hasNumber
  }

  /// Returns the forms of a UUID that a string has: both if it contains no letters, none if it mixes cases or is not a UUID.
  private static func uuids(_ text: UnsafeBufferPointer<UInt8>) -> TextForms {
    let text = String(decoding: text, as: UTF8.self)
    guard let uuid = UUID(uuidString: text)?.uuidString else { return [] }
    var found: TextForms = []
    if text == uuid { found.insert(.upperUUID) }
    if text == uuid.lowercased() { found.insert(.lowerUUID) }
    return found
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the bytes are equal to those of an array. The first byte is compared separately, because different strings
  /// usually differ in it. `memcmp` is ten times as fast as comparing the elements of two sequences.
  @inline(__always) func isSame(as bytes: [UInt8]) -> Bool {
    guard count == bytes.count, let start = baseAddress, count > 0 else { return count == bytes.count }
    guard start[0] == bytes[0] else { return false }
    return bytes.withUnsafeBytes { other in other.baseAddress.map { memcmp(start, $0, count) == 0 } ?? true }
  }
}
