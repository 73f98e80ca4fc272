import MantlePlatform

extension Decimal: JSONConvertible {
  /// A JSON number, exactly, up to 38 significant digits; more is an error rather than a rounding.
  public static func decode(_ json: JSONCursor) throws -> Decimal {
    guard let text = json.numberText else {
      throw json.mismatch(expected: "number", hint: json.hint(wanting: .number))
    }
    guard let value = DecimalText.exactly(text) else {
      throw json.mismatch(expected: "number of at most 38 digits", code: .outOfRange)
    }
    return value
  }

  /// Writes all digits.
  public func encode(to writer: inout JSONWriter) { writer.numberText(DecimalText.text(self)) }

  public static var shape: ValueShape { .number }
}

/// Decimals from and to their text, without a locale.
enum DecimalText {
  /// The value of a JSON number text; nil where a `Decimal` cannot hold it exactly.
  static func exactly(_ text: String) -> Decimal? {
    let mantissa = text.lowercased().split(separator: "e").first.map(String.init) ?? text
    let significant = mantissa.filter(\.isNumber).drop { $0 == "0" }
    if significant.count > 38 { return withoutTrailingZeros(text) }
    guard let value = Decimal(string: text, locale: posix), !value.isNaN else {
      return nil
    }
    return value
  }

  /// The value of a number with more digits than a `Decimal` has, where those at the end are zeros.
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

  static func text(_ value: Decimal) -> String { value.description }

  private static var posix: Locale { Locale(identifier: "en_US_POSIX") }
}
