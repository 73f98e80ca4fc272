import MantlePlatform

extension Int: JSONConvertible {}
extension Int128: JSONConvertible {}
extension Int8: JSONConvertible {}
extension Int16: JSONConvertible {}
extension Int32: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt: JSONConvertible {}
extension UInt128: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension JSONConvertible where Self: FixedWidthInteger {
  /// Decodes a JSON number with an integral value; `3.0` and `1e3` are integral.
  ///
  /// ```swift
  /// let number = try Int.decode(json: "1e3")  // 1000
  /// ```
  ///
  /// A string such as `"7"` is an error; see ``JSONTransformer/integerString``.
  ///
  /// - Throws: A type mismatch if the value is not a number; an invalid value for a fraction such
  ///   as `3.7`; an out-of-range problem for a number that the type cannot hold, with a wider type
  ///   as a suggestion.
  @inlinable public static func decode(_ json: JSONCursor) throws -> Self {
    let word = json.word
    guard json.is(.number), !word.flag, word.payload <= 18 else { return try IntegerText.decode(json) }
    var position = json.bytes + word.offset
    let end = position + word.payload
    let isNegative = position.pointee == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var magnitude: Int64 = 0
    while position < end {
      magnitude = magnitude &* 10 &+ Int64(position.pointee &- UInt8(ascii: "0"))
      position += 1
    }
    guard let value = Self(exactly: isNegative ? 0 &- magnitude : magnitude) else {
      throw IntegerText.outOfRange(json, Self.self)
    }
    return value
  }

  /// Writes the digits of the integer.
  @inlinable public func encode(to writer: inout JSONWriter) { writer.writeInteger(self) }

  /// The kind of JSON that the type accepts: an integer.
  public static var shape: ValueShape { .integer }
}

/// The slow path of decoding integers, for JSON numbers that are long, or have a fraction or an exponent.
@usableFromInline enum IntegerText {
  /// Decodes an integer from a JSON number of any form, such as `3.0` or `1e3`.
  ///
  /// - Throws: A type mismatch if the value is not a number; an invalid value for a fraction; an out-of-range
  ///   problem for a number that the integer type cannot hold.
  @inline(never) @usableFromInline static func decode<Integer: FixedWidthInteger>(
    _ json: JSONCursor
  ) throws -> Integer {
    guard let text = json.numberText else {
      throw json.mismatch(expected: "integer", hint: json.hint(wanting: .integer))
    }
    guard let digits = integralDigits(text) else {
      throw json.mismatch(
        expected: "integer", code: .invalidValue,
        hint: "a fraction does not fit an integer: make the property a `Double` or a `Decimal`")
    }
    guard let value = Integer(digits) else { throw outOfRange(json, Integer.self) }
    return value
  }

  /// Returns the out-of-range problem for a number that the integer type cannot hold.
  @inline(never) @usableFromInline static func outOfRange<Integer: FixedWidthInteger>(
    _ json: JSONCursor, _: Integer.Type
  ) -> DecodingProblem {
    json.mismatch(
      expected: "integer from \(Integer.min) to \(Integer.max)", code: .outOfRange, hint: widerHint(json))
  }

  /// Returns a suggestion of the narrowest numeric type that can hold the JSON number; nil for a fraction.
  private static func widerHint(_ json: JSONCursor) -> Hint? {
    guard let digits = json.numberText.flatMap(integralDigits) else { return nil }
    let types: [(name: String, holds: Bool)] = [
      ("Int16", Int16(digits) != nil), ("Int32", Int32(digits) != nil), ("Int64", Int64(digits) != nil),
      ("UInt64", UInt64(digits) != nil), ("Decimal", digits.count <= 38),
    ]
    return .wider(types.first(where: \.holds)?.name ?? "JSONValue")
  }

  /// Returns the digits of a number with an integral value, after a minus sign if it is negative;
  /// nil for a fraction.
  ///
  /// The number of digits is bounded: `1e999999999` returns 400 zeros, which every integer type
  /// rejects as out of range.
  static func integralDigits(_ text: String) -> String? {
    let number = JSONDecimal(Array(text.utf8))
    if let digits = number.wholeText() { return digits }
    let isLarge = number.exponent.map { $0 > number.digits.count } ?? !text.lowercased().contains("e-")
    return isLarge ? "1" + String(repeating: "0", count: 400) : nil
  }
}

/// A type that is encoded as a JSON number. Decoding accepts a number in a string only with a transformer
/// such as ``JSONTransformer/integerString``.
public protocol JSONNumeric: JSONConvertible {}

extension Int: JSONNumeric {}
extension Int8: JSONNumeric {}
extension Int16: JSONNumeric {}
extension Int32: JSONNumeric {}
extension Int64: JSONNumeric {}
extension UInt: JSONNumeric {}
extension UInt8: JSONNumeric {}
extension UInt16: JSONNumeric {}
extension UInt32: JSONNumeric {}
extension UInt64: JSONNumeric {}
extension Double: JSONNumeric {}
extension Float: JSONNumeric {}
extension Decimal: JSONNumeric {}
