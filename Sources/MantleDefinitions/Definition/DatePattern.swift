import Mantle
import MantlePlatform

/// The textual form of a date, given as a pattern such as `dd.MM.yyyy HH:mm`.
///
/// The letters have their meaning from Unicode Technical Standard #35; names of months and
/// weekdays are English. Every part has a fixed width, except the day `d`. Parts that the pattern
/// lacks default to the start of the day in UTC. The time of a date without a zone is UTC.
///
/// Definitions need only the forms that programs write, so this type replaces a formatter of
/// Foundation, which supports all languages and calendars and adds thirty megabytes to the
/// program.
///
/// - `yyyy`: the year, from 1 to 9999
/// - `MM`, `MMM`: the month as a number or as a name of three letters
/// - `dd`, `d`: the day with or without a leading zero
/// - `EEE`: the weekday as a name of three letters
/// - `HH`, `mm`, `ss`: the hour from 0 to 23, the minute and the second
/// - `S` to `SSS`, `SSSSSS`: the digits of the fraction of a second
/// - `Z`, `XXX`, `zzz`: the zone as `+0100`, as `+01:00` or `Z`, or as `GMT`
///
/// ```swift
/// let pattern = try DatePattern("dd.MM.yyyy")
/// pattern.date("29.02.2024")  // 2024-02-29 00:00:00 UTC
/// ```
package struct DatePattern: Sendable, Hashable {
  /// A field of a date, such as the year.
  enum Field: Hashable {
    case year, month, day, weekday, hour, minute, second, fraction, zone

    /// The range of numbers that the field of a date permits.
    var range: ClosedRange<Int> {
      switch self {
      case .year: 1...9999
      case .month: 1...12
      case .day: 1...31
      case .hour: 0...23
      default: 0...59
      }
    }
  }

  /// A component of a pattern: a field of the date in a certain form, or literal text.
  enum Part: Hashable {
    /// A date field as a number with a fixed count of digits.
    case number(Field, digits: Int)
    /// The day of the month without a leading zero.
    case plainDay
    /// The English name of a month or weekday, with three letters.
    case name(Field)
    /// The first N digits of the fraction of a second.
    case fraction(Int)
    /// The offset from UTC: `+0100`, or `+01:00` and `Z` with a colon.
    case zone(hasColon: Bool)
    /// The zone name `GMT`, which HTTP dates use. Other names of zones are rejected because they
    /// are ambiguous.
    case zoneName
    /// Literal text between the fields of a date, as UTF-8.
    case text([UInt8])

    /// The field of the date that this part determines; nil for literal text.
    ///
    /// A pattern has at most one part for each field.
    var field: Field? {
      switch self {
      case .number(let field, _), .name(let field): field
      case .plainDay: .day
      case .fraction: .fraction
      case .zone, .zoneName: .zone
      case .text: nil
      }
    }
  }

  /// The components that a pattern can contain, by the letters that represent them.
  private static let parts: [String: Part] = [
    "yyyy": .number(.year, digits: 4), "MM": .number(.month, digits: 2), "MMM": .name(.month),
    "dd": .number(.day, digits: 2), "d": .plainDay, "EEE": .name(.weekday),
    "HH": .number(.hour, digits: 2), "mm": .number(.minute, digits: 2), "ss": .number(.second, digits: 2),
    "S": .fraction(1), "SS": .fraction(2), "SSS": .fraction(3), "SSSSSS": .fraction(6),
    "Z": .zone(hasColon: false), "XXX": .zone(hasColon: true), "zzz": .zoneName,
  ]

  /// The pattern as text, such as `dd.MM.yyyy`.
  let text: String
  /// The components of the pattern, in order.
  let parts: [Part]

  /// Parses a pattern. Characters other than ASCII letters represent themselves, and so does text
  /// in single quotes.
  ///
  /// - Parameter text: `yyyy`, `MM` or `MMM`, and `dd` or `d` are required; `EEE`, `HH`, `mm`,
  ///   `ss`, `S` to `SSS`, `SSSSSS`, `Z`, `XXX` and `zzz` are optional.
  /// - Throws: a ``TransformError`` for unknown letters, for repeated fields, and if the year,
  ///   month or day is missing.
  init(_ text: String) throws(TransformError) {
    self.text = text
    var parts: [Part] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "'" {
        parts.append(.text(Array(try Self.quoted(&rest).utf8)))
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        guard let part = Self.parts[String(run)] else {
          throw TransformError(
            expected: "yyyy, MM, MMM, dd, d, EEE, HH, mm, ss, SSS, Z, XXX or zzz", found: "`\(run)`")
        }
        parts.append(part)
        rest = rest.dropFirst(run.count)
      } else {
        parts.append(.text(Array(String(first).utf8)))
        rest = rest.dropFirst()
      }
    }
    self.parts = parts
    let fields = parts.compactMap(\.field)
    guard Set(fields).isSuperset(of: [.year, .month, .day]), Set(fields).count == fields.count else {
      throw TransformError(expected: "year, month and day, each once", found: "`\(text)`")
    }
  }

  /// Removes quoted text from the start of `rest` and returns it. Two successive quotes represent
  /// one quote.
  private static func quoted(_ rest: inout Substring) throws(TransformError) -> String {
    var text = ""
    var isFirst = true
    repeat {
      guard let end = rest.dropFirst().firstIndex(of: "'") else {
        throw TransformError(expected: "`'` after the text in quotes", found: "the end")
      }
      text += (isFirst ? "" : "'") + rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      isFirst = false
    } while rest.first == "'"
    return text.isEmpty ? "'" : text
  }
}

extension DatePattern.Field {
  /// The English names, with three letters, of the months for ``month`` and of the weekdays for other fields.
  var names: [String] { self == .month ? EnglishNames.months : EnglishNames.weekdays }
}

// MARK: - Reading

extension DatePattern {
  /// Parses a date in the form of the pattern.
  ///
  /// - Parameter text: a string in exactly this form, without surrounding whitespace.
  /// - Returns: nil if the string has another form, or if the date does not exist, such as
  ///   February 30 or a weekday that contradicts the day.
  func date(_ text: String) -> Date? {
    var reader = DatePatternReader(rest: Array(text.utf8)[...])
    for part in parts {
      guard reader.read(part) else { return nil }
    }
    return reader.rest.isEmpty ? reader.date : nil
  }
}

/// A parser for one date, which consumes the string one part at a time.
private struct DatePatternReader {
  /// The bytes of the string that are not parsed yet.
  var rest: ArraySlice<UInt8>
  /// The numbers of the date fields parsed so far, by field.
  private var numbers: [DatePattern.Field: Int] = [:]
  /// The parsed fraction of the second, in nanoseconds.
  private var nanoseconds = 0
  /// The parsed offset of the zone in seconds, positive east of UTC.
  private var zoneSeconds = 0

  /// Creates a parser for a date in UTF-8.
  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// Parses one part at the start of ``rest``, and stores its value.
  ///
  /// - Returns: false if the bytes do not match the part, or if the number is out of range.
  mutating func read(_ part: DatePattern.Part) -> Bool {
    switch part {
    case .number(let field, let count): return number(field, count, in: field.range)
    case .plainDay:
      let isShort = rest.dropFirst().first.map { !ASCII.isDigit($0) } ?? true
      return number(.day, isShort ? 1 : 2, in: isShort ? 1...9 : 10...31)
    case .name(let field): return name(field)
    case .fraction(let count):
      guard let digits = digits(count) else { return false }
      nanoseconds = (count..<9).reduce(digits) { value, _ in value * 10 }
      return true
    case .zone(let hasColon): return zone(hasColon)
    case .zoneName: return skip(Array("GMT".utf8))
    case .text(let bytes): return skip(bytes)
    }
  }

  /// Skips literal text. Returns false if the bytes differ.
  private mutating func skip(_ bytes: [UInt8]) -> Bool {
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  /// The date of the parsed fields; nil if the day does not exist, or if the parsed weekday contradicts the day.
  var date: Date? {
    guard let year = numbers[.year], let month = numbers[.month], let day = numbers[.day],
      day <= ISO8601.daysIn(month, of: year)
    else { return nil }
    let days = ISO8601.days(year, month, day)
    if let weekday = numbers[.weekday], ((days + 3) % 7 + 7) % 7 != weekday { return nil }
    let clock = (numbers[.hour] ?? 0) * 3600 + (numbers[.minute] ?? 0) * 60 + (numbers[.second] ?? 0)
    return Date(
      timeIntervalSince1970: Double(days * 86_400 + clock - zoneSeconds) + Double(nanoseconds) / 1e9)
  }

  /// Parses exactly `count` digits as a number; nil if there are fewer digits.
  private mutating func digits(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(ASCII.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Parses a number of `count` digits and stores it for the field. Returns false if it is out of
  /// range.
  private mutating func number(_ field: DatePattern.Field, _ count: Int, in range: ClosedRange<Int>) -> Bool {
    guard let number = digits(count), range.contains(number) else { return false }
    numbers[field] = number
    return true
  }

  /// Parses an English name of three letters and stores its number. Months are counted from 1,
  /// weekdays from 0.
  private mutating func name(_ field: DatePattern.Field) -> Bool {
    let index = field.names.firstIndex { rest.starts(with: $0.utf8) }
    guard let index else { return false }
    numbers[field] = field == .month ? index + 1 : index
    rest = rest.dropFirst(3)
    return true
  }

  /// Parses an offset from UTC. Returns false if it is malformed.
  private mutating func zone(_ hasColon: Bool) -> Bool {
    if hasColon, rest.first == UInt8(ascii: "Z") {
      rest = rest.dropFirst()
      return true
    }
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return false }
    rest = rest.dropFirst()
    guard let hours = digits(2), hours < 24 else { return false }
    if hasColon {
      guard rest.first == UInt8(ascii: ":") else { return false }
      rest = rest.dropFirst()
    }
    guard let minutes = digits(2), minutes < 60 else { return false }
    zoneSeconds = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    return true
  }
}

// MARK: - Writing

extension DatePattern {
  /// Returns the date in the form of the pattern, in UTC. Fields that the pattern lacks are omitted.
  ///
  /// - Returns: nil for dates outside the years 1 to 9999.
  func text(of date: Date) -> String? {
    let instant = date.timeIntervalSince1970
    guard (-62_135_596_800..<253_402_300_800).contains(instant) else { return nil }
    // Dates are rounded no finer than they are written, because in early years a double cannot
    // represent microseconds.
    let isFine = parts.contains(.fraction(6))
    let ticksPerSecond = isFine ? 1_000_000 : 1000
    let ticks = Int((instant * Double(ticksPerSecond)).rounded())
    let seconds = Int((Double(ticks) / Double(ticksPerSecond)).rounded(.down))
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let (year, month, day) = ISO8601.civil(days)
    guard year <= 9999 else { return nil }
    let clock = seconds - days * 86_400
    let weekday = ((days + 3) % 7 + 7) % 7
    let numbers: [Field: Int] = [
      .year: year, .month: month, .day: day, .hour: clock / 3600, .minute: clock / 60 % 60,
      .second: clock % 60,
    ]
    return parts.map { part in
      switch part {
      case .number(let field, let count): (numbers[field] ?? 0).padded(to: count)
      case .plainDay: "\(day)"
      case .name(let field): field.names[field == .month ? month - 1 : weekday]
      case .fraction(let count):
        String((ticks - seconds * ticksPerSecond).padded(to: isFine ? 6 : 3).prefix(count))
      case .zone(let hasColon): hasColon ? "Z" : "+0000"
      case .zoneName: "GMT"
      case .text(let bytes): String(decoding: bytes, as: UTF8.self)
      }
    }.joined()
  }

  /// Returns the definition types of the given date patterns, such as `date(dd.MM.yyyy)`;
  /// unsupported patterns are dropped.
  static func types(of patterns: [String]) -> [String] {
    patterns.filter { (try? DatePattern($0)) != nil }.map { "date(\($0))" }
  }
}
