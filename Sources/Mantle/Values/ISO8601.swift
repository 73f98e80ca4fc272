/// A parser and writer for ISO 8601 / RFC 3339 dates, which takes 10 ns for a date; Foundation takes at least
/// 660 ns.
///
/// The accepted form is `YYYY-MM-DDThh:mm:ss`, followed by an optional fraction after `.` or `,`,
/// and a time zone `Z`, `±hh:mm`, `±hhmm` or `±hh`. Digits of the fraction after the ninth are
/// ignored. The calendar is the proleptic Gregorian calendar. Leap seconds (`:60`) are rejected,
/// and so are strings without a time zone, because their instant would depend on the machine.
@usableFromInline package enum ISO8601 {
  /// An instant with the precision of nanoseconds.
  @usableFromInline package struct Instant {
    /// The number of seconds since 1970-01-01T00:00:00Z.
    var seconds: Int
    /// The number of nanoseconds after ``seconds``, from 0 to 999,999,999.
    var nanoseconds: Int
  }

  /// Returns the instant that a JSON string represents after resolving escapes; nil if the string is not a
  /// date with a time zone.
  static func instant(_ json: JSONCursor) -> Instant? {
    guard json.word.flag else { return instant(json.utf8) }
    guard var text = try? json.string() else { return nil }
    return text.withUTF8 { instant($0) }
  }

  /// Returns the start of a day, given as `YYYY-MM-DD`, in UTC; nil for every other string.
  static func instant(ofDay day: String) -> Instant? {
    var text = day
    guard text.utf8.count == ISO8601Kind.dayLength else { return nil }
    return text.withUTF8 { ISO8601Kind.read($0)?.instant }
  }

  /// Returns the instant that UTF-8 bytes represent; nil if they are not a date with a time zone, or a date
  /// that does not exist, such as February 30.
  package static func instant(_ text: UnsafeBufferPointer<UInt8>) -> Instant? {
    guard text.count >= 20, text[4] == 0x2d, text[7] == 0x2d, text[10] | 0x20 == 0x74,
      text[13] == 0x3a, text[16] == 0x3a
    else { return nil }
    let year = pair(text, 0) * 100 + pair(text, 2), month = pair(text, 5), day = pair(text, 8)
    let hour = pair(text, 11), minute = pair(text, 14), second = pair(text, 17)
    guard year >= 0, month >= 1, month <= 12, day >= 1, day <= 28 || day <= daysIn(month, of: year),
      hour >= 0, hour < 24, minute >= 0, minute < 60, second >= 0, second < 60
    else { return nil }
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    // Most APIs send dates in this form.
    if text.count == 20, text[19] == 0x5a { return Instant(seconds: seconds, nanoseconds: 0) }
    var position = 19
    guard let nanoseconds = fraction(text, &position), let offset = zoneOffset(text, position) else {
      return nil
    }
    return Instant(seconds: seconds - offset, nanoseconds: nanoseconds)
  }

  /// Returns the number of two ASCII digits at a position. If one of the bytes is not a digit, the result is
  /// -10,000, which makes every sum with the result negative.
  @inline(__always)
  private static func pair(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int {
    let tens = text[position] &- 0x30, ones = text[position &+ 1] &- 0x30
    return tens > 9 || ones > 9 ? -10_000 : Int(tens) &* 10 &+ Int(ones)
  }

  /// Returns the nanoseconds of a fraction of a second, and moves `position` past the fraction. Returns 0 if
  /// there is no fraction, and nil if no digit follows the separator.
  private static func fraction(_ text: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Int? {
    guard text[position] == 0x2e || text[position] == 0x2c else { return 0 }
    position += 1
    var value = 0
    var digits = 0
    while position < text.count, ASCII.isDigit(text[position]) {
      if digits < 9 { value = value * 10 + Int(text[position] &- 0x30) }
      digits += 1
      position += 1
    }
    guard digits > 0 else { return nil }
    for _ in digits..<max(9, digits) { value *= 10 }
    return value
  }

  /// Returns the offset of the time zone in seconds east of Greenwich; nil if the rest of the bytes
  /// is not exactly one zone.
  private static func zoneOffset(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard start < text.count else { return nil }
    if text[start] | 0x20 == 0x7a { return start + 1 == text.count ? 0 : nil }
    guard text[start] == 0x2b || text[start] == 0x2d else { return nil }
    let sign = text[start] == 0x2b ? 1 : -1
    let rest = text.count - start - 1
    guard rest == 2 || rest == 4 || (rest == 5 && text[start + 3] == 0x3a) else { return nil }
    let hours = pair(text, start + 1)
    let minutes = rest == 2 ? 0 : pair(text, text.count - 2)
    guard (0...23).contains(hours), (0...59).contains(minutes) else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  /// Returns the number of days in a month of the proleptic Gregorian calendar.
  ///
  /// - Parameter month: The month from 1 to 12; every other number is treated as a month of 31 days.
  package static func daysIn(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of days from 1970-01-01 to a civil date (Howard Hinnant, "chrono-Compatible Low-Level
  /// Date Algorithms", 2013).
  package static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Returns the civil date of a number of days since 1970-01-01 (Cassio Neri and Lorenz Schneider, "Euclidean affine
  /// functions and their application to calendar algorithms", 2022).
  package static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    // In the calculation, years begin on 1 March, so that a leap day is the last day of its year.
    let z = days &+ 719_468
    let era = (z >= 0 ? z : z &- 146_096) / 146_097
    let quarters = 4 &* UInt32(truncatingIfNeeded: z &- era &* 146_097) &+ 3
    let product = 2_939_745 &* UInt64(quarters % 146_097 | 3)
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let shifted = 2_141 &* dayOfYear &+ 197_913
    let isAfterYearEnd = dayOfYear >= 306
    let yearOfEra = 100 &* (quarters / 146_097) &+ UInt32(truncatingIfNeeded: product >> 32)
    return (
      era &* 400 &+ Int(yearOfEra) &+ (isAfterYearEnd ? 1 : 0),
      Int(shifted >> 16) &- (isAfterYearEnd ? 12 : 0),
      Int((shifted & 0xFFFF) / 2_141) &+ 1
    )
  }

  /// Returns an instant in UTC as ASCII bytes, with 0, 3, 6 or 9 fraction digits, whichever is the
  /// fewest that is exact.
  ///
  /// - Returns: Nil outside the years 0 to 9999, which four digits cannot express.
  static func text(_ instant: Instant) -> [UInt8]? {
    var writer = JSONWriter(capacity: 64)
    guard write(instant, to: &writer) else { return nil }
    return Array(writer.finish().dropFirst().dropLast())
  }

  /// Writes an instant as a JSON string in UTC, with 0, 3, 6 or 9 fraction digits, whichever is the fewest
  /// that is exact.
  ///
  /// - Returns: False, without writing anything, outside the years 0 to 9999.
  static func write(_ instant: Instant, to writer: inout JSONWriter) -> Bool {
    guard instant.seconds >= firstSecond, instant.seconds <= lastSecond else { return false }
    let shifted = UInt64(truncatingIfNeeded: instant.seconds &- firstSecond)
    let rest = shifted % 86_400
    let date = civil(Int(truncatingIfNeeded: shifted / 86_400) &+ firstSecond / 86_400)
    let year = UInt64(truncatingIfNeeded: date.year)
    writer.reserve(32)
    let bytes = writer.bytes + writer.used
    func put(_ value: UInt64, at position: Int, after sign: UInt8) {
      bytes[position &- 1] = sign
      JSONDigits.writePair(value, to: bytes + position)
    }
    put(year / 100, at: 1, after: 0x22)
    JSONDigits.writePair(year % 100, to: bytes + 3)
    put(UInt64(truncatingIfNeeded: date.month), at: 6, after: 0x2d)
    put(UInt64(truncatingIfNeeded: date.day), at: 9, after: 0x2d)
    put(rest / 3_600, at: 12, after: 0x54)
    put(rest / 60 % 60, at: 15, after: 0x3a)
    put(rest % 60, at: 18, after: 0x3a)
    var end = 20
    if instant.nanoseconds > 0 {
      let (digits, unit) =
        instant.nanoseconds % 1_000_000 == 0
        ? (3, 1_000_000) : instant.nanoseconds % 1_000 == 0 ? (6, 1_000) : (9, 1)
      var value = instant.nanoseconds / unit
      bytes[20] = 0x2e
      for position in (21..<21 + digits).reversed() {
        bytes[position] = 0x30 + UInt8(value % 10)
        value /= 10
      }
      end = 21 + digits
    }
    bytes[end] = 0x5a
    bytes[end + 1] = 0x22
    writer.used &+= end + 2
    return true
  }

  /// The first second that four-digit years can express, 0000-01-01T00:00:00Z.
  private static var firstSecond: Int { -62_167_219_200 }
  /// The last second that four-digit years can express, 9999-12-31T23:59:59Z.
  private static var lastSecond: Int { 253_402_300_799 }
}
