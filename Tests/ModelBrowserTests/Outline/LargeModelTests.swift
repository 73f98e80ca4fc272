import Mantle
import Testing

@testable import MantleChecking
@testable import ModelBrowser

/// Models inside an object that is too large to be parsed whole are shown as those of a small one.
struct LargeModelTests {
  private static func session(_ json: String, largestRecord: Int = 150, rows: Int = 30) -> Session {
    var source = DocumentSource(JSONBytes(json), name: "root.json", inference: Inferring())
    source.largestRecord = largestRecord
    return Session(source, columns: 100, rows: rows)
  }

  private static let order =
    #"{"id": 7, "placed_at": "2024-05-01T10:00:00Z", "customer": {"name": "Ann"}, "lines": [{"sku": "a"}]}"#
  private static let orders = "[\(order), \(order), \(order)]"

  static let documents: [(json: String, order: String)] = [
    (#"{"orders": \#(orders)}"#, "orders[1]"),
    (#"{"next": null, "orders": \#(orders), "count": 2}"#, "orders[1]"),
    (#"{"data": {"page": 1, "orders": \#(orders)}}"#, "data.orders[1]"),
    (#"{"data": {"deep": {"orders": \#(orders)}}, "more": [1, 2, 3]}"#, "data.deep.orders[1]"),
    (#"[{"orders": \#(orders)}, {"orders": \#(orders)}]"#, "[1].orders[1]"),
    (#"{"orders": \#(orders)}"# + "\n" + #"{"orders": \#(orders)}"# + "\n", "[1].orders[0]"),
    (#"{"a": {"order": \#(order)}, "b": {"order": \#(order)}}"#, "b.order"),
  ]

  @Test(arguments: documents)
  func largeObjectsShowTheirNestedModels(json: String, order: String) throws {
    var session = Self.session(json)
    session.press(":goto \(order)<Enter>")
    let row = session.browser.cursor
    #expect(row.path.description == order)
    #expect(row.model?.name == "Order", "\(session.screen)")
    session.press(":goto \(order).placed_at<Enter>")
    let property = try #require(session.browser.cursor.property)
    #expect(property.typeName == "date", "\(property.typeName)")
    #expect(session.browser.cursor.ownerModel?.name == "Order")
    #expect(session.status.contains("no errors"), "\(session.status)")
  }

  @Test(arguments: documents)
  func recordSizeDoesNotAffectModelsOfRows(json: String, order: String) {
    var (large, small) = (Self.session(json), Self.session(json, largestRecord: 1 << 20))
    for keys in [":goto \(order)<Enter>", "l"] {
      large.press(keys)
      small.press(keys)
      #expect(large.cursorPath == small.cursorPath)
      #expect(large.browser.cursor.model?.name == small.browser.cursor.model?.name)
      #expect(large.browser.cursor.typing?.typeName == small.browser.cursor.typing?.typeName)
    }
  }

  @Test func typesOfLargeModelMembersCanBeChosen() throws {
    var session = Self.session(
      #"{"made": 1732291200, "state": "on", "days": ["2024-01-01", "2024-01-02"], "orders": \#(Self.orders)}"#
    )
    session.press(":goto made<Enter>:type unixSeconds<Enter>")
    #expect(session.message.hasPrefix("made: unixSeconds, was integer"), "\(session.message)")
    #expect(session.screen.contains("2024-11-22T16:00:00Z"), "\(session.screen)")
    session.press(":goto orders[0].id<Enter>:type string<Enter>")
    #expect(session.status.contains("3 errors"), "\(session.status)")
    session.press(":goto state<Enter>:type date<Enter>")
    #expect(session.status.contains("4 errors"), "\(session.status)")
    #expect(session.browser.cursor.severity == .error)
    session.press(":goto days[1]<Enter>")
    #expect(
      session.browser.cursor.propertyType == "[date]" || session.browser.cursor.propertyType == "[string]")
  }

  @Test func objectsOverOneMegabyteShowNestedModels() {
    let orders = Array(repeating: Self.order, count: 12_000).joined(separator: ",")
    let json = #"{"orders": [\#(orders)], "total": 12000}"#
    #expect(json.utf8.count > 1 << 20)
    var session = Session(DocumentSource(JSONBytes(json), name: "root.json", inference: Inferring()))
    #expect(session.screen.contains("12000 Orders"), "\(session.screen)")
    session.press(":goto orders[11999].customer.name<Enter>")
    #expect(session.browser.cursor.ownerModel?.name == "Customer")
    session.press(":goto total<Enter>")
    #expect(session.browser.cursor.property?.typeName == "integer")
  }

  @Test func inferenceFindsModelsInsideLargeObject() throws {
    let json =
      #"{"data": {"orders": \#(Self.orders), "page": {"n": 1}}, "maps": {"1001": {"x": 1}, "1002": {"x": 2}, "1003": {"x": 3}, "1004": {"x": 4}}, "n": 1}"#
    let place = try #require(
      Inferring().place(in: JSONBytes(json), name: "a", deciding: [], upTo: .max, isCancelled: { false }))
    #expect(
      place.parts.map { "\($0.path): \($0.model.name)" } == [
        "data.orders[]: Order", "data.page: Page", "maps[]: Map",
      ])
    var checker = Checker(JSONBytes(json), places: place.parts, minimumSeverity: .warning)
    checker.largestModel = 10
    #expect(checker.diagnostics().diagnostics.isEmpty)
    #expect(checker.diagnostics().summary.models == 8)
  }
}
