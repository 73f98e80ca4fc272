import Foundation

public import Mantle

extension JSONTransformer where Value == Double {
  /// Returns a transformer for numbers in the notation of a locale, such as `"12,345.678"`.
  ///
  /// ```swift
  /// Property(\.price, "price", .number(style: .decimal, locale: Locale(identifier: "en_US")))
  /// ```
  ///
  /// The whole string must be a number. Foundation's formatter on Linux parses `12abc` as 12, so the string
  /// is validated separately. Encoding a value that the style cannot write without losing digits is an error.
  ///
  /// - Parameters:
  ///   - style: The style of the number formatter.
  ///   - locale: The locale of the separators and signs.
  public static func number(style: NumberFormatter.Style, locale: Locale) -> JSONTransformer {
    let numbers = StyledNumbers(style, locale)
    return JSONTransformer(
      "number style", shape: .number,
      decode: { try numbers.decode($0, expected: "number like `\(numbers.example)`") },
      encode: { $1.writeString(try numbers.text($0)) })
  }
}

extension JSONTransformer where Value: FixedWidthInteger & JSONNumeric {
  /// Returns a transformer for integers in the notation of a locale, such as `"12,345"`; a fraction is an
  /// error.
  ///
  /// Integers beyond 2⁵³ are errors in both directions because the formatter uses `Double`. On Linux it
  /// writes fifteen digits; encoding an integer with more significant digits is an error.
  ///
  /// - Parameters:
  ///   - style: The style of the number formatter.
  ///   - locale: The locale of the separators and signs.
  public static func number(style: NumberFormatter.Style, locale: Locale) -> JSONTransformer {
    let numbers = StyledNumbers(style, locale)
    return JSONTransformer(
      "number style", shape: .integer,
      decode: { json in
        let expected = "integer like `\(numbers.example)`"
        let number = try numbers.decode(json, expected: expected)
        guard let value = Value(exactly: number), value.isWithinDoubles else {
          throw json.mismatch(expected: expected, code: .invalidValue)
        }
        return value
      },
      encode: { value, writer in
        guard value.isWithinDoubles, let number = Double(exactly: value) else {
          throw TransformError(.outOfRange, expected: "an integer up to 2^53", found: "\(value)")
        }
        writer.writeString(try numbers.text(number))
      })
  }
}

extension FixedWidthInteger {
  /// Whether the integer is at most 2⁵³ in magnitude, up to which a `Double` represents every integer
  /// exactly.
  fileprivate var isWithinDoubles: Bool { UInt64(exactly: magnitude).map { $0 <= 1 << 53 } ?? false }
}

/// A conversion between numbers and strings in a number style and a locale.
private struct StyledNumbers: Sendable {
  private let formatters: FormatterPool<NumberFormatter>
  private let style: NumberFormatter.Style
  /// A number in the style and locale, as an example in diagnostics.
  let example: String

  init(_ style: NumberFormatter.Style, _ locale: Locale) {
    self.style = style
    formatters = FormatterPool {
      let formatter = NumberFormatter()
      formatter.locale = locale
      formatter.numberStyle = style
      // Without this, the decimal style writes at most three fraction digits.
      if [.decimal, .percent, .scientific].contains(style) { formatter.maximumFractionDigits = 17 }
      return formatter
    }
    example = formatters.withFormatter { $0.string(from: 1234.5) } ?? "1234.5"
  }

  /// Decodes a number from a JSON string in the number style.
  ///
  /// - Throws: A type mismatch if the value is not a string; an invalid value if the string is not a number
  ///   of the style.
  func decode(_ json: JSONCursor, expected: String) throws -> Double {
    try json.text(expected: expected, number)
  }

  /// Returns the number that a string represents; nil if the whole string is not a number in the style.
  func number(_ text: String) -> Double? {
    formatters.withFormatter { formatter in
      guard let number = formatter.number(from: text), number.doubleValue.isFinite,
        isNumber(text, formatter) || formatter.string(from: number) == text
      else { return nil }
      return number.doubleValue
    }
  }

  /// Returns a number as a string in the style.
  ///
  /// - Throws: A ``TransformError`` if the string would not be parsed as the same number.
  func text(_ value: Double) throws -> String {
    let text = formatters.withFormatter { $0.string(from: NSNumber(value: value)) }
    guard let text, number(text) == value else {
      throw TransformError(.lossyRoundTrip, expected: "a number the style can write", found: "\(value)")
    }
    return text
  }

  /// Returns whether the whole string consists of a sign, digits, separators, and the prefix and suffix of
  /// the number style.
  private func isNumber(_ text: String, _ formatter: NumberFormatter) -> Bool {
    let body = body(of: text, formatter)
    let parts = body.split(
      separator: formatter.decimalSeparator ?? ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first else { return false }
    let groups = whole.split(separator: formatter.groupingSeparator ?? ",", omittingEmptySubsequences: false)
    guard groups.allSatisfy(\.isAllDigits) else { return false }
    guard parts.count > 1 else { return true }
    return isFraction(parts[1], formatter)
  }

  /// Returns whether the text after the decimal separator of a number consists of digits and, in the
  /// scientific style, an exponent.
  private func isFraction(_ text: Substring, _ formatter: NumberFormatter) -> Bool {
    guard style == .scientific else { return text.isAllDigits }
    let parts = text.split(separator: formatter.exponentSymbol ?? "E", maxSplits: 1)
    guard parts.count == 2 else { return text.isAllDigits }
    let exponent = parts[1].hasPrefix(formatter.minusSign ?? "-") ? parts[1].dropFirst() : parts[1]
    return parts[0].isAllDigits && exponent.isAllDigits
  }

  /// Returns the string without the prefix and suffix of the number style, such as a currency sign.
  private func body(of text: String, _ formatter: NumberFormatter) -> Substring {
    let around = [
      (formatter.negativePrefix, formatter.negativeSuffix),
      (formatter.positivePrefix, formatter.positiveSuffix),
    ]
    for case (let prefix?, let suffix?) in around
    where prefix.count + suffix.count > 0 && text.hasPrefix(prefix) && text.hasSuffix(suffix)
      && text.count > prefix.count + suffix.count
    {
      return text.dropFirst(prefix.count).dropLast(suffix.count)
    }
    return text[...]
  }
}

extension Substring {
  fileprivate var isAllDigits: Bool {
    !isEmpty && unicodeScalars.allSatisfy { $0.properties.generalCategory == .decimalNumber }
  }
}
