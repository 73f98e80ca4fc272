import Foundation
import Mantle
import Testing

/// The cases about numbers as people write them.
struct NumberStyleConformance {
  private func american(_ style: NumberFormatter.Style) -> JSONTransformer<Double> {
    .number(style: style, locale: Locale(identifier: "en_US"))
  }

  @Test("PT-42, PT-44, PT-45: the decimal style of a locale")
  func decimal() throws {
    #expect(american(.decimal).isReversible)
    #expect(try american(.decimal).forward(json: #""0.12345""#) == 0.12345)
    #expect(try american(.decimal).reverse(12345.678) == #""12,345.678""#)
    #expect(try american(.decimal).reverse(0.12345) == #""0.12345""#, "no digit is dropped")
  }

  @Test(
    "PT-46, UX-71: all of the text must be the number",
    arguments: [
      "Apple", "12abc", "", " 12", "12 ", "0x10", "1,2,3", "5-", "1e3", "--5", "12%", "1.2.3", "$5",
    ])
  func bad(_ text: String) throws {
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
  func good(_ style: NumberFormatter.Style, _ text: String, _ value: Double) throws {
    #expect(try american(style).forward(json: "\"\(text)\"") == value)
  }

  @Test(arguments: [
    (NumberFormatter.Style.percent, "50%x"), (.percent, "x50%"), (.currency, "$12abc"),
    (.spellOut, "twelve apples"),
    (.scientific, "1.2E3.4"), (.none, "12abc"),
  ])
  func badStyles(_ style: NumberFormatter.Style, _ text: String) throws {
    _ = try onlyError(american(style), "\"\(text)\"")
  }

  @Test func otherLocales() throws {
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

  @Test func integers() throws {
    let transformer = JSONTransformer<Int>.number(style: .decimal, locale: Locale(identifier: "en_US"))
    #expect(try transformer.forward(json: #""12,345""#) == 12_345)
    #expect(try transformer.reverse(-12_345) == #""-12,345""#)
    _ = try onlyError(transformer, #""1.5""#)
    #expect(throws: TransformError.self) { try transformer.reverse(.max) }
  }
}
