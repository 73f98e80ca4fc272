import Mantle

extension FoundValue {
  /// The value, if it is a date, in nanoseconds since 1970; nil for every other value.
  var moment: Int128? {
    if let nanoseconds { return nanoseconds }
    if case .moment(let seconds) = measure { return seconds.nanoseconds }
    return nil
  }

  /// The date in nanoseconds since 1970, where a number counts as a timestamp; nil for every other value.
  private var momentOrNumber: Int128? {
    if let moment { return moment }
    guard case .number(let number) = measure, decimal != nil, abs(number.rounded) < 1e30 else { return nil }
    return FilterComparison.seconds(number.rounded).nanoseconds
  }

  /// Returns the date at a moment shifted by a number of seconds. If the value is a date without a time, a shift by
  /// whole days returns a date without a time, too.
  func date(_ moment: Int128, shiftedBy seconds: ExactDecimal) -> FoundValue {
    guard let shift = seconds.units(at: 9), let start = CalendarParts.day(of: moment, days: 0) else {
      return .failed("beyond the years 0 to 9999")
    }
    let (sum, overflow) = moment.addingReportingOverflow(shift)
    let isDay = text.utf8.count == 10 && start == text
    guard !overflow, case let cell = QueryCell(nanoseconds: sum), cell.kind == .date else {
      return .failed("beyond the years 0 to 9999")
    }
    let isWhole = sum % CalendarParts.nanosecondsOfDay == 0
    return .value(.date(isDay && isWhole ? String(cell.text.prefix(10)) : cell.text), nil)
  }

  /// Returns the component of the date that a function selects, such as its year.
  func part(_ function: Calculation.Function) -> FoundValue {
    guard let moment = momentOrNumber else { return not("a date") }
    guard let part = CalendarParts(moment)?.part(function) else {
      return .failed("beyond the years 0 to 9999")
    }
    return .number(part)
  }

  /// Returns the start of the period that contains the date.
  ///
  /// - Parameter unit: the name of the period, such as `month`.
  func start(of unit: String) -> FoundValue {
    guard let moment = momentOrNumber else { return not("a date") }
    guard let calendar = CalendarParts(moment) else { return .failed("beyond the years 0 to 9999") }
    return calendar.start(of: unit).map { .value(.date($0), nil) }
      ?? .failed("\(JSONText.quoted(unit)) is not one of \(CalendarParts.units.joined(separator: ", "))")
  }
}

/// A calendar period in UTC, by which dates are grouped.
package enum CalendarUnit: String, CaseIterable, Sendable {
  case minute, hour, day, week, month, year

  /// The maximum duration of one such period in seconds.
  private var longest: Double {
    switch self {
    case .minute: 60
    case .hour: 3600
    case .day: 86400
    case .week: 7 * 86400
    case .month: 31 * 86400
    case .year: 366 * 86400
    }
  }

  /// The length of the prefix of a date that names its period: `2024-05` is a month.
  private var nameLength: Int {
    switch self {
    case .minute: 16
    case .hour: 13
    case .day, .week: 10
    case .month: 7
    case .year: 4
    }
  }

  /// The next longer calendar unit; nil for years.
  package var next: CalendarUnit? { Self.allCases.drop { $0 != self }.dropFirst().first }

  /// Returns the first date of the period that contains a moment; nil outside of the years with four digits.
  package func start(of seconds: Double) -> String? {
    CalendarParts(seconds.nanoseconds)?.start(of: rawValue)
  }

  /// Returns the first date of the period after a given period.
  ///
  /// - Parameter start: the first date of the given period.
  package func end(of start: String) -> String? {
    start.dateSeconds.flatMap { self.start(of: $0 + longest) }
  }

  /// Returns the name of the period with a given first date.
  package func name(of start: String) -> String { String(start.prefix(nameLength)) }
}

/// The components of a date and time in UTC.
private struct CalendarParts {
  static let nanosecondsOfDay: Int128 = 86_400_000_000_000
  static let units = ["year", "quarter", "month", "week", "day", "hour", "minute"]

  private let (year, month, day): (Int, Int, Int)
  /// The number of days since 1970.
  private let days: Int
  /// The number of seconds since the start of the day.
  private let seconds: Int

  /// - Returns: nil outside of the years with four digits.
  init?(_ moment: Int128) {
    let (whole, rest) = moment.quotientAndRemainder(dividingBy: Self.nanosecondsOfDay)
    self.init(
      days: rest < 0 ? whole - 1 : whole,
      nanoseconds: Int(truncatingIfNeeded: rest < 0 ? rest + Self.nanosecondsOfDay : rest))
  }

  private init?(days: Int128, nanoseconds: Int = 0) {
    guard days >= Self.firstDay, days <= Self.lastDay else { return nil }
    self.days = Int(truncatingIfNeeded: days)
    (year, month, day) = ISO8601.civil(self.days)
    seconds = nanoseconds / 1_000_000_000
  }

  private static let firstDay = Int128(ISO8601.days(0, 1, 1))
  private static let lastDay = Int128(ISO8601.days(9999, 12, 31))

  /// Returns the date that is a number of days after a moment; nil if its year does not have four digits.
  static func day(of moment: Int128, days: Int) -> String? {
    CalendarParts(moment + Int128(days) * nanosecondsOfDay)?.date
  }

  /// The date, such as `2024-05-01`.
  private var date: String { Self.date(year, month, day) }

  private static func date(_ year: Int, _ month: Int, _ day: Int) -> String {
    let digits = [year / 1000, year / 100, year / 10, year, -1, month / 10, month, -1, day / 10, day]
    return String(
      decoding: digits.map { $0 < 0 ? UInt8(ascii: "-") : UInt8(ascii: "0") + UInt8($0 % 10) },
      as: UTF8.self)
  }

  /// The number of days from the last Monday to the date. January 1, 1970 was a Thursday.
  private var daysAfterMonday: Int { ((days + 3) % 7 + 7) % 7 }

  func part(_ function: Calculation.Function) -> Int {
    switch function {
    case .year: year
    case .quarter: (month + 2) / 3
    case .month: month
    case .week: week
    case .day: day
    case .hour: seconds / 3600
    case .minute: seconds / 60 % 60
    case .second: seconds % 60
    default: daysAfterMonday + 1
    }
  }

  /// The ISO 8601 week number of the date: the number of the week's Thursday in its year.
  private var week: Int {
    let thursday = days - daysAfterMonday + 3
    return (thursday - ISO8601.days(ISO8601.civil(thursday).year, 1, 1)) / 7 + 1
  }

  /// Returns the start of the period that contains the date and time; nil for an unknown unit.
  func start(of unit: String) -> String? {
    switch unit {
    case "year": Self.date(year, 1, 1)
    case "quarter": Self.date(year, (month - 1) / 3 * 3 + 1, 1)
    case "month": Self.date(year, month, 1)
    case "week": CalendarParts(days: Int128(days - daysAfterMonday))?.date
    case "day": date
    case "hour": "\(date)T\((seconds / 3600).padded(to: 2)):00:00Z"
    case "minute": "\(date)T\((seconds / 3600).padded(to: 2)):\((seconds / 60 % 60).padded(to: 2)):00Z"
    default: nil
    }
  }
}
