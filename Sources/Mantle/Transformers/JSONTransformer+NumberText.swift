import MantlePlatform

extension JSONTransformer where Value: FixedWidthInteger & JSONNumeric {
  /// A transformer for integers in a string, such as `"1347"`. Each decoded value adds a coercion note.
  ///
  /// The whole string must be one JSON number: `"12abc"`, `""`, `" 12"`, `"+5"` and `"007"` are errors, and
  /// so is a number that the type cannot hold.
  ///
  /// ```swift
  /// let number = try JSONTransformer<Int>.integerString.forward(json: #""1347""#)  // 1347
  /// let text = try JSONTransformer<Int>.integerString.reverse(1347)  // "1347", in quotes
  /// ```
  ///
  /// A number without quotes is a type mismatch; ``numberOrString`` and `stringOrNumber` accept both.
  public static var integerString: JSONTransformer { numberText("integerString") }
}

extension JSONTransformer where Value == Decimal {
  /// A transformer for decimal numbers of up to 38 digits in a string, which are exact. Each decoded value
  /// adds a coercion note.
  ///
  /// The whole string must be one JSON number (RFC 8259 §6); the decimal separator is `.`, whatever the
  /// locale.
  ///
  /// ```swift
  /// let price = try JSONTransformer<Decimal>.decimalString.forward(json: #""12.50""#)
  /// ```
  ///
  /// A number without quotes is an error; `stringOrNumber` accepts both.
  public static var decimalString: JSONTransformer { numberText("decimalString") }
}

extension JSONTransformer where Value: BinaryFloatingPoint & JSONNumeric {
  /// A transformer for floating-point numbers in a string, such as `"0.5"`. Each decoded value adds a
  /// coercion note.
  ///
  /// The whole string must be one JSON number; `"NaN"` and `"inf"` are errors, and so is a number that is too
  /// large.
  ///
  /// ```swift
  /// let ratio = try JSONTransformer<Double>.doubleString.forward(json: #""0.5""#)  // 0.5
  /// ```
  ///
  /// A number without quotes is an error; ``numberOrString`` accepts both.
  public static var doubleString: JSONTransformer { numberText("doubleString") }

  /// Returns a transformer for JSON numbers that uses strings for the values that JSON numbers cannot express
  /// (RFC 8259 §6).
  ///
  /// ```swift
  /// let transformer = JSONTransformer<Double>.numberOrWord()
  /// let text = try transformer.reverse(.infinity)  // "Infinity", in quotes
  /// let number = try transformer.forward(json: "0.5")  // 0.5
  /// ```
  ///
  /// - Parameters:
  ///   - nan: The string for NaN.
  ///   - infinity: The string for positive infinity.
  ///   - negativeInfinity: The string for negative infinity.
  public static func numberOrWord(
    nan: String = "NaN", infinity: String = "Infinity", negativeInfinity: String = "-Infinity"
  ) -> JSONTransformer {
    let expected = "number, " + [nan, infinity, negativeInfinity].asAlternatives
    return JSONTransformer(
      "numberOrWord", shape: .number,
      decode: { json in
        guard json.is(.string) else { return try Value.decode(json) }
        switch try json.string() {
        case nan: return .nan
        case infinity: return .infinity
        case negativeInfinity: return -.infinity
        default: throw json.mismatch(expected: expected, code: .invalidValue)
        }
      },
      encode: { value, writer in
        if value.isFinite { return try value.encode(to: &writer) }
        writer.writeString(value.isNaN ? nan : value > 0 ? infinity : negativeInfinity)
      }
    )
    .expecting(expected)
  }
}

extension JSONTransformer where Value == String {
  /// A transformer for strings that also decodes a number as its text, digit by digit, with a coercion note;
  /// always written as a string.
  ///
  /// ```
  /// "A-7"  →  "A-7"
  /// 7      →  "7"
  /// 1.50   →  "1.50"
  /// true   →  error
  /// ```
  public static var stringOrNumber: JSONTransformer {
    JSONTransformer(
      "stringOrNumber", shape: .string,
      decode: { json in
        guard let number = json.numberText else { return try json.string() }
        json.context.note(.coercion, "the number is decoded as a string", at: json)
        return number
      },
      encode: { $1.writeString($0) })
  }
}

extension JSONTransformer where Value: JSONNumeric {
  /// A transformer for a number or a string that contains one; always written as a string. A number adds a
  /// coercion note.
  ///
  /// ```swift
  /// let text = try JSONTransformer<Int>.stringOrNumber.reverse(1)  // "1", in quotes
  /// ```
  ///
  /// A string that is not exactly one number, such as `"12abc"` or `" 12"`, is an error. See ``numberOrString``
  /// for a property that is written as a number.
  public static var stringOrNumber: JSONTransformer {
    JSONTransformer(
      "stringOrNumber", shape: Value.shape,
      decode: { json in
        guard json.is(.number) else {
          return try NumberAsText.decode(json, expected: NumberAsText.orNumber)
        }
        let value = try Value.decode(json)
        json.context.note(.coercion, "the number will be encoded as a string", at: json)
        return value
      },
      encode: { try NumberAsText.encode($0, to: &$1) }
    )
    .expecting(NumberAsText.orNumber)
  }

  /// A transformer for a number or a string that contains one; always written as a number. A string adds a
  /// coercion note.
  ///
  /// ```swift
  /// let number = try JSONTransformer<Int>.numberOrString.forward(json: #""1""#)  // 1
  /// let text = try JSONTransformer<Int>.numberOrString.reverse(1)  // 1, without quotes
  /// ```
  ///
  /// A string that is not exactly one number is an error. See `stringOrNumber` for a property that is written
  /// as a string.
  public static var numberOrString: JSONTransformer {
    JSONTransformer(
      "numberOrString", shape: Value.shape,
      decode: { json in
        if json.is(.number) { return try Value.decode(json) }
        return try NumberAsText.decode(json, expected: NumberAsText.orNumber)
      },
      encode: { try $0.encode(to: &$1) }
    )
    .expecting(NumberAsText.orNumber)
  }

  /// Returns a transformer for numbers in strings, such as `"7"`.
  ///
  /// - Parameter name: the name of the transformer for display.
  fileprivate static func numberText(_ name: String) -> JSONTransformer {
    JSONTransformer(
      name, shape: Value.shape, decode: { try NumberAsText.decode($0, expected: Value.textExpectation) },
      encode: { try NumberAsText.encode($0, to: &$1) }
    )
    .expecting(Value.textExpectation)
  }
}

/// A namespace for numbers that are represented as JSON strings.
private enum NumberAsText {
  /// The phrase in diagnostics for the expected JSON, if a number is accepted both with and without quotes.
  static let orNumber = "number or string with a number"

  /// Decodes a number from a string and records a coercion note.
  ///
  /// - Parameter expected: The expected value as a phrase for the diagnostic.
  static func decode<Value: JSONNumeric>(_ json: JSONCursor, expected: String) throws -> Value {
    guard json.is(.string) else { throw json.mismatch(expected: expected) }
    let value: Value = try number(try json.string(), json)
    json.context.note(.coercion, "the string is decoded as a number", at: json)
    return value
  }

  /// Returns the number in a string, after trying the fast conversion.
  ///
  /// - Throws: A problem that describes the number, if the string does not contain exactly one JSON number of
  ///   the type.
  private static func number<Value: JSONNumeric>(_ text: String, _ json: JSONCursor) throws -> Value {
    if let type = Value.self as? any LosslessStringConvertible.Type, let value = type.exactly(text) as? Value
    {
      return value
    }
    guard let document = try? JSONDocument(text), document.root.rawText == text else {
      throw json.mismatch(expected: Value.textExpectation, code: .invalidValue)
    }
    do {
      return try document.root.withCursor(DecodingContext(minimumSeverity: .error)) { try Value.decode($0) }
    } catch let problem as DecodingProblem {
      throw json.mismatch(
        expected: "string with \((problem.expected ?? Value.shape.expectation).withArticle)",
        code: problem.code == .outOfRange ? .outOfRange : .invalidValue)
    }
  }

  /// Writes a number as a string.
  static func encode<Value: JSONNumeric>(_ value: Value, to writer: inout JSONWriter) throws {
    var number = JSONWriter(capacity: 64)
    try value.encode(to: &number)
    writer.writeString(number.text)
  }
}

extension JSONNumeric {
  /// The phrase in diagnostics for a string that contains a number of this type.
  fileprivate static var textExpectation: String { "string with \(shape.expectation.withArticle)" }
}

extension LosslessStringConvertible {
  /// Returns the number in a string if its description is exactly this string, a fast path for most numbers.
  /// Returns nil for every other string.
  ///
  /// The first and last characters are checked because `nan` and `inf` are descriptions too, but are not JSON
  /// numbers.
  fileprivate static func exactly(_ text: String) -> Self? {
    guard let first = text.utf8.first, first == 0x2d || ASCII.isDigit(first), text.utf8.count < 20,
      let value = Self(text), value.description == text, text.utf8.last.map(ASCII.isDigit) == true
    else { return nil }
    return value
  }
}

extension String {
  /// The string with `a` or `an` before it.
  fileprivate var withArticle: String {
    guard let first else { return self }
    return "aeiou".contains(first) ? "an \(self)" : "a \(self)"
  }
}

/// A namespace for strings that are exactly one JSON number (RFC 8259 §6): no white space, no `+`, no
/// hexadecimal digits, no `NaN`.
package enum JSONNumberText {
  /// Returns whether a string is exactly one JSON number.
  package static func isNumber(_ text: String) -> Bool {
    guard let document = try? JSONDocument(text) else { return false }
    return document.root.kind == .number && document.root.rawText == text
  }

  /// Returns the value of a string that is a JSON number; nil for every other string and for a number that is
  /// too large.
  static func double(_ text: String) -> Double? {
    guard isNumber(text), let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
