import Foundation
@testable import Mantle
import MantleFormatters
import Testing

@testable import TerminalText

/// The cases about dates.
struct DateConformance {
  private let american = JSONTransformer.pattern(
    "MMMM d, yyyy", zone: TimeZone(identifier: "America/Los_Angeles") ?? .gmt,
    locale: Locale(identifier: "en_US"))

  @Test("PT-35, PT-37, PT-38, SD-50: a fixed pattern round-trips with locale, zone and calendar")
  func fixedPatternRoundTrips() throws {
    #expect(american.isReversible)
    #expect(try american.forward(json: #""September 25, 2015""#).timeIntervalSince1970 == 1_443_164_400)
    #expect(try american.reverse(Date(timeIntervalSince1970: 1_183_135_260)) == #""June 29, 2007""#)
  }

  @Test(
    "PT-39: a string that does not match the pattern is an error",
    arguments: [
      "September 37, 2015", "", "2015-09-25", "September 25, 2015 or so", " September 25, 2015",
      "September 25, 2015\n",
    ])
  func patternRejectsOtherText(_ text: String) throws {
    let error = try onlyError(american, try text.json())
    #expect(error.code == .invalidValue)
    #expect(error.expected == "date like `April 22, 2011`")
  }

  @Test(
    "SD-07, SD-50: the machine's time zone does not affect dates",
    arguments: ["UTC", "Asia/Shanghai", "America/Los_Angeles"])
  func timeZoneOfMachineDoesNotMatter(_ zone: String) throws {
    let usual = NSTimeZone.default
    NSTimeZone.default = try #require(TimeZone(identifier: zone))
    defer { NSTimeZone.default = usual }
    let json = #""2011-04-22T13:33:48Z""#
    #expect(try JSONTransformer.iso8601.forward(json: json).timeIntervalSince1970 == 1_303_479_228)
    let quoted = JSONTransformer.pattern("yyyy-MM-dd'T'HH:mm:ss'Z'")
    #expect(try quoted.forward(json: json).timeIntervalSince1970 == 1_303_479_228)
    #expect(try quoted.reverse(Date(timeIntervalSince1970: 1_303_479_228)) == json)
  }

  @Test("SD-08: an ISO 8601 date round-trips as the same string")
  func iso8601RoundTripsExactly() {
    let texts = ["2011-04-22T13:33:48Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"]
    for text in texts {
      #expect(throws: Never.self) {
        let date = try JSONTransformer.iso8601.forward(json: "\"\(text)\"")
        #expect(try JSONTransformer.iso8601.reverse(date) == "\"\(text)\"")
      }
    }
  }

  @Test("SD-09: two date formats round-trip in one model")
  func twoDateFormatsRoundTripInOneModel() throws {
    let event = try Event.decode(
      json: #"{"at": "2011-04-22T13:33:48Z", "seen": "2013/07/02 16:40:00 +0000"}"#)
    #expect(event.at.timeIntervalSince1970 == 1_303_479_228)
    #expect(event.seen.timeIntervalSince1970 == 1_372_783_200)
    #expect(try event.json() == #"{"at":"2011-04-22T13:33:48Z","seen":"2013/07/02 16:40:00 +0000"}"#)
  }

  @Test(
    arguments: [
      (JSONTransformer.unixSeconds, "1772352000000", ".unixMilliseconds"),
      (.unixSeconds, "1772352000000000", ".unixMicroseconds"),
      (.unixSeconds, "-99999999999999", nil), (.unixSeconds, "1e300", nil),
      (.unixMilliseconds, "1772352000000000000", nil),
      (.unixMilliseconds, "999999999999999", ".unixMicroseconds"),
      (.unixSecondsString, #""1772352000000""#, ".unixMillisecondsString"),
    ] as [(JSONTransformer<Date>, String, String?)])
  func unixTimesOutsideTheYearRangeAreRejected(
    _ transformer: JSONTransformer<Date>, _ json: String, _ hint: String?
  ) throws {
    let error = try onlyError(transformer, json)
    #expect(error.code == .outOfRange)
    #expect(error.expected?.hasSuffix("in the years 1 to 9999") == true)
    if let hint { #expect(error.hint?.description.contains(hint) == true, "\(error)") }
  }

  @Test("SD-51, SD-53: Unix time is exact and round-trips as a number")
  func unixSecondsRoundTripExactly() throws {
    let date = try JSONTransformer.unixSeconds.forward(json: "1418202490")
    #expect(date.timeIntervalSince1970 == 1_418_202_490)
    #expect(try JSONTransformer.unixSeconds.reverse(date) == "1418202490")
    #expect(try onlyError(.unixSeconds, #""1418202490""#).code == .typeMismatch)
  }

  @Test("SD-52: Unix time round-trips as a string on request")
  func unixSecondsStringRoundTrips() throws {
    let date = try JSONTransformer.unixSecondsString.forward(json: #""1418202490""#)
    #expect(date.timeIntervalSince1970 == 1_418_202_490)
    #expect(try JSONTransformer.unixSecondsString.reverse(date) == #""1418202490""#)
    for text in ["", "now", "1418202490 ", "1e999"] {
      #expect(try onlyError(.unixSecondsString, text.json()).code == .invalidValue)
    }
    #expect(try onlyError(.unixSecondsString, "1418202490").code == .typeMismatch)
  }

  @Test(
    "SD-54: fractional and negative Unix times round-trip",
    arguments: [
      ("1418202490.125", 1_418_202_490.125), ("-1", -1.0), ("-0.5", -0.5),
      ("1418202490.123", 1_418_202_490.123),
      ("253402300799", 253_402_300_799), ("0", 0),
    ])
  func fractionalAndNegativeUnixSecondsRoundTrip(_ json: String, _ seconds: Double) throws {
    let date = try JSONTransformer.unixSeconds.forward(json: json)
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    #expect(try JSONTransformer.unixSeconds.reverse(date) == json)
  }

  @Test("SD-54: milliseconds and microseconds round-trip")
  func unixMillisecondsAndMicrosecondsRoundTrip() throws {
    let date = Date(timeIntervalSince1970: 1_418_202_490.123)
    #expect(try nearlyEqual(JSONTransformer.unixMilliseconds.forward(json: "1418202490123"), date))
    #expect(try JSONTransformer.unixMilliseconds.reverse(date) == "1418202490123")
    #expect(try JSONTransformer.unixMicroseconds.reverse(date) == "1418202490123000")
    #expect(try JSONTransformer.unixMillisecondsString.reverse(date) == #""1418202490123""#)
    #expect(try JSONTransformer.unixMicrosecondsString.reverse(date) == #""1418202490123000""#)
  }

  @Test func dateTransformersRoundTrip() {
    let dates = sampleDates(11)
    for transformer in [JSONTransformer.iso8601, .unixSeconds, .unixSecondsString] {
      #expect(RoundTrip.counterexample(of: transformer, samples: dates) == nil)
    }
    for transformer in [
      JSONTransformer.unixMilliseconds, .unixMicroseconds, .unixMillisecondsString, .unixMicrosecondsString,
    ] {
      #expect(RoundTrip.counterexample(of: transformer, samples: dates, by: nearlyEqual) == nil)
    }
    let days = dates.map {
      Date(timeIntervalSince1970: ($0.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
    }
    #expect(RoundTrip.counterexample(of: .iso8601Day, samples: days) == nil)
    #expect(RoundTrip.counterexample(of: .iso8601Day, samples: [Date(timeIntervalSince1970: 1)]) != nil)
  }

  @Test func iso8601MatchesFoundation() throws {
    let formatter = ISO8601DateFormatter()
    for date in sampleDates(12).map({ Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded()) }) {
      // Before 1582 Foundation counts in the Julian calendar.
      guard date.timeIntervalSince1970 > -1_000_000_000 else { continue }
      #expect(try JSONTransformer.iso8601.reverse(date) == "\"\(formatter.string(from: date))\"")
    }
  }

  @Test(arguments: [
    ("2011-04-22T13:33:48.5Z", 1_303_479_228.5), ("2011-04-22T13:33:48,25Z", 1_303_479_228.25),
    ("2011-04-22T13:33:48.123456789Z", 1_303_479_228.123456789), ("2011-04-22T15:33:48+02:00", 1_303_479_228),
    ("2011-04-22T15:33:48+0200", 1_303_479_228), ("2011-04-22T15:33:48+02", 1_303_479_228),
    ("2011-04-22T08:03:48-05:30", 1_303_479_228), ("2011-04-22t13:33:48z", 1_303_479_228),
    ("0000-01-01T00:00:00Z", -62_167_219_200), ("2000-02-29T00:00:00Z", 951_782_400),
    ("1969-12-31T23:59:59.75Z", -0.25), (#"2011-04-22T13:33:48\u005a"#, 1_303_479_228),
  ])
  func iso8601DecodesItsVariants(_ text: String, _ seconds: Double) throws {
    let date = try JSONTransformer.iso8601.forward(json: "\"\(text)\"")
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "2011", "2011-04-22", "2011-04-22T13:33:48", "2011-04-22 13:33:48Z", "2011-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2011-13-01T00:00:00Z", "2011-00-01T00:00:00Z", "2011-04-31T00:00:00Z",
    "2011-04-22T24:00:00Z", "2011-04-22T13:60:00Z", "2011-12-31T23:59:60Z", "2011-04-22T13:33:48.Z",
    "2011-04-22T13:33:48.5", "2011-04-22T13:33:48ZZ", "2011-04-22T13:33:48+25:00", "2011-04-22T13:33:48+1",
    "2011-04-22T13:33:48+02:0", "12011-04-22T13:33:48Z", "2011-4-22T13:33:48Z", "-011-04-22T13:33:48Z",
    "2011-04-22T13:33:48+ä0", "2011-04-22T13:33:4xZ",
  ])
  func iso8601RejectsInvalidText(_ text: String) throws {
    #expect(try onlyError(.iso8601, text.json()).code == .invalidValue)
  }

  @Test func iso8601RejectsDatesOutsideItsYears() {
    for seconds in [253_402_300_800, -62_167_219_201, 1e300, -1e300] {
      #expect(throws: TransformError.self) {
        try JSONTransformer.iso8601.reverse(Date(timeIntervalSince1970: seconds))
      }
    }
  }

  @Test func patternIsSafeOnSeveralThreads() async throws {
    let american = american
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for day in 1...28 {
        group.addTask {
          let json = "\"September \(day), 2015\""
          let date = try american.forward(json: json)
          return try american.reverse(date) == json ? "same" : json
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts == ["same"])
  }
}

private struct Event: Model {
  let at: Date
  let seen: Date
  static let properties = Properties(of: Event.self) {
    Property(\.at, "at", .iso8601)
    Property(\.seen, "seen", .pattern("yyyy/MM/dd HH:mm:ss Z"))
  }
  static let mapping = Mapping(Event.init, properties)
}
