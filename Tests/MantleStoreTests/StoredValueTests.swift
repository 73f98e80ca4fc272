import Foundation
import GitHubModels
import Mantle
import TestSupport
import Testing

@testable import MantleStore

private enum Color: String, CaseIterable, Sendable { case red, blue }

private struct Point: MappedHashable, Sendable {
  var x: Int
  var y: Double

  static let properties = Properties(of: Point.self) {
    Property(\.x, "x")
    Property(\.y, "y")
  }
  static let mapping = Mapping(Point.init, properties)
}

/// A model with a property of each kind of column.
private struct Everything: MappedHashable, Sendable {
  let id: Int
  var text = ""
  var optional: String?
  var flag = false
  var small: Int8 = 0
  var big: UInt64 = 0
  var huge: Int128 = 0
  var double = 0.0
  var float: Float = 0
  var decimal: Decimal = 0
  var uuid = UUID()
  var url: URL?
  var date = Date(timeIntervalSince1970: 0)
  var stamp = Date(timeIntervalSince1970: 0)
  var data = Data()
  var color = Color.red
  var field = Field<Int>.absent
  var point: Point?
  var points: [Point] = []
  var words: [String: String] = [:]
  var any: [JSONValue] = []
  var city: String?
  var latitude = 0.0
  var longitude = 0.0

  static let properties = Properties(of: Everything.self) {
    Property(\.id, "id").identity()
    Property(\.text, "text")
    Property(\.optional, "optional")
    Property(\.flag, "flag")
    Property(\.small, "small")
    Property(\.big, "big")
    Property(\.huge, "huge")
    Property(\.double, "double")
    Property(\.float, "float")
    Property(\.decimal, "decimal")
    Property(\.uuid, "uuid")
    Property(\.url, "url")
    Property(\.date, "date", .iso8601)
    Property(\.stamp, "stamp", .unixSeconds)
    Property(\.data, "data", .base64)
    Property(\.color, "color", .cases)
    Property(\.field, "field")
    Property(\.point, "point")
    Property(\.points, "points")
    Property(\.words, "words")
    Property(\.any, "any")
    Property(\.city, "address.city.name")
    Property(\.latitude, "place[0]")
    Property(\.longitude, "place[1]")
  }
  static let mapping = Mapping(Everything.init, properties)
}

@Suite struct StoredValueTests {
  /// Saves models and returns those that a new store on the file has.
  private static func stored(_ models: [Everything]) throws -> [Everything] {
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: models)
    return try temporary.reopened().fetchAll()
  }

  @Test func valuesAtTheirLimitsRoundTrip() throws {
    var models: [Everything] = []
    func add(_ change: (inout Everything) throws -> Void) rethrows {
      var model = Everything(id: models.count)
      try change(&model)
      models.append(model)
    }
    models.append(Everything(id: 0))
    for text in [
      "", "\u{0}", "a\u{0}b", "👩‍👩‍👧", "007", "12.50", "null", "'; DROP TABLE Everything; --", "\"", "\\",
      "\n\u{1F}\u{7F}", "e\u{301}",
    ] {
      add { ($0.text, $0.optional, $0.city) = (text, text, text) }
    }
    for number in [Int8.min, .max] { add { $0.small = number } }
    for number in [UInt64.max, UInt64(Int64.max), UInt64(Int64.max) + 1] { add { $0.big = number } }
    for number in [Int128.min, .max, Int128(Int64.min) - 1] { add { $0.huge = number } }
    for number in [
      -0.0, 0.1, .greatestFiniteMagnitude, -.leastNonzeroMagnitude, 1e15, 9_007_199_254_740_992, .pi,
    ] {
      add { ($0.double, $0.latitude) = (number, number) }
    }
    for number in [Float(0.1), .greatestFiniteMagnitude, -0.0] { add { $0.float = number } }
    for text in ["12345678901234567890.123456789012345678", "-0.00000000000000000001", "0.1", "1"] {
      try add { $0.decimal = try #require(Decimal(string: text)) }
    }
    for seconds in [-1.0, -14_182_940, 1_700_000_000.123, 253_402_300_799] {
      add {
        ($0.date, $0.stamp) = (
          Date(timeIntervalSince1970: seconds), Date(timeIntervalSince1970: seconds.rounded())
        )
      }
    }
    add { $0.data = Data(0...255) }
    add { $0.url = URL(string: "https://example.org/a?b=%20#c") }
    add { ($0.color, $0.flag) = (.blue, true) }
    for field in [Field<Int>.null, .value(7), .absent] { add { $0.field = field } }
    add {
      ($0.point, $0.points, $0.words) = (
        Point(x: .min, y: -1.5), [Point(x: 1, y: 2), Point(x: .max, y: 3)], ["": "\u{0}", "é": "x"]
      )
    }
    for text in [
      "1234567890123456789012345678901234567890", "0.1234567890123456789012345678901234567890", "[1.0, null]",
      "null", "true",
    ] {
      try add { $0.any = [try JSONValue(json: text)] }
    }
    let found = try Self.stored(models)
    #expect(found.count == models.count)
    for (model, found) in zip(models, found) { #expect(found == model) }
    #expect(found.contains { $0.double == 0 && $0.double.sign == .minus })
    #expect(found.contains { $0.float == 0 && $0.float.sign == .minus })
  }

  /// A law: each value is that of the column's path, whatever the order of the keys, and the last one of a repeated key.
  @Test(arguments: UInt64(0)..<20) func storedValuesAreReadByTheirPaths(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let model = Everything(
      id: 1, text: "a", optional: "\\", double: -0.0, point: Point(x: 1, y: 2), city: "Zürich")
    let encoded = try JSONDocument(try model.json()).root
    let others = [#""address":{}"#, #""address":{"city":7}"#, #""text":null"#, #""id":-0"#, #""new":[1]"#]
    let members =
      encoded.members.map { "\($0.key.rawText):\($0.value.rawText)" }
      + others.filter { _ in random.below(2) == 0 }
    let object = try JSONDocument("{\(members.shuffled(using: &random).joined(separator: ","))}").root
    let layout = try Everything.mapping.layout()
    #expect(
      try layout.values(in: object)
        == layout.columns.map { $0.node(in: object).map($0.value(of:)) ?? .null })
  }

  @Test func integersAreStoredOnlyIfTheirTextIsKept() throws {
    for text in ["0", "7", "-7", "9223372036854775807", "-9223372036854775808"] {
      let node = try JSONDocument(text).root
      for form in [ColumnForm.integer, .any] {
        #expect(form.value(of: node) == .integer(try #require(Int64(text))))
      }
    }
    for text in ["-0", "9223372036854775808", "1e2", "1.0"] {
      let node = try JSONDocument(text).root
      #expect(ColumnForm.integer.value(of: node) == .blob(Array(text.utf8)))
    }
  }

  // MO-04
  @Test func shellShowsReadableValues() throws {
    let temporary = try TemporaryStore()
    let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    var model = Everything(id: 7, text: "it's", flag: true, small: -5, big: .max, double: 1.5, uuid: uuid)
    model.decimal = try #require(Decimal(string: "12.50"))
    model.date = Date(timeIntervalSince1970: 1_700_000_000)
    model.stamp = model.date
    model.points = [Point(x: 1, y: 0.5)]
    (model.city, model.latitude) = ("Zürich", 47.5)
    try temporary.store.save(model)
    let row = try temporary.shell(
      "SELECT id, text, optional, flag, small, big, double, decimal, uuid, date, stamp, color, points, city, place FROM Everything"
    )
    #expect(
      row == [
        "7|it's||1|-5|18446744073709551615|1.5|12.5|E621E1F8-C36C-495A-93FC-0C247A3E6E5F|2023-11-14T22:13:20Z|1700000000"
          + "|red|[{\"x\":1,\"y\":0.5}]|Zürich|[47.5,0]"
      ])
    let types = try temporary.shell(
      "SELECT name || ' ' || type FROM pragma_table_info('Everything') LIMIT 10")
    #expect(
      types == [
        "id INTEGER", "text TEXT", "optional TEXT", "flag BOOLEAN", "small INTEGER", "big ", "huge ",
        "double REAL",
        "float REAL", "decimal TEXT",
      ])
  }

  @Test func storedIssuesRoundTripAsTheSameJSON() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let issues = try [GitHubModels.Issue].decode(
      json: try Data(contentsOf: package.appending(path: "SampleData/issues.json"))
    )
    .sorted { ($0.id ?? 0) < ($1.id ?? 0) }
    let temporary = try TemporaryStore()
    #expect(try temporary.store.save(contentsOf: issues) == issues.count)
    let found = try temporary.reopened().fetchAll(GitHubModels.Issue.self)
    #expect(!issues.isEmpty && found.count == issues.count)
    for (issue, found) in zip(issues, found) { #expect(try found.json() == issue.json()) }
  }

  /// A law: random strings come back scalar by scalar.
  @Test func randomStringsRoundTripThroughTheStore() throws {
    var random = SeededGenerator(seed: 48)
    let models = (0..<300).map { id in
      var text = String.UnicodeScalarView()
      for _ in 0..<random.below(20) { text.append(random.scalar()) }
      return Everything(id: id, text: String(text), words: [String(text): String(text)])
    }
    for (model, found) in zip(models, try Self.stored(models)) {
      #expect(Array(model.text.unicodeScalars) == Array(found.text.unicodeScalars))
      #expect(model == found)
    }
  }
}
