import Foundation
import Mantle
import Testing

struct RoundTripTests {
  @Test func soundTransformerHasNoCounterexample() {
    #expect(RoundTrip.counterexample(of: .uuid, samples: (0..<10).map { _ in UUID() }) == nil)
    let sound = Transformer<Int, Int>(forward: { $0 &+ 1 }, reverse: { $0 &- 1 })
    #expect(RoundTrip.counterexample(of: sound, samples: sampleIntegers(Int.self, 31)) == nil)
  }

  @Test func counterexampleOfLossyTransformerNamesTheSample() throws {
    let halves = Transformer<Int, Int>("double", forward: { $0 * 2 }, reverse: { $0 / 2 })
    let found = try #require(RoundTrip.counterexample(of: halves, samples: [0, 2, 3, 5]))
    #expect(found.description == "double does not round-trip: 3 → 1 → 2")
    let json = try #require(RoundTrip.counterexample(of: JSONTransformer(halves), samples: [2, 7]))
    #expect(json.description == "double does not round-trip: 7 → 3 → 6")
  }

  @Test func failingTransformerIsACounterexample() throws {
    let dates = try #require(
      RoundTrip.counterexample(of: .iso8601Day, samples: [Date(timeIntervalSince1970: 0.5)]))
    #expect(dates.description.contains("iso8601Day does not round-trip: "))
    #expect(dates.description.contains("the start of a day"))
    let oneWay = try #require(
      RoundTrip.counterexample(of: JSONTransformer.url.forwardOnly, samples: [URL.homeDirectory]))
    #expect(oneWay.description.hasSuffix("failure: the transformer `url` has no reverse"))
  }

  @Test func counterexampleMayStartFromJSON() throws {
    #expect(RoundTrip.counterexample(of: .uuid, json: [#""4A275FBD-8217-4397-964B-403F4C2B8545""#]) == nil)
    let lower = try #require(
      RoundTrip.counterexample(of: .uuid, json: [#""4a275fbd-8217-4397-964b-403f4c2b8545""#]))
    #expect(lower.description.hasPrefix(#"uuid does not round-trip: "4a275fbd-"#))
    let bad = try #require(RoundTrip.counterexample(of: .uuid, json: ["12"]))
    #expect(bad.description == "uuid does not round-trip: 12 → failure: expected UUID, found number 12")
  }
}
