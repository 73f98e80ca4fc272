import Foundation
import TestSupport
import Testing

/// Random documents give the answers of Python's `json` and `decimal`, where python3 is installed.
struct PythonAnswerTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["MANTLE_ANSWER_ROUNDS"].flatMap(Int.init).map { $0 * 2 } ?? 8

  /// Filters with the same conditions in Python, about a row `r`.
  private static let filters: [(mantle: String, python: String)] = [
    ("n > 3", "is_number(r.get('n')) and r['n'] > 3"), ("n = 7", "is_number(r.get('n')) and r['n'] == 7"),
    ("n <= 0.1", "is_number(r.get('n')) and r['n'] <= D('0.1')"),
    ("n = 9007199254740993", "is_number(r.get('n')) and r['n'] == 9007199254740993"),
    (#"s = "3""#, "r.get('s') == '3'"), ("s = absent", "'s' not in r"),
    ("n = null", "'n' in r and r['n'] is None"),
    ("tags = 3", "3 in (r.get('tags') or [])"), ("tags[] = 3", "3 in (r.get('tags') or [])"),
    ("tags >= 2", "isinstance(r.get('tags'), list) and len(r['tags']) >= 2"),
    ("o.a = 1", "(r.get('o') or {}).get('a') == 1"),
    ("items.k = x", "any(i['k'] == 'x' for i in r.get('items') or [])"),
    ("not (tags = 1) and id > 2", "1 not in (r.get('tags') or []) and r['id'] > 2"),
    (#"s in (a, "x,y", "null")"#, "r.get('s') in ('a', 'x,y', 'null')"),
    (#"o."b c" != absent"#, "'b c' in (r.get('o') or {})"),
  ]

  private static let script = """
    import json, sys, decimal
    D = decimal.Decimal
    decimal.getcontext().prec = 100
    def is_number(v): return isinstance(v, (int, D)) and not isinstance(v, bool)
    def median(v):
        v = sorted(v); n = len(v)
        return None if n == 0 else v[n // 2] if n % 2 else (v[n // 2 - 1] + v[n // 2]) / D(2)
    rows = [json.loads(line, parse_float=D, parse_int=D) for line in open(sys.argv[1], encoding='utf-8')]
    for condition in sys.argv[2:]:
        print(' '.join(str(r['id']) for r in rows if eval(condition)))
    numbers = [r['n'] for r in rows if is_number(r.get('n'))]
    print(len(rows), len(numbers), *(f.normalize() + 0 if f is not None else 'null' for f in
      ([sum(numbers), min(numbers), max(numbers), median(numbers)] if numbers else [None] * 4)))
    """

  private func mantle(_ words: String...) throws -> String {
    try Executable.outcome(of: MantleBinary.url(), words).output
  }

  private static let python = try? Executable.find("python3")

  @Test(.enabled(if: python != nil, "python3 is not installed"), arguments: 1...UInt64(rounds))
  func filterResultsMatchPython(_ seed: UInt64) throws {
    var document = RandomDocument(seed: seed &+ 1000)
    let scratch = try Scratch()
    let file = try scratch.file("rows.ndjson", document.rows().map { $0.text() + "\n" }.joined())
    let script = try scratch.file("answers.py", Self.script)
    let answers = try Executable.run(
      #require(Self.python), [script, file] + Self.filters.map(\.python)
    ).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (filter, expected) in zip(Self.filters, answers) {
      let table = try mantle("table", file, "--where", filter.mantle, "--columns", "id", "--format", "csv")
      let ids = table.split(separator: "\r\n").dropFirst().joined(separator: " ")
      #expect(ids == expected, "seed \(seed), \(filter.mantle)")
    }
    let figures = try mantle(
      "table", file, "--aggregate", "count, count(n), sum(n), min(n), max(n), median(n)", "--format", "csv")
    let found = figures.split(separator: "\r\n", omittingEmptySubsequences: false)[1].split(
      separator: ",", omittingEmptySubsequences: false
    ).map { $0.isEmpty ? "null" : String($0) }
    let expected = answers[Self.filters.count].split(separator: " ").map(String.init)
    #expect(
      zip(found, expected).allSatisfy { $0 == $1 || Decimal(string: $0) == Decimal(string: $1) },
      "seed \(seed): \(found) is not \(expected)")
  }
}
