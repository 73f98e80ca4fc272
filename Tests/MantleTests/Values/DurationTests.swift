import Mantle
import Testing

@Suite struct DurationTests {
  @Test(
    arguments: [
      ("0", .zero), ("1", .seconds(1)), ("-1.5", .milliseconds(-1500)),
      ("0.000000000000000001", Duration(secondsComponent: 0, attosecondsComponent: 1)),
      ("9223372036854775807", .seconds(Int64.max)), ("-9223372036854775808", .seconds(Int64.min)),
      ("86400.25", .milliseconds(86_400_250)),
    ] as [(String, Duration)])
  func durationsRoundTripAsSeconds(_ json: String, _ duration: Duration) throws {
    #expect(try Duration.decode(json: json) == duration)
    #expect(try duration.json() == json)
  }

  @Test(arguments: [("15e-1", "1.5"), ("1.50", "1.5"), ("2e3", "2000"), ("-0.0", "0"), ("0e5", "0")])
  func otherSpellingsDecodeToTheSameDuration(_ json: String, _ written: String) throws {
    #expect(try Duration.decode(json: json).json() == written)
  }

  @Test(arguments: ["1e30", "0.0000000000000000001", "9223372036854775808", "1e99999999999"])
  func durationsOutOfRangeAreRejected(_ json: String) throws {
    #expect(try onlyError(decoding: Duration.self, json).code == .outOfRange)
  }

  @Test(arguments: ["\"1\"", "null", "[]"]) func durationRejectsOtherKindsOfJSON(_ json: String) throws {
    _ = try onlyError(decoding: Duration.self, json)
  }

  @Test func millisecondsRoundTrip() throws {
    let transformer = JSONTransformer<Duration>.milliseconds
    #expect(try transformer.forward(json: "1500.5") == .microseconds(1_500_500))
    #expect(try transformer.reverse(.microseconds(1_500_500)) == "1500.5")
    let samples = (0..<200).map { Duration.nanoseconds($0 * 777_777_777 - 50_000_000_000) }
    #expect(RoundTrip.counterexample(of: transformer, samples: samples).map(\.description) == nil)
  }
}
