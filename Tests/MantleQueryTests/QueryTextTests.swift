import Mantle
import TestSupport
import Testing

@testable import MantleQuery

/// The text of queries: what parses, what it means, and what errors say.
struct QueryTextTests {
  private static let samples = #"""
    [{"number": 1, "title": "A", "state": "open", "user": {"login": "ann"}, "limit": 3, "a b": 1,
      "labels": [{"name": "bug", "votes": [1]}], "tags": ["x"], "createdAt": "2024-01-01T00:00:00Z"}]
    """#

  static func names() throws -> FilterNames {
    FilterNames(model: nil, samples: Array(try JSONDocument(samples).root.elements), now: 0)
  }

  static let hardKeys = [
    "", " ", " a", "a ", "a b", "a\nb", "\n", "a\tb", "a\rb", "\u{1}", "\u{A0}a", "a.b", ".", ".a", "[", "[]",
    "[0]", "a[\"b",
    "\"", "a\"b", "'", "\\", "a\\", "\\n", "😀", "é", "(", "a)", ",", "a,b", "/", "/a/", "a/b", "=", "a=b",
    "!", "!=", "~",
    "<", "$index", "$key", "$value", "$ref", "null", "true", "and", "or", "not", "not a", "not.a", "not1",
    "notes", "in", "desc",
    "a desc", "has-error", "where", "sort", "best sort", "a\\ sort", "a\nsort b", "limit 3", "columns",
    "count", "0", "-1", "&&", "a || b",
  ]

  /// A law: the name of a key in filters finds the value of the key, alone and nested, in every clause.
  @Test(arguments: hardKeys) func filterNameOfAKeySelectsItsValue(_ key: String) throws {
    let quoted = JSONText.quoted(key)
    let json = "{\(quoted): 1, \"x\": {\(quoted): 2, \"y\": {\(quoted): [{\(quoted): 3}]}}}"
    let names = FilterNames(model: nil, samples: [try JSONDocument(json).root], now: 0)
    let name = key.filterName
    let found = [
      name: ["1"], "x.\(name)": ["2"], "x.y.\(name).\(name)": ["3"], "x.y.[\(quoted)][0][\(quoted)]": ["3"],
    ]
    for (words, values) in found {
      let texts = [
        "where \(words) = 1 and \(words) = 1", "where not \(words) = 1", "columns \(words), x",
        "columns x, t = \(words) limit 1", "sort \(words) desc, \(words)", "group \(words), x",
        "group \(words) aggregate max(\(words))",
      ]
      let node = try JSONDocument(json).root
      for text in texts {
        let query = try Query(text, names: names)
        let comparison: FilterPath? =
          switch query.filter?.condition {
          case .all(let parts):
            if case .comparison(let comparison)? = parts.last { comparison.path } else { nil }
          case .not(.comparison(let comparison)): comparison.path
          default: nil
          }
        let sorted = query.sort.first.flatMap { if case .path(let path) = $0.subject { path } else { nil } }
        let all = (query.columns + query.groups).map(\.path).filter { $0.words != "x" }
        let path = try #require(comparison ?? sorted ?? all.first, "\(text)")
        #expect(path.values(of: FilterSubject(node)).map(Self.text) == values, "\(text)")
      }
    }
  }

  private static func text(_ value: FilterValue) -> String {
    if case .node(let node) = value { node.rawText } else { "\(value)" }
  }

  /// Texts and how they print; nil for a text that prints as itself.
  static let texts: [(text: String, printed: String?)] = [
    ("", nil),
    ("limit 10", nil),
    ("columns number, title", nil),
    ("COLUMNS number,title LIMIT 3", "columns number, title limit 3"),
    ("columns who = user.login, \"two words\" = a\\ b", nil),
    ("columns limit, number", nil),
    ("columns number, limit limit 2", nil),
    ("where state = open sort number desc", nil),
    ("sort number asc where state = open", "where state = open sort number"),
    ("where state = sort and limit > 2 sort limit", nil),
    ("where title ~ /a sort b/ limit 1", nil),
    ("where \"what sort of limit 3\" limit 1", nil),
    (
      "where not limit = 3 or (state = open and number in (1, 2))",
      "where not limit = 3 or state = open and number in (1, 2)"
    ),
    ("sort title natural desc, number", nil),
    ("sort title desc natural", "sort title natural desc"),
    ("group state", "group state aggregate count"),
    (
      "group state, user.login aggregate count, mean(number), n = count(title) sort mean(number) desc, n", nil
    ),
    ("aggregate quantile(number, 0.9), top(state, 5), top(title)", nil),
    ("aggregate p = quantile( number , 0.50 )", "aggregate p = quantile(number, 0.5)"),
    ("columns number, labels[].name, labels[].votes[]", nil),
    ("group labels[].name aggregate count sort count desc limit 3", nil),
    ("at items[] columns number", nil),
    ("explode labels outer rows labels[].name = bug columns number", nil),
    ("explode labels[].votes rows labels[].votes[] > 3 group labels[].name aggregate count", nil),
    ("columns .unknown, [\"a b\"], $index", nil),
    ("columns n = number sort n", nil),
  ]

  @Test(arguments: texts) func printedQueriesParseToTheSame(_ text: String, _ printed: String?) throws {
    let query = try Query(text, names: Self.names())
    #expect(query.words == printed ?? text)
    #expect(try Query(query.words, names: Self.names()).words == query.words)
  }

  /// Texts, the position of the mistake counted from 1, and a part of the message.
  static let mistakes: [(text: String, position: Int, message: String)] = [
    ("colums number", 1, "did you mean columns?"),
    ("columns", 8, "nothing follows columns"),
    ("columns number columns title", 24, "columns occurs twice"),
    ("columns numbr", 9, "did you mean number?"),
    ("columns number title", 16, "a comma was expected"),
    ("columns number,", 16, "a property was expected"),
    ("where state = ", 14, "a value was expected"),
    ("where stat = open limit 1", 7, "did you mean state?"),
    ("where login = a", 7, "did you mean user.login?"),
    ("sort titel desc", 6, "did you mean title?"),
    ("sort number up", 13, "a comma was expected"),
    ("group state aggregate avg(number)", 23, "did you mean mean?"),
    ("group state aggregate meen(number)", 23, "did you mean mean?"),
    ("group state aggregate mean", 27, "mean(…)"),
    ("aggregate quantile(number)", 26, "from 0 to 1"),
    ("aggregate quantile(number, 2)", 28, "from 0 to 1"),
    ("aggregate mean(number, 2)", 24, "one argument"),
    ("aggregate sum(number", 21, "missing ) after the arguments"),
    ("group state sort cout", 18, "did you mean count?"),
    ("group state columns number", 1, "the columns of group and aggregate only"),
    ("columns labels[].name, tags[]", 28, "a second list"),
    ("explode labels, tags columns number", 17, "a second list"),
    ("explode length(labels) columns number", 9, "the path of a list"),
    ("limit ten", 7, "a number of rows"),
    ("limit -1", 7, "a number of rows"),
  ]

  @Test(arguments: mistakes) func queryErrorsHavePositionAndAdvice(
    _ text: String, _ position: Int, _ message: String
  ) throws {
    let names = try Self.names()
    let error = #expect(throws: QueryError.self) { try Query(text, names: names) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(error?.error.position == position - 1, "\(String(describing: error))")
  }

  /// A law: a query of random clauses prints as a text that parses to the same text.
  @Test func randomQueriesRoundTrip() throws {
    var random = SeededGenerator(seed: 47)
    let names = try Self.names()
    for _ in 0..<500 {
      let text = RandomQuery(using: &random).text
      let words = try Query(text, names: names).words
      #expect(try Query(words, names: names).words == words, "\(text)")
    }
  }
}

/// A query with random clauses in random order.
private struct RandomQuery {
  let text: String

  private static let paths = [
    "number", "title", "user.login", "limit", "a\\ b", ".sort", "labels.name", "state",
  ]
  private static let filters = [
    "state = open", "number > 3 and limit < 5", "title ~ \"x limit 3\"", "not limit = 1",
    "state in (open, \"limit\")",
    "createdAt < 2024-02", "user.login != null or title = absent", "\"sort by\"", "title ~ /sort x/",
  ]

  init(using random: inout SeededGenerator) {
    func some(_ make: (inout SeededGenerator) -> String) -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in make(&random) }.joined(separator: ", ")
    }
    func path(_ random: inout SeededGenerator) -> String { Self.paths.randomElement(using: &random) ?? "" }
    let isGrouped = Bool.random(using: &random)
    var clauses: [String] = []
    if isGrouped {
      clauses.append("group " + some(path))
      clauses.append(
        "aggregate total = count, "
          + some { "\(["sum", "mean", "max"].randomElement(using: &$0) ?? "")(\(path(&$0)))" })
      clauses.append("sort total" + (Bool.random(using: &random) ? " desc" : ""))
    } else {
      clauses.append(
        "columns " + some { (Bool.random(using: &$0) ? "\"t \($0.next() % 9)\" = " : "") + path(&$0) })
      clauses.append("sort " + some { path(&$0) + (Bool.random(using: &$0) ? " natural desc" : "") })
    }
    clauses.append("where " + (Self.filters.randomElement(using: &random) ?? ""))
    clauses.append("limit \(Int.random(in: 0...99, using: &random))")
    text = clauses.filter { _ in Int.random(in: 0..<4, using: &random) > 0 || isGrouped }
      .shuffled(using: &random).joined(separator: " ")
  }
}
