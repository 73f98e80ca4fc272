import MantlePlatform

extension JSONTransformer where Value == Date {
  /// A transformer for a number of seconds since 1970, including fractions and negative numbers.
  ///
  /// A date without a fraction is written as an integer. For all transformers of this family the date must be
  /// in the years 1 to 9999, so that milliseconds are not accepted as seconds.
  ///
  /// ```swift
  /// Property(\.createdAt, "created", .unixSeconds)
  /// ```
  ///
  /// ```
  /// 1418202490    →  2014-12-10 09:08:10 UTC
  /// "1418202490"  →  error; use unixSecondsString
  /// ```
  ///
  /// A number outside of these years is an error, which suggests the transformer of a finer unit if the
  /// number fits it.
  public static var unixSeconds: JSONTransformer { unix("unixSeconds", .seconds) }

  /// A transformer for a number of milliseconds since 1970.
  ///
  /// ```swift
  /// Property(\.createdAt, "created", .unixMilliseconds)  // 1418202490123
  /// ```
  ///
  /// A string is an error; see ``unixMillisecondsString``. The limits are those of ``unixSeconds``.
  public static var unixMilliseconds: JSONTransformer { unix("unixMilliseconds", .milliseconds) }

  /// A transformer for a number of microseconds since 1970.
  ///
  /// A string is an error; see ``unixMicrosecondsString``. The limits are those of ``unixSeconds``.
  public static var unixMicroseconds: JSONTransformer { unix("unixMicroseconds", .microseconds) }

  /// A transformer for seconds since 1970 in a string, such as `"1418202490"`; written as a string.
  ///
  /// ```swift
  /// Property(\.createdAt, "created", .unixSecondsString)  // "1418202490"
  /// ```
  ///
  /// A number is an error; `.unixSeconds.or(.unixSecondsString)` accepts both.
  public static var unixSecondsString: JSONTransformer { unixText("unixSecondsString", .seconds) }

  /// A transformer for milliseconds since 1970 in a string.
  ///
  /// The date is written as a string. A number is an error; see ``unixMilliseconds``.
  public static var unixMillisecondsString: JSONTransformer {
    unixText("unixMillisecondsString", .milliseconds)
  }

  /// A transformer for microseconds since 1970 in a string.
  ///
  /// The date is written as a string. A number is an error; see ``unixMicroseconds``.
  public static var unixMicrosecondsString: JSONTransformer {
    unixText("unixMicrosecondsString", .microseconds)
  }

  /// Returns a transformer for dates in the form of a number of seconds, milliseconds or microseconds since
  /// 1970.
  ///
  /// - Parameter tick: the unit of the number.
  private static func unix(_ name: String, _ tick: UnixTick) -> JSONTransformer {
    let expected = "number of \(tick.rawValue) since 1970"
    return JSONTransformer(
      name, shape: .date,
      decode: { json in
        guard json.is(.number) else {
          throw json.mismatch(expected: expected, hint: json.unixHint(tick))
        }
        return try json.inYears(tick.date(json.utf8) ?? tick.date(Double.decode(json)), tick)
      },
      encode: { try tick.write($0, to: &$1) }
    )
    .expecting(expected).worded(DateWords.describe, parse: DateWords.parse)
  }

  /// Returns a transformer for dates in the form of a string that contains a number of seconds, milliseconds
  /// or microseconds since 1970.
  ///
  /// - Parameter tick: the unit of the number.
  private static func unixText(_ name: String, _ tick: UnixTick) -> JSONTransformer {
    let expected = "string with a number of \(tick.rawValue) since 1970"
    return JSONTransformer(
      name, shape: .date,
      decode: { json in
        guard json.is(.string) else { throw json.mismatch(expected: expected) }
        var text = try json.string()
        guard let number = JSONNumberText.double(text) else {
          throw json.mismatch(expected: expected, code: .invalidValue)
        }
        return try json.inYears(text.withUTF8 { tick.date($0) } ?? tick.date(number), tick)
      },
      encode: { date, writer in
        var number = JSONWriter(capacity: 64)
        try tick.write(date, to: &number)
        writer.writeString(number.text)
      }
    )
    .expecting(expected).worded(DateWords.describe, parse: DateWords.parse)
  }
}

/// The time unit of a Unix time, called a tick.
private enum UnixTick: String {
  case seconds, milliseconds, microseconds

  /// The number of ticks in a second.
  private var perSecond: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1_000
    case .microseconds: 1_000_000
    }
  }

  /// Returns the date that is a number of ticks, which may have a fraction, after the start of 1970.
  func date(_ ticks: Double) -> Date { Date(timeIntervalSince1970: ticks / perSecond) }

  /// The number of decimal places that a number in this unit needs to express nanoseconds.
  private var fractionDigits: Int {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    case .microseconds: 3
    }
  }

  /// Returns the date that a decimal number of this unit represents, exact to the nanosecond; nil if the
  /// number has an exponent or too many digits.
  ///
  /// The number is not converted to a `Double` first, because a `Double` of seconds since 1970 is coarser
  /// than a `Date`, which counts from 2001.
  func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
    let fraction = digits[point...].dropFirst()
    guard point - digits.startIndex <= 18, fraction.count <= fractionDigits,
      let whole = Self.number(digits[..<point]), let part = Self.number(fraction)
    else { return nil }
    let ticks = Int(perSecond)
    var nanoseconds = part
    for _ in fraction.count..<fractionDigits { nanoseconds *= 10 }
    nanoseconds += whole % ticks * (1_000_000_000 / ticks)
    var seconds = whole / ticks
    if isNegative {
      seconds = -seconds - (nanoseconds > 0 ? 1 : 0)
      nanoseconds = nanoseconds > 0 ? 1_000_000_000 - nanoseconds : 0
    }
    return Date(ISO8601.Instant(seconds: seconds, nanoseconds: nanoseconds))
  }

  /// Returns the value of ASCII digits; nil if a byte is not a digit.
  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var number = 0
    for digit in digits {
      guard case 0x30...0x39 = digit else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }

  /// Writes a date as a number of this unit since 1970: an integer if possible; otherwise as many decimal
  /// places as restore the same date.
  ///
  /// - Throws: A ``TransformError`` if the date is outside the years 1 to 9999.
  func write(_ date: Date, to writer: inout JSONWriter) throws {
    guard Date.yearsOfFourDigits ~= date.timeIntervalSinceReferenceDate else {
      throw TransformError(.outOfRange, expected: "a date in the years 1 to 9999")
    }
    var (seconds, nanoseconds) = (date.instant.seconds, date.instant.nanoseconds)
    let isNegative = seconds < 0
    if isNegative {
      seconds = -seconds - (nanoseconds > 0 ? 1 : 0)
      nanoseconds = nanoseconds > 0 ? 1_000_000_000 - nanoseconds : 0
    }
    let perTick = 1_000_000_000 / Int(perSecond)
    let whole = seconds * Int(perSecond) + nanoseconds / perTick
    var text = "\(isNegative ? "-" : "")\(whole)"
    if nanoseconds % perTick > 0 {
      let part = String(nanoseconds % perTick)
      text += "." + String(repeating: "0", count: fractionDigits - part.utf8.count) + part
      while text.utf8.last == UInt8(ascii: "0") { text.removeLast() }
    }
    writer.writeRawJSON(Array(text.utf8))
  }
}

extension JSONCursor {
  /// Returns the date unchanged if it is in the years 1 to 9999.
  ///
  /// - Throws: An out-of-range problem for other years, which result if a number has another unit than
  ///   expected.
  @inline(__always) fileprivate func inYears(_ date: Date, _ tick: UnixTick) throws -> Date {
    guard Date.yearsOfFourDigits ~= date.timeIntervalSinceReferenceDate else {
      let text = kind == .number ? numberText : try? string()
      throw mismatch(
        expected: "\(tick.rawValue) since 1970 in the years 1 to 9999", code: .outOfRange,
        hint: text.flatMap { ISO8601.sinceEpochHint($0, isText: kind == .string) })
    }
    return date
  }

  /// Returns a suggestion for a JSON value that is not a number, although a number of this unit is expected:
  /// the transformer that decodes the value. Returns nil if there is none.
  fileprivate func unixHint(_ tick: UnixTick) -> Hint? {
    guard self.is(.string) else { return hint(wanting: .number) }
    if ISO8601.instant(self) != nil { return .transformer(".iso8601", reads: "a date with its time") }
    guard let text = try? string(), JSONNumberText.double(text) != nil else { return nil }
    return .transformer(".unix\(tick.rawValue.capitalized)String", reads: "such a number in quotes")
  }
}
