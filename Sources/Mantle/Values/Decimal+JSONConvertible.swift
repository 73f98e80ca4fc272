import MantlePlatform

extension Decimal: JSONConvertible {
  /// Decodes a JSON number exactly.
  ///
  /// - Throws: A type mismatch if the value is not a number; an out-of-range problem for more than
  ///   38 significant digits, which a `Decimal` would round.
  public static func decode(_ json: JSONCursor) throws -> Decimal {
    guard let text = json.numberText else {
      throw json.mismatch(expected: "number", hint: json.hint(wanting: .number))
    }
    guard let value = DecimalText.exactly(text) else {
      throw json.mismatch(expected: "number of at most 38 digits", code: .outOfRange)
    }
    return value
  }

  /// Writes a JSON number with all digits of the value.
  public func encode(to writer: inout JSONWriter) { writer.numberText(DecimalText.text(self)) }

  /// The shape of a JSON number.
  public static var shape: ValueShape { .number }
}

/// Conversion of decimals to and from the text of JSON numbers, independent of the locale.
package enum DecimalText {
  /// Returns the value of the text of a JSON number; nil if a `Decimal` cannot hold it exactly.
  static func exactly(_ text: String) -> Decimal? {
    let mantissa = text.lowercased().split(separator: "e").first.map(String.init) ?? text
    let significant = mantissa.filter(\.isNumber).drop { $0 == "0" }
    if significant.count > 38 { return withoutTrailingZeros(text) }
    guard let value = Decimal(string: text, locale: posix), !value.isNaN else {
      return nil
    }
    return value
  }

  /// Returns the value of a number with more than 38 significant digits whose excess digits are
  /// trailing zeros; otherwise nil.
  private static func withoutTrailingZeros(_ text: String) -> Decimal? {
    let parts = text.lowercased().split(separator: "e")
    guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
    let fraction = mantissa.split(separator: ".").dropFirst().first?.count ?? 0
    var digits = mantissa.filter(\.isNumber)
    let written = digits.count
    while digits.last == "0" { digits.removeLast() }
    let shift = exponent - fraction + written - digits.count
    guard digits.drop(while: { $0 == "0" }).count <= 38 else { return nil }
    return exactly("\(mantissa.hasPrefix("-") ? "-" : "")\(digits)e\(shift)")
  }

  /// Returns the digits of a decimal, with `.` as the decimal separator.
  package static func text(_ value: Decimal) -> String { value.description }

  /// The locale that makes `Decimal(string:locale:)` expect `.` as the decimal separator.
  private static var posix: Locale { Locale(identifier: "en_US_POSIX") }
}
