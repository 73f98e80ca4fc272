import Mantle
import MantlePlatform

/// The context of a value that is counted: its input and its nesting.
struct Observation {
  /// The index of the input document that contains the value.
  var input = 0
  /// The offset of the parsed text in the input.
  var origin = 0
  /// The number of containers that enclose the value.
  var depth = 0

  /// The number of objects that enclose the value and are counted as variants.
  var splits = 0

  /// The maximum number of nested objects that are counted as variants. Each level multiplies the statistics.
  static let maximumSplits = 6

  /// The maximum depth of nested values. Deeper values are counted without their contents,
  /// because no model is nested so deeply.
  static let deepest = 128

  /// Returns the location of a value in the samples.
  func place(of value: JSONCursor) -> SamplePlace {
    SamplePlace(input: input, offset: origin + value.startOffset)
  }

  /// The context of the children of the value, one level deeper.
  var inside: Observation {
    var inner = self
    inner.depth += 1
    return inner
  }
}

extension Shape {
  /// Counts a JSON value and its contents in the statistics.
  ///
  /// - Parameter here: the context of the value.
  /// - Complexity: O(*n*), where *n* is the length of the value's text.
  func observe(_ value: JSONCursor, _ here: Observation) {
    guard here.depth < Observation.deepest else { return tooDeep += 1 }
    switch value.kind {
    case .null: nulls += 1
    case .true, .false: booleans += 1
    case .number:
      if numbers == nil { numbers = NumberEvidence() }
      numbers?.add(value)
    case .string: observeText(value)
    case .array: observeArray(value, here.inside)
    case .object: openObject().observe(value, here.inside)
    }
  }

  /// Counts a string in the statistics. A string with an unpaired surrogate is counted separately, because no string type can
  /// hold it.
  private func observeText(_ value: JSONCursor) {
    if texts == nil { texts = TextEvidence() }
    if value.hasHalfPair { return unread += 1 }
    value.withText { texts?.add($0) }
  }

  /// Counts an array and its elements in the statistics.
  private func observeArray(_ value: JSONCursor, _ here: Observation) {
    let evidence = openArray()
    evidence.seen += 1
    value.forEachElement { evidence.element.observe($0, here) }
  }

  /// Returns the statistics of the arrays at the location, creating them if necessary.
  func openArray() -> ArrayEvidence {
    if let arrays { return arrays }
    let evidence = ArrayEvidence()
    arrays = evidence
    return evidence
  }

  /// Returns the statistics of the objects at the location, creating them if necessary.
  func openObject() -> ObjectEvidence {
    if let objects { return objects }
    let evidence = ObjectEvidence()
    objects = evidence
    return evidence
  }
}

extension JSONCursor {
  /// Whether the value is a string with an unpaired surrogate.
  var hasHalfPair: Bool { isFlagged && withText(\.mayHoldHalfPair) && (try? String.decode(self)) == nil }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes contain U+FFFD, which also replaces an unpaired surrogate.
  fileprivate var mayHoldHalfPair: Bool {
    indices.contains { self[$0] == 0xEF && self[$0...].starts(with: [0xEF, 0xBF, 0xBD]) }
  }
}

extension NumberEvidence {
  /// Adds a number to the statistics.
  ///
  /// - Complexity: O(*n*), where *n* is the number of digits.
  mutating func add(_ number: JSONCursor) {
    guard !number.isFlagged else { return addFraction(number) }
    integers += 1
    if let value = try? Int64.decode(number) {
      hasLongIntegers = hasLongIntegers || Int64(exactly: Double(value)) != value
      return widen(to: Double(value))
    }
    if let value = try? UInt64.decode(number) {
      unsigned += 1
      return widen(to: Double(value))
    }
    isInexact = true
    if (try? Decimal.decode(number)) == nil { unheld += 1 }
  }

  /// Counts a number with a fraction or an exponent in the statistics.
  private mutating func addFraction(_ number: JSONCursor) {
    fractions += 1
    let value = try? Double.decode(number)
    if let value { widen(to: value) }
    let text = number.scalarBytes
    let isUsual = value.map { (1e-100...1e100).contains($0.magnitude) } ?? false
    // At most 15 digits survive the conversion to `Double` and back.
    guard !isUsual || text.count > (isInexact ? Self.decimalDigits : 16) else { return }
    let isExact = value.map { Self.areEqual(text, "\($0)") } ?? false
    if !isExact { isInexact = true }
    guard (try? Decimal.decode(number)) == nil else { return }
    if isExact { isBeyondDecimal = true } else { unheld += 1 }
  }

  /// The number of digits that a `Decimal` holds.
  private static let decimalDigits = 38

  /// Returns whether two numbers in JSON syntax have the same value.
  private static func areEqual(_ number: UnsafeBufferPointer<UInt8>, _ other: String) -> Bool {
    number.elementsEqual(other.utf8) || JSONDecimal(Array(number)) == JSONDecimal(Array(other.utf8))
  }
}
