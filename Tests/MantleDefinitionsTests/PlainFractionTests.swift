import Foundation
import Testing

@testable import MantleDefinitions

/// A law: where a fraction is read the quick way, it is what the standard library says.
@Suite struct PlainFractionTests {
  @Test(arguments: [
    "0.0", "-0.0", "0.5", "12.50", "0.1", "100.0", "3.14159265358979", "0.1234567890123456",
    "0.12345678901234567", "-73.98513281345367", "0.30000000000000004", "0.3000000000000000",
    "4503599627370496.5",
    "9007199254740993.0", "1.0000000000000002", "1.0000000000000001", "0.99999999999999994",
    "2.2250738585072014",
    "123456789012345.67", "1234567890123456.75", "0.000012345678901234567", "9.999999999999999999",
  ])
  func isAsTheStandardLibrarySays(text: String) { check(text) }

  @Test func isAsTheStandardLibrarySaysOfRandomNumbers() {
    let rounds = ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 2_000
    var generator = Generator()
    for _ in 0..<rounds {
      // As programs write them, with the last digit changed, and with a digit more and one less.
      let exponent = Double.random(in: -6...15, using: &generator)
      let number = Double.random(in: 0..<1, using: &generator) * pow(10, exponent.rounded())
      let text = "\(number)"
      guard !text.contains("e"), let last = text.last?.wholeNumberValue else { continue }
      check(text)
      check(String(text.dropLast()) + "\((last + 1) % 10)")
      check(text + "\(Int.random(in: 0...9, using: &generator))")
      check("-" + (text.dropLast().last == "." ? text : String(text.dropLast())))
    }
  }

  private func check(_ text: String) {
    var copy = text
    guard let found = copy.withUTF8({ PlainFraction($0) }), let value = Double(text) else { return }
    #expect(found.value == value && found.value.sign == value.sign, "\(text)")
    let digits = digits(text)
    #expect(found.isShortest == (digits.count <= 15 || digits == self.digits("\(value)")), "\(text)")
  }

  /// The digits from the first to the last that is not zero.
  private func digits(_ text: String) -> String {
    let all = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
    return String(all.reversed().drop { $0 == "0" }.reversed())
  }

  @Test func mostFractionsAreReadTheQuickWay() {
    for text in ["0.5", "0.1234567890123456", "-73.98513281345367", "899.999", "0.30000000000000004"] {
      var text = text
      #expect(text.withUTF8 { PlainFraction($0) } != nil, "\(text)")
    }
  }
}

private struct Generator: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}
