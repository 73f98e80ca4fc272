import Foundation
import Mantle
import TestSupport
import Testing

@testable import MantleDefinitions

/// A law: a fraction is a `double` if and only if a `Double` is written with its digits.
@Suite struct FractionInferenceTests {
  @Test(arguments: [
    "0.0", "-0.0", "0.5", "12.50", "0.1", "100.0", "3.14159265358979", "0.1234567890123456",
    "0.12345678901234567", "-73.98513281345367", "0.30000000000000004", "0.3000000000000000",
    "4503599627370496.5",
    "9007199254740993.0", "1.0000000000000002", "1.0000000000000001", "0.99999999999999994",
    "2.2250738585072014",
    "123456789012345.67", "1234567890123456.75", "0.000012345678901234567", "9.999999999999999999",
  ])
  func digitsDecideTheTypeOfFractions(text: String) { check(text) }

  @Test func digitsDecideTheTypeOfRandomFractions() {
    let rounds = ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 500
    var generator = SeededGenerator(seed: 1)
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
    guard let value = Double(text) else { return }
    var inference = Inference()
    inference.read(JSONBytes("[\(text)]"))
    let isDouble = digits(text) == digits("\(value)")
    #expect(inference.definition(rootName: "Root").root == .array(isDouble ? .double : .decimal), "\(text)")
  }

  /// The digits from the first to the last that is not zero.
  private func digits(_ text: String) -> String {
    let all = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
    return String(all.reversed().drop { $0 == "0" }.reversed())
  }
}
