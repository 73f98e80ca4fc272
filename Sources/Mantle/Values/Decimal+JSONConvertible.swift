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
    guard significant.count <= 38, let value = Decimal(string: text, locale: posix), !value.isNaN else {
      return nil
    }
    return value
  }

  static func text(_ value: Decimal) -> String { value.description }

  private static var posix: Locale { Locale(identifier: "en_US_POSIX") }
}
