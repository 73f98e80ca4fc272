import MantlePlatform

extension Decimal: JSONConvertible {
  /// Decodes a JSON number exactly.
  ///
  /// ```swift
  /// let price = try Decimal.decode(json: "12.50")
  /// ```
  ///
  /// A decimal number in a string needs ``JSONTransformer/decimalString``.
  ///
  /// - Throws: A type mismatch if the value is not a number; an out-of-range problem for a number that a
  ///   `Decimal` would round, which has more than 38 significant digits (some numbers with 39 digits fit).
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
  ///
  /// - Throws: A ``NonFiniteNumberError`` for NaN, which JSON cannot represent.
  public func encode(to writer: inout JSONWriter) throws {
    guard !isNaN else { throw NonFiniteNumberError(Double.nan) }
    writer.numberText(DecimalText.text(self))
  }

  /// The kind of JSON that the type accepts: a number.
  public static var shape: ValueShape { .number }
}

/// A namespace for converting decimals to and from the text of JSON numbers, independent of the locale.
package enum DecimalText {
  /// Returns the `Decimal` for the text of a JSON number; nil if a `Decimal` cannot represent the number
  /// exactly.
  static func exactly(_ text: String) -> Decimal? {
    let number = JSONDecimal(Array(text.utf8))
    guard let exponent = number.exponent, abs(exponent / 2) < 256, number.digits.count <= 39 else {
      return nil
    }
    let digits = number.digits.isEmpty ? "0" : String(decoding: number.digits, as: UTF8.self)
    let plain = "\(number.isNegative ? "-" : "")\(digits)e\(exponent - number.digits.count)"
    guard let value = Decimal(string: plain, locale: posix), !value.isNaN else { return nil }
    // Some numbers of 39 digits are within the 128 bits of a `Decimal`.
    guard number.digits.count < 39 || JSONDecimal(Array(self.text(value).utf8)) == number else { return nil }
    return value
  }

  /// Returns the text of a decimal as a JSON number, with `.` as the decimal separator.
  package static func text(_ value: Decimal) -> String { value.description }

  /// The locale that makes `Decimal(string:locale:)` expect `.` as the decimal separator.
  private static var posix: Locale { Locale(identifier: "en_US_POSIX") }
}
