import Mantle

/// A predefined transformer that a definition names instead of a type.
///
/// Transformers that accept several kinds of JSON values are not included: a union type such as
/// `boolean | zeroOrOne` expresses those.
package enum DefinedTransformer: String, Sendable, Hashable, CaseIterable {
  /// A date as whole seconds since 1970.
  case unixSeconds
  /// A date as whole milliseconds since 1970.
  case unixMilliseconds
  /// A date as whole microseconds since 1970.
  case unixMicroseconds
  /// A date as a string of seconds since 1970.
  case unixSecondsString
  /// A date as a string of milliseconds since 1970.
  case unixMillisecondsString
  /// A date as a string of microseconds since 1970.
  case unixMicrosecondsString
  /// A date as a string without a time, `2024-02-29`.
  case iso8601Day
  /// A whole number as a string.
  case integerString
  /// A number of any size as a string.
  case decimalString
  /// A floating-point number as a string.
  case doubleString
  /// A boolean as `"true"` or `"false"`.
  case boolString
  /// A boolean as 0 or 1.
  case zeroOrOne
  /// A URL that must have a scheme.
  case absoluteURL
  /// A URL whose invalid characters are percent-encoded on decoding.
  case lenientURL
  /// Bytes as a base64 string (RFC 4648 §4).
  case base64
  /// Bytes as a base64url string without padding (RFC 4648 §5).
  case base64URL
  /// Bytes as a hexadecimal string.
  case hex

  /// The Swift type of the values that the transformer decodes.
  var swiftType: String {
    switch self {
    case .unixSeconds, .unixMilliseconds, .unixMicroseconds, .unixSecondsString, .unixMillisecondsString,
      .unixMicrosecondsString, .iso8601Day:
      "Date"
    case .integerString: "Int"
    case .decimalString: "Decimal"
    case .doubleString: "Double"
    case .boolString, .zeroOrOne: "Bool"
    case .absoluteURL, .lenientURL: "URL"
    case .base64, .base64URL, .hex: "Data"
    }
  }

  /// Whether the transformer's JSON is a number; otherwise it is a string.
  var isNumber: Bool {
    switch self {
    case .unixSeconds, .unixMilliseconds, .unixMicroseconds, .zeroOrOne: true
    default: false
    }
  }
}

/// The width of a whole number, corresponding to an integer type of Swift such as `Int32`.
package enum IntegerWidth: String, Sendable, Hashable, CaseIterable {
  /// The integer type of Swift with the same name.
  case int8, int16, int32, uint8, uint16, uint32

  /// The Swift type of numbers with this width.
  var type: any (FixedWidthInteger & JSONConvertible & Sendable).Type {
    switch self {
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    }
  }

  /// The numbers that the width can represent.
  var range: ClosedRange<Int64> { type.values }
}

extension FixedWidthInteger {
  /// The representable numbers of a type of at most 32 bits.
  fileprivate static var values: ClosedRange<Int64> { Int64(min)...Int64(max) }
}
