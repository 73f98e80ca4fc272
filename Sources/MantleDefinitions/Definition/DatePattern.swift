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
  /// A component of a pattern: a field of the date, or literal text.
  enum Part: Hashable {
    case year, month, monthName, day, weekday, hour, minute, second
    /// The day of the month without a leading zero.
    case plainDay
    /// The first N digits of the fraction of a second.
    case fraction(Int)
    /// The offset from UTC: `+0100`, or `+01:00` and `Z` with a colon.
    case zone(hasColon: Bool)
    /// The zone name `GMT`, which HTTP dates use. Other names of zones are rejected because they
    /// are ambiguous.
    case zoneName
    /// Literal text, as UTF-8.
    case text([UInt8])

    /// The field of the date that this part determines, regardless of the number of digits.
    ///
    /// A pattern has at most one part of each kind, apart from literal text.
    var kind: Part {
      switch self {
      case .fraction: .fraction(0)
      case .zone, .zoneName: .zoneName
      case .monthName: .month
      case .plainDay: .day
      default: self
      }
    }
  }

  /// The unparsed pattern, such as `dd.MM.yyyy`.
  package let text: String
  /// The parsed pattern.
  let parts: [Part]

  /// Parses a pattern. Characters other than ASCII letters represent themselves, and so does text
  /// in single quotes.
  ///
  /// - Parameter text: `yyyy`, `MM` or `MMM`, and `dd` or `d` are required; `EEE`, `HH`, `mm`,
  ///   `ss`, `S` to `SSS`, `SSSSSS`, `Z`, `XXX` and `zzz` are optional.
  /// - Throws: a ``TransformError`` for unknown letters, for repeated fields, and if the year,
  ///   month or day is missing.
  package init(_ text: String) throws(TransformError) {
    self.text = text
    var parts: [Part] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "'" {
        parts.append(.text(Array(try Self.quoted(&rest).utf8)))
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        guard let part = Self.part(String(run)) else {
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
    let fields = parts.filter { if case .text = $0 { false } else { true } }
    let kinds = Set(fields.map(\.kind))
    guard kinds.isSuperset(of: [.year, .month, .day]), kinds.count == fields.count else {
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
        throw TransformError(expected: "`'` behind the text in quotes", found: "the end")
      }
      text += (isFirst ? "" : "'") + rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      isFirst = false
    } while rest.first == "'"
    return text.isEmpty ? "'" : text
  }

  /// Returns the part for a run of equal letters; nil for an unsupported run.
  private static func part(_ letters: String) -> Part? {
    switch letters {
    case "yyyy": .year
    case "MM": .month
    case "MMM": .monthName
    case "dd": .day
    case "d": .plainDay
    case "EEE": .weekday
    case "HH": .hour
    case "mm": .minute
    case "ss": .second
    case "S", "SS", "SSS", "SSSSSS": .fraction(letters.count)
    case "Z": .zone(hasColon: false)
    case "XXX": .zone(hasColon: true)
    case "zzz": .zoneName
    default: nil
    }
  }
}

// MARK: - Reading

extension DatePattern {
  /// Parses a date.
  ///
  /// - Parameter text: a string in exactly this form, without surrounding whitespace.
  /// - Returns: nil if the string has another form, or if the date does not exist, such as
  ///   February 30 or a weekday that contradicts the day.
  package func date(_ text: String) -> Date? {
    var reader = DatePatternReader(rest: Array(text.utf8)[...])
    for part in parts {
      guard reader.read(part) else { return nil }
    }
    return reader.rest.isEmpty ? reader.date : nil
  }
}

/// A parser for one date, which consumes the string one part at a time.
private struct DatePatternReader {
  /// The remaining bytes of the string.
  var rest: ArraySlice<UInt8>
  /// The fields parsed so far, as numbers.
  private var numbers: [DatePattern.Part: Int] = [:]
  /// The fraction of the second.
  private var nanoseconds = 0
  /// The offset of the zone in seconds, positive east of UTC.
  private var zoneSeconds = 0

  /// Creates a parser for UTF-8 bytes.
  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// Parses one part at the start of ``rest``, and stores its value.
  ///
  /// - Returns: false if the bytes do not match the part, or if the number is out of range.
  mutating func read(_ part: DatePattern.Part) -> Bool {
    switch part {
    case .year: return number(part, 4, in: 1...9999)
    case .month: return number(part, 2, in: 1...12)
    case .day: return number(part, 2, in: 1...31)
    case .plainDay:
      let isShort = rest.dropFirst().first.map { !(0x30...0x39).contains($0) } ?? true
      return number(.day, isShort ? 1 : 2, in: isShort ? 1...9 : 10...31)
    case .hour: return number(part, 2, in: 0...23)
    case .minute, .second: return number(part, 2, in: 0...59)
    case .fraction(let count):
      guard let digits = digits(count) else { return false }
      nanoseconds = (count..<9).reduce(digits) { value, _ in value * 10 }
      return true
    case .monthName: return name(.month, EnglishNames.months, from: 1)
    case .weekday: return name(.weekday, EnglishNames.weekdays, from: 0)
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

  /// The date of the parsed fields; nil if the day does not exist, or if it has another weekday.
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

  /// Parses exactly `count` digits; nil if there are fewer.
  private mutating func digits(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Parses a number of `count` digits and stores it for the part. Returns false if it is out of
  /// range.
  private mutating func number(_ part: DatePattern.Part, _ count: Int, in range: ClosedRange<Int>) -> Bool {
    guard let number = digits(count), range.contains(number) else { return false }
    numbers[part] = number
    return true
  }

  /// Parses an English name of three letters and stores its number, counted from `first`.
  private mutating func name(_ part: DatePattern.Part, _ names: [String], from first: Int) -> Bool {
    guard let index = names.firstIndex(where: { rest.starts(with: $0.utf8) }) else { return false }
    numbers[part] = index + first
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
  /// Returns the date in this form, in UTC. Fields that the pattern lacks are omitted.
  ///
  /// - Returns: nil for dates outside the years 1 to 9999.
  package func text(of date: Date) -> String? {
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
    return parts.map { part in
      switch part {
      case .year: year.padded(to: 4)
      case .month: month.padded(to: 2)
      case .monthName: EnglishNames.months[month - 1]
      case .day: day.padded(to: 2)
      case .plainDay: "\(day)"
      case .weekday: EnglishNames.weekdays[((days + 3) % 7 + 7) % 7]
      case .hour: (clock / 3600).padded(to: 2)
      case .minute: (clock / 60 % 60).padded(to: 2)
      case .second: (clock % 60).padded(to: 2)
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
