import Testing

@testable import Mantle
@testable import MantleArchiving

/// The numbers of JSON in archives, which have integers of 64 bits, doubles and decimals.
@Suite struct ArchiveNumberTests {
  struct Holder: Model, Equatable {
    let value: JSONValue

    static let properties = Properties(of: Holder.self) { Property(\.value, "value") }
    static let mapping = Mapping(Holder.init, properties)
  }

  private static func graph(_ text: String) throws -> ArchiveGraph {
    try ArchiveGraph(json: [try JSONDocument(text).root], models: [], model: nil)
  }

  @Test(arguments: [
    ("0", "0"), ("-9223372036854775808", "-9223372036854775808"),
    ("18446744073709551615", "18446744073709551615"),
    ("0.1", "0.1"), ("1e300", "1e+300"), ("36893488147419103232", "36893488147419103232"),
    ("12345678901234567890.123456789", "12345678901234567890.123456789"),
    ("-18446744073709551617", "-18446744073709551617"),
    ("-1.2345678901234567891e-90", "-1.2345678901234567891e-90"),
    // A double has these digits, but is written with fewer.
    ("-65.613616999999977", "-65.613616999999977"), ("51889365128.947792", "51889365128.947792"),
    ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"), ("1e-400", "0"),
  ])
  func exactNumbersRoundTrip(_ text: String, _ expected: String) throws {
    let document = try ArchivedDocument(reading: try Self.graph("[\(text)]").bytes(), models: [])
    let element = try #require(try JSONDocument(parsing: document.json).root[0])
    #expect(element.isEquivalent(to: try JSONDocument(expected).root), "\(element.rawText)")
    let holder = try Holder.decode(json: "{\"value\":\(text)}")
    let again = try Archive.decode(Holder.self, from: try Archive.bytes(of: holder))
    #expect(try again.value.json() == element.rawText)
  }

  @Test(arguments: [
    "1e400", "-1e400", "1\(String(repeating: "0", count: 400))",
    "1234567890123456789012345678901234567890",
  ])
  func archivingRejectsInexactNumbers(_ text: String) throws {
    let failure = #expect(throws: DecodingFailure.self) { try Self.graph("[1, {\"a\": \(text)}]") }
    #expect(failure?.diagnostics.map(\.path.description) == ["[1].a"])
    #expect(failure?.diagnostics.first?.location?.column == 11)
    let holder = try Holder.decode(json: "{\"value\":\(text)}")
    let problem = #expect(throws: EncodingProblem.self) { try Archive.bytes(of: holder) }
    #expect(problem?.property == "value")
    #expect(
      problem?.description.contains("expected a number of 64 bits or of 38 digits, found number") == true)
  }
}
