import Mantle
import MantlePlatform

/// What is known around the values that are being looked at.
struct Observation {
  var input = 0
  /// Where the parsed text begins in the input.
  var origin = 0
  /// How many containers are around the value.
  var depth = 0

  /// How many objects around the value are kept apart by a text.
  var splits = 0

  /// Objects inside more than so many that are kept apart are not: each level would multiply the evidence.
  static let mostSplits = 6

  /// Values deeper than this are counted and not looked at: no model nests as deep.
  static let deepest = 128

  func place(of value: JSONCursor) -> SamplePlace {
    SamplePlace(input: input, offset: origin + value.startOffset)
  }

  var inside: Observation {
    var inner = self
    inner.depth += 1
    return inner
  }
}

extension Shape {
  /// Counts a value and everything in it.
  ///
  /// - Complexity: linear in the value's text.
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

  func openArray() -> ArrayEvidence {
    if let arrays { return arrays }
    let evidence = ArrayEvidence()
    arrays = evidence
    return evidence
  }

  /// Lends what is known of the objects.
  @inline(__always) func withObjects<Result>(_ body: (ObjectEvidence) -> Result) -> Result {
    let evidence = objectsAsSeen.map { Lent($0.current) } ?? Lent(openObject())
    return evidence(body)
  }

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
  /// Whether U+FFFD is in it, which stands for half a surrogate pair too.
  fileprivate var mayHoldHalfPair: Bool {
    indices.contains { self[$0] == 0xEF && self[$0...].starts(with: [0xEF, 0xBF, 0xBD]) }
  }
}

extension NumberEvidence {
  /// - Complexity: linear in the number's digits.
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

  private mutating func widen(to value: Double) {
    least = min(least, value)
    greatest = max(greatest, value)
  }

  /// Adds a number with an exponent, or with more digits than most have.
  private mutating func addUnusual(
    _ number: JSONCursor, _ text: UnsafeBufferPointer<UInt8>, at place: SamplePlace
  ) {
    let digits = Self.significantDigits(text)
    let value = try? Double.decode(number)
    // Beyond a `Double`: too large, or so small that it would be zero.
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

  /// Whether a number is written as its `Double` is: as few digits as tell it from all others.
  private static func isShortest(_ text: UnsafeBufferPointer<UInt8>, of value: Double?) -> Bool {
    guard var own = value?.description else { return false }
    // Both are the same number to a `Double`: where the digits are the same, so is the exponent.
    return own.withUTF8 { own in
      var (one, other) = (SignificantDigits(own), SignificantDigits(text))
      return (0..<17).allSatisfy { _ in one.next() == other.next() }
    }
  }

  private mutating func addInteger(_ text: UnsafeBufferPointer<UInt8>, at place: SamplePlace) {
    integers.add(place)
    let isNegative = text.first == 0x2D
    // So many digits fit.
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

  /// How many digits a number has without the zeros at either end and without its exponent.
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

/// The digits of a number from the first that is not zero, then zeros without end.
private struct SignificantDigits {
  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var hasBegun = false

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

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
