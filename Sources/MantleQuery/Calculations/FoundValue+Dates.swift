import Mantle

extension FoundValue {
  /// The nanoseconds since 1970 of a date; nil for every other value.
  var moment: Int128? {
    if let nanoseconds { return nanoseconds }
    if case .moment(let seconds) = measure { return seconds.nanoseconds }
    return nil
  }

  /// The nanoseconds since 1970 of a date, or of a number that is read as one.
  private var momentOrNumber: Int128? {
    if let moment { return moment }
    guard case .number(let number) = measure, decimal != nil, abs(number.rounded) < 1e30 else { return nil }
    return FilterComparison.seconds(number.rounded).nanoseconds
  }

  /// The date some seconds after the moment of the value. A day that is shifted by days is a day.
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

  /// A part of a date.
  func part(_ function: Calculation.Function) -> FoundValue {
    guard let moment = momentOrNumber else { return not("a date") }
    guard let part = CalendarParts(moment)?.part(function) else {
      return .failed("beyond the years 0 to 9999")
    }
    return .number(part)
  }

  /// The start of the period that a date is in.
  func start(of unit: String) -> FoundValue {
    guard let moment = momentOrNumber else { return not("a date") }
    guard let calendar = CalendarParts(moment) else { return .failed("beyond the years 0 to 9999") }
    return calendar.start(of: unit).map { .value(.date($0), nil) }
      ?? .failed("\(JSONText.quoted(unit)) is not one of \(CalendarParts.units.joined(separator: ", "))")
  }
}

/// A period of the calendar that dates are counted by, in UTC.
package enum CalendarUnit: String, CaseIterable, Sendable {
  case minute, hour, day, week, month, year

  /// The greatest number of seconds that a period has.
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

  /// The number of characters of a date that name its period: `2024-05` is a month.
  private var nameLength: Int {
    switch self {
    case .minute: 16
    case .hour: 13
    case .day, .week: 10
    case .month: 7
    case .year: 4
    }
  }

  /// The next longer unit; nil for years.
  package var next: CalendarUnit? { Self.allCases.drop { $0 != self }.dropFirst().first }

  /// Returns the date on which the period of a moment begins; nil outside of the years that have four digits.
  package func start(of seconds: Double) -> String? {
    CalendarParts(seconds.nanoseconds)?.start(of: rawValue)
  }

  /// Returns the date on which the next period begins.
  package func end(of start: String) -> String? {
    start.dateSeconds.flatMap { self.start(of: $0 + longest) }
  }

  /// Returns the name of the period that begins on a date.
  package func name(of start: String) -> String { String(start.prefix(nameLength)) }
}

/// The parts of a moment in UTC.
private struct CalendarParts {
  static let nanosecondsOfDay: Int128 = 86_400_000_000_000
  static let units = ["year", "quarter", "month", "week", "day", "hour", "minute"]

  /// `2024-05-01T10:30:00Z`, perhaps with a fraction.
  private let text: String
  /// The days since 1970.
  private let days: Int

  init?(_ moment: Int128) {
    let cell = QueryCell(nanoseconds: moment)
    guard cell.kind == .date else { return nil }
    text = cell.text
    let rest = moment % Self.nanosecondsOfDay
    days = Int((moment - (rest < 0 ? rest + Self.nanosecondsOfDay : rest)) / Self.nanosecondsOfDay)
  }

  /// Returns the day that is some days after a moment; nil if its year does not have four digits.
  static func day(of moment: Int128, days: Int) -> String? {
    let cell = QueryCell(nanoseconds: moment + Int128(days) * nanosecondsOfDay)
    return cell.kind == .date ? String(cell.text.prefix(10)) : nil
  }

  private func number(_ start: Int, _ count: Int) -> Int { Int(text.dropFirst(start).prefix(count)) ?? 0 }

  /// The days after the last Monday: 1970 began on a Thursday.
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

  /// The week of ISO 8601: that of its Thursday in its year.
  private var week: Int {
    let thursday = days - daysAfterMonday + 3
    let moment = Int128(thursday) * Self.nanosecondsOfDay
    guard let year = Self.day(of: moment, days: 0)?.prefix(4),
      let start = "\(year)-01-01".dateNanoseconds
    else { return 0 }
    return Int((moment - start) / Self.nanosecondsOfDay) / 7 + 1
  }

  /// The start of the unit that the moment is in; nil for an unknown unit.
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
