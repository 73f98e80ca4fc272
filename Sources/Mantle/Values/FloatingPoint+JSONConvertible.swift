extension Double: JSONConvertible {
  /// Decodes a JSON number, correctly rounded.
  ///
  /// - Throws: A type mismatch if the value is not a number; an out-of-range problem for a number that is too
  ///   large, instead of infinity.
  @inlinable public static func decode(_ json: JSONCursor) throws -> Double {
    if let value = NumberText.fastDouble(json) { return value }
    return try NumberText.decode(json)
  }

  /// Writes the shortest number that decodes to the same value.
  ///
  /// - Throws: An error for infinities and NaN, which JSON cannot express (RFC 8259 §6).
  @inlinable public func encode(to writer: inout JSONWriter) throws { try writer.writeNumber(self) }

  /// The kind of JSON that the type accepts: a number.
  public static var shape: ValueShape { .number }
}

extension Float: JSONConvertible {
  /// Decodes a JSON number, correctly rounded.
  ///
  /// - Throws: A type mismatch if the value is not a number; an out-of-range problem for a number that is too
  ///   large, instead of infinity.
  public static func decode(_ json: JSONCursor) throws -> Float { try NumberText.decode(json) }

  /// Writes the shortest number that decodes to the same value.
  ///
  /// - Throws: An error for infinities and NaN, which JSON cannot express (RFC 8259 §6).
  public func encode(to writer: inout JSONWriter) throws { try writer.writeNumber(self) }

  /// The kind of JSON that the type accepts: a number.
  public static var shape: ValueShape { .number }
}

/// Conversion of the text of JSON numbers to floating-point values.
@usableFromInline package enum NumberText {
  /// Returns the correctly rounded value of a number of at most 18 digits without an exponent; nil
  /// for every other value.
  ///
  /// The digits and the power of ten are both exact doubles, so one division rounds once (Clinger, "How to
  /// Read Floating Point Numbers Accurately", 1990). A decoder that reports losses of precision takes this
  /// path for fractions only if they have at most 15 digits, which always survive the round trip.
  @inlinable static func fastDouble(_ json: JSONCursor) -> Double? {
    json.is(.number) ? fastDouble(json.utf8, tellsLosses: json.context.tellsLosses) : nil
  }

  /// Returns the value of the UTF-8 text of a JSON number in the same way.
  @inlinable package static func fastDouble(
    _ text: UnsafeBufferPointer<UInt8>, tellsLosses: @autoclosure () -> Bool = false
  ) -> Double? {
    guard text.count <= 19 else { return nil }
    var digits: UInt64 = 0
    var scale = 0
    var isFraction = false
    var index = text.first == UInt8(ascii: "-") ? 1 : 0
    let isNegative = index == 1
    while index < text.count {
      let byte = text[index]
      index &+= 1
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte <= UInt8(ascii: "9") && byte >= UInt8(ascii: "0") {
        digits = digits &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
        if isFraction { scale &+= 1 }
      } else {
        return nil
      }
    }
    guard digits <= 1 << 53, scale < 19 else { return nil }
    guard digits < 1_000_000_000_000_000 || scale == 0 || !tellsLosses() else { return nil }
    let magnitude = Double(digits) / powersOfTen(scale)
    return isNegative ? -magnitude : magnitude
  }

  /// Returns 10 to the power of `exponent`, which is exact up to 19.
  @inlinable static func powersOfTen(_ exponent: Int) -> Double {
    var power: UInt64 = 1
    for _ in 0..<exponent { power &*= 10 }
    return Double(power)
  }

  /// Decodes a JSON number of any length with the standard library's parser of floating-point numbers.
  ///
  /// If the context reports losses of precision, a number that the type cannot write back unchanged adds a
  /// lossy-round-trip diagnostic.
  ///
  /// - Throws: A type mismatch if the value is not a number; an out-of-range problem if the result
  ///   is not finite.
  @inline(never) @usableFromInline
  static func decode<Value: LosslessStringConvertible & BinaryFloatingPoint>(
    _ json: JSONCursor
  ) throws -> Value {
    guard let text = json.numberText else {
      throw json.mismatch(expected: "number", hint: json.hint(wanting: .number))
    }
    guard let value = Value(text), value.isFinite else {
      throw json.mismatch(
        expected: "number a \(Value.self) can hold", code: .outOfRange,
        hint: "make the property a `JSONValue`, which keeps a number as it is written")
    }
    if json.context.tellsLosses {
      let written = "\(value)"
      if written != text, !JSONDecimal.areEqual(Array(text.utf8), Array(written.utf8)) {
        json.context.note(
          .lossyRoundTrip, "a \(Value.self) holds fewer digits: \(written) is written back", at: json)
      }
    }
    return value
  }
}
