import Foundation

extension JSONTransformer where Value == Date {
  /// A number of seconds since 1970, fractions and negative numbers included (SD-51, SD-54). Written as an
  /// integer where the date has no fraction.
  public static var unixSeconds: JSONTransformer { unix("unixSeconds", .seconds) }

  /// A number of milliseconds since 1970; fractions are kept to the microsecond.
  public static var unixMilliseconds: JSONTransformer { unix("unixMilliseconds", .milliseconds) }

  /// A number of microseconds since 1970.
  public static var unixMicroseconds: JSONTransformer { unix("unixMicroseconds", .microseconds) }

  /// The text of a number of seconds since 1970, e.g. `"1418202490"` (SD-52); written back as text.
  public static var unixSecondsText: JSONTransformer { unixText("unixSecondsText", .seconds) }

  /// The text of a number of milliseconds since 1970.
  public static var unixMillisecondsText: JSONTransformer { unixText("unixMillisecondsText", .milliseconds) }

  /// The text of a number of microseconds since 1970.
  public static var unixMicrosecondsText: JSONTransformer { unixText("unixMicrosecondsText", .microseconds) }

  private static func unix(_ name: String, _ tick: UnixTick) -> JSONTransformer {
    JSONTransformer(
      name, shape: .date,
      decode: { json in
        guard json.is(.number) else {
          throw json.mismatch(
            expected: "number of \(tick.rawValue) since 1970", hint: json.unixHint(tick))
        }
        return tick.date(try Double.decode(json))
      },
      encode: { try tick.write($0, to: &$1) }
    )
    .worded(DateWords.describe, parse: DateWords.parse)
  }

  private static func unixText(_ name: String, _ tick: UnixTick) -> JSONTransformer {
    let expected = "text of a number of \(tick.rawValue) since 1970"
    return JSONTransformer(
      name, shape: .date,
      decode: { json in
        guard json.is(.string) else { throw json.mismatch(expected: expected) }
        guard let number = JSONNumberText.double(try json.string()) else {
          throw json.mismatch(expected: expected, code: .invalidValue)
        }
        return tick.date(number)
      },
      encode: { date, writer in
        var number = JSONWriter(capacity: 64)
        try tick.write(date, to: &number)
        writer.string(number.text)
      }
    )
    .worded(DateWords.describe, parse: DateWords.parse)
  }
}

/// The unit a unix time counts in.
private enum UnixTick: String {
  case seconds, milliseconds, microseconds

  private var perSecond: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1_000
    case .microseconds: 1_000_000
    }
  }

  func date(_ ticks: Double) -> Date { Date(timeIntervalSince1970: ticks / perSecond) }

  /// An integer where the date is a whole number of ticks, else the number to the microsecond where that reads
  /// back to the same date, else the shortest number that does.
  ///
  /// A `Date` counts from 2001 in a double, so its seconds since 1970 carry some noise in the last digits.
  func write(_ date: Date, to writer: inout JSONWriter) throws {
    let ticks = date.timeIntervalSince1970 * perSecond
    let rounded = (date.timeIntervalSince1970 * 1_000_000).rounded() / (1_000_000 / perSecond)
    let isExact = ticks == ticks.rounded() || self.date(rounded) != date
    try writer.number(isExact ? ticks : rounded)
  }
}

extension JSONCursor {
  /// What reads a text where a time since 1970 is expected as a number.
  fileprivate func unixHint(_ tick: UnixTick) -> Hint? {
    guard self.is(.string) else { return hint(wanting: .number) }
    if ISO8601.instant(self) != nil { return .transformer(".iso8601", reads: "a date with its time") }
    guard let text = try? string(), JSONNumberText.double(text) != nil else { return nil }
    return .transformer(".unix\(tick.rawValue.capitalized)Text", reads: "such a number in quotes")
  }
}
