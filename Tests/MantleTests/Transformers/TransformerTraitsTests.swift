import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// What a transformer knows besides reading and writing is kept by every way of making one from another.
@Suite struct TransformerTraitsTests {
  private static let seconds = Transformer<Date, Double>(
    "seconds", forward: { $0.timeIntervalSince1970 }, reverse: { Date(timeIntervalSince1970: $0) })

  @Test("A converted date keeps the description of the date")
  func conversionKeepsDateDescription() throws {
    let transformer = JSONTransformer<Date>.iso8601.then(Self.seconds)
    #expect(transformer.traits.words?.describe(0) == "1970-01-01T00:00:00Z")
    #expect(try transformer.traits.words?.parse?("1970-01-01T00:00:01Z") == 1)
    let checked = JSONTransformer<Date>.iso8601.cast(to: Date.self)
    #expect(checked.traits.words?.describe(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00Z")
    #expect(JSONTransformer<Date>.iso8601.forwardOnly.traits.words != nil)
  }

  @Test("A converted list is decoded from each element")
  func conversionReadsEachElement() throws {
    let joined = JSONTransformer<[String]>.natural.then(
      Transformer<[String], String>(
        "joined", forward: { $0.joined(separator: ",") },
        reverse: { $0.split(separator: ",").map(String.init) }))
    let properties = Properties(of: Joined.self) { Property(\.names, "list[].name", joined) }
    let mapping = Mapping({ Joined(names: $0) }, properties)
    let text = #"{"list":[{"name":"a"},{"name":"b"}]}"#
    let value = try JSONDocument(text).root.withCursor(DecodingContext()) { try mapping.decode($0) }
    #expect(value.names == "a,b")
    var writer = JSONWriter()
    try mapping.encode(value, to: &writer)
    #expect(writer.text == text)
  }

  @Test("The errors for a missing key and a mistyped value expect the same JSON")
  func absentAndMistypedExpectTheSameJSON() throws {
    func expect<Value>(_ transformers: [JSONTransformer<Value>]) throws {
      for transformer in transformers {
        let said = try onlyError(transformer, "[]").expected
        #expect(transformer.expectation == said)
        #expect(transformer.optional.forwardOnly.checked("a good one") { _ in true }.expectation == said)
      }
    }
    try expect([JSONTransformer<Data>.base64, .base64URL, .hex])
    try expect([
      JSONTransformer<Date>.iso8601, .iso8601Day, .unixSeconds, .unixMilliseconds, .unixMicroseconds,
      .unixSecondsString, .unixMillisecondsString, .unixMicrosecondsString, .iso8601.or(.unixSeconds),
    ])
    try expect([JSONTransformer<Int>.integerString, .stringOrNumber, .numberOrString])
    try expect([JSONTransformer<Decimal>.decimalString, .stringOrNumber, .numberOrString])
    try expect([JSONTransformer<Double>.doubleString])
    try expect([JSONTransformer<Bool>.bool, .zeroOrOne, .boolString, .boolString(true: "yes", false: "no")])
    try expect([JSONTransformer<Duration>.milliseconds])
    try expect([JSONTransformer<URL>.url, .absoluteURL, .lenientURL])
    try expect([JSONTransformer<UUID>.lowercaseUUID])
  }

  @Test("An absent optional stays absent through a conversion")
  func absentOptionalSurvivesConversion() throws {
    let text = JSONTransformer<String?>.natural.then(
      Transformer<String?, String>("or empty", forward: { $0 ?? "" }, reverse: { $0.isEmpty ? nil : $0 }))
    #expect(text.valueForAbsentKey() == "")
    #expect(JSONTransformer<Int?>.natural.cast(to: Int?.self).valueForAbsentKey() == .some(nil))
  }

  @Test("Cluster values are archived as their own models, even by derived transformers")
  func clusterValuesArchiveAsTheirModels() throws {
    let cluster = Cluster<any Sendable>(
      named: "Tool", [.model(Hammer.self, having: "weight", wrap: { $0 }, unwrap: { $0 as? Hammer })])
    let plain = cluster.transformer
    let named = Transformer<any Sendable, Hammer>(
      "hammer", forward: { $0 as? Hammer ?? Hammer(weight: 0) }, reverse: { $0 })
    func archivedClass<Value>(_ transformer: JSONTransformer<Value>, _ value: Value) throws -> Set<String> {
      let encoder = ArchiveEncoder()
      let graph = encoder.finish(root: try ArchiveForm.of(transformer).archive(value, encoder))
      return Set(graph.classes.map(\.name))
    }
    let hammer = Hammer(weight: 2)
    #expect(try archivedClass(plain, hammer).contains("Hammer"))
    #expect(try archivedClass(plain.optional, hammer).contains("Hammer"))
    #expect(try archivedClass(plain.array, [hammer]).contains("Hammer"))
    #expect(try archivedClass(plain.dictionary, ["a": hammer]).contains("Hammer"))
    #expect(try archivedClass(plain.array.optional.dictionary, ["a": [hammer]]).contains("Hammer"))
    #expect(try archivedClass(plain.then(named), hammer).contains("Hammer"))
    #expect(try archivedClass(plain.checked("a tool") { _ in true }, hammer).contains("Hammer"))
    #expect(try archivedClass(plain.cast(to: Hammer.self), hammer).contains("Hammer"))
  }
}

private struct Joined {
  let names: String
}

private struct Hammer: Model, Sendable {
  let weight: Int
  static let properties = Properties(of: Hammer.self) { Property(\.weight, "weight") }
  static let mapping = Mapping(Hammer.init, properties)
}
