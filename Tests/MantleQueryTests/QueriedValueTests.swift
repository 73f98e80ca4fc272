import Foundation
import Mantle
import TestSupport
import Testing

@testable import MantleQuery

/// The values that filters, columns and figures read: through lists, in strings, as dates, and exactly.
struct QueriedValueTests {
  private func lines(_ query: String, _ rows: [String]) throws -> [String] {
    try QueryRunTests.result(query, of: rows.joined(separator: "\n") + "\n").text
      .split(separator: "\n").map(String.init)
  }

  private func error(_ query: String, _ rows: [String]) -> String? {
    do {
      _ = try lines(query, rows)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// A number equals an element of a list, and never the number of its elements.
  @Test(arguments: [
    ("s = 3", [2]), ("s != 3", [1, 3, 4]), ("s in (3, 4)", [2]), ("not s = 3", [1, 3, 4]), ("s > 2", [1, 3]),
    ("s <= 1", [2, 4]), ("s[] = 3", [2]), ("s = 7", [1]), ("s = []", [4]),
  ])
  func equalityComparesElementsAndOrderComparesCounts(_ filter: String, _ ids: [Int]) throws {
    let rows = [
      #"{"id":1,"s":[7,8,9]}"#, #"{"id":2,"s":[3]}"#, #"{"id":3,"s":{"a":7,"b":8,"c":9}}"#,
      #"{"id":4,"s":[]}"#,
    ]
    #expect(try lines("where \(filter) columns id", rows) == ids.map { "{\"id\":\($0)}" })
  }

  /// A path through a list has a list, however many values it finds; one to a single element has the element.
  @Test(arguments: [
    ("o.a", ["[1,2]", "[3]", "[]", nil, "5"]), ("o[0].a", ["1", "3", nil, nil, nil]),
    (".o.a", ["[1,2]", "[3]", "[]", nil, "5"]),
  ])
  func pathsThroughListsYieldLists(_ column: String, _ values: [String?]) throws {
    let rows = [
      #"{"o":[{"a":1},{"a":2}]}"#, #"{"o":[{"a":3},{"c":1}]}"#, #"{"o":[]}"#, #"{"c":1}"#, #"{"o":{"a":5}}"#,
    ]
    let expected = values.map { $0.map { "{\"x\":\($0)}" } ?? "{}" }
    #expect(try lines("columns x = \(column)", rows) == expected)
  }

  /// Each row of a frequency opens as many rows as it counts.
  @Test func emptyListsFormAGroupThatFiltersMatch() throws {
    let rows = [#"{"o":[{"a":1}]}"#, #"{"o":[]}"#, #"{"o":{"a":[]}}"#, #"{}"#]
    let groups = try lines("group o.a", rows)
    #expect(groups == [#"{"o.a":1,"count":1}"#, #"{"o.a":[],"count":2}"#, #"{"count":1}"#])
    #expect(try lines("where o.a === [] aggregate count", rows) == [#"{"count":2}"#])
    #expect(try lines("where o.a === 1 aggregate count", rows) == [#"{"count":1}"#])
  }

  @Test("Lists and objects are identical if their contents are equal, in any notation and order of keys")
  func containersAreComparedByContents() throws {
    let rows = [
      #"{"v":{"a":1,"b":"é"},"l":[1,10]}"#, #"{"v":{"b":"\u00e9","a":1.0},"l":[1.0,1e1]}"#,
      #"{"v":{"a":2,"b":"é"},"l":[10,1]}"#,
    ]
    #expect(
      try lines("group v", rows) == [
        #"{"v":{"a":1,"b":"é"},"count":2}"#, #"{"v":{"a":2,"b":"é"},"count":1}"#,
      ])
    #expect(try lines("where l === [1, 10] aggregate count", rows) == [#"{"count":2}"#])
    #expect(try lines(#"where v === {"b":"é","a":1} aggregate count"#, rows) == [#"{"count":2}"#])
  }

  /// Strings that contain JSON are read as `get` reads them.
  @Test func pathsContinueIntoJSONInsideStrings() throws {
    let rows = [
      #"{"id":1,"m":"{\"level\":\"error\",\"tags\":[\"a\"]}"}"#, #"{"id":2,"m":"{\"level\":\"info\"}"}"#,
      #"{"id":3,"m":"plain"}"#, #"{"id":4,"m":{"level":"error"}}"#,
    ]
    #expect(try lines("where m.level = error columns id", rows) == [#"{"id":1}"#, #"{"id":4}"#])
    #expect(try lines("columns m.level limit 2", rows) == [#"{"m.level":"error"}"#, #"{"m.level":"info"}"#])
    #expect(try lines("where m.tags = a columns id", rows) == [#"{"id":1}"#])
    #expect(error("where id.level = 3", rows)?.contains("no property or key \"level\"") == true)
  }

  /// A date or a duration is not compared with strings of another form, which nothing would equal.
  @Test(arguments: [
    "2001/01/01 00:47", "20240301", "01.03.2024", "03/01/2024", "Fri, 01 Mar 2024 10:00:00 GMT", "1709287200",
    "1355517523.000005", "Jun 12 1998",
  ])
  func comparingDatesWithOtherTextIsRefused(_ text: String) throws {
    let rows = ["{\"d\":\"\(text)\"}"]
    for filter in ["d > 2001-01-02", "d = 2001-01-01", "d <= 2024-03", "d in (2001-01-01)"] {
      let error = error("where \(filter)", rows)
      #expect(
        error?.contains("d is text, such as \"\(text)\", and 20") == true, "\(filter): \(error ?? "accepted")"
      )
    }
    #expect(try lines("where d = \"\(text)\" aggregate count", rows) == [#"{"count":1}"#])
  }

  @Test(arguments: ["2024-03-01T10:00", "2024-03-01 10:00", "2024-03-01T10:00Z", "2024-03-01T11:00+01:00"])
  func datesWithoutSecondsAreDates(_ text: String) throws {
    let rows = ["{\"d\":\"\(text)\"}", #"{"d":"2024-03-02T00:00:00Z"}"#]
    #expect(try lines("where d = 2024-03-01 columns d", rows) == ["{\"d\":\"\(text)\"}"])
    #expect(try lines("where d < 2024-03-01T10:00:01Z aggregate count", rows) == [#"{"count":1}"#])
    #expect(try lines("columns d sort d desc limit 1", rows) == [#"{"d":"2024-03-02T00:00:00Z"}"#])
  }

  /// A comparison has a value on its right side: the name of another property is refused, with both spellings.
  @Test func comparisonRejectsPropertyNameOnTheRight() throws {
    let rows = [#"{"x":3,"y":2,"z":{"a b":1}}"#, #"{"x":"y","y":2}"#]
    for filter in ["x = y", "x > y", "x != y", "x in (1, y)", "x = z.a\\ b"] {
      #expect(error("where \(filter)", rows)?.contains("is a property or key") == true, "\(filter)")
    }
    #expect(try lines(#"where x = "y" aggregate count"#, rows) == [#"{"count":1}"#])
    #expect(try lines("where x ~ y aggregate count", rows) == [#"{"count":1}"#])
  }

  @Test func filterThatKeepsAbsentValuesHasARemark() throws {
    let names = RecordList(JSONBytes("{\"a\":1}\n{\"a\":null}\n{}\n"), [], sequence: .lines(in: 0..<21)).names
    #expect(try Filter("a != null", names: names).remark?.contains("without a") == true)
    #expect(try Filter("not a = null or a > 1", names: names).remark == nil)
    #expect(try Filter("a != null and a != absent", names: names).remark == nil)
    #expect(try Filter("a = null", names: names).remark == nil)
  }

  /// Keys in double quotes have the escapes of JSON in every place of a query.
  @Test(arguments: [#".["e\nf"]"#, #"."e\nf""#, #""e\nf""#, #"["e\u000af"]"#])
  func quotedKeysUseJSONEscapes(_ name: String) throws {
    let rows = [#"{"e\nf":3,"g":1}"#, #"{"e\nf":4,"g":2}"#]
    #expect(try lines("where \(name) = 3 columns g", rows) == [#"{"g":1}"#])
    #expect(try lines("columns x = \(name)", rows) == [#"{"x":3}"#, #"{"x":4}"#])
  }

  // MARK: - Figures

  /// Medians and quartiles are exact: of dates to the nanosecond, of numbers to the last digit.
  @Test(arguments: [
    ([#""2024-01-02T03:04:05.123456789Z""#], #""2024-01-02T03:04:05.123456789Z""#),
    (
      [#""2024-01-01T00:00:00Z""#, #""2024-01-01T00:00:00.000000002Z""#], #""2024-01-01T00:00:00.000000001Z""#
    ),
    ([#""2024-01-01T00:00:00+02:00""#, #""2024-01-01T00:00:00Z""#], #""2023-12-31T23:00:00Z""#),
    ([#""1969-12-31T23:59:59.25Z""#], #""1969-12-31T23:59:59.250Z""#),
    (["9007199254740993", "1"], "4503599627370497"), (["9007199254740993", "2"], "4503599627370497.5"),
    (["9007199254740993", "9007199254740993"], "9007199254740993"),
    (["-9007199254740993", "-9007199254740995"], "-9007199254740994"), (["0.1", "0.2"], "0.15"),
    (["1.1", "2.2"], "1.65"), (["1", "2", "3"], "2"),
    (["100000000000000000000", "100000000000000000002"], "100000000000000000001"),
  ])
  func mediansAreExact(_ values: [String], _ median: String) throws {
    let rows = values.map { "{\"n\":\($0)}" }
    #expect(try lines("aggregate median(n)", rows) == ["{\"median(n)\":\(median)}"])
    #expect(try lines("aggregate quantile(n, 0.5)", rows) == ["{\"quantile(n, 0.5)\":\(median)}"])
  }

  /// Long values count as much as short ones.
  @Test(arguments: [1, 100, 250, 5_000]) func topCountsLongValues(_ length: Int) throws {
    let long = String(repeating: "w", count: length)
    let rows = [long, long, "a"].map { "{\"s\":\"\($0)\"}" } + [#"{"s":[1]}"#]
    let shown = length > 200 ? long.prefix(200) + "…" : long[...]
    #expect(try lines("aggregate top(s, 1)", rows) == ["{\"top(s, 1)\":\"\(shown) ×2\"}"])
    #expect(try lines("aggregate top(s)", [#"{"s":null}"#]) == [#"{"top(s)":null}"#])
  }

  /// Numbers too small for a `Double` are in groups and in the order of their own.
  @Test func tinyNumbersDifferFromZero() throws {
    let rows = ["1e-400", "0", "-0.0", "2e-400"].map { "{\"n\":\($0)}" }
    #expect(try lines("columns n sort n desc limit 2", rows) == [#"{"n":2e-400}"#, #"{"n":1e-400}"#])
    #expect(try lines("group n", rows).count == 3)
    #expect(try lines("where n > 0 aggregate count", rows) == [#"{"count":2}"#])
  }

  /// Formats for programs have all digits of a figure, and tables for people some.
  @Test func onlyTextTablesRoundNumbers() throws {
    let json = "[{\"n\":1},{\"n\":1},{\"n\":2}]"
    let query = "aggregate mean(n), p = percent(n)"
    #expect(try QueryRunTests.result(query, of: json).text == "{\"mean(n)\":1.3333333333333333,\"p\":100}\n")
    #expect(
      try QueryRunTests.result(query, of: json, format: .csv).text
        == "mean(n),p\r\n1.3333333333333333,100\r\n")
    #expect(try QueryRunTests.result(query, of: json, format: .text).text.contains("1.333333 "))
    let groups = try QueryRunTests.result("group n aggregate percent", of: json, format: .text).text
    #expect(groups.contains("66.7") && !groups.contains("66.66"))
  }

  /// In CSV, empty text differs from null.
  @Test func emptyTextIsQuotedInCSV() throws {
    let text = try QueryRunTests.result(
      "columns a, b", of: "[{\"a\":\"\",\"b\":null},{\"b\":\"x\"}]", format: .csv
    ).text
    #expect(text == "a,b\r\n\"\",\r\n,x\r\n")
  }
}
