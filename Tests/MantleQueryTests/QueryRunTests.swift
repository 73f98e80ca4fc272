import Foundation
import Mantle
import MantleDocuments
import TestSupport
import Testing

@testable import MantleQuery

/// The results of queries over small documents, as NDJSON or as tables.
struct QueryRunTests {
  static let orders = #"""
    [{"id": 1, "who": "ann", "total": 10.10, "tags": ["a", "b"], "at": "2024-01-02T00:00:00Z"},
     {"id": 2, "who": "bob", "total": 20.20, "tags": [], "at": "2024-01-01T00:00:00Z"},
     {"id": 3, "who": "ann", "total": null, "tags": ["b"]},
     {"id": 4, "who": "cem", "total": "much", "at": null},
     {"id": 5, "who": "ann", "total": 0.30, "tags": ["c"], "at": "2024-01-02T01:00:00+01:00"}]
    """#

  static func result(
    _ text: String, of json: String = orders, format: TableFormat = .ndjson, workers: Int = 2,
    model: ModelPlace? = nil
  ) throws -> (text: String, summary: QueryRun.Summary) {
    let bytes = JSONBytes(json)
    let layout = JSONLayout.detect(bytes)
    let list = RecordList(
      bytes, model.map { [$0] } ?? [], sequence: layout.isSequence ? layout.children(in: bytes) : nil)
    var query = try Query(text, names: list.names)
    if !query.isGrouped, query.columns.isEmpty {
      let found = list.properties(workers: workers)
      query.showAll(found.names, hasOthers: found.hasOthers, names: list.names)
    }
    var writer = format.writer(query.titles)
    var output = ""
    let summary = QueryRun([(list, query)], workers: workers).run { rows in
      output += writer.write(rows)
      return true
    }
    return (output + writer.finish(), summary)
  }

  /// SQL timestamps are dates like those with a `T`, alone and among them.
  @Test(arguments: [
    "where d > 2024-05-01", "where d = 2024-05-01", "where d < 2024-05-02", "where d in (2024-05-02)",
    "where d >= 2024-05-01T12:00:01Z", "where d < 2024-06", "columns d sort d", "columns d sort d desc",
    #"where d === "2024-05-02T12:00:00Z""#, #"where d !== "2024-05-02T12:00:00Z""#, "group d",
    "aggregate min(d), max(d), distinct(d), median(d)", "where d = now", "where d ~ 12",
  ])
  func timestampsOfSQLAreDates(_ query: String) throws {
    let times = ["05-03T12:00:00.5", "05-02T12:00:00", "05-01T14:00:00+02", "05-01T12:00:00Z", "05-01x"]
    let rows = times.map { "{\"d\":\"2024-\($0)\"}\n" }
    let expected = try Self.result(query, of: rows.joined()).text
    for first in rows.indices {
      let mixed = rows[..<first] + rows[first...].map { $0.replacing("T", with: " ") }
      let found = try Self.result(query, of: mixed.joined()).text
      #expect(found.replacing(" ", with: "T") == expected.replacing(" ", with: "T"), "\(mixed)")
    }
  }

  /// A year is a date in a column of dates, also if some of its values are no dates.
  @Test(
    arguments: [
      ("d = 2024", [1]), ("d >= 2024", [1, 3]), ("d < 2024", [2]), ("d != 2024", [2, 3, 4, 5]),
      ("d = \"n/a\"", [4]), ("year(d) = 2025", [3]),
    ]) func yearsAreComparedWithDates(_ filter: String, _ expected: [Int]) throws
  {
    let days = ["2024-03-01", "2023-12-31", "2025-01-01T10:00:00Z", "n/a", ""]
    for count in [3, days.count] {
      let json = days.prefix(count).enumerated().map { "{\"id\":\($0 + 1),\"d\":\"\($1)\"}\n" }
      let rows = expected.filter { $0 <= count }.map { "{\"id\":\($0)}\n" }
      #expect(try Self.result("where \(filter) columns id", of: json.joined()).text == rows.joined())
    }
  }

  /// A year is compared with dates that follow more values than are inspected for names, like any other date.
  @Test(arguments: [
    ("null", "d = 2024"), ("null", "d >= 2024"), ("null", "d in (2023, 2024)"), ("\"n/a\"", "d = 2024"),
    ("7", "d = 2024"), ("7", "d > 2023"),
  ])
  func yearsAreComparedWithLaterDates(_ first: String, _ filter: String) throws {
    let json = String(repeating: "{\"d\":\(first)}\n", count: 300) + "{\"d\":\"2024-03-01\"}\n"
    #expect(try Self.result("where \(filter)", of: json).text == "{\"d\":\"2024-03-01\"}\n")
  }

  /// Figures of numbers that are very large, close together, or next to dates.
  @Test(arguments: [
    ("1 1e400", "median(v)", "null"), ("1e400 1e400", "quantile(v, 0.9)", "null"),
    ("1 2 1e300", "stddev(v)", "null"), ("-1e308 1e308", "quantile(v, 0.3)", "-3.9999999999999994e+307"),
    ("1 2 \"2024-01-01\"", "median(v)", "1.5"),
    ("\"2024-01-01\" \"2024-01-03\"", "median(v)", "\"2024-01-02T00:00:00Z\""),
    ("1700000000000000 1700000000000001 1700000000000002", "stddev(v)", "1.0"),
    ("19.99 19.99 19.99", "stddev(v)", "0.0"),
    ("123456789012345678901 123456789012345678901", "stddev(v)", "0.0"),
  ])
  func extremeNumbersHaveFigures(_ values: String, _ aggregate: String, _ expected: String) throws {
    let rows = values.split(separator: " ").map { "{\"v\":\($0)}\n" }.joined()
    let found = try Self.result("aggregate \(aggregate)", of: rows).text
    #expect(found == "{\"\(aggregate)\":\(expected)}\n")
    // With many values, in several parts, the result is JSON, too.
    let many = try Self.result("aggregate \(aggregate)", of: String(repeating: rows, count: 4_000)).text
    #expect(throws: Never.self) { try JSONDocument(many) }
  }

  /// The spread of large numbers in many parts of a text has the precision of small ones, and that of equal numbers is zero.
  @Test func spreadsOfLargeNumbersAreAccurate() throws {
    let equal = String(repeating: "{\"v\":19.99}\n", count: 12_000)
    #expect(try Self.result("aggregate stddev(v)", of: equal, workers: 4).text == "{\"stddev(v)\":0.0}\n")
    func spread(_ origin: Int) throws -> String {
      let json = (0..<30_000).map { "{\"v\":\(origin + $0 * $0 % 7)}\n" }.joined()
      return try Self.result("aggregate stddev(v)", of: json, workers: 4).text
    }
    #expect(try spread(1_700_000_000_000_000) == spread(0))
  }

  /// A frequent value is found after more values than are counted at a time.
  @Test func frequentValuesAreFoundAmongManyValues() throws {
    let rare = (0..<30_000).map { "{\"v\":\"v\($0)\"}\n" }
    let json =
      rare.prefix(15_000) + Array(repeating: "{\"v\":\"often\"}\n", count: 500) + rare.dropFirst(15_000)
    let found = try Self.result("aggregate top(v, 1), distinct(v)", of: json.joined())
    #expect(found.text == #"{"top(v, 1)":"often ×500","distinct(v)":30001}"# + "\n")
    #expect(found.summary.estimates == ["top(v, 1)"])
  }

  /// Queries over the orders, and their results as NDJSON.
  static let results: [(query: String, lines: [String])] = [
    ("columns id limit 2", [#"{"id":1}"#, #"{"id":2}"#]),
    ("where total > 5 columns id, sum = total", [#"{"id":1,"sum":10.10}"#, #"{"id":2,"sum":20.20}"#]),
    ("columns id sort total", ["5", "1", "2", "4", "3"].map { "{\"id\":\($0)}" }),
    ("columns id sort total desc", ["4", "2", "1", "5", "3"].map { "{\"id\":\($0)}" }),
    ("columns id sort at, id desc", ["2", "5", "1", "4", "3"].map { "{\"id\":\($0)}" }),
    ("columns id sort who, at desc limit 3", ["1", "5", "3"].map { "{\"id\":\($0)}" }),
    ("limit 0", []),
    ("columns id, id limit 1", [#"{"id":1,"id 2":1}"#]),
    (
      "group count = who aggregate count sort count\\ 2 desc limit 1",
      [#"{"count":"ann","count 2":3}"#]
    ),
    ("group who", [#"{"who":"ann","count":3}"#, #"{"who":"bob","count":1}"#, #"{"who":"cem","count":1}"#]),
    (
      "where id < 4 group who aggregate percent, percent(total)",
      [
        #"{"who":"ann","percent":66.66666666666667,"percent(total)":33.333333333333336}"#,
        #"{"who":"bob","percent":33.333333333333336,"percent(total)":33.333333333333336}"#,
      ]
    ),
    (
      "group who aggregate sum(total), n = count(total) sort sum(total) desc",
      [
        #"{"who":"bob","sum(total)":20.2,"n":1}"#, #"{"who":"ann","sum(total)":10.4,"n":2}"#,
        #"{"who":"cem","sum(total)":null,"n":1}"#,
      ]
    ),
    (
      "aggregate count, count(total), nulls(total), absent(at), nulls(at), distinct(who), distinct(at)",
      [
        #"{"count":5,"count(total)":4,"nulls(total)":1,"absent(at)":1,"nulls(at)":1,"distinct(who)":3,"distinct(at)":2}"#
      ]
    ),
    (
      "aggregate mean(total), median(id), quantile(id, 0.25), stddev(id), min(at), max(at), median(at)",
      [
        #"{"mean(total)":10.2,"median(id)":3,"quantile(id, 0.25)":2,"stddev(id)":1.58113883008,"min(at)":"2024-01-01T00:00:00Z","max(at)":"2024-01-02T00:00:00Z","median(at)":"2024-01-02T00:00:00Z"}"#
      ]
    ),
    (
      "aggregate first(who), last(who), list(who), top(who, 1), min(who), max(who)",
      [
        #"{"first(who)":"ann","last(who)":"ann","list(who)":["ann","bob","ann","cem","ann"],"top(who, 1)":"ann ×3","min(who)":"ann","max(who)":"cem"}"#
      ]
    ),
    ("aggregate min(total), max(total)", [#"{"min(total)":0.30,"max(total)":20.20}"#]),
    ("aggregate min(tags), max(tags)", [#"{"min(tags)":null,"max(tags)":null}"#]),
    (
      "columns id, tags[]",
      [
        #"{"id":1,"tags[]":"a"}"#, #"{"id":1,"tags[]":"b"}"#, #"{"id":3,"tags[]":"b"}"#,
        #"{"id":5,"tags[]":"c"}"#,
      ]
    ),
    (
      "explode tags outer columns id, tags[] where id < 4",
      [#"{"id":1,"tags[]":"a"}"#, #"{"id":1,"tags[]":"b"}"#, #"{"id":2}"#, #"{"id":3,"tags[]":"b"}"#]
    ),
    ("explode tags columns id where id < 4", [#"{"id":1}"#, #"{"id":1}"#, #"{"id":3}"#]),
    ("columns id rows tags[] = b", [#"{"id":1}"#, #"{"id":3}"#]),
    ("columns id, tags[] where tags = a rows tags[] != a", [#"{"id":1,"tags[]":"b"}"#]),
    (
      "explode tags rows not tags[] === \"a\" group who aggregate count, percent sort count desc",
      [#"{"who":"ann","count":3,"percent":100}"#]
    ),
    ("explode tags columns id, tags[] sort tags[] desc limit 1", [#"{"id":5,"tags[]":"c"}"#]),
    (
      "columns id, t = tags[] sort t desc, id limit 3",
      [#"{"id":5,"t":"c"}"#, #"{"id":1,"t":"b"}"#, #"{"id":3,"t":"b"}"#]
    ),
    (
      "group tags[] sort tags[] desc",
      [
        #"{"tags[]":"c","count":1}"#, #"{"tags[]":"b","count":2}"#, #"{"tags[]":"a","count":1}"#,
      ]
    ),
    ("where id = 9 aggregate count, sum(total)", [#"{"count":0,"sum(total)":null}"#]),
    ("where id = 9 group who", []),
    (
      "where at != absent group at aggregate list(id) sort at",
      [
        #"{"at":"2024-01-01T00:00:00Z","list(id)":[2]}"#, #"{"at":"2024-01-02T00:00:00Z","list(id)":[1,5]}"#,
        #"{"at":null,"list(id)":[4]}"#,
      ]
    ),
    (
      "group tags, who aggregate list(id) sort tags, who limit 3",
      [
        #"{"tags":"a","who":"ann","list(id)":[1]}"#, #"{"tags":"b","who":"ann","list(id)":[1,3]}"#,
        #"{"tags":"c","who":"ann","list(id)":[5]}"#,
      ]
    ),
    ("where $index = 1 or $index > 3 columns id", [#"{"id":2}"#, #"{"id":5}"#]),
    ("columns $index, tags where id = 3", [#"{"$index":2,"tags":["b"]}"#]),
  ]

  /// Keys are different if their code points are, although they look the same.
  @Test(arguments: [
    ("", ["{\"é\":1,\"e\u{301}\":2}", "{\"e\u{301}\":4}"]),
    ("columns é, e\u{301} limit 1", ["{\"é\":1,\"e\u{301}\":2}"]),
    ("aggregate sum(.é), sum(.e\u{301})", ["{\"sum(.é)\":1,\"sum(.e\u{301})\":6}"]),
    ("columns e\u{301} sort e\u{301} desc limit 1", ["{\"e\u{301}\":4}"]),
    (
      "group é, e\u{301} aggregate count sort e\u{301} desc limit 1",
      ["{\"e\u{301}\":4,\"count\":1}"]
    ),
  ])
  func keysAreDistinguishedByCodePoints(_ query: String, _ lines: [String]) throws {
    let json = "[{\"é\":1,\"e\u{301}\":2},{\"e\u{301}\":4}]"
    let text = try Self.result(query, of: json).text
    #expect(Array(text.utf8) == Array(lines.map { $0 + "\n" }.joined().utf8), "\(text)")
  }

  @Test(arguments: results) func queriesReturnExpectedRows(_ query: String, _ lines: [String]) throws {
    let expected = lines.map { $0 + "\n" }.joined()
    #expect(try Self.result(query).text == expected)
    #expect(try Self.result(query, workers: 1).text == expected)
  }

  /// A law: the positions are those of the rows of the result, whether they were sorted or not.
  @Test(arguments: results.map(\.query)) func positionsMatchTheRowsOfTheResult(_ text: String) throws {
    let bytes = JSONBytes(Self.orders)
    let list = RecordList(bytes, [], sequence: nil)
    let query = try Query(text, names: list.names)
    guard !query.isGrouped else { return }
    let run = QueryRun([(list, query)], workers: 2)
    var (rows, positions): ([QueryRow], [RowPosition]) = ([], [])
    _ = run.run {
      rows += $0; return true
    }
    let summary = run.positions {
      positions += $0; return true
    }
    #expect(positions.map(\.element) == rows.map { $0.record?.lowerBound })
    #expect(summary.passed >= positions.count && Set(positions).count == positions.count)
  }

  @Test func columnsAreTheUnionOfKeys() throws {
    let text = try Self.result("", of: "{\"a\":1}\n{\"b\":2,\"a\":3}\n{\"c\":null}\n").text
    #expect(text == "{\"a\":1}\n{\"a\":3,\"b\":2}\n{\"c\":null}\n")
    #expect(try Self.result("", of: "[1, \"x\"]").text == "{\"value\":1}\n{\"value\":\"x\"}\n")
  }

  /// A law: a query of many columns finds the same values as a query of each column.
  @Test func manyColumnsMatchSingleColumnQueries() throws {
    let names = (0..<60).map { "k\($0)" }
    let objects = [
      "{" + names.reversed().map { #""\#($0)": {"a": "\#($0)"}"# }.joined(separator: ",") + "}",
      #"{"k1": {"a": 1}, "k2": 2, "k1": {"a": "last"}, "k\u0033": {"a": "escaped"}, "k4": [{"a": 5}, {"a": 6}]}"#,
      "7", "[]",
    ]
    let json = objects.joined(separator: "\n")
    let all = try Self.result(
      "columns \(names.map { ".\($0).a" }.joined(separator: ", "))", of: json, format: .csv)
    let each = try names.map { name in
      try Self.result("columns .\(name).a", of: json, format: .csv).text.split(
        separator: "\r\n", omittingEmptySubsequences: false)
    }
    let rows = all.text.split(separator: "\r\n", omittingEmptySubsequences: false)
    for (index, row) in rows.dropLast().enumerated() {
      #expect(row == each.map { $0[index] }.joined(separator: ","))
    }
  }

  /// Rows that are not JSON stay in the result.
  @Test func malformedRowsStayInTheResult() throws {
    let found = try Self.result("columns a", of: "{\"a\":1}\n{\"a\" 2}\n%&/\n{\"a\":3}\n")
    #expect(found.text == "{\"a\":1}\n{\"a\":2}\n{\"a\":null}\n{\"a\":3}\n", "\(found.text)")
    #expect(found.summary.broken == 2)
    #expect(found.summary.firstBroken?.source == 0 && found.summary.firstBroken?.offset == 8)
    let counted = try Self.result("aggregate count, count(a), errors(a)", of: "{\"a\":1}\n%&/\n")
    #expect(counted.text == "{\"count\":2,\"count(a)\":1,\"errors(a)\":1}\n")
    // What is missing in a malformed row is not known to be absent or null.
    let missing = try Self.result(
      "aggregate count(a), nulls(a), absent(a), errors(a)",
      of: "{\"a\":NaN}\n{\"b\":1,\n{\"b\":1}\n{\"a\":null}\n")
    #expect(missing.text == #"{"count(a)":0,"nulls(a)":1,"absent(a)":1,"errors(a)":2}"# + "\n")
  }

  @Test func largeIntegersAreExact() throws {
    let json = "[1, 9007199254740993, 9007199254740995, 18446744073709551617, 1e400]"
    let query = "aggregate min($value), median($value), quantile($value, 0.25), quantile($value, 0.75)"
    #expect(
      try Self.result(query, of: json).text
        == #"{"min($value)":1,"median($value)":9007199254740995,"quantile($value, 0.25)":9007199254740993,"quantile($value, 0.75)":18446744073709551617}"#
        + "\n")
    // Between two values, too.
    for (json, median) in [
      ("[9007199254740993, 9007199254740995]", "9007199254740994"),
      ("[-9007199254740993, -9007199254740995]", "-9007199254740994"),
    ] {
      #expect(try Self.result("aggregate median($value)", of: json).text.contains(":\(median)}"))
    }
  }

  /// A calculation that the values of a property do not allow is no value, rather than null.
  @Test func inapplicableStatisticsAreOmitted() throws {
    let bytes = JSONBytes(#"[{"a":"x"},{"a":"y"}]"#)
    let list = RecordList(bytes, [], sequence: nil)
    let query = try Query("columns a", names: list.names)
    var rows: [QueryRow] = []
    _ = QueryRun([(list, Statistics.usual.query(of: query))]).run { groups in
      rows = groups.flatMap { Statistics.usual.rows(of: query, $0) }
      return true
    }
    let cells = zip(Statistics.usual.titles, rows[0].cells).filter { $1.kind == .absent }.map(\.0)
    #expect(cells == ["q1", "median", "q3", "mean", "stddev", "sum"])
  }

  @Test func valuesExcludedFromAggregatesAreCounted() throws {
    let summary = try Self.result("aggregate sum(total), count").summary
    #expect(summary.valuesLeftOut.map(\.title) == ["sum(total)"])
    #expect(summary.valuesLeftOut.map(\.count) == [1])
  }

  /// The memory for the values of all properties has a bound.
  @Test func thirtyPropertiesHaveExactStatisticsToAMillionValues() {
    func bound(_ properties: Int) -> Int {
      let paths = (0..<properties).map { FilterPath(words: ".k\($0)", routes: [[.key("k\($0)")]]) }
      return AggregationPlan(
        paths.flatMap { path in
          [AggregateFunction.median, .distinct].map { Query.Aggregate(function: $0, path: path) }
        }
      ).bound
    }
    #expect(bound(30) >= 1_000_000)
    #expect(bound(2_000) * 4_000 <= 1 << 26)
  }

  @Test func queryRejectsTooManyColumns() throws {
    func columns(_ count: Int) throws -> Int {
      let json = "[" + (0..<count).map { "{\"k\($0)\":1}" }.joined(separator: ",") + "]"
      var queries = [Query()]
      try queries.showAll(of: [RecordList(JSONBytes(json), [], sequence: nil)], hasKeys: false)
      return queries[0].columns.count
    }
    #expect(try columns(Query.maximumColumns) == Query.maximumColumns)
    #expect(throws: TooManyColumns.self) { try columns(Query.maximumColumns + 1) }
  }

  /// The records from any one on are the last ones of all records, with the same numbers.
  @Test(arguments: ["", "where $index >= 3", "where n = 4", "where n > 1"])
  func recordsAfterAnOffsetKeepTheirNumbers(_ text: String) throws {
    let bytes = JSONBytes((0..<9).map { "{\"n\": \($0)}\n" }.joined())
    let edits = RecordEdits(
      removed: [9],
      insertions: [
        RecordEdits.Insertion(-1, key: nil, text: Array("{\"n\":4}".utf8), after: 27, isModified: true)
      ])
    let list = RecordList(JSONChildIndex(bytes, .lines(in: 0..<bytes.count)), edits)
    let query = try Query(text, names: list.names)
    func positions(_ list: RecordList) -> [Int] {
      var found: [Int] = []
      _ = QueryRun([(list, query)], workers: 2).positions {
        found += $0.map(\.element); return true
      }
      return found
    }
    let all = positions(list)
    for start in stride(from: 0, to: bytes.count, by: 9) {
      let expected = all.filter { ($0 < 0 ? 27 : $0) >= start }
      #expect(positions(list.starting(at: start)) == expected, "\(start)")
    }
  }

  @Test func explodedListsAreReadInLinearTime() throws {
    let json = "[{\"id\":1,\"list\":[" + (0..<20_000).map { "{\"v\":\($0)}" }.joined(separator: ",") + "]}]"
    let found = try Self.result("columns id, list[].v", of: json).text
    #expect(
      found.split(separator: "\n").count == 20_000 && found.hasSuffix("{\"id\":1,\"list[].v\":19999}\n"))
  }

  @Test(arguments: [10_000, 20_000]) func estimatesAreReported(count: Int) throws {
    let json = (0..<count).map { "{\"a\":\($0),\"b\":1}" }.joined(separator: "\n") + "\n"
    let summary = try Self.result(
      "aggregate distinct(a), distinct(b), top(a), median(a), sum(a)", of: json
    ).summary
    #expect(summary.estimates == (count > 10_000 ? ["top(a)"] : []))
  }

  /// A law: sorting by any keys gives the rows in the order of a stable sort, however many rows share the beginning of
  /// their keys, and on any number of threads.
  @Test func sortingIsStableAndComplete() throws {
    var random = SeededGenerator(seed: 3)
    let texts = [
      "", "a", "the same beginning of many", "the same beginning of many rows", "the same beginning of mana",
      String(repeating: "y", count: 300) + "1", String(repeating: "y", count: 300) + "2",
    ]
    let rows = (0..<5_000).map { number in
      "{\"n\":\(number),\"t\":\"\(texts.randomElement(using: &random) ?? "")\",\"k\":\(Int.random(in: 0...3, using: &random))}"
    }
    let json = rows.joined(separator: "\n") + "\n"
    let objects = try rows.map { try JSONDocument($0).root }
    let expected = objects.indices.sorted {
      let (a, b) = (objects[$0], objects[$1])
      let (first, second) = (a["t"]?.displayText ?? "", b["t"]?.displayText ?? "")
      if first != second { return first > second }
      let (k, l) = (a["k"]?.rawText ?? "", b["k"]?.rawText ?? "")
      return k == l ? $0 < $1 : k < l
    }.map { "{\"n\":\($0)}\n" }.joined()
    for workers in [1, 3] {
      #expect(try Self.result("columns n sort t desc, k", of: json, workers: workers).text == expected)
    }
  }

  /// However many rows share the beginnings of their keys.
  @Test func rowsWithLongCommonPrefixesAreSorted() throws {
    let numbers = (0..<70_000).map { $0 * 31 % 70_000 }
    let json = numbers.map { "\"the same beginning of all \(100_000 + $0)\"\n" }.joined()
    let expected = (0..<70_000).reversed().map {
      "{\"$value\":\"the same beginning of all \(100_000 + $0)\"}\n"
    }
    #expect(try Self.result("columns $value sort $value desc", of: json).text == expected.joined())
  }

  /// A law: the groups of parts on several threads are those of one thread.
  @Test func groupsDoNotDependOnThreads() throws {
    let json = (0..<20_000).map { "{\"k\":\($0 % 7_001),\"v\":\($0).25}\n" }.joined()
    let query =
      "group k aggregate count, sum(v), mean(v), first(v), last(v), distinct(v), median(v) sort sum(v)"
    #expect(
      try Self.result(query, of: json, workers: 4).text == Self.result(query, of: json, workers: 1).text)
  }

  /// A law: repeated values that are counted before they are added have the statistics of values that are added singly,
  /// as before `first`, which depends on their order.
  @Test func repeatedValuesHaveTheirOwnStatistics() throws {
    var random = SeededGenerator(seed: 11)
    let texts = (0..<300).flatMap {
      [
        "\($0 % 40)", "\($0 % 40).0", "\"\($0 % 7)\"", "\"2024-03-\(10 + $0 % 20)\"", "\"\\u0041\($0 % 3)\"",
        "\"A\($0)\"", "null", "[\($0 % 2)]", "1e\($0 % 500)", "\($0).125", "true",
      ]
    }
    for width in [1, 20, 300, texts.count] {
      let json = (0..<3_000).map { _ in "{\"v\":\(texts.prefix(width).randomElement(using: &random) ?? "")}\n"
      }.joined()
      let query =
        "aggregate count(v), nulls(v), distinct(v), sum(v), mean(v), stddev(v), min(v), max(v), median(v), "
        + "quantile(v, 0.9), top(v, 5)"
      let counted = try Self.result(query, of: json).text
      let single = try Self.result(query + ", first(v)", of: json).text
      #expect(single.hasPrefix(counted.dropLast(2)), "\(width)")
    }
  }

  @Test func runningQueryCanBeStopped() throws {
    let json = (0..<200_000).map { "{\"k\":\($0)}\n" }.joined()
    let bytes = JSONBytes(json)
    let list = RecordList(bytes, [], sequence: .lines(in: 0..<bytes.count))
    for text in ["columns k", "columns k sort k desc", "group k"] {
      var calls = 0
      let run = QueryRun([(list, try Query(text, names: list.names))], workers: 2)
      let summary = run.run { progress in
        calls += 1
        #expect(progress.share > 0 && progress.share < 1)
        if text != "columns k" { #expect(!progress.rows.isEmpty) }
        return false
      } rows: { _ in
        true
      }
      #expect(summary.isStopped && calls == 1, "\(text)")
      guard !text.hasPrefix("group") else { continue }
      let found = run.positions { progress in
        if text != "columns k" { #expect(progress.rows.count > 1) }
        return false
      } take: { _ in
        true
      }
      #expect(found.isStopped, "\(text)")
    }
  }

  /// Several documents are one table.
  @Test func severalDocumentsFormOneTable() throws {
    let texts = ["[{\"a\":2},{\"a\":4}]", "{\"a\":1,\"b\":1}\n{\"a\":3}\n"]
    let lists = texts.map { text -> RecordList in
      let bytes = JSONBytes(text)
      let layout = JSONLayout.detect(bytes)
      return RecordList(bytes, [], sequence: layout.isSequence ? layout.children(in: bytes) : nil)
    }
    let sources = try zip(lists, lists.names).map { list, names in
      (list, try Query("columns a, b sort a", names: names))
    }
    var writer = TableFormat.ndjson.writer(sources[0].1.titles)
    var text = ""
    _ = QueryRun(sources, workers: 2).run { rows in
      text += writer.write(rows)
      return true
    }
    #expect(text == "{\"a\":1,\"b\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4}\n")
  }
}
