/// A location in the sample documents.
package struct SamplePlace: Comparable, Hashable, Sendable {
  /// The index of the input, in the order in which the inputs were read.
  package var input: Int
  /// The byte offset in the input.
  package var offset: Int

  /// Orders locations by input, then by offset.
  package static func < (a: SamplePlace, b: SamplePlace) -> Bool {
    a.input == b.input ? a.offset < b.offset : a.input < b.input
  }
}

/// The number of occurrences, and the location of the first one.
package struct Occurrences: Hashable, Sendable {
  /// The number of occurrences.
  package private(set) var count = 0
  /// The location of the first occurrence; without occurrences, the greatest location, so
  /// that comparisons need no special case.
  private var earliest = SamplePlace(input: .max, offset: .max)

  /// The location of the first occurrence; nil if there is none.
  package var first: SamplePlace? { count == 0 ? nil : earliest }

  /// Counts an occurrence.
  mutating func add(_ place: SamplePlace) {
    count += 1
    if place < earliest { earliest = place }
  }

  /// Adds the occurrences of other samples.
  mutating func join(_ other: Occurrences) {
    count += other.count
    earliest = min(earliest, other.earliest)
  }

  /// Returns the sum of both.
  func joined(_ other: Occurrences) -> Occurrences {
    var all = self
    all.join(other)
    return all
  }
}

/// The statistics of the numbers at a location.
package struct NumberEvidence: Sendable {
  /// The occurrences of all numbers.
  package var seen: Occurrences { integers.joined(fractions) }
  /// Numbers without a fraction or an exponent.
  package var integers = Occurrences()
  /// Numbers with a fraction or an exponent.
  package var fractions = Occurrences()
  /// Whole numbers above the range of `Int64`, within that of `UInt64`.
  package var unsigned = Occurrences()
  /// Whether there are numbers that neither 64-bit integers nor `Double` represent exactly:
  /// larger integers, numbers that a `Double` would write with other digits, and numbers
  /// beyond its range.
  package var isInexact = false
  /// Numbers with more digits or larger exponents than a `Decimal` can represent.
  package var unheld = Occurrences()
  /// Whether there are numbers within the range of `Double` whose exponent is beyond that of
  /// `Decimal`.
  package var isBeyondDecimal = false
  /// The smallest number.
  package var least: Double = .infinity
  /// The largest number.
  package var greatest: Double = -.infinity

  /// Adds the statistics of other samples.
  mutating func join(_ other: NumberEvidence) {
    integers.join(other.integers)
    fractions.join(other.fractions)
    unsigned.join(other.unsigned)
    isInexact = isInexact || other.isInexact
    unheld.join(other.unheld)
    isBeyondDecimal = isBeyondDecimal || other.isBeyondDecimal
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
  }
}

/// The statistics of the strings at a location.
package struct TextEvidence: Sendable {
  /// The occurrences of all strings.
  package var seen = Occurrences()
  /// The occurrences of empty strings.
  package var empty = Occurrences()
  /// The forms that every nonempty string has.
  var forms = TextForms.all
  /// The date patterns that every nonempty string matches; nil before the first one.
  private(set) var datePatterns: [String]?
  /// The length of the shortest string, in bytes.
  package var shortest = Int.max
  /// The length of the longest string, in bytes.
  package var longest = 0
  /// The distinct strings with their occurrences; nil if they are too many or too long to be
  /// the cases of an enumeration.
  package private(set) var distinct: [DistinctText]? = []

  /// The maximum number of distinct strings.
  package static let mostDistinct = 32
  /// The maximum length of a case of an enumeration, in bytes.
  package static let longestCase = 40

  /// A distinct string and its occurrences.
  package struct DistinctText: Hashable, Sendable {
    /// The string as UTF-8.
    let bytes: [UInt8]
    /// The occurrences of the string.
    package var seen = Occurrences()
    /// The string.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The distinct strings in the order of their bytes. Of strings that are canonically
  /// equivalent in Unicode, only the first is included.
  var distinctTexts: [String]? {
    distinct.map { distinct in
      distinct.map(\.text).sorted { $0.precedesByBytes($1) }.reduce(into: []) { texts, text in
        if !texts.contains(text) { texts.append(text) }
      }
    }
  }

  /// Counts a string.
  ///
  /// - Parameter text: the string with its escapes resolved.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>, at place: SamplePlace) {
    seen.add(place)
    if text.isEmpty { empty.add(place) }
    shortest = min(shortest, text.count)
    longest = max(longest, text.count)
    if !forms.isEmpty, !text.isEmpty { forms = TextForms.forms(of: text, among: forms) }
    if datePatterns?.isEmpty != true, !text.isEmpty {
      keepDatePatterns(Self.datePatterns(of: text))
    }
    if distinct != nil { addDistinct(text, place) }
  }

  /// Returns the date patterns that a string matches. A pattern that definitions support must
  /// reproduce the string exactly; other patterns are for a formatter.
  private static func datePatterns(of text: UnsafeBufferPointer<UInt8>) -> [String] {
    // Most strings are too long to be dates, so they are not even copied.
    guard text.count <= String.longestDate else { return [] }
    let text = String(decoding: text, as: UTF8.self)
    return text.datePatterns.filter { pattern in
      guard let pattern = try? DatePattern(pattern) else { return true }
      return pattern.date(text).flatMap(pattern.text) == text
    }
  }

  /// Retains the patterns that other strings match too.
  private mutating func keepDatePatterns(_ others: [String]) {
    datePatterns = datePatterns?.filter { others.contains($0) } ?? others
  }

  /// Counts a string among the distinct ones, unless there are too many.
  private mutating func addDistinct(_ text: UnsafeBufferPointer<UInt8>, _ place: SamplePlace) {
    guard text.count <= Self.longestCase else { return distinct = nil }
    // The index is found before the list is changed: a second reference to the list would
    // copy it for every string.
    if let index = distinct?.firstIndex(where: { text.isSame(as: $0.bytes) }) {
      distinct?[index].seen.add(place)
      return
    }
    guard distinct?.count ?? 0 < Self.mostDistinct else { return distinct = nil }
    var new = DistinctText(bytes: Array(text))
    new.seen.add(place)
    distinct?.append(new)
  }

  /// Adds the statistics of other samples.
  mutating func join(_ other: TextEvidence) {
    seen.join(other.seen)
    empty.join(other.empty)
    forms.formIntersection(other.forms)
    if let others = other.datePatterns { keepDatePatterns(others) }
    shortest = min(shortest, other.shortest)
    longest = max(longest, other.longest)
    guard var all = distinct, let others = other.distinct else { return distinct = nil }
    for text in others {
      if let index = all.firstIndex(where: { $0.bytes == text.bytes }) {
        all[index].seen.join(text.seen)
      } else {
        all.append(text)
      }
    }
    distinct = all.count <= Self.mostDistinct ? all : nil
  }
}
