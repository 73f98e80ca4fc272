import Foundation
import Mantle
import TestSupport
import Testing

@testable import MantleQuery

/// Random queries have the same results as in DuckDB, where it is installed (`pip install duckdb`).
struct DuckDBTests {
  /// A document, its columns, and a column whose values are all different.
  struct DataSet {
    let file: URL
    let columns: [Column]
    let key: String
    /// The columns and their types for `read_json`.
    let types: String
  }

  struct Column {
    let path: String
    let kind: Kind
    /// Values to compare with, as JSON.
    let values: [String]

    enum Kind { case number, text, boolean }
  }

  private static func issues() -> DataSet {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return DataSet(
      file: root.appending(path: "SampleData/issues.json"),
      columns: [
        Column(path: "number", kind: .number, values: ["3", "7"]),
        Column(path: "comments", kind: .number, values: ["0", "4"]),
        Column(path: "title", kind: .text, values: ["\"Lock the panel against rain\"", "\"M\""]),
        Column(path: "state", kind: .text, values: ["\"open\""]),
        Column(path: "locked", kind: .boolean, values: ["true"]),
      ], key: "number",
      types: "number: 'BIGINT', comments: 'BIGINT', title: 'VARCHAR', state: 'VARCHAR', locked: 'BOOLEAN'")
  }

  private static func orders(in folder: URL) throws -> DataSet {
    var random = SeededGenerator(seed: 11)
    let names = ["ann", "Bob", "cem", "dörte", "ann-lovely", "", "é", "漢字", "z z"]
    let objects = (0..<2_000).map { number -> String in
      let total =
        Bool.random(using: &random)
        ? "\(Int.random(in: -99...99, using: &random)).\(Int.random(in: 10...99, using: &random))" : "null"
      let name =
        Int.random(in: 0..<9, using: &random) > 0
        ? JSONText.quoted(names.randomElement(using: &random) ?? "") : "null"
      let paid = ["true", "false", "null"].randomElement(using: &random) ?? ""
      return
        "{\"id\":\(number),\"total\":\(total),\"name\":\(name),\"paid\":\(paid),\"size\":\(Int.random(in: 0...5, using: &random))}"
    }
    let file = folder.appending(path: "orders.json")
    try Data("[\(objects.joined(separator: ",\n"))]".utf8).write(to: file)
    return DataSet(
      file: file,
      columns: [
        Column(path: "id", kind: .number, values: ["1000"]),
        Column(path: "total", kind: .number, values: ["0", "12.34", "-50.5"]),
        Column(path: "name", kind: .text, values: ["\"ann\"", "\"é\"", "\"\""]),
        Column(path: "paid", kind: .boolean, values: ["true", "false"]),
        Column(path: "size", kind: .number, values: ["0", "3"]),
      ], key: "id",
      types: "id: 'BIGINT', total: 'DECIMAL(18,2)', name: 'VARCHAR', paid: 'BOOLEAN', size: 'BIGINT'")
  }

  private static func events(in folder: URL) throws -> DataSet {
    var random = SeededGenerator(seed: 12)
    let lines = (0..<3_000).map { number -> String in
      let level = ["\"error\"", "\"info\"", "\"debug\"", "null"].randomElement(using: &random) ?? ""
      let time =
        "\"2024-0\(Int.random(in: 1...9, using: &random))-1\(Int.random(in: 0...9, using: &random))T00:00:00Z\""
      let value = "\(Double(Int.random(in: 0...100_000, using: &random)) / 7)"
      return
        "{\"n\":\(number),\"level\":\(level),\"host\":{\"name\":\"h\(number % 13)\",\"cpu\":\(value)},\"time\":\(time)}\n"
    }
    let file = folder.appending(path: "events.ndjson")
    try Data(lines.joined().utf8).write(to: file)
    return DataSet(
      file: file,
      columns: [
        Column(path: "n", kind: .number, values: ["7", "2000"]),
        Column(path: "level", kind: .text, values: ["\"info\""]),
        Column(path: "host.name", kind: .text, values: ["\"h3\"", "\"h5\""]),
        Column(path: "host.cpu", kind: .number, values: ["5000", "7142.857142857143"]),
        Column(path: "time", kind: .text, values: ["\"2024-03-15T00:00:00Z\""]),
      ], key: "n",
      types: "n: 'BIGINT', level: 'VARCHAR', host: 'STRUCT(name VARCHAR, cpu DOUBLE)', time: 'VARCHAR'")
  }

  @Test func randomQueriesMatchDuckDBResults() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mantle-duckdb-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sets = [Self.issues(), try Self.orders(in: folder), try Self.events(in: folder)]
    var random = SeededGenerator(seed: 200)
    let queries = (0..<200).map { number in DuckDBQuery(of: sets[number % 3], using: &random) }
    guard let expected = try Self.duckDB(queries.map(\.sql), in: folder) else {
      print("NOTE: DuckDB is not installed (pip install duckdb), so 200 queries are not compared with it")
      return
    }
    try #require(expected.count == queries.count)
    for (query, rows) in zip(queries, expected) {
      let own = try Self.rows(of: query.text, in: query.set)
      #expect(own.count == rows.count, "\(query.text)")
      for (row, other) in zip(own, rows) where !Self.areEqual(row, other) {
        Issue.record("\(query.text)\n\(query.sql)\n\(row)\n\(other)")
        break
      }
    }
  }

  /// - Returns: The rows of each query; nil if DuckDB is not installed.
  static func duckDB(_ queries: [String], in folder: URL) throws -> [[[JSONNode]]]? {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "duckdb_queries.py")
    let (input, output) = (folder.appending(path: "queries"), folder.appending(path: "results"))
    try Data("[\(queries.map { JSONText.quoted($0) }.joined(separator: ","))]".utf8).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script.path]
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    if [3, 127].contains(process.terminationStatus) { return nil }
    return try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map { line in
      try JSONDocument(String(line)).root.elements.map { Array($0.elements) }
    }
  }

  private static func rows(of text: String, in set: DataSet) throws -> [[QueryCell]] {
    let bytes = JSONBytes([UInt8](try Data(contentsOf: set.file)))
    let layout = JSONLayout.detect(bytes)
    let list = RecordList(bytes, [], sequence: layout.isSequence ? layout.children(in: bytes) : nil)
    var rows: [[QueryCell]] = []
    _ = QueryRun([(list, try Query(text, names: list.names))], workers: 2).run {
      rows += $0.map(\.cells)
      return true
    }
    return rows
  }

  private static func areEqual(_ row: [QueryCell], _ other: [JSONNode]) -> Bool {
    row.count == other.count
      && zip(row, other).allSatisfy { cell, node in
        switch cell.kind {
        case .null, .absent: return node.isNull
        case .number:
          guard let own = Double(cell.text), let other = Double(node.displayText) else { return false }
          return abs(own - other) <= 1e-9 * max(1, abs(own), abs(other))
        default: return cell.text == node.displayText
        }
      }
  }
}

/// A random query as the text of a query and in SQL.
struct DuckDBQuery {
  let set: DuckDBTests.DataSet
  let text: String
  let sql: String

  init(of set: DuckDBTests.DataSet, using random: inout SeededGenerator) {
    self.set = set
    let source = "read_json('\(set.file.path)', columns = {\(set.types)})"
    let filter = Bool.random(using: &random) ? Self.filter(set, &random) : nil
    let condition = filter.map { " WHERE " + $0.sql } ?? ""
    let limit = Bool.random(using: &random) ? Int.random(in: 1...20, using: &random) : nil
    let ending = (text: limit.map { " limit \($0)" } ?? "", sql: limit.map { " LIMIT \($0)" } ?? "")
    let start = filter.map { "where \($0.text) " } ?? ""
    let chosen = set.columns.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
    let names = chosen.map(\.path)
    if Bool.random(using: &random) {
      let keys = names.map { ($0, Bool.random(using: &random)) } + [(set.key, false)]
      text =
        "\(start)columns \(([set.key] + names).joined(separator: ", ")) sort "
        + keys.map { $0 + ($1 ? " desc" : "") }.joined(separator: ", ") + ending.text
      sql =
        "SELECT \(([set.key] + names).joined(separator: ", ")) FROM \(source)\(condition) ORDER BY "
        + keys.map { $0 + ($1 ? " DESC" : " ASC") + " NULLS LAST" }.joined(separator: ", ") + ending.sql
      return
    }
    let aggregates = (0..<3).map { _ in Self.aggregate(set, &random) }
    let list = aggregates.enumerated().map { "a\($0) = \($1.text)" }.joined(separator: ", ")
    text =
      "\(start)group \(names.joined(separator: ", ")) aggregate \(list) sort "
      + names.joined(separator: ", ") + ending.text
    sql =
      "SELECT \((names + aggregates.map(\.sql)).joined(separator: ", ")) FROM \(source)\(condition) "
      + "GROUP BY \(names.joined(separator: ", ")) ORDER BY "
      + names.map { $0 + " NULLS LAST" }.joined(separator: ", ") + ending.sql
  }

  private static func aggregate(
    _ set: DuckDBTests.DataSet, _ random: inout SeededGenerator
  ) -> (text: String, sql: String) {
    let any = set.columns.randomElement(using: &random)?.path ?? ""
    let number = set.columns.filter { $0.kind == .number }.randomElement(using: &random)?.path ?? ""
    let all = [
      ("count", "count(*)"), ("count(\(any))", "count(\(any))"),
      ("distinct(\(any))", "count(DISTINCT \(any))"),
      ("nulls(\(any))", "count(*) - count(\(any))"), ("sum(\(number))", "sum(\(number))"),
      ("mean(\(number))", "avg(\(number))"), ("min(\(any))", "min(\(any))"), ("max(\(any))", "max(\(any))"),
      ("median(\(number))", "median(\(number)::DOUBLE)"), ("stddev(\(number))", "stddev_samp(\(number))"),
      ("quantile(\(number), 0.9)", "quantile_cont(\(number)::DOUBLE, 0.9)"),
    ]
    return all[Int.random(in: 0..<all.count, using: &random)]
  }

  private static func filter(
    _ set: DuckDBTests.DataSet, _ random: inout SeededGenerator
  ) -> (text: String, sql: String) {
    let parts = (0..<Int.random(in: 1...2, using: &random)).map { _ in comparison(set, &random) }
    let word = Bool.random(using: &random) ? "and" : "or"
    return (
      parts.map(\.text).joined(separator: " \(word) "),
      parts.map { "(\($0.sql))" }.joined(separator: " \(word) ")
    )
  }

  private static func comparison(
    _ set: DuckDBTests.DataSet, _ random: inout SeededGenerator
  ) -> (text: String, sql: String) {
    let column = set.columns[Int.random(in: 0..<set.columns.count, using: &random)]
    let value = column.values.randomElement(using: &random) ?? "null"
    let literal = column.kind == .text ? "'\(value.dropFirst().dropLast())'" : value
    let path = column.path
    if Int.random(in: 0..<5, using: &random) == 0 { return ("\(path) = null", "\(path) IS NULL") }
    let sign = ["=", "!=", "<", "<=", ">", ">="].randomElement(using: &random) ?? "="
    switch sign {
    case "!=": return ("\(path) != \(value)", "\(path) IS DISTINCT FROM \(literal)")
    case "=": return ("\(path) = \(value)", "\(path) = \(literal)")
    default:
      guard column.kind != .boolean else { return ("\(path) = \(value)", "\(path) = \(literal)") }
      return ("\(path) \(sign) \(value)", "\(path) \(sign) \(literal)")
    }
  }
}
