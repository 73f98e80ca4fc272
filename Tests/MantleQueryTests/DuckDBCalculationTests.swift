import Foundation
import Mantle
import TestSupport
import Testing

@testable import MantleQuery

/// Random calculations have the same results as in DuckDB, where it is installed (`pip install duckdb`).
///
/// Decided differences: conditions are true or false, where SQL has null, too. A pattern without a match and a part that a
/// text does not have are absent, where DuckDB has the empty text. Division by zero is an error. Quotients of decimals have 16
/// digits. `upper("ß")` is "SS".
struct DuckDBCalculationTests {
  private static let rows = #"""
    {"id": 1, "a": 3, "p": 10.50, "q": -1.125, "s": "Ann Lee", "u": "x,y,z", "d": "2024-02-29", "e": "2023-12-31"}
    {"id": 2, "a": -7, "p": 0.01, "q": 99.999, "s": "  é漢字 ", "u": "", "d": "2020-01-01", "e": "2024-12-30"}
    {"id": 3, "a": 0, "p": null, "q": 2.5, "s": null, "u": "a,,B1", "d": null, "e": "1999-03-31"}
    {"id": 4, "a": null, "p": -2.50, "q": 0.5, "s": "AaA 12-34", "u": "long text, with a comma", "d": "2024-07-04", "e": "2024-07-01"}
    """#

  @Test func randomCalculationsHaveTheResultsOfDuckDB() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mantle-duckdb-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "rows.ndjson")
    try Data(Self.rows.utf8).write(to: file)
    let types =
      "id: 'BIGINT', a: 'DECIMAL(6,0)', p: 'DECIMAL(8,2)', q: 'DECIMAL(8,3)', s: 'VARCHAR', u: 'VARCHAR', d: 'DATE', e: 'DATE'"
    var random = SeededGenerator(seed: 31)
    let all = (0..<500).map { _ in SQLCalculation(using: &random) }
    let queries = all.map {
      "SELECT CAST(\($0.sql) AS VARCHAR) FROM read_json('\(file.path)', columns = {\(types)}) ORDER BY id"
    }
    guard let expected = try DuckDBTests.duckDB(queries, in: folder) else {
      print(
        "NOTE: DuckDB is not installed (pip install duckdb), so 500 calculations are not compared with it")
      return
    }
    try #require(expected.count == all.count)
    let lines = Self.rows.split(separator: "\n").map(String.init)
    let names = FilterNames(model: nil, samples: try lines.map { try JSONDocument($0).root }, now: 0)
    for (calculation, values) in zip(all, expected) {
      let path = try Query("columns x = \(calculation.text)", names: names).columns[0].path
      let own = lines.map { path.cell(in: FilterSubject(Array($0.utf8))) }
      let isEqual =
        own.count == values.count && zip(own, values).allSatisfy { Self.areEqual($0, $1[0], calculation) }
      #expect(
        isEqual,
        "\(calculation.text)\n\(calculation.sql)\n\(own.map(\.shown))\n\(values.map { $0[0].displayText })")
    }
  }

  private static func areEqual(_ cell: QueryCell, _ node: JSONNode, _ calculation: SQLCalculation) -> Bool {
    switch cell.kind {
    case .null, .absent, .unreadable: return node.isNull
    case .number:
      if !calculation.isRounded { return ComparedNumber(cell.text) == ComparedNumber(node.displayText) }
      guard let own = Double(cell.text), let other = Double(node.displayText) else { return false }
      return abs(own - other) <= 1e-9 * max(1, abs(own), abs(other))
    default: return !node.isNull && cell.text == node.displayText
    }
  }
}

/// A random calculation as its text and in SQL.
private struct SQLCalculation {
  var text: String
  var sql: String
  /// Whether DuckDB calculates with floating-point numbers.
  var isRounded = false

  private init(_ text: String, _ sql: String, isRounded: Bool = false) {
    (self.text, self.sql, self.isRounded) = (text, sql, isRounded)
  }

  init(using random: inout SeededGenerator) {
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1: self = Self.number(2, &random)
    case 2, 3: self = Self.words(3, &random)
    default: self = Self.day(2, &random)
    }
  }

  /// A call of a function that both languages have under the same name.
  private static func call(_ name: String, _ arguments: [SQLCalculation], _ rest: String = "")
    -> SQLCalculation
  {
    SQLCalculation(
      "\(name)(\(arguments.map(\.text).joined(separator: ", "))\(rest))",
      "\(name)(\(arguments.map(\.sql).joined(separator: ", "))\(rest.replacing("\"", with: "'")))",
      isRounded: arguments.contains(where: \.isRounded))
  }

  private static func column(_ names: [String], _ random: inout SeededGenerator) -> SQLCalculation {
    let name = names.randomElement(using: &random) ?? "id"
    return SQLCalculation(name, name)
  }

  private static func number(_ depth: Int, _ random: inout SeededGenerator) -> SQLCalculation {
    if depth == 0 {
      let literal = ["0", "2", "0.5", "12.75", "100"].randomElement(using: &random) ?? "1"
      return Bool.random(using: &random) ? .init(literal, literal) : column(["a", "p", "q", "id"], &random)
    }
    let x = number(depth - 1, &random)
    switch Int.random(in: 0..<13, using: &random) {
    case 0...3:
      let (y, sign) = (number(depth - 1, &random), ["+", "-", "*"].randomElement(using: &random) ?? "+")
      return .init(
        "(\(x.text)) \(sign) (\(y.text))", "(\(x.sql)) \(sign) (\(y.sql))",
        isRounded: x.isRounded || y.isRounded)
    case 4: return .init("(\(x.text)) / 8", "(\(x.sql)) / 8", isRounded: true)
    case 5: return .init("(\(x.text)) / 3", "(\(x.sql)) / 3", isRounded: true)
    case 6: return call("round", [x], ", \(Int.random(in: 0...2, using: &random))")
    case 7: return call(["abs", "floor", "ceil"].randomElement(using: &random) ?? "abs", [x])
    case 8: return call("length", [words(depth - 1, &random)])
    case 9: return choice(x, number(depth - 1, &random), &random)
    case 10: return call("coalesce", [x, number(depth - 1, &random)])
    case 11:
      let part = ["year", "month", "day", "quarter", "week", "isodow"].randomElement(using: &random) ?? "day"
      return call(part, [day(depth - 1, &random)])
    default:
      return call(
        ["greatest", "least"].randomElement(using: &random) ?? "least", [x, column(["a", "p"], &random)])
    }
  }

  private static func words(_ depth: Int, _ random: inout SeededGenerator) -> SQLCalculation {
    if depth == 0 { return column(["s", "u"], &random) }
    let x = words(depth - 1, &random)
    switch Int.random(in: 0..<11, using: &random) {
    case 0: return call(["lower", "upper", "trim"].randomElement(using: &random) ?? "trim", [x])
    case 1: return call("replace", [x], ", \"a\", \"--\"")
    case 2: return call("replace", [x], ", \",\", \"\"")
    case 3:
      return call(
        "substring", [x],
        ", \(Int.random(in: 1...6, using: &random)), \(Int.random(in: 0...5, using: &random))")
    case 4: return call("substring", [x], ", \(Int.random(in: 1...6, using: &random))")
    case 5: return call("concat", [x, words(depth - 1, &random)], ", \"-\"")
    case 6:
      let number = Int.random(in: 1...3, using: &random)
      return .init("split(\(x.text), \",\", \(number))", "string_split(\(x.sql), ',')[\(number)]")
    case 7:
      let pattern = ["[a-z]+", "([A-Z])(.)", "[0-9]+-([0-9]+)"].randomElement(using: &random) ?? "x"
      return .init("match(\(x.text), /\(pattern)/)", "nullif(regexp_extract(\(x.sql), '\(pattern)'), '')")
    case 8:
      return .init("replace(\(x.text), /[aeiou]/, \"\")", "regexp_replace(\(x.sql), '[aeiou]', '', 'g')")
    case 9: return choice(x, words(depth - 1, &random), &random)
    default:
      let y = words(depth - 1, &random)
      return .init("(\(x.text) || \(y.text))", "(\(x.sql) || \(y.sql))")
    }
  }

  private static func day(_ depth: Int, _ random: inout SeededGenerator) -> SQLCalculation {
    if depth == 0 { return column(["d", "e"], &random) }
    let x = day(depth - 1, &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let unit = ["year", "quarter", "month", "week", "day"].randomElement(using: &random) ?? "day"
      return .init("date_trunc(\"\(unit)\", \(x.text))", "CAST(date_trunc('\(unit)', \(x.sql)) AS DATE)")
    case 1:
      let days = Int.random(in: 1...400, using: &random)
      return .init("date(\(x.text) + \(days)d)", "CAST(\(x.sql) + INTERVAL \(days) DAY AS DATE)")
    case 2: return choice(x, day(depth - 1, &random), &random)
    default: return call("coalesce", [x, day(depth - 1, &random)])
    }
  }

  private static func choice(
    _ x: SQLCalculation, _ y: SQLCalculation, _ random: inout SeededGenerator
  ) -> SQLCalculation {
    let conditions = [
      ("a > 0", "a > 0"), ("p < (q)", "p < q"), ("contains(s, \"a\")", "contains(s, 'a')"),
      ("s = null", "s IS NULL"),
      ("starts_with(u, \"a\") or id in (1, 2)", "starts_with(u, 'a') OR id IN (1, 2)"),
      ("d > 2024", "d >= '2025-01-01'"),
      ("s ~ /[A-Z]/ and e >= 2024-01-01", "regexp_matches(s, '[A-Z]') AND e >= '2024-01-01'"),
    ]
    let condition = conditions[Int.random(in: 0..<conditions.count, using: &random)]
    return SQLCalculation(
      "if(\(condition.0), \(x.text), \(y.text))", "CASE WHEN \(condition.1) THEN \(x.sql) ELSE \(y.sql) END",
      isRounded: x.isRounded || y.isRounded)
  }
}
