import Foundation
@testable import Mantle
import MantleFormatters
import Testing

@testable import TerminalText

/// The cases about numbers as people write them.
struct NumberStyleConformance {
  private func american(_ style: NumberFormatter.Style) -> JSONTransformer<Double> {
    .number(style: style, locale: Locale(identifier: "en_US"))
  }

  @Test("PT-42, PT-44, PT-45: the decimal style of a locale round-trips")
  func decimalStyleRoundTrips() throws {
    #expect(american(.decimal).isReversible)
    #expect(try american(.decimal).forward(json: #""0.12345""#) == 0.12345)
    #expect(try american(.decimal).reverse(12345.678) == #""12,345.678""#)
    #expect(try american(.decimal).reverse(0.12345) == #""0.12345""#, "no digit is dropped")
  }

  @Test(
    "PT-46, UX-71: the whole string must be a number",
    arguments: [
      "Apple", "12abc", "", " 12", "12 ", "0x10", "1,2,3", "5-", "1e3", "--5", "12%", "1.2.3", "$5",
    ])
  func decimalStyleRejectsPartialNumbers(_ text: String) throws {
    let error = try onlyError(american(.decimal), text.json())
    #expect(error.code == .invalidValue)
    #expect(error.expected == "number like `1,234.5`")
    #expect(error.found == "\"\(text)\"")
  }

  @Test(arguments: [
    (NumberFormatter.Style.decimal, "-1,234.5", -1234.5), (.none, "1234", 1234), (.percent, "50%", 0.5),
    (.currency, "$1,234.50", 1234.5), (.currency, "-$1,234.50", -1234.5), (.scientific, "1.2345E3", 1234.5),
    (.spellOut, "twelve", 12), (.decimal, "0", 0), (.decimal, "1234.5", 1234.5),
  ])
  func numbersDecodeInTheirStyle(_ style: NumberFormatter.Style, _ text: String, _ value: Double) throws {
    #expect(try american(style).forward(json: "\"\(text)\"") == value)
  }

  @Test(arguments: [
    (NumberFormatter.Style.percent, "50%x"), (.percent, "x50%"), (.currency, "$12abc"),
    (.spellOut, "twelve apples"),
    (.scientific, "1.2E3.4"), (.none, "12abc"),
  ])
  func numberStylesRejectPartialNumbers(_ style: NumberFormatter.Style, _ text: String) throws {
    _ = try onlyError(american(style), "\"\(text)\"")
  }

  @Test func numberStylesRoundTripInOtherLocales() throws {
    let german = JSONTransformer<Double>.number(style: .decimal, locale: Locale(identifier: "de_DE"))
    #expect(try german.forward(json: #""12.345,678""#) == 12345.678)
    #expect(try german.reverse(12345.678) == #""12.345,678""#)
    _ = try onlyError(german, #""12345.678""#)
    let samples = [0, 1, -1, 0.5, 1234567.25, -0.001, 1e15]
    for name in ["en_US", "de_DE", "fr_FR", "hi_IN", "ar_EG"] {
      let transformer = JSONTransformer<Double>.number(style: .decimal, locale: Locale(identifier: name))
      #expect(RoundTrip.counterexample(of: transformer, samples: samples) == nil, "\(name)")
    }
  }

  @Test("Every integer type round-trips to its bounds or the formatter's precision")
  func integerTypesRoundTripToTheirBounds() throws {
    try expectBounds(Int8.self, "-128", "127")
    try expectBounds(Int16.self, "-32,768", "32,767")
    try expectBounds(Int32.self, "-2,147,483,648", "2,147,483,647")
    try expectBounds(Int64.self, "-999,999,999,999,999", "999,999,999,999,999")
    try expectBounds(UInt8.self, "0", "255")
    try expectBounds(UInt16.self, "0", "65,535")
    try expectBounds(UInt32.self, "0", "4,294,967,295")
    try expectBounds(UInt64.self, "0", "999,999,999,999,999")
  }

  private func expectBounds<Value: FixedWidthInteger & JSONNumeric>(
    _ type: Value.Type, _ least: String, _ greatest: String
  ) throws {
    let transformer = JSONTransformer<Value>.number(style: .decimal, locale: Locale(identifier: "en_US"))
    for text in [least, "1", "12", greatest] {
      let value = try transformer.forward(json: "\"\(text)\"")
      #expect(String(value) == text.filter { $0 != "," }, "\(type)")
      #expect(try transformer.reverse(value) == "\"\(text)\"", "\(type)")
    }
    if Value.bitWidth == 64 {
      #expect(try transformer.forward(json: #""9,007,199,254,740,992""#) == Value(exactly: 1 << 53 as Int64))
    }
    _ = try onlyError(transformer, #""9,007,199,254,740,994""#)
    _ = try onlyError(transformer, #""-9,007,199,254,740,994""#)
  }

  @Test func integerStyleRejectsFractions() throws {
    let transformer = JSONTransformer<Int>.number(style: .decimal, locale: Locale(identifier: "en_US"))
    #expect(try transformer.forward(json: #""12,345""#) == 12_345)
    #expect(try transformer.reverse(-12_345) == #""-12,345""#)
    _ = try onlyError(transformer, #""1.5""#)
    #expect(throws: TransformError.self) { try transformer.reverse(.max) }
  }
}
