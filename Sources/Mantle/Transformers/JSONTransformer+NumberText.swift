import MantlePlatform

extension JSONTransformer where Value: FixedWidthInteger & JSONNumeric {
  /// The text of an integer, e.g. `"1347"`, read and written; each leaves a note.
  ///
  /// The whole text must be one JSON number: `"12abc"`, `""`, `" 12"`, `"+5"` and `"007"` are errors, as
  /// is a number the type cannot hold.
  public static var integerText: JSONTransformer { numberText("integerText") }
}

extension JSONTransformer where Value == Decimal {
  /// The text of a decimal number, exactly, up to 38 digits; read and written, with a note.
  ///
  /// The whole text must be one JSON number (RFC 8259 §6): a dot divides, whatever the machine's locale.
  public static var decimalText: JSONTransformer { numberText("decimalText") }
}

extension JSONTransformer where Value: BinaryFloatingPoint & JSONNumeric {
  /// The text of a number, e.g. `"0.5"`, read and written; each leaves a note.
  ///
  /// The whole text must be one JSON number; `"NaN"` and `"inf"` are errors, as is a number too large.
  public static var doubleText: JSONTransformer { numberText("doubleText") }

  /// A JSON number, or a word for what JSON has no number for (RFC 8259 §6).
  public static func numberOrWord(
    nan: String = "NaN", infinity: String = "Infinity", negativeInfinity: String = "-Infinity"
  ) -> JSONTransformer {
    JSONTransformer(
      "numberOrWord", shape: .number,
      decode: { json in
        guard json.is(.string) else { return try Value.decode(json) }
        switch try json.string() {
        case nan: return .nan
        case infinity: return .infinity
        case negativeInfinity: return -.infinity
        default:
          throw json.mismatch(
            expected: "number, " + [nan, infinity, negativeInfinity].asAlternatives, code: .invalidValue)
        }
      },
      encode: { value, writer in
        if value.isFinite { return try value.encode(to: &writer) }
        writer.string(value.isNaN ? nan : value > 0 ? infinity : negativeInfinity)
      })
  }
}

extension JSONTransformer where Value: JSONNumeric {
  /// A number or the text of one; always written as text. A number leaves a note that it changes kind.
  public static var textOrNumber: JSONTransformer {
    JSONTransformer(
      "textOrNumber", shape: Value.shape,
      decode: { json in
        guard json.is(.number) else {
          return try NumberAsText.decode(json, expected: "number or text of one")
        }
        let value = try Value.decode(json)
        json.context.note(.coercion, "the number is written back as text", at: json)
        return value
      },
      encode: { try NumberAsText.encode($0, to: &$1) })
  }

  /// A number or the text of one; always written as a number. A text leaves a note that it changes kind.
  public static var numberOrText: JSONTransformer {
    JSONTransformer(
      "numberOrText", shape: Value.shape,
      decode: { json in
        if json.is(.number) { return try Value.decode(json) }
        return try NumberAsText.decode(json, expected: "number or text of one")
      },
      encode: { try $0.encode(to: &$1) })
  }

  fileprivate static func numberText(_ name: String) -> JSONTransformer {
    JSONTransformer(
      name, shape: Value.shape, decode: { try NumberAsText.decode($0, expected: nil) },
      encode: { try NumberAsText.encode($0, to: &$1) })
  }
}

/// Numbers that stand in JSON as text.
private enum NumberAsText {
  static func decode<Value: JSONNumeric>(_ json: JSONCursor, expected: String?) throws -> Value {
    guard json.is(.string) else {
      throw json.mismatch(expected: expected ?? "text of \(Value.shape.expectation.withArticle)")
    }
    let value: Value = try number(try json.string(), json)
    json.context.note(.coercion, "the text is read as a number", at: json)
    return value
  }

  private static func number<Value: JSONNumeric>(_ text: String, _ json: JSONCursor) throws -> Value {
    if let type = Value.self as? any LosslessStringConvertible.Type, let value = type.exactly(text) as? Value
    {
      return value
    }
    guard let document = try? JSONDocument(text), document.root.rawText == text else {
      throw json.mismatch(
        expected: "text of \(Value.shape.expectation.withArticle)", code: .invalidValue)
    }
    do {
      return try document.root.withCursor(DecodingContext(leastSeverity: .error)) { try Value.decode($0) }
    } catch let problem as DecodingProblem {
      throw json.mismatch(
        expected: "text of \((problem.expected ?? Value.shape.expectation).withArticle)",
        code: problem.code == .outOfRange ? .outOfRange : .invalidValue)
    }
  }

  static func encode<Value: JSONNumeric>(_ value: Value, to writer: inout JSONWriter) throws {
    var number = JSONWriter(capacity: 64)
    try value.encode(to: &number)
    writer.string(number.text)
  }
}

extension LosslessStringConvertible {
  /// The value whose own description the text is: the quick way for most numbers. Words such as `nan` are no
  /// numbers here, and the texts of JSON numbers begin with a digit or a minus.
  fileprivate static func exactly(_ text: String) -> Self? {
    guard let first = text.utf8.first, first == 0x2d || first &- 0x30 <= 9, text.utf8.count < 20,
      let value = Self(text), value.description == text, text.utf8.last.map({ $0 &- 0x30 <= 9 }) == true
    else { return nil }
    return value
  }
}

extension String {
  fileprivate var withArticle: String {
    guard let first else { return self }
    return "aeiou".contains(first) ? "an \(self)" : "a \(self)"
  }
}
