import Foundation
@testable import Mantle
import MantleFormatters
import Testing

/// The cases about URLs, UUIDs and booleans by their transformers.
struct PredefinedTransformerConformance {
  @Test("PT-01, PT-02, PT-03, UX-69: a URL round-trips")
  func urlRoundTrips() throws {
    let transformer = JSONTransformer.url
    #expect(transformer.isReversible)
    let url = try transformer.forward(json: #""http://www.github.com/""#)
    #expect(url == URL(string: "http://www.github.com/"))
    #expect(try transformer.reverse(url) == #""http://www.github.com/""#)
  }

  @Test("PT-04, PT-05, PT-11, PT-12, PT-20, PT-36, PT-43: optional transformers round-trip null")
  func optionalTransformerRoundTripsNull() throws {
    #expect(try JSONTransformer.url.optional.forward(json: "null") == nil)
    #expect(try JSONTransformer.url.optional.reverse(nil) == "null")
    #expect(try JSONTransformer.uuid.optional.forward(json: "null") == nil)
    #expect(try JSONTransformer.uuid.optional.reverse(nil) == "null")
    #expect(try JSONTransformer.boolOrNumber.optional.forward(json: "null") == nil)
    #expect(try JSONTransformer.boolOrNumber.optional.reverse(nil) == "null")
    let dates = JSONTransformer.pattern("MMMM d, yyyy").optional
    #expect(try dates.forward(json: "null") == nil)
    #expect(try dates.reverse(nil) == "null")
    let numbers = JSONTransformer<Double>.number(style: .decimal, locale: Locale(identifier: "en_US"))
      .optional
    #expect(try numbers.forward(json: "null") == nil)
    #expect(try numbers.reverse(nil) == "null")
  }

  @Test(
    "PT-06, PT-13, PT-21, TE-01, TE-02: an invalid URL is an error that contains the string",
    arguments: [#""not a valid URL""#, #""""#, #""http://x.com/é""#])
  func urlRejectsInvalidText(_ json: String) throws {
    let error = try onlyError(.url, json)
    #expect(error.code == .invalidValue)
    #expect(error.expected == "URL")
    #expect(error.found == json)
  }

  @Test("PT-07, PT-14, PT-22, PT-40, PT-47, PT-28: null is an error for a transformer that is not optional")
  func nullIsAnErrorWithoutOptional() throws {
    #expect(try onlyError(.url, "null").found == "null")
    #expect(try onlyError(.uuid, "null").code == .unexpectedNull)
    #expect(try onlyError(.boolOrNumber, "null").code == .unexpectedNull)
    #expect(try onlyError(.pattern("MMMM d, yyyy"), "null").code == .unexpectedNull)
    let numbers = JSONTransformer<Double>.number(style: .decimal, locale: Locale(identifier: "en_US"))
    #expect(try onlyError(numbers, "null").code == .unexpectedNull)
    #expect(try onlyError(JSONTransformer.url.array, "null").code == .unexpectedNull)
  }

  // TE-03, PT-29, PT-41, PT-48: there is no null object to hand to a typed reverse transformer; what a reverse
  // transformer refuses is an error that holds the value.
  @Test func encodingRejectsInvalidValues() {
    let failing = JSONTransformer<Double>.natural
    #expect(throws: NonFiniteNumberError(.infinity)) { try failing.reverse(.infinity) }
    #expect(throws: NonFiniteNumberError(.infinity)) { try failing.array.reverse([1, .infinity]) }
    #expect(throws: TransformError.self) {
      try JSONTransformer.iso8601.reverse(Date(timeIntervalSince1970: 1e15))
    }
    let prices = JSONTransformer<Double>.number(style: .currency, locale: Locale(identifier: "en_US"))
    #expect(throws: TransformError(.lossyRoundTrip, expected: "a number the style can write", found: "0.125"))
    {
      try prices.reverse(0.125)
    }
  }

  @Test("PT-08, PT-09, PT-10, UX-69: a UUID round-trips")
  func uuidRoundTrips() throws {
    let transformer = JSONTransformer.uuid
    #expect(transformer.isReversible)
    let json = #""4A275FBD-8217-4397-964B-403F4C2B8545""#
    let uuid = try transformer.forward(json: json)
    #expect(uuid == UUID(uuidString: "4A275FBD-8217-4397-964B-403F4C2B8545"))
    #expect(try transformer.reverse(uuid) == json)
  }

  @Test(
    "PT-13: a string that is not a UUID is an error",
    arguments: [
      "not a valid UUID", "4A275FBD-8217-4397-964B-403F4C2B85451", "{4A275FBD-8217-4397-964B-403F4C2B8545}",
      "",
      "4A275FBD82174397964B403F4C2B8545",
    ])
  func uuidRejectsInvalidText(_ text: String) throws {
    let error = try onlyError(.uuid, "\"\(text)\"")
    #expect(error.expected == "UUID")
    #expect(error.code == .invalidValue)
  }

  @Test("UX-70: a lowercase UUID is written in uppercase, except by `lowercaseUUID`")
  func uuidIsWrittenInTheChosenCase() throws {
    let json = #""4a275fbd-8217-4397-964b-403f4c2b8545""#
    let uuid = try JSONTransformer.uuid.forward(json: json)
    #expect(try JSONTransformer.uuid.reverse(uuid) == json.uppercased())
    #expect(try JSONTransformer.lowercaseUUID.forward(json: json) == uuid)
    #expect(try JSONTransformer.lowercaseUUID.reverse(uuid) == json)
  }

  @Test("PT-15, PT-16, PT-17, PT-18, PT-19, SD-58: `boolOrNumber` decodes 0 and 1 and encodes booleans")
  func boolOrNumberDecodesZeroAndOne() throws {
    let transformer = JSONTransformer.boolOrNumber
    #expect(transformer.isReversible)
    for (json, value, notes) in [
      ("1", true, 1), ("0", false, 0 + 1), ("true", true, 0), ("false", false, 0), ("1.0", true, 1),
    ] {
      #expect(try transformer.forward(json: json) == value)
      #expect(try transformer.notes(json) == Array(repeating: .coercion, count: notes))
      #expect(try transformer.reverse(value) == "\(value)")
    }
    for json in ["2", "-1", "0.5", #""true""#, "null", "[]"] {
      _ = try onlyError(transformer, json)
    }
  }

  @Test("PT-23, PT-24, PT-25: an array of URLs round-trips")
  func arrayOfURLsRoundTrips() throws {
    let texts = ["https://github.com/", "https://github.com/MantleFramework", "http://apple.com"]
    let json = try texts.json()
    let transformer = JSONTransformer.url.array
    #expect(transformer.isReversible)
    let urls = try transformer.forward(json: json)
    #expect(urls.map(\.absoluteString) == texts)
    #expect(try JSONValue(json: transformer.reverse(urls)) == JSONValue(json: json))
  }

  @Test("PT-26, PT-27: a forward-only transformer's array is forward-only")
  func forwardOnlyTransformerMakesForwardOnlyArray() throws {
    let transformer = JSONTransformer.url.forwardOnly.array
    #expect(!transformer.isReversible)
    #expect(try transformer.forward(json: #"["http://apple.com"]"#) == [URL(string: "http://apple.com")])
    #expect(throws: IrreversibleTransformerError.self) { try transformer.reverse([]) }
  }
}
