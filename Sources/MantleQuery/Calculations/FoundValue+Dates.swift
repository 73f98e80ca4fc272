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

  /// The date and time: `2024-05-01T10:30:00Z`, with an optional fraction.
  private let text: String
  /// The number of days from January 1, 1970 to the date.
  private let days: Int

  init?(_ moment: Int128) {
    let cell = QueryCell(nanoseconds: moment)
    guard cell.kind == .date else { return nil }
    text = cell.text
    let rest = moment % Self.nanosecondsOfDay
    days = Int((moment - (rest < 0 ? rest + Self.nanosecondsOfDay : rest)) / Self.nanosecondsOfDay)
  }

  /// Returns the date that is a number of days after a moment; nil if its year does not have four digits.
  static func day(of moment: Int128, days: Int) -> String? {
    let cell = QueryCell(nanoseconds: moment + Int128(days) * nanosecondsOfDay)
    return cell.kind == .date ? String(cell.text.prefix(10)) : nil
  }

  private func number(_ start: Int, _ count: Int) -> Int { Int(text.dropFirst(start).prefix(count)) ?? 0 }

  /// The number of days from the last Monday to the date. January 1, 1970 was a Thursday.
  private var daysAfterMonday: Int { ((days + 3) % 7 + 7) % 7 }

  func part(_ function: Calculation.Function) -> Int {
    switch function {
    case .year: number(0, 4)
    case .quarter: (number(5, 2) + 2) / 3
    case .month: number(5, 2)
    case .week: week
    case .day: number(8, 2)
    case .hour: number(11, 2)
    case .minute: number(14, 2)
    case .second: number(17, 2)
    default: daysAfterMonday + 1
    }
  }

  /// The ISO 8601 week number of the date: the number of the week's Thursday in its year.
  private var week: Int {
    let thursday = days - daysAfterMonday + 3
    let moment = Int128(thursday) * Self.nanosecondsOfDay
    guard let year = Self.day(of: moment, days: 0)?.prefix(4),
      let start = "\(year)-01-01".dateNanoseconds
    else { return 0 }
    return Int((moment - start) / Self.nanosecondsOfDay) / 7 + 1
  }

  /// Returns the start of the period that contains the date and time; nil for an unknown unit.
  func start(of unit: String) -> String? {
    switch unit {
    case "year": "\(text.prefix(4))-01-01"
    case "quarter":
      "\(text.prefix(4))-\((number(5, 2) - 1) / 3 * 3 < 9 ? "0" : "")\((number(5, 2) - 1) / 3 * 3 + 1)-01"
    case "month": "\(text.prefix(7))-01"
    case "week": Self.day(of: Int128(days) * Self.nanosecondsOfDay, days: -daysAfterMonday)
    case "day": String(text.prefix(10))
    case "hour": "\(text.prefix(13)):00:00Z"
    case "minute": "\(text.prefix(16)):00Z"
    default: nil
    }
  }
}
