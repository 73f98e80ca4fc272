/// A location in the sample documents.
struct SamplePlace: Comparable, Hashable, Sendable {
  /// The index of the input document, in the order in which the inputs were read.
  var input: Int
  /// The byte offset of the location in the input document.
  var offset: Int

  /// Orders locations in the samples by input document, then by offset.
  static func < (a: SamplePlace, b: SamplePlace) -> Bool {
    a.input == b.input ? a.offset < b.offset : a.input < b.input
  }
}

/// The statistics of the numbers at a location.
struct NumberEvidence: Sendable, Codable {
  /// The count of all numbers at the location.
  var seen: Int { integers + fractions }
  /// The count of numbers at the location without a fraction or an exponent.
  var integers = 0
  /// The count of numbers at the location with a fraction or an exponent.
  var fractions = 0
  /// The count of whole numbers at the location above the range of `Int64`, within that of `UInt64`.
  var unsigned = 0
  /// Whether a number at the location is a 64-bit integer that a `Double` rounds.
  var hasLongIntegers = false
  /// Whether a number at the location cannot be represented exactly by a 64-bit integer or a `Double`: a larger
  /// integer, a number that a `Double` would write with other digits, or a number beyond the range of `Double`.
  var isInexact = false
  /// The count of numbers at the location with more digits or larger exponents than a `Decimal` can represent.
  var unheld = 0
  /// Whether a number at the location is in the range of `Double`, but its exponent is beyond that of `Decimal`.
  var isBeyondDecimal = false
  /// The range of the numbers at the location that a `Double` holds; nil if there are none.
  var range: ClosedRange<Double>?

  /// Adds the statistics of the numbers in other samples.
  mutating func join(_ other: NumberEvidence) {
    integers += other.integers
    fractions += other.fractions
    unsigned += other.unsigned
    hasLongIntegers = hasLongIntegers || other.hasLongIntegers
    isInexact = isInexact || other.isInexact
    unheld += other.unheld
    isBeyondDecimal = isBeyondDecimal || other.isBeyondDecimal
    if let more = other.range {
      widen(to: more.lowerBound)
      widen(to: more.upperBound)
    }
  }

  /// Extends the range of the numbers to include a value.
  mutating func widen(to value: Double) {
    range = min(range?.lowerBound ?? value, value)...max(range?.upperBound ?? value, value)
  }
}

/// The statistics of the strings at a location.
struct TextEvidence: Sendable, Codable {
  /// The number of all strings at the location.
  var seen = 0
  /// The number of empty strings at the location.
  var empty = 0
  /// The forms that all nonempty strings at the location have in common, such as a date or a URL.
  var forms = TextForms.all
  /// The date patterns that every nonempty string at the location matches; nil before the first such string.
  private(set) var datePatterns: [String]?
  /// The length of the shortest string at the location, in bytes.
  var shortest = Int.max
  /// The length of the longest string at the location, in bytes.
  var longest = 0
  /// The distinct strings at the location as UTF-8; nil if they are too many or too long to be the cases of an
  /// enumeration.
  private(set) var distinct: [[UInt8]]? = []

  /// The maximum number of distinct strings to collect.
  static let maximumDistinct = 32
  /// The maximum length of a case of an enumeration, in bytes.
  static let longestCase = 40

  /// The distinct strings at the location in the order of their bytes; nil if there are too many. If strings are
  /// canonically equivalent in Unicode, only the first is included.
  var distinctTexts: [String]? {
    distinct.map { distinct in
      let texts = distinct.map { String(decoding: $0, as: UTF8.self) }
      return texts.sorted { $0.precedesByBytes($1) }.reduce(into: []) { texts, text in
        if !texts.contains(text) { texts.append(text) }
      }
    }
  }

  /// Adds a string to the statistics.
  ///
  /// - Parameter text: the string with its escapes resolved.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    seen += 1
    if text.isEmpty { empty += 1 }
    shortest = min(shortest, text.count)
    longest = max(longest, text.count)
    if !forms.isEmpty, !text.isEmpty { forms = TextForms.forms(of: text, among: forms) }
    if datePatterns?.isEmpty != true, !text.isEmpty {
      keepDatePatterns(Self.datePatterns(of: text))
    }
    if distinct != nil { addDistinct(text) }
  }

  /// Returns the date patterns that a string matches. A pattern that definitions support must reproduce the string exactly; this
  /// is not required of patterns for Foundation's formatter.
  private static func datePatterns(of text: UnsafeBufferPointer<UInt8>) -> [String] {
    // Most strings are too long to be dates, so they are not even copied.
    guard text.count <= String.longestDate else { return [] }
    let text = String(decoding: text, as: UTF8.self)
    return text.datePatterns.filter { pattern in
      guard let pattern = try? DatePattern(pattern) else { return true }
      return pattern.date(text).flatMap(pattern.text) == text
    }
  }

  /// Removes the date patterns that a further string does not match.
  private mutating func keepDatePatterns(_ others: [String]) {
    datePatterns = datePatterns?.filter { others.contains($0) } ?? others
  }

  /// Adds a string to ``distinct``, which becomes nil if there are too many strings or if the string is too long.
  private mutating func addDistinct(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= Self.longestCase else { return distinct = nil }
    if distinct?.contains(where: { text.isSame(as: $0) }) == true { return }
    guard distinct?.count ?? 0 < Self.maximumDistinct else { return distinct = nil }
    distinct?.append(Array(text))
  }

  /// Adds the statistics of the strings in other samples.
  mutating func join(_ other: TextEvidence) {
    seen += other.seen
    empty += other.empty
    forms.formIntersection(other.forms)
    if let others = other.datePatterns { keepDatePatterns(others) }
    shortest = min(shortest, other.shortest)
    longest = max(longest, other.longest)
    guard var all = distinct, let others = other.distinct else { return distinct = nil }
    all += others.filter { !all.contains($0) }
    distinct = all.count <= Self.maximumDistinct ? all : nil
  }
}
