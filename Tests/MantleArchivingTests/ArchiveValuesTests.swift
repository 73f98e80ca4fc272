import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// What an archive can hold that is not in every archive: Foundation's other values, values that JSON cannot say,
/// several entries, objects of unknown classes.
struct ArchiveValuesTests {
  private func document(_ graph: ArchiveGraph, keepsClasses: Bool = false) throws -> ArchivedDocument {
    try ArchivedDocument(reading: try graph.bytes(), models: [], keepsClasses: keepsClasses)
  }

  private func text(_ document: ArchivedDocument) -> String { document.json.text(0..<document.json.count) }

  private static func decimal(
    _ mantissa: [UInt8], _ exponent: Int64, isNegative: Bool = false, in builder: inout ArchiveBuilder
  ) -> ArchiveReference {
    let number = builder.reserve(
      ArchiveClass(
        "NSDecimalNumberPlaceholder", chain: ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]))
    builder.fill(
      number,
      [
        ArchiveField(builder.key("NS.mantissa"), builder.data(mantissa)),
        ArchiveField(builder.key("NS.mantissa.bo"), builder.integer(1)),
        ArchiveField(builder.key("NS.length"), builder.integer(Int64(mantissa.count / 2))),
        ArchiveField(builder.key("NS.exponent"), builder.integer(exponent)),
        ArchiveField(builder.key("NS.negative"), builder.bool(isNegative)),
      ])
    return number
  }

  @Test func decimalNumbersDecodeAsNumbers() throws {
    var builder = ArchiveBuilder()
    let numbers = [
      Self.decimal([0x39, 0x30], -2, in: &builder),
      Self.decimal([1, 0, 1, 0], 0, isNegative: true, in: &builder),
      Self.decimal([], 0, in: &builder),
    ]
    builder.setTop(builder.array(numbers))
    let graph = builder.graph
    #expect(text(try document(graph)) == "[123.45,-65537,0]")
    #expect(try Archive.decode([Double].self, from: try graph.bytes()) == [123.45, -65_537, 0])
  }

  struct Price: Model {
    let amount: Decimal

    static let properties = Properties(of: Price.self) { Property(\.amount, "amount") }
    static let mapping = Mapping(Price.init, properties)
  }

  @Test func decimalNumbersDecodeExactly() throws {
    var builder = ArchiveBuilder()
    let amount = Self.decimal(Array(repeating: 0xFF, count: 14), -10, in: &builder)
    let price = builder.reserve(.model("Price"))
    builder.fill(price, [ArchiveField(builder.key("amount"), amount)])
    builder.setTop(price)
    let decoded = try Archive.decode(Price.self, from: try builder.graph.bytes())
    #expect(decoded.amount == Decimal(string: "519229685853482762853049.6329220095"))
  }

  struct Settings: Model, Equatable {
    var any: JSONValue
    var other: JSONValue
    var list: [JSONValue]

    static let properties = Properties(of: Settings.self) {
      Property(\.any, "any")
      Property(\.other, "other").default(1)
      Property(\.list, "list")
    }
    static let mapping = Mapping(Settings.init, properties)
  }

  @Test(arguments: [
    Settings(any: nil, other: nil, list: [nil, 1]),
    Settings(any: ["a": nil, "b": [nil]], other: 2, list: []),
  ])
  func nullsInUntypedJSONRoundTrip(_ settings: Settings) throws {
    #expect(try Archive.decode(Settings.self, from: Archive.bytes(of: settings)) == settings)
  }

  @Test func attributedStringsDecodeAsPlainStrings() throws {
    var builder = ArchiveBuilder()
    let text = builder.reserve(ArchiveClass("NSAttributedString", chain: ["NSObject"]))
    builder.fill(text, [ArchiveField(builder.key("NSString"), builder.string("bold"))])
    builder.setTop(builder.array([text, builder.string("plain")]))
    let before = try document(builder.graph)
    #expect(self.text(before) == #"["bold","plain"]"#)
    #expect(try Archive.decode([String].self, from: try builder.graph.bytes()) == ["bold", "plain"])
    // An edit beside it leaves it what it is.
    let after = try before.rewritten(try JSONDocument(#"["bold","changed"]"#).root)
    guard let root = after.root, case .array(let items) = after[root] else {
      Issue.record("the root is no array")
      return
    }
    #expect(after.archiveClass(of: items[0])?.name == "NSAttributedString")
  }

  struct Event: Model {
    let date: Date

    static let properties = Properties(of: Event.self) { Property(\.date, "date", .iso8601) }
    static let mapping = Mapping(Event.init, properties)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 252_455_616_000, -63_114_076_801])
  func decodingReportsInvalidDates(_ seconds: Double) throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    var builder = ArchiveBuilder()
    builder.setTop(builder.array([builder.date(date)]))
    let document = try document(builder.graph)
    #expect(document.diagnostics.map(\.code) == [.outOfRange])
    #expect(document.diagnostics.map(\.path) == ["[0]"])
    let event = builder.reserve(.model("Event"))
    builder.fill(event, [ArchiveField(builder.key("date"), builder.date(date))])
    builder.setTop(event)
    #expect(throws: DecodingFailure.self) { try Archive.decode(Event.self, from: try builder.graph.bytes()) }
  }

  @Test(arguments: [0, 252_455_615_999, -63_114_076_800]) func datesAtLimitsDecode(_ seconds: Double) throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let bytes = try Archive.bytes(of: Event(date: date))
    #expect(try Archive.decode(Event.self, from: bytes).date == date)
    #expect(try ArchivedDocument(reading: bytes, models: []).isReadable)
  }

  @Test func errorForIntegerMentionsTheFraction() throws {
    let failure = #expect(throws: DecodingFailure.self) {
      try Archive.decode([Int].self, from: try Archive.bytes(of: [4.5]))
    }
    #expect(failure?.diagnostics.first?.message == "expected integer, found 4.5, a number with a fraction")
  }

  @Test func errorPathContainsNonStringKeys() throws {
    var builder = ArchiveBuilder()
    let map = builder.dictionary([ArchiveEntry(key: builder.integer(7), value: builder.bool(true))])
    builder.setTop(builder.dictionary([ArchiveEntry(key: builder.string("map"), value: map)]))
    let error = try #require(try document(builder.graph).diagnostics.first)
    #expect(error.path == JSONKeyPath([.key("map"), .key("number 7")]))
  }

  @Test func cycleErrorNamesTheRepeatedObject() throws {
    var builder = ArchiveBuilder()
    let thing = builder.reserve(ArchiveClass("XYThing", chain: ["NSObject"]))
    builder.fill(thing, [ArchiveField(builder.key("me"), thing)])
    builder.setTop(builder.array([thing]))
    let error = try #require(try document(builder.graph).diagnostics.first { $0.severity == .error })
    #expect(error.path == "[0].me")
    #expect(error.message == "reference cycle: this is `[0]` again, which JSON cannot represent")
  }

  @Test func editingReachesEveryEntryPoint() throws {
    var builder = ArchiveBuilder()
    builder.setTop(builder.array([builder.string("a")]), name: "first")
    builder.setTop(builder.string("b"), name: "second")
    let before = try document(builder.graph)
    #expect(before.isReadable)
    #expect(text(before) == #"{"first":["a"],"second":"b"}"#)
    let after = try before.rewritten(try JSONDocument(#"{"first":["a"],"second":"c"}"#).root)
    #expect(after.top.map(\.name) == ["first", "second"])
    #expect(after[after.top[1].value] == .string("c"))
    #expect(after.top[0].value == before.graph.top[0].value)
    #expect(try text(document(after)) == #"{"first":["a"],"second":"c"}"#)
  }

  @Test func convertedJSONMayIncludeClassNames() throws {
    var builder = ArchiveBuilder()
    let thing = builder.append(
      .object([ArchiveField(builder.key("inside"), builder.integer(1))]),
      class: ArchiveClass("XYThing", chain: ["XYBase", "NSObject"]))
    builder.setTop(builder.array([thing]))
    let document = try document(builder.graph, keepsClasses: true)
    #expect(text(document) == #"[{"$class":["XYThing","XYBase","NSObject"],"inside":1}]"#)
    let again = try ArchiveGraph(
      json: [try JSONDocument(parsing: document.json).root], models: [], model: nil)
    guard let root = again.root, case .array(let items) = again[root] else {
      Issue.record("the root is no array")
      return
    }
    #expect(again.archiveClass(of: items[0])?.chain == ["XYThing", "XYBase", "NSObject"])
    #expect(again.fields(of: items[0]).map { again.name(of: $0.key) } == ["inside"])
  }

  /// 20,000 objects with one list of 20 others: the content follows from the size of the file.
  @Test func listSharedByManyObjectsIsAccepted() throws {
    var builder = ArchiveBuilder()
    let key = builder.key("users")
    let users = builder.array((0..<20).map { builder.string("user number \($0) of the list") })
    let issues = (0..<20_000).map { _ in
      builder.append(
        .object([ArchiveField(key, users)]), class: ArchiveClass("XYIssue", chain: ["NSObject"]))
    }
    builder.setTop(builder.array(issues))
    let bytes = try builder.graph.bytes()
    #expect(try ArchivedDocument(reading: bytes, models: []).json.count > 10 << 20)
    #expect(throws: ArchiveError.self) {
      try ArchivedDocument(reading: bytes, models: [], limits: ArchiveLimits(base: 1 << 20, perByte: 10))
    }
  }
}
