import Foundation
import Testing

@testable import Mantle

/// A date that is written is read again as the same date, whatever its fraction.
@Suite struct DateLawTests {
  private static let dates: [Date] = {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 11
    }
    // From 2002 to 2100, at every fraction a `Date` has there, and as far before 2001.
    let later = (0..<10_000).map { _ in
      Date(
        timeIntervalSinceReferenceDate: 32_000_000 + Double(next() % 3_000_000_000) + Double(next()) / 9.1e15)
    }
    let earlier = later.map { Date(timeIntervalSinceReferenceDate: -$0.timeIntervalSinceReferenceDate) }
    let plain = [-0.25, 0, -1, 1_418_202_490.123].map { Date(timeIntervalSince1970: $0) }
    return later + earlier + plain
  }()

  @Test(arguments: [
    JSONTransformer<Date>.iso8601, .unixSeconds, .unixMilliseconds, .unixMicroseconds, .unixSecondsString,
    .unixMillisecondsString, .unixMicrosecondsString,
  ])
  func datesRoundTripThroughEveryTransformer(_ transformer: JSONTransformer<Date>) {
    let counterexample = RoundTrip.counterexample(of: transformer, samples: Self.dates)
    #expect(counterexample.map(\.description) == nil)
  }

  @Test(arguments: [
    (1_303_479_228.0, "1303479228"), (0.5, "0.5"), (-0.25, "-0.25"), (-1.0, "-1"),
    (1_763_790_000.125, "1763790000.125"),
  ])
  func unixSecondsAreWrittenBriefly(_ seconds: Double, _ text: String) throws {
    var writer = JSONWriter()
    try JSONTransformer<Date>.unixSeconds.encode?(Date(timeIntervalSince1970: seconds), &writer)
    #expect(writer.text == text)
  }
}
