import Foundation
import Mantle
import Testing

@testable import LinearRegex
@testable import MantleDefinitions

/// Dates in other forms than ISO 8601, in definitions.
struct DatePatternTests {
  @Test(arguments: [
    ("dd.MM.yyyy", "22.04.2011", "2011-04-22T00:00:00Z"),
    ("MM/dd/yyyy", "04/22/2011", "2011-04-22T00:00:00Z"),
    ("yyyyMMdd", "20110422", "2011-04-22T00:00:00Z"),
    ("yyyy-MM-dd HH:mm:ss", "2011-04-22 13:33:48", "2011-04-22T13:33:48Z"),
    ("dd MMM yyyy", "22 Apr 2011", "2011-04-22T00:00:00Z"),
    ("EEE, dd MMM yyyy HH:mm:ss Z", "Fri, 22 Apr 2011 13:33:48 +0000", "2011-04-22T13:33:48Z"),
    ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2011-04-22T13:33:48.250Z", "2011-04-22T13:33:48.250Z"),
    ("dd.MM.yyyy 'um' HH 'o''clock'", "22.04.2011 um 13 o'clock", "2011-04-22T13:00:00Z"),
    ("EEE, dd MMM yyyy HH:mm:ss zzz", "Fri, 22 Apr 2011 13:33:48 GMT", "2011-04-22T13:33:48Z"),
    ("yyyy-MM-dd '''a'' b'", "2011-04-22 'a' b", "2011-04-22T00:00:00Z"),
    ("yyyy-MM-dd ''''", "2011-04-22 '", "2011-04-22T00:00:00Z"),
    (
      "yyyy-MM-dd HH.mm 'Uhr' '(UTC)' [*+?^$|{}\\/]", "2011-04-22 13.33 Uhr (UTC) [*+?^$|{}\\/]",
      "2011-04-22T13:33:00Z"
    ),
    ("yyyy/MM/dd", "0001/01/01", "0001-01-01T00:00:00Z"),
    ("yyyy/MM/dd", "9999/12/31", "9999-12-31T00:00:00Z"),
  ])
  func datePatternRoundTrips(pattern: String, text: String, instant: String) throws {
    let pattern = try DatePattern(pattern)
    let date = try #require(pattern.date(text))
    #expect(DateWords.describe(date) == instant)
    #expect(pattern.text(of: date) == text)
    // What a schema says of it, with the escapes that ECMA-262 knows, and the type in a file.
    let expression = pattern.expression
    #expect(try RegularExpression(expression).matches(text))
    let escaped = zip(expression, expression.dropFirst()).filter { $0.0 == "\\" }.map(\.1)
    #expect(escaped.allSatisfy { #"^$\.*+?()[]{}|/d"#.contains($0) }, "\(expression)")
    #expect(try DefinedType("[date(\(pattern.text))]") == .array(.date(pattern)))
  }

  @Test(arguments: [
    ("dd.MM.yyyy", "30.02.2011"), ("dd.MM.yyyy", "1.02.2011"), ("dd.MM.yyyy", "01.02.2011 "),
    ("dd.MM.yyyy", ""),
    ("dd.MM.yyyy", "01.13.2011"), ("dd.MM.yyyy", "０1.02.2011"), ("yyyy-MM-dd HH:mm", "2011-04-22 24:00"),
    ("EEE, dd MMM yyyy", "Thu, 22 Apr 2011"), ("dd MMM yyyy", "22 apr 2011"),
    ("yyyy-MM-dd HH:mm:ss Z", "2011-04-22 13:33:48 +2400"), ("yyyy/MM/dd", "0000/01/01"),
  ])
  func datePatternRejectsOtherText(pattern: String, text: String) throws {
    #expect(try DatePattern(pattern).date(text) == nil)
  }

  @Test func datePatternDecodesZones() throws {
    let pattern = try DatePattern("yyyy-MM-dd HH:mm Z")
    #expect(pattern.date("2011-04-22 13:33 +0200") == pattern.date("2011-04-22 11:33 +0000"))
    #expect(pattern.date("2011-04-22 23:30 -0130").flatMap(pattern.text) == "2011-04-23 01:00 +0000")
  }

  @Test(arguments: [
    "", "dd.MM", "yyyy", "dd.MM.yyyy dd", "DD.MM.YYYY", "d.M.yyyy", "yyyy-MM-MMM-dd", "'dd.MM.yyyy",
    "yyyy-MM-dd ss.S SSS", "yyyy-MM-dd HH:mm Z XXX", "yyyy-MM-dd HH:mm zzz Z",
  ])
  func invalidDatePatternsAreRejected(pattern: String) {
    #expect(throws: TransformError.self) { try DatePattern(pattern) }
    #expect(throws: DefinedTypeError.self) { try DefinedType("[date(\(pattern))?]") }
  }

  @Test func datesInTheWholeRangeRoundTrip() throws {
    let pattern = try DatePattern("EEE dd MMM yyyy HH:mm:ss.SSS XXX")
    // Steps of 86 days, and a bit.
    for milliseconds in stride(from: -62_135_596_800_000, to: 253_402_300_800_000, by: 7_433_219_123) {
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let text = try #require(pattern.text(of: date))
      let again = try #require(pattern.date(text), "\(text)")
      #expect(abs(again.timeIntervalSince(date)) < 0.000_1, "\(text)")
      #expect(pattern.text(of: again) == text)
    }
    #expect(pattern.text(of: Date(timeIntervalSince1970: 1e15)) == nil)
    // The end of 9999, rounded to the next year.
    #expect(pattern.text(of: Date(timeIntervalSince1970: 253_402_300_799.9996)) == nil)
    #expect(pattern.text(of: Date(timeIntervalSince1970: 253_402_300_799.9)) != nil)
  }

  /// The type goes through a file, decodes, reports, is written back, and is what Swift and a schema make of it.
  @Test func definitionsSupportDatePatterns() throws {
    let text = """
      {"mantle": 1, "root": "Order", "models": [{"name": "Order", "properties": [
        {"name": "placed", "type": "date(dd.MM.yyyy)"}, {"name": "seen", "type": "[date(yyyy/MM/dd HH:mm)]?"}
      ]}]}
      """
    let definition = try Definition(JSONBytes(text))
    let models = DefinedModels(definition)
    let order = #"{"placed":"22.04.2011","seen":["2011/04/22 13:33"]}"#
    let record = try models.decode("Order", from: JSONDocument(order).root)
    #expect(String(decoding: try models.encode(record), as: UTF8.self) == order)
    let wrong = try JSONDocument(#"{"placed": "2011-04-22", "seen": null}"#).root
    let problem = try #require(models.descriptions.first?.diagnose(wrong, minimumSeverity: .error).first)
    #expect(
      problem.message.hasPrefix("expected date like `22.04.2011`, found \"2011-04-22\""), "\(problem.message)"
    )
    #expect(
      definition.swiftSource.contains(#"Property(\.placed, "placed", .pattern("dd.MM.yyyy"))"#),
      "\(definition.swiftSource)")
    #expect(definition.swiftSource.contains("import MantleFormatters\n"))
    let schema = try definition.jsonSchema(title: "x")
    #expect(schema.contains(#""pattern": "^\\d{2}\\.\\d{2}\\.\\d{4}$""#), "\(schema)")
    let again = try Definition(JSONBytes(definition.fileText))
    #expect(again.models == definition.models)
  }

  @Test func inferenceSuggestsDatePatterns() throws {
    let bytes = JSONBytes(
      "["
        + [15, 22, 29].map { #"{"day": "\#($0).03.2024", "at": "Fri, \#($0) Mar 2024 10:00:00 +0000"}"# }
        .joined(
          separator: ",") + "]")
    var inference = Inference()
    inference.read(bytes)
    let definition = inference.models(rootName: "Root", elementName: "Item").documented([bytes])
    let notes = definition.model("Item")?.properties.map(\.notes)
    #expect(
      notes == [
        ["every value is a date: could be read with `date(dd.MM.yyyy)`"],
        ["every value is a date: could be read with `date(EEE, dd MMM yyyy HH:mm:ss Z)`"],
      ])
  }
}
