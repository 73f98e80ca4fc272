import Mantle
import MantlePlatform

/// The context of an observed value.
struct Observation {
  /// The index of the input.
  var input = 0
  /// The offset of the parsed text in the input.
  var origin = 0
  /// The number of enclosing containers.
  var depth = 0

  /// The number of enclosing objects that are counted as variants.
  var splits = 0

  /// The maximum number of nested variants. Each level multiplies the statistics.
  static let mostSplits = 6

  /// The maximum depth of nested values. Deeper values are counted without their contents,
  /// because no model is nested so deeply.
  static let deepest = 128

  /// Returns the location of a value.
  func place(of value: JSONCursor) -> SamplePlace {
    SamplePlace(input: input, offset: origin + value.startOffset)
  }

  /// The context of the value's children.
  var inside: Observation {
    var inner = self
    inner.depth += 1
    return inner
  }
}

extension Shape {
  /// Counts a value and its contents.
  ///
  /// - Parameter here: the context of the value.
  /// - Complexity: O(*n*), where *n* is the length of the value's text.
  func observe(_ value: JSONCursor, _ here: Observation) {
    let place = here.place(of: value)
    guard here.depth < Observation.deepest else { return tooDeep.add(place) }
    switch value.kind {
    case .null: nulls.add(place)
    case .true, .false: booleans.add(place)
    case .number: numbersOrNone.add(value, at: place)
    case .string: observeText(value, place)
    case .array: observeArray(value, here.inside, place)
    case .object: withObjects { $0.observe(value, here.inside, place) }
    }
  }

  /// Counts a string. A string with an unpaired surrogate is counted separately, because no
  /// string type can hold it.
  private func observeText(_ value: JSONCursor, _ place: SamplePlace) {
    if texts == nil { texts = TextEvidence() }
    if texts?.isSettled == true, let length = value.lengthOfSimpleText {
      texts?.add(length: length, at: place)
    } else if value.hasHalfPair {
      unread.add(place)
    } else {
      value.withTextAndEnds { text, ends in texts?.add(text, ends, at: place) }
    }
  }

  /// Counts an array and its elements.
  private func observeArray(_ value: JSONCursor, _ here: Observation, _ place: SamplePlace) {
    let evidence = arrays.map(Lent.init) ?? Lent(openArray())
    evidence { evidence in
      var count = 0
      value.forEachElement { element in
        evidence.element.observe(element, here)
        count += 1
      }
      evidence.close(count, at: place)
    }
  }

  /// Returns the statistics of arrays, creating them if necessary.
  func openArray() -> ArrayEvidence {
    if let arrays { return arrays }
    let evidence = ArrayEvidence()
    arrays = evidence
    return evidence
  }

  /// Calls a closure with the statistics of objects, which are not retained during the call.
  @inline(__always) func withObjects<Result>(_ body: (ObjectEvidence) -> Result) -> Result {
    let evidence = objectsAsSeen.map { Lent($0.current) } ?? Lent(openObject())
    return evidence(body)
  }

  /// Returns the statistics of objects, creating them if necessary.
  func openObject() -> ObjectEvidence {
    if let objects { return objects }
    let evidence = ObjectEvidence()
    objects = evidence
    return evidence
  }
}

extension JSONCursor {
  /// Whether it is a string with half of a surrogate pair.
  var hasHalfPair: Bool { isFlagged && withText(\.mayHoldHalfPair) && (try? String.decode(self)) == nil }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes contain U+FFFD, which also replaces an unpaired surrogate.
  fileprivate var mayHoldHalfPair: Bool {
    indices.contains { self[$0] == 0xEF && self[$0...].starts(with: [0xEF, 0xBF, 0xBD]) }
  }
}

extension NumberEvidence {
  /// Counts a number.
  ///
  /// - Complexity: O(*n*), where *n* is the number of digits.
  mutating func add(_ number: JSONCursor, at place: SamplePlace) {
    let text = number.scalarBytes
    guard number.isFlagged else {
      if text.count > 38, (try? Decimal.decode(number)) == nil { unheld.add(place) }
      return addInteger(text, at: place)
    }
    fractions.add(place)
    if let plain = PlainFraction(text) {
      if !plain.isShortest { isInexact = true }
      return widen(to: plain.value)
    }
    addUnusual(number, text, at: place)
  }

  /// Extends the range to a value.
  private mutating func widen(to value: Double) {
    least = min(least, value)
    greatest = max(greatest, value)
  }

  /// Counts a number with an exponent or with an unusual number of digits.
  private mutating func addUnusual(
    _ number: JSONCursor, _ text: UnsafeBufferPointer<UInt8>, at place: SamplePlace
  ) {
    let digits = Self.significantDigits(text)
    let value = try? Double.decode(number)
    // The value is outside the range of `Double`: too large, or so small that it becomes
    // zero.
    let isHeld = value.map { $0.isFinite && ($0 != 0 || digits == 0) } ?? false
    if !isInexact {
      isInexact = !isHeld || digits > 17 || digits > 15 && !Self.isShortest(text, of: value)
    }
    if !isHeld || digits > 38, (try? Decimal.decode(number)) == nil { unheld.add(place) }
    guard isHeld, let value else { return }
    if value != 0, !(1e-100...1e100).contains(value.magnitude), (try? Decimal.decode(number)) == nil {
      isBeyondDecimal = true
    }
    widen(to: value)
  }

  /// Whether the number has the digits that Swift writes for its `Double`, which are the
  /// fewest that distinguish it from all others.
  private static func isShortest(_ text: UnsafeBufferPointer<UInt8>, of value: Double?) -> Bool {
    guard var own = value?.description else { return false }
    // Both represent the same `Double`, so equal digits imply equal exponents.
    return own.withUTF8 { own in
      var (one, other) = (SignificantDigits(own), SignificantDigits(text))
      return (0..<17).allSatisfy { _ in one.next() == other.next() }
    }
  }

  /// Counts a whole number.
  private mutating func addInteger(_ text: UnsafeBufferPointer<UInt8>, at place: SamplePlace) {
    integers.add(place)
    let isNegative = text.first == 0x2D
    // Up to 18 characters fit into 64 bits without overflow.
    guard text.count > 18 else {
      let magnitude = text[(isNegative ? 1 : 0)...].reduce(0) { $0 &* 10 &+ Int64($1 &- 0x30) }
      return widen(to: isNegative ? -Double(magnitude) : Double(magnitude))
    }
    var magnitude: UInt64 = 0
    for byte in isNegative ? text.dropFirst() : text[...] {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte &- 0x30))
      if overflow || carry { return isInexact = true }
      magnitude = sum
    }
    if isNegative, magnitude > 1 << 63 { return isInexact = true }
    if !isNegative, magnitude > UInt64(Int64.max) { unsigned.add(place) }
    widen(to: isNegative ? -Double(magnitude) : Double(magnitude))
  }

  /// Returns the number of digits without leading and trailing zeros, and without the
  /// exponent.
  private static func significantDigits(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var digits = 0
    var zeros = 0
    for byte in text {
      if byte | 0x20 == 0x65 { break }
      guard byte &- 0x30 <= 9 else { continue }
      if byte == 0x30 {
        if digits > 0 { zeros += 1 }
      } else {
        digits += zeros + 1
        zeros = 0
      }
    }
    return digits
  }
}

/// The digits of a number from the first that is not zero, followed by an infinite number of
/// zeros.
private struct SignificantDigits {
  /// The text of the number.
  private let text: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte.
  private var position = 0
  /// Whether a digit other than zero was read.
  private var hasBegun = false

  /// Creates the sequence of a number's digits.
  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Returns the next digit as ASCII.
  mutating func next() -> UInt8 {
    while position < text.count, text[position] | 0x20 != 0x65 {
      let byte = text[position]
      position += 1
      guard byte &- 0x30 <= 9, hasBegun || byte != 0x30 else { continue }
      hasBegun = true
      return byte
    }
    return 0x30
  }
}
