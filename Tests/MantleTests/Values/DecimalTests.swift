import Foundation
import TestSupport
import Testing

@testable import Mantle

@Suite struct DecimalTests {
  private struct Price: Model {
    var value: Decimal
    var text = Decimal(0)
    static let properties = Properties(of: Price.self) {
      Property(\.value, "value")
      Property(\.text, "text", .decimalString).default(0)
    }
    static let mapping = Mapping(Price.init, properties)
  }

  /// Every computed decimal can be read again, including numbers of 39 digits.
  @Test func computedDecimalsRoundTrip() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let (a, b) = (
        Decimal(Int.random(in: 1 ... .max, using: &random)), Decimal(Int.random(in: 1...999, using: &random))
      )
      for value in [a * b, a / b, a / 3, -a / (b * 7)] {
        let text = try Price(value: value).json()
        #expect(try Price.decode(json: text).value == value)
      }
    }
  }

  @Test(arguments: [
    "340282366920938463463374607431768211456", "1234567890123456789012345678901234567891",
    "0.999999999999999999999999999999999999999",
  ])
  func decimalRejectsNumbersThatWouldBeRounded(_ text: String) throws {
    #expect(throws: (any Error).self) { try Price.decode(json: "{\"value\":\(text)}") }
  }

  @Test func encodingRejectsDecimalNaN() {
    #expect(throws: (any Error).self) { try Price(value: .nan).json() }
    #expect(throws: (any Error).self) { try Price(value: 0, text: .nan).json() }
  }
}
