/// The error for a number that JSON cannot represent: an infinity or NaN (RFC 8259 §6).
///
/// ``JSONTransformer/numberOrWord(nan:infinity:negativeInfinity:)`` writes such numbers as strings.
public struct NonFiniteNumberError: DescribedError, Sendable, Hashable {
  /// The infinity or NaN that could not be encoded.
  let value: Double

  /// Creates an error for a value, which must be an infinity or NaN.
  init(_ value: Double) { self.value = value }

  /// The error in one line, such as `inf cannot be written as JSON`.
  public var description: String { "\(value) cannot be written as JSON" }
}

extension JSONWriter {
  /// Writes `null`.
  @inlinable public mutating func writeNull() { raw("null") }

  /// Writes `true` or `false`.
  @inlinable public mutating func writeBool(_ value: Bool) {
    if value { raw("true") } else { raw("false") }
  }

  /// Writes an integer of any width in decimal.
  ///
  /// ```swift
  /// writer.writeInteger(-5)
  /// ```
  @inlinable public mutating func writeInteger<Integer: FixedWidthInteger>(_ value: Integer) {
    if let magnitude = UInt64(exactly: value.magnitude) {
      integer(magnitude: magnitude, isNegative: value < 0)
    } else {
      numberText(String(value))
    }
  }

  @inlinable mutating func integer(magnitude: UInt64, isNegative: Bool) {
    reserve(21)
    if isNegative {
      bytes[used] = 0x2D
      used &+= 1
    }
    let start = used
    used &+= JSONDigits.count(magnitude)
    var position = used
    var rest = magnitude
    while rest >= 100 {
      let quotient = rest / 100
      position &-= 2
      JSONDigits.writePair(rest &- quotient &* 100, to: bytes + position)
      rest = quotient
    }
    if rest >= 10 {
      JSONDigits.writePair(rest, to: bytes + start)
    } else {
      bytes[start] = UInt8(truncatingIfNeeded: rest) &+ 0x30
    }
  }

  /// Writes the shortest decimal text that parses to the same `Double`; whole numbers are written without a
  /// fraction.
  ///
  /// ```swift
  /// try writer.writeNumber(12.0)  // 12
  /// try writer.writeNumber(0.1)  // 0.1
  /// ```
  ///
  /// - Throws: ``NonFiniteNumberError``; nothing is then written.
  public mutating func writeNumber(_ value: Double) throws(NonFiniteNumberError) {
    guard value.isFinite else { throw NonFiniteNumberError(value) }
    finite(value)
  }

  /// Writes the shortest decimal text that parses to the same `Float`; whole numbers are written without a
  /// fraction.
  ///
  /// - Throws: ``NonFiniteNumberError``; nothing is then written.
  public mutating func writeNumber(_ value: Float) throws(NonFiniteNumberError) {
    guard value.isFinite else { throw NonFiniteNumberError(Double(value)) }
    finite(value)
  }

  /// Writes a finite number, without a fraction or exponent if it is an integer that the type represents
  /// exactly.
  @inline(__always)
  private mutating func finite<Value: BinaryFloatingPoint & CustomStringConvertible>(_ value: Value) {
    let mostExact = Value(1 << UInt64(Value.significandBitCount + 1))
    if value.magnitude < mostExact, value == value.rounded(.towardZero) {
      integer(magnitude: UInt64(value.magnitude), isNegative: value.sign == .minus)
    } else {
      numberText(value.description)
    }
  }

  /// Writes a number given as text.
  ///
  /// - Parameter text: a valid JSON number; it is not checked.
  @usableFromInline package mutating func numberText(_ text: String) {
    var text = text
    text.withUTF8 { buffer in
      if let start = buffer.baseAddress { fragment(start, buffer.count) }
    }
  }
}

/// A conversion of integers to decimal digits, which writes two digits at a time.
@usableFromInline enum JSONDigits {
  /// Returns the number of decimal digits of a value.
  @inlinable @inline(__always) static func count(_ value: UInt64) -> Int {
    var value = value
    var count = 0
    while value >= 100_000_000 {
      value /= 100_000_000
      count &+= 8
    }
    if value >= 10_000 {
      value /= 10_000
      count &+= 4
    }
    return count &+ (value >= 1000 ? 4 : value >= 100 ? 3 : value >= 10 ? 2 : 1)
  }

  /// Writes a number below 100 as two decimal digits.
  @inlinable @inline(__always)
  static func writePair(_ value: UInt64, to destination: UnsafeMutablePointer<UInt8>) {
    let pair = pairs.utf8Start + Int(truncatingIfNeeded: value &* 2)
    destination[0] = pair[0]
    destination[1] = pair[1]
  }

  @inlinable static var pairs: StaticString {
    """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
  }
}
