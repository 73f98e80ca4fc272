/// A predefined transformer that a definition names instead of a type: what its values are, and how they stand in JSON.
///
/// Those that read JSON of several kinds are not among them: a type of several says that, such as `boolean | zeroOrOne`.
package enum DefinedTransformer: String, Sendable, Hashable, CaseIterable {
  /// A date as whole seconds since 1970.
  case unixSeconds
  /// A date as whole milliseconds since 1970.
  case unixMilliseconds
  /// A date as whole microseconds since 1970.
  case unixMicroseconds
  /// The text of a number of seconds since 1970.
  case unixSecondsText
  /// The text of a number of milliseconds since 1970.
  case unixMillisecondsText
  /// The text of a number of microseconds since 1970.
  case unixMicrosecondsText
  /// A date as the text of its day, `2024-02-29`.
  case iso8601Day
  /// A whole number as text.
  case integerText
  /// A number of any size as text.
  case decimalText
  /// A number with a fraction as text.
  case doubleText
  /// `"true"` or `"false"`.
  case boolText
  /// A boolean as 0 or 1.
  case zeroOrOne
  /// A URL with a scheme.
  case absoluteURL
  /// A URL, with what no URL has percent-encoded.
  case lenientURL
  /// Bytes as base64 text.
  case base64
  /// Bytes as base64 text for URLs, without padding.
  case base64URL
  /// Bytes as hexadecimal text.
  case hex

  /// The Swift type of the values.
  var swiftType: String {
    switch self {
    case .unixSeconds, .unixMilliseconds, .unixMicroseconds, .unixSecondsText, .unixMillisecondsText,
      .unixMicrosecondsText, .iso8601Day:
      "Date"
    case .integerText: "Int"
    case .decimalText: "Decimal"
    case .doubleText: "Double"
    case .boolText, .zeroOrOne: "Bool"
    case .absoluteURL, .lenientURL: "URL"
    case .base64, .base64URL, .hex: "Data"
    }
  }

  /// Whether values stand in JSON as numbers; as texts otherwise.
  var isNumber: Bool {
    switch self {
    case .unixSeconds, .unixMilliseconds, .unixMicroseconds, .zeroOrOne: true
    default: false
    }
  }
}
