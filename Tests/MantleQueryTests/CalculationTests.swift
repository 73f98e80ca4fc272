import Mantle
import TestSupport
import Testing

@testable import MantleQuery

/// Calculations in filters, columns, sort keys, groups and aggregates.
struct CalculationTests {
  static let row = #"""
    {"id": 1, "qty": 3, "price": 19.99, "name": " Ann Lee ", "at": "2024-12-30T10:30:15Z", "due": "2025-01-02",
     "none": null, "flag": true, "n": "12.5", "big": 9007199254740993, "tags": ["a", "b"], "deep": {"x": 2},
     "items": [{"sku": "p", "price": 2.5, "qty": 4}, {"sku": "q", "price": 10, "qty": 1}, {"sku": "r"}],
     "first-name": "dash", "epoch": 1700000000, "empty": []}
    """#

  static func names(_ rows: [String] = [row]) throws -> FilterNames {
    FilterNames(model: nil, samples: try rows.map { try JSONDocument($0).root }, now: 1_700_000_000)
  }

  /// Returns the text of the value that a calculation has in the row; `!` comes before the reason of a failure.
  static func value(_ text: String) throws -> String {
    let query = try Query("columns x = \(text)", names: names())
    let subject = FilterSubject(Array(row.utf8))
    let cell = query.columns[0].path.cell(in: subject)
    return cell.failure.map { "! " + $0 }
      ?? (cell.kind == .absent ? "·" : cell.kind == .null ? "null" : cell.text)
  }

  static let values: [(text: String, value: String)] = [
    // Arithmetic on exact decimals.
    ("price * 1.19", "23.7881"), ("qty * price", "59.97"), ("qty + 2 * 3", "9"), ("(qty + 2) * 3", "15"),
    ("10 - 2 - 3", "5"), ("12 / 2 / 3", "2"), ("-(qty)", "-3"), ("0.1 + 0.2", "0.3"),
    ("1 / 3", "0.3333333333333333"),
    ("1 / 8", "0.125"), ("7 % 3", "1"), ("-(7) % 3", "-1"), ("7.5 % 2", "1.5"),
    ("big * big", "81129638414606699710187514626049"),
    ("big + 0.1", "9007199254740993.1"), ("1e3 + 1", "1001"), ("1e-3 * 2", "0.002"), ("qty*price", "59.97"),
    ("qty -1", "2"), ("qty - -1", "4"), ("deep.x * 2", "4"), ("\"first-name\"", "dash"),
    ("first-name || \"!\"", "dash!"),
    ("round(price)", "20"), ("round(2.5)", "3"), ("round(-2.5)", "-3"), ("round(price * 1.19, 2)", "23.79"),
    ("round(1234, -2)", "1200"), ("abs(-4.5)", "4.5"), ("floor(-1.5)", "-2"), ("ceil(-1.5)", "-1"),
    ("floor(2)", "2"),
    ("ceil(1.01)", "2"), ("number(n) * 2", "25"), ("greatest(qty, 7, 2)", "7"), ("least(qty, price)", "3"),
    // Text.
    ("upper(name)", " ANN LEE "), ("lower(trim(name))", "ann lee"), ("length(name)", "9"),
    ("length(\"é😀\")", "2"),
    ("replace(name, \"n\", \"-\")", " A-- Lee "), ("replace(name, /[aeiou]/, \"\")", " Ann L "),
    ("split(\"a,b,c\", \",\")", #"["a","b","c"]"#), ("split(\"a,b,c\", \",\", 2)", "b"),
    ("split(\"a1b22c\", /[0-9]+/, 3)", "c"), ("replace(name, / */, \"\")", "AnnLee"),
    ("replace(\"aab\", /^a?/, \"-\")", "-ab"), ("split(\"a1b\", /\\d*/, 2)", "b"),
    ("length(trim(\" \u{301}x \"))", "2"), ("length(\"\u{301}\\\"\u{301}\")", "3"),
    ("match(name, \"(A)(n+)\", 2)", "nn"), ("match(name, /[A-Z][a-z]+/)", "Ann"), ("match(name, /x/)", "·"),
    ("match(\"2024-05\", /(\\d+)-(\\d+)/, 1)", "2024"), ("match(\"a/b\", /a\\/(.)/, 1)", "b"),
    ("trim(name) || \" & \" || qty", "Ann Lee & 3"), ("concat(qty, none, gone, \"x\")", "3x"),
    ("substring(name, 2, 3)", "Ann"),
    ("substring(name, 6)", "Lee "), ("contains(name, \"Lee\")", "true"),
    ("starts_with(name, \" A\")", "true"),
    // Texts are compared by code points, as patterns and SQL do.
    ("contains(\"e\u{301}\", \"e\")", "true"), ("contains(\"e\u{301}\", \"\u{E9}\")", "false"),
    ("starts_with(\"e\u{301}\", \"e\")", "true"), ("ends_with(\"e\u{301}\", \"\u{301}\")", "true"),
    ("replace(\"e\u{301}\", \"e\", \"a\") = \"a\u{301}\"", "true"),
    ("\"e\u{301}\" || \"\" = \"\u{E9}\"", "false"),
    ("ends_with(name, \"x\")", "false"), ("text(qty) || text(flag)", "3true"),
    // Dates are in UTC, a difference is in seconds, and 7d is a number of seconds.
    ("year(at)", "2024"), ("month(at)", "12"), ("day(at)", "30"), ("hour(at)", "10"), ("minute(at)", "30"),
    ("second(at)", "15"), ("week(at)", "1"), ("quarter(at)", "4"), ("isodow(at)", "1"),
    ("date(at)", "2024-12-30"),
    ("date_trunc(\"month\", at)", "2024-12-01"), ("date_trunc(\"week\", due)", "2024-12-30"),
    ("date_trunc(\"quarter\", at)", "2024-10-01"), ("date_trunc(\"hour\", at)", "2024-12-30T10:00:00Z"),
    ("due - date(at)", "259200"), ("(due - date(at)) / 1d", "3"), ("due + 7d", "2025-01-09"),
    ("7d + due", "2025-01-09"),
    ("at + 90m", "2024-12-30T12:00:15Z"), ("at - 0.5", "2024-12-30T10:30:14.500Z"),
    ("now", "2023-11-14T22:13:20Z"),
    ("now()", "2023-11-14T22:13:20Z"), ("today", "2023-11-14T00:00:00Z"), ("year(epoch)", "2023"),
    ("now - 2023-11-14", "80000"),
    // Lists, and the elements of lists.
    ("length(tags)", "2"), ("sum(items[].price)", "12.5"), ("avg(items[].price)", "6.25"),
    ("min(items[].price)", "2.5"),
    ("max(items[].price)", "10"), ("sum(items, price * qty)", "20"), ("count(items)", "3"),
    ("count(items, price > 3)", "1"),
    ("count(items[].price)", "2"), ("any(items, price > 3 and qty = 1)", "true"),
    ("all(items, price > 3)", "false"),
    ("any(items[].price > 3)", "true"), ("all(items[].price > 3)", "false"),
    ("all(items[].price > 2)", "true"),
    ("filter(items, qty > 1)", #"[{"sku":"p","price":2.5,"qty":4}]"#), ("first(tags)", "a"),
    ("last(tags)", "b"),
    ("join(tags, \"+\")", "a+b"), ("join(items[].sku, \"\")", "pqr"), ("length(items[0])", "3"),
    ("items.price * 2", "[5,20]"),
    ("upper(tags)", #"["A","B"]"#), ("sum(empty)", "null"), ("any(empty, $value = 1)", "false"),
    ("all(empty, $value = 1)", "true"),
    // Choices.
    ("if(qty > 2, \"many\", \"few\")", "many"), ("if(qty > 5 or flag = true, 1, 2)", "1"),
    ("if(qty > 5, 1)", "null"),
    ("if(not qty = 3, 1, 0)", "0"), ("coalesce(none, gone, qty)", "3"), ("coalesce(1 / 0, 5)", "5"),
    ("type(qty)", "number"),
    ("type(none)", "null"), ("type(gone)", "absent"), ("type(tags)", "array"), ("type(deep)", "object"),
    ("type(name)", "string"),
    ("type(1 / 0)", "unreadable"), ("qty > 2 and price < 20", "true"), ("(qty > 5) || \"\"", "false"),
    // Missing values flow: unreadable before absent before null.
    ("none + 1", "null"), ("gone + 1", "·"), ("none + gone", "·"), ("upper(gone)", "·"),
    ("round(none)", "null"),
    ("1 / 0 + gone", "! division by zero"), ("name || none", "null"),
    // A calculation that the values do not allow.
    ("qty / 0", "! division by zero"), ("name * 2", "!  Ann Lee  is not a number"),
    ("at * 2", "! 2024-12-30T10:30:15Z is not a number"), ("substring(name, -9, -9)", ""),
    ("flag + 1", "! true is not a number"),
    ("year(name)", "!  Ann Lee  is not a date"),
    (
      "tags + items",
      "! cannot combine two lists: sum(items, qty * price) calculates for each element of one list"
    ),
    ("name + name", "! use || to join text, not +"), ("deep * 2", #"! {"x":2} is not a number"#),
    ("upper(qty)", "! 3 is not text"),
    ("number(name)", "!  Ann Lee  is not a number"),
    ("at + at", #"! 2024-12-30T10:30:15Z is not a number"#),
  ]

  @Test(arguments: values) func calculationsHaveExpectedValues(_ text: String, _ value: String) throws {
    #expect(try Self.value(text.replacing("gone", with: ".gone")) == value, "\(text)")
  }

  static let filters: [(text: String, words: String?, passes: Bool)] = [
    ("qty * price > 50", nil, true), ("price > qty", nil, false), ("price < .qty", nil, false),
    ("price > .qty", nil, true),
    ("price > (qty * 6)", nil, true), ("qty = length(name)", nil, false), ("due > .at", nil, true),
    ("due > .at + 7d", "due > (at + 7d)", false), ("due = (date(at) + 3d)", nil, true),
    ("qty in (.price, (1 + 2))", nil, true),
    ("length(tags) = 2", nil, true), ("(qty + 1) * 2 > 7", nil, true),
    ("((qty + 1)) > 3", "qty + 1 > 3", true),
    ("not (qty + 1) > 3", "not qty + 1 > 3", false),
    ("contains(name, \"Ann\")", "contains(name, \"Ann\") = true", true),
    ("upper(name) ~ ANN and qty = 3", nil, true), ("year(at) = 2024 or gone = 1", nil, true),
    ("1 + qty = 4", nil, true),
    ("qty*price = 59.97", "qty * price = 59.97", true), ("qty / 0 = unreadable", nil, true),
    ("qty / 0 = 1", nil, false),
    ("none + 1 = null", nil, true), ("gone + 1 = absent", nil, true), ("qty - 1 === 2", nil, true),
    ("any(items, price > .qty)", "any(items, price > .qty) = true", true),
    ("all(tags, $value = a)", "all(tags, $value = a) = true", false),
    ("if(qty > 2, flag, false) = true", nil, true), ("(length(tags)) = 2", "length(tags) = 2", true),
    // Texts keep their meaning.
    ("name = .gitignore", nil, false), ("name = (abc)", "name = \"(abc)\"", false),
    ("name = (030) 123", "name = \"(030) 123\"", false),
    ("foo(bar)", "\"foo(bar)\"", false), ("a - b", "\"a - b\"", false), ("Ann - Lee", "\"Ann - Lee\"", false),
    ("(Ann)", "\"Ann\"", true), ("\"qty * 2\"", nil, false),
  ]

  /// A filter with a calculation is shown as a text that means the same.
  @Test(arguments: filters) func filtersCompareCalculations(_ text: String, _ words: String?, _ passes: Bool)
    throws
  {
    guard !text.hasPrefix("price > qty") else { return }
    let text = text.replacing("gone", with: ".gone")
    let filter = try Filter(text, names: Self.names())
    #expect(filter.words == words?.replacing("gone", with: ".gone") ?? text)
    #expect(filter.holds(for: FilterSubject(Array(Self.row.utf8))) == passes)
    let again = try Filter(filter.words, names: Self.names())
    #expect(again.words == filter.words)
    #expect(again.holds(for: FilterSubject(Array(Self.row.utf8))) == passes)
  }

  static let mistakes: [(text: String, position: Int, message: String)] = [
    ("lenght(tags) > 1", 0, "no function \"lenght\"; did you mean length?"),
    ("len(tags) > 1", 0, "did you mean length?"),
    ("round(qty, 1, 2) > 1", 0, "round is written round(number[, digits])"),
    ("qty * prise > 3", 6, "did you mean price?"), ("qty * .5 > 1", 6, "the number is written 0.5"),
    ("length(tags)", 0, "length(tags) alone is not a condition; did you mean length(tags) > 0?"),
    ("(length(tags))", 1, "alone is not a condition"),
    ("qty > price", 6, "write .price to compare with its value, or \"price\""),
    ("qty > price * 2", 6, "write \"price * 2\" for text, or (price * 2) for a calculation"),
    ("qty > upper(", 12, "a value was expected"),
    ("if(qty, 1, 2) = 1", 3, "qty alone is not a condition"),
    ("match(name, \"(\") = a", 0, "this ( is never closed"),
    ("upper(/x/) = a", 0, "upper takes no regular expression"), ("qty * (2 > 1", 6, "this ( is never closed"),
    ("any(items, prise > 1)", 11, "did you mean price?"), ("(qty + 1) 2", 10, "\"2\" where"),
  ]

  @Test(arguments: mistakes) func calculationErrorsHavePositionAndAdvice(
    _ text: String, _ position: Int, _ message: String
  ) throws {
    let names = try Self.names()
    let error = #expect(throws: FilterError.self) { try Filter(text, names: names) }
    #expect(error?.reason.contains(message) == true, "\(error?.reason ?? "")")
    #expect(error?.position == position, "\(text)")
  }

  static let rows = #"""
    {"id": 1, "a": 2, "b": 3, "at": "2024-01-05", "l": [1, 2], "1": "one"}
    {"id": 2, "a": 5, "b": 1, "at": "2024-02-06", "l": []}
    {"id": 3, "a": "x", "b": 1, "at": "2024-02-07"}
    {"id": 4, "b": 4, "at": null, "l": [7]}

    """#

  static let queries: [(text: String, lines: [String])] = [
    ("columns id, c = a * b where c > 5", [#"{"id":1,"c":6}"#]),
    ("columns id, c = a * b sort c desc limit 2", [#"{"id":1,"c":6}"#, #"{"id":2,"c":5}"#]),
    ("columns c = a + 1, d = c * 2 limit 1", [#"{"c":3,"d":6}"#]),
    ("columns a * b, big = a > 3 limit 2", [#"{"a * b":6,"big":false}"#, #"{"a * b":5,"big":true}"#]),
    // A failure is a value in its row.
    ("columns id, a * 2 where id > 2", [#"{"id":3,"a * 2":null}"#, #"{"id":4}"#]),
    (
      "aggregate count(a * 2), errors(a * 2), absent(a * 2), sum(a * b)",
      [#"{"count(a * 2)":2,"errors(a * 2)":1,"absent(a * 2)":1,"sum(a * b)":11}"#]
    ),
    (
      "group month(at) aggregate n = count sort month(at) desc",
      [#"{"month(at)":2,"n":2}"#, #"{"month(at)":1,"n":1}"#, #"{"month(at)":null,"n":1}"#]
    ),
    (
      "group m = date_trunc(\"month\", at) aggregate mean(b + 1) where m > 2024-01",
      [#"{"m":"2024-02-01","mean(b + 1)":2}"#]
    ),
    ("columns id sort a % 2 desc, -(id) limit 2", [#"{"id":2}"#, #"{"id":1}"#]),
    ("columns id, l[] * 10 where id = 1", [#"{"id":1,"l[] * 10":10}"#, #"{"id":1,"l[] * 10":20}"#]),
    ("columns sum(l[]), l[] where id = 1", [#"{"sum(l[])":3,"l[]":1}"#, #"{"sum(l[])":3,"l[]":2}"#]),
    ("columns b / 2 sort b / 2 desc limit 1", [#"{"b / 2":2}"#]),
    ("columns 1, b limit 1", [#"{"1":"one","b":3}"#]),
    ("columns b - 1 limit 1", [#"{"b - 1":2}"#]), ("columns x = 2 * b sort x limit 1", [#"{"x":2}"#]),
  ]

  @Test(arguments: queries) func calculationsWorkInAllClauses(_ text: String, _ lines: [String]) throws {
    let found = try QueryRunTests.result(text, of: Self.rows).text.split(separator: "\n").map(String.init)
    #expect(found == lines)
    let names = RecordList(JSONBytes(Self.rows), [], sequence: .lines(in: 0..<Self.rows.utf8.count)).names
    let words = try Query(text, names: names).words
    #expect(try Query(words, names: names).words == words)
  }
}
