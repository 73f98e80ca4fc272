/// Where something was first seen: the input's number, and the offset in it.
package struct SamplePlace: Comparable, Hashable, Sendable {
  package var input: Int
  package var offset: Int

  package static func < (a: SamplePlace, b: SamplePlace) -> Bool {
    a.input == b.input ? a.offset < b.offset : a.input < b.input
  }
}

/// How often something was seen, and where first.
package struct Occurrences: Hashable, Sendable {
  package private(set) var count = 0
  /// Behind everything where nothing was seen: then there is no more to compare than otherwise.
  private var earliest = SamplePlace(input: .max, offset: .max)

  package var first: SamplePlace? { count == 0 ? nil : earliest }

  mutating func add(_ place: SamplePlace) {
    count += 1
    if place < earliest { earliest = place }
  }

  mutating func join(_ other: Occurrences) {
    count += other.count
    earliest = min(earliest, other.earliest)
  }

  func joined(_ other: Occurrences) -> Occurrences {
    var all = self
    all.join(other)
    return all
  }
}

/// The numbers seen at a place.
package struct NumberEvidence: Sendable {
  package var seen: Occurrences { integers.joined(fractions) }
  var isEmpty: Bool { integers.count == 0 && fractions.count == 0 }
  /// Without a fraction or an exponent.
  package var integers = Occurrences()
  package var fractions = Occurrences()
  /// Integers beyond `Int64`, within `UInt64`.
  package var unsigned = Occurrences()
  /// Whether there are integers beyond 64 bits, numbers that a `Double` would write with other digits, or numbers beyond
  /// its range.
  package var isInexact = false
  /// Numbers beyond the digits and exponents of a `Decimal`.
  package var unheld = Occurrences()
  /// Whether there are numbers that a `Double` holds and whose exponent a `Decimal` does not.
  package var isBeyondDecimal = false
  package var least: Double = .infinity
  package var greatest: Double = -.infinity

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

/// The texts seen at a place.
package struct TextEvidence: Sendable {
  package var seen = Occurrences()
  package var empty = Occurrences()
  /// What every text that is not empty could be read as.
  var forms = TextForms.all
  /// The patterns by which a formatter reads every text as a date; nil before the first text.
  private(set) var datePatterns: [String]?
  package var shortest = Int.max
  package var longest = 0
  /// The different texts with how often each was seen; nil where there are too many or too long ones to be the
  /// cases of an enumeration.
  package private(set) var distinct: [DistinctText]? = []

  package static let mostDistinct = 32
  package static let longestCase = 40

  package struct DistinctText: Hashable, Sendable {
    let known: KnownText
    package var seen = Occurrences()
    package var text: String { known.string }
    var bytes: [UInt8] { known.bytes }
  }

  /// The different texts in the order of their bytes; of those that are the same to Unicode the first.
  var distinctTexts: [String]? {
    distinct.map { distinct in
      distinct.map(\.text).sorted { $0.precedesByBytes($1) }.reduce(into: []) { texts, text in
        if !texts.contains(text) { texts.append(text) }
      }
    }
  }

  /// Whether nothing but the lengths of further texts is of interest: they are nothing but text, and too many or too long to be
  /// told apart.
  var isSettled: Bool { forms.isEmpty && distinct == nil && datePatterns?.isEmpty == true }

  /// Adds a text of which nothing else is of interest.
  mutating func add(length: Int, at place: SamplePlace) {
    seen.add(place)
    if length == 0 { empty.add(place) }
    shortest = min(shortest, length)
    longest = max(longest, length)
  }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ ends: TextEnds, at place: SamplePlace) {
    add(length: text.count, at: place)
    if !forms.isEmpty, !text.isEmpty { forms = TextForms.forms(of: text, among: forms) }
    if datePatterns?.isEmpty != true, !text.isEmpty {
      keepDatePatterns(Self.datePatterns(of: text))
    }
    if distinct != nil { addDistinct(text, ends, place) }
  }

  /// What definitions read is proven; the others are for a formatter.
  private static func datePatterns(of text: UnsafeBufferPointer<UInt8>) -> [String] {
    // Most texts are not even copied.
    guard text.count <= String.longestDate else { return [] }
    let text = String(decoding: text, as: UTF8.self)
    return text.datePatterns.filter { pattern in
      guard let pattern = try? DatePattern(pattern) else { return true }
      return pattern.date(text).flatMap(pattern.text) == text
    }
  }

  /// Keeps the patterns that other texts have, too.
  private mutating func keepDatePatterns(_ others: [String]) {
    datePatterns = datePatterns?.filter { others.contains($0) } ?? others
  }

  private mutating func addDistinct(
    _ text: UnsafeBufferPointer<UInt8>, _ ends: TextEnds, _ place: SamplePlace
  ) {
    guard text.count <= Self.longestCase else { return distinct = nil }
    // Looked up before it is changed: a list that is held twice would be copied at every text.
    if let index = distinct?.firstIndex(where: { $0.known.equals(text, ends) }) {
      distinct?[index].seen.add(place)
      return
    }
    guard distinct?.count ?? 0 < Self.mostDistinct else { return distinct = nil }
    var new = DistinctText(known: KnownText(text, ends))
    new.seen.add(place)
    distinct?.append(new)
  }

  mutating func join(_ other: TextEvidence) {
    seen.join(other.seen)
    empty.join(other.empty)
    forms.formIntersection(other.forms)
    if let others = other.datePatterns { keepDatePatterns(others) }
    shortest = min(shortest, other.shortest)
    longest = max(longest, other.longest)
    guard var all = distinct, let others = other.distinct else { return distinct = nil }
    for text in others {
      if let index = all.firstIndex(where: { $0.known == text.known }) {
        all[index].seen.join(text.seen)
      } else {
        all.append(text)
      }
    }
    distinct = all.count <= Self.mostDistinct ? all : nil
  }
}
