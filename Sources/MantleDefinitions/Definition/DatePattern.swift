import Mantle
import MantlePlatform

/// How a date is written in digits and English names, each part as wide as the pattern says: `dd.MM.yyyy HH:mm`.
///
/// The letters are those of Unicode TR 35. What is not said is the beginning of the day, in UTC. A formatter of Foundation
/// knows every language and all calendars, and is thirty megabytes: definitions need the forms that programs write.
package struct DatePattern: Sendable, Hashable {
  enum Part: Hashable {
    case year, month, monthName, day, weekday, hour, minute, second
    /// One digit where that is enough.
    case plainDay
    /// So many digits of a second.
    case fraction(Int)
    /// `+0100`, or with a colon and `Z` for UTC.
    case zone(hasColon: Bool)
    /// `GMT`, as HTTP writes it; other names of zones are more than one zone's.
    case zoneName
    case text([UInt8])

    /// What it says: of each kind there is one, however many digits it has.
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

  package let text: String
  let parts: [Part]

  /// - Throws: a ``TransformError`` for letters without a meaning here, for parts said twice, and without year, month and day.
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

  /// Takes a text in quotes; two quotes are one, in it and elsewhere.
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
  /// - Returns: nil for what is not written so, and for days and times that there are not.
  package func date(_ text: String) -> Date? {
    var reader = DatePatternReader(rest: Array(text.utf8)[...])
    for part in parts {
      guard reader.read(part) else { return nil }
    }
    return reader.rest.isEmpty ? reader.date : nil
  }
}

private struct DatePatternReader {
  var rest: ArraySlice<UInt8>
  private var numbers: [DatePattern.Part: Int] = [:]
  private var nanoseconds = 0
  /// East of UTC.
  private var zoneSeconds = 0

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

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

  private mutating func skip(_ bytes: [UInt8]) -> Bool {
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  /// Nil where the day does not exist, or is no such weekday.
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

  private mutating func digits(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func number(_ part: DatePattern.Part, _ count: Int, in range: ClosedRange<Int>) -> Bool {
    guard let number = digits(count), range.contains(number) else { return false }
    numbers[part] = number
    return true
  }

  private mutating func name(_ part: DatePattern.Part, _ names: [String], from first: Int) -> Bool {
    guard let index = names.firstIndex(where: { rest.starts(with: $0.utf8) }) else { return false }
    numbers[part] = index + first
    rest = rest.dropFirst(3)
    return true
  }

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
  /// The date in UTC; what the pattern does not say is left out. Nil outside of the years 1 to 9999.
  package func text(of date: Date) -> String? {
    let instant = date.timeIntervalSince1970
    guard (-62_135_596_800..<253_402_300_800).contains(instant) else { return nil }
    // No finer than is written: in early years a double holds no microseconds.
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

  /// The types by which definitions read dates of some patterns, `date(dd.MM.yyyy)`; not every pattern is one.
  static func types(of patterns: [String]) -> [String] {
    patterns.filter { (try? DatePattern($0)) != nil }.map { "date(\($0))" }
  }
}
