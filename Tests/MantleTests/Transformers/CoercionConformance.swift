import Foundation
@testable import Mantle
import Testing

/// What is no coercion, and the coercions by name.
struct CoercionConformance {
  @Test("UX-17: a boolean property rejects numbers and strings", arguments: ["1", "2", "0.5", #""true""#])
  func booleansRejectNumbersAndStrings(_ json: String) throws {
    #expect(try onlyError(.bool, json).code == .typeMismatch)
  }

  @Test(
    "UX-18, UX-20, SD-41, SD-42: an integer property rejects booleans and strings",
    arguments: ["true", #""5""#, #""1""#])
  func integersRejectBooleansAndStrings(_ json: String) throws {
    #expect(try onlyError(JSONTransformer<Int>.natural, json).code == .typeMismatch)
    #expect(try onlyError(JSONTransformer<UInt>.natural, json).code == .typeMismatch)
  }

  @Test("UX-19: a fraction is not an integer, but 3.0 is")
  func integersRejectFractions() throws {
    #expect(try onlyError(JSONTransformer<Int>.natural, "3.7").code == .invalidValue)
    for (json, value) in [("3.0", 3), ("1e3", 1_000), ("-0.0", 0), ("1200e-2", 12), ("0e99999999999", 0)] {
      #expect(try Int.decode(json: json) == value)
    }
  }

  @Test("UX-21: an integer outside its type's range is an error")
  func integersOutOfRangeAreRejected() throws {
    let error = try onlyError(JSONTransformer<Int8>.natural, "300")
    #expect(error.code == .outOfRange)
    #expect(error.expected == "integer from -128 to 127")
    #expect(try onlyError(JSONTransformer<UInt>.natural, "-1").code == .outOfRange)
    #expect(try onlyError(JSONTransformer<Int>.natural, "9223372036854775808").code == .outOfRange)
    #expect(try UInt64.decode(json: "18446744073709551615") == .max)
    #expect(try Int.decode(json: "-9223372036854775808") == .min)
  }

  @Test("SD-38: an integer round-trips as a string")
  func integerStringRoundTrips() throws {
    #expect(try JSONTransformer<Int>.integerString.forward(json: #""1""#) == 1)
    #expect(try JSONTransformer<Int>.integerString.reverse(1) == #""1""#)
    #expect(try JSONTransformer<Int>.integerString.notes(#""1""#) == [.coercion])
    #expect(try onlyError(JSONTransformer<Int>.integerString, "1").code == .typeMismatch)
  }

  @Test("SD-38, SD-39: a string or number decodes and is encoded as declared")
  func stringOrNumberAcceptsBothKinds() throws {
    for (json, notes) in [(#""1""#, 1), ("1", 1)] {
      #expect(try JSONTransformer<Int>.stringOrNumber.forward(json: json) == 1)
      #expect(try JSONTransformer<Int>.stringOrNumber.notes(json).count == notes)
    }
    #expect(try JSONTransformer<Int>.stringOrNumber.reverse(1) == #""1""#)
    #expect(try JSONTransformer<Int>.numberOrString.forward(json: #""1""#) == 1)
    #expect(try JSONTransformer<Int>.numberOrString.notes("1") == [])
    #expect(try JSONTransformer<Int>.numberOrString.reverse(1) == "1")
  }

  @Test(
    "SD-40: the whole string must be a number",
    arguments: [
      "abc", "", "12abc", " 12", "12 ", "+5", "007", "0x10", "1,000", "--1", "-", "1.5", "\u{0663}", "1e",
      "NaN", "null",
      "[1]", "true", "1 2",
    ])
  func numberStringRejectsPartialNumbers(_ text: String) throws {
    let json = try text.json()
    for transformer in [JSONTransformer<Int>.integerString, .stringOrNumber, .numberOrString] {
      let error = try onlyError(transformer, json)
      #expect(error.code == .invalidValue)
      #expect(error.found == json)
    }
    guard text != "1.5" else { return }
    _ = try onlyError(JSONTransformer<Double>.doubleString, json)
    _ = try onlyError(JSONTransformer<Decimal>.decimalString, json)
  }

  @Test func numberTextOutOfRangeIsReported() throws {
    let error = try onlyError(JSONTransformer<Int8>.integerString, #""300""#)
    #expect(error.code == .outOfRange)
    #expect(error.expected == "string with an integer from -128 to 127")
    #expect(try onlyError(JSONTransformer<Double>.doubleString, #""1e999""#).code == .outOfRange)
    let digits = String(repeating: "9", count: 39)
    #expect(try onlyError(JSONTransformer<Decimal>.decimalString, "\"\(digits)\"").code == .outOfRange)
  }

  @Test func numberStringTransformersRoundTrip() {
    #expect(
      RoundTrip.counterexample(of: JSONTransformer<Int>.integerString, samples: sampleIntegers(Int.self, 3))
        == nil)
    #expect(
      RoundTrip.counterexample(
        of: JSONTransformer<UInt64>.stringOrNumber, samples: sampleIntegers(UInt64.self, 4)) == nil)
    #expect(
      RoundTrip.counterexample(
        of: JSONTransformer<Int8>.numberOrString, samples: sampleIntegers(Int8.self, 5))
        == nil)
    #expect(
      RoundTrip.counterexample(of: JSONTransformer<Double>.doubleString, samples: sampleDoubles(6)) == nil)
    #expect(RoundTrip.counterexample(of: JSONTransformer<Double>.natural, samples: sampleDoubles(7)) == nil)
    let decimals = ["0", "-1.5", "123456789012345678901234567890.12345678", "1e-20", "100000000000000000000"]
    #expect(
      RoundTrip.counterexample(
        of: JSONTransformer<Decimal>.decimalString, samples: decimals.compactMap { Decimal(string: $0) })
        == nil
    )
  }

  @Test func nonFiniteNumbersDecodeFromStrings() throws {
    let transformer = JSONTransformer<Double>.numberOrWord()
    #expect(try transformer.forward(json: #""NaN""#).isNaN)
    #expect(try transformer.forward(json: #""-Infinity""#) == -.infinity)
    #expect(RoundTrip.counterexample(of: transformer, samples: [.infinity, -.infinity, 0.5, -1]) == nil)
    #expect(try transformer.reverse(.nan) == #""NaN""#)
    #expect(try onlyError(transformer, #""nan""#).code == .invalidValue)
  }

  @Test func booleansDecodeFromStringsAndNumbers() throws {
    let words = JSONTransformer.boolString(true: "yes", false: "no", also: ["y": true, "n": false])
    for (json, value) in [(#""yes""#, true), (#""n""#, false)] {
      #expect(try words.forward(json: json) == value)
      #expect(try words.notes(json) == [.coercion])
    }
    #expect(try words.reverse(true) == #""yes""#)
    #expect(try onlyError(words, #""YES""#).expected == #""yes", "no", "n" or "y""#)
    #expect(try JSONTransformer.boolString.forward(json: #""true""#))
    let same = JSONTransformer.boolString(true: "y", false: "y")
    #expect(same.traits.whyIrreversible == "true and false have the same text `y`")
    #expect(try !same.forward(json: #""y""#))
    #expect(!same.isReversible)
    #expect(try onlyError(.boolString, "true").code == .typeMismatch)
    #expect(RoundTrip.counterexample(of: words, samples: [true, false]) == nil)
    #expect(RoundTrip.counterexample(of: .zeroOrOne, samples: [true, false]) == nil)
    #expect(try JSONTransformer.zeroOrOne.reverse(true) == "1")
    #expect(try onlyError(.zeroOrOne, "true").code == .typeMismatch)
  }

  @Test("SD-57: the key decides, whatever the name of the property")
  func propertyNameDoesNotAffectTheKey() throws {
    let post = try Post.decode(json: #"{"awesome": true}"#)
    #expect(post.isAwesome)
    #expect(try post.json() == #"{"awesome":true,"stars":0,"score":0,"pinned":false}"#)
  }

  @Test("SD-58: a coercion decodes 1 as a boolean and encodes a boolean")
  func coercionReadsOneAsABoolean() throws {
    let decoded = try Post.report(json: #"{"awesome": 1}"#)
    #expect(decoded.value?.isAwesome == true)
    #expect(decoded.diagnostics.contains { $0.code == .coercion && $0.property == "isAwesome" })
    #expect(try decoded.value?.json().hasPrefix(#"{"awesome":true"#) == true)
  }

  @Test("SD-59: null uses the declared default")
  func nullUsesTheDeclaredDefault() throws {
    let decoded = try Post.report(json: #"{"awesome": true, "stars": null, "score": null, "pinned": null}"#)
    #expect(decoded.value == Post(isAwesome: true, stars: 0, score: 0, pinned: false))
    #expect(decoded.diagnostics.map(\.code) == [.defaultUsed, .defaultUsed, .defaultUsed])
  }

  @Test("SD-60: null is an error without a default")
  func nullWithoutADefaultIsAnError() throws {
    let error = try onlyError(decoding: Post.self, #"{"awesome": null}"#)
    #expect(error.code == .unexpectedNull)
    #expect(error.property == "isAwesome")
  }
}

private struct Post: Model, Equatable {
  let isAwesome: Bool
  var stars: Int
  var score: Double
  var pinned: Bool
  static let properties = Properties(of: Post.self) {
    Property(\.isAwesome, "awesome", .boolOrNumber)
    Property(\.stars, "stars").default(0, for: .null)
    Property(\.score, "score").default(0, for: .null)
    Property(\.pinned, "pinned").default(false, for: .null)
  }
  static let mapping = Mapping(Post.init, properties)
}
