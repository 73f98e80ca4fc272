import Foundation
import TestSupport
import Testing

/// `mantle sql`: files as the tables of a database.
struct SQLCommandTests {
  private func mantle(_ arguments: String..., input: String? = nil) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), arguments, input: input.map { Data($0.utf8) })
  }

  private static let shop = #"""
    {"people": [{"id": 1, "name": "Ann", "Name": "x"}, {"id": 2, "name": "Bob"}],
     "orders": [{"who": 1, "total": 10.5, "tags": ["a", "b"], "paid": true}, {"who": 1, "total": 2},
                {"who": 2, "total": null, "big": 9007199254740993}]}
    """#

  @Test(arguments: [
    (
      "select name, sum(total) as s from people join orders on who = id group by id order by id",
      #"{"name":"Ann","s":12.5}"# + "\n" + #"{"name":"Bob","s":null}"# + "\n"
    ),
    ("select count(*) as n from orders where paid", "{\"n\":1}\n"),
    ("select max(big) as b from orders;", "{\"b\":9007199254740993}\n"),
    ("select json_extract(tags, '$[1]') as t from orders limit 1", "{\"t\":\"b\"}\n"),
    ("select 1 as a; -- one", "{\"a\":1}\n"), ("select 1 as a, 2 as A", "{\"a\":1,\"A 2\":2}\n"),
    ("select \"Name 2\" as n from people limit 1", "{\"n\":\"x\"}\n"), ("select 1 as a where 0", ""),
  ])
  func queriesJoinLists(_ query: String, _ output: String) throws {
    let outcome = try mantle("sql", query, "--format", "ndjson", input: Self.shop)
    #expect(outcome.output == output, "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test func tableNamesComeFromFilesAndLists() throws {
    let scratch = try Scratch()
    try Data("[{\"a\": 1}]".utf8).write(to: URL(filePath: scratch.path("my-file.json")))
    try Data(Self.shop.utf8).write(to: URL(filePath: scratch.path("shop.json")))
    let files = [scratch.path("my-file.json"), scratch.path("shop.json")]
    let names = try mantle("sql", "--tables", files[0], files[1])
    #expect(
      names.output == "my_file (a)\npeople (id, name, \"Name 2\")\norders (who, total, tags, paid, big)\n",
      "\(names.errors)")
    let joined = try mantle("sql", "select a, name from my_file, people where a = id", files[0], files[1])
    #expect(joined.output == "a  name\n─  ────\n1  Ann\n", "\(joined.errors)")
    let csv = try mantle("sql", "select * from people", files[1], "--format", "csv")
    #expect(csv.output == "id,name,Name 2\r\n1,Ann,x\r\n2,Bob,\r\n")
  }

  @Test func aTableWithoutRecordsHasColumns() throws {
    let scratch = try Scratch()
    try Data("a,b\n".utf8).write(to: URL(filePath: scratch.path("a.csv")))
    #expect(try mantle("sql", "--tables", scratch.path("a.csv")).output == "a (a, b)\n")
    #expect(try mantle("sql", "select b from a", scratch.path("a.csv"), "--format", "csv").output == "b\r\n")
    #expect(try mantle("table", scratch.path("a.csv"), "--format", "csv").output == "a,b\r\n")
  }

  /// SQL divides the real numbers of a database as SQLite does.
  @Test(.enabled(if: (try? Executable.find("sqlite3")) != nil)) func realNumbersStayReal() throws {
    let scratch = try Scratch()
    let path = scratch.path("a.sqlite")
    let rows = "CREATE TABLE t (b REAL, i INTEGER); INSERT INTO t VALUES (1.0, 1), (3.0, 3)"
    _ = try Executable.run(Executable.find("sqlite3"), [path, rows])
    let halves = try mantle("sql", "select b / 2, i / 2 from t", path, "--format", "csv")
    #expect(halves.output == "b / 2,i / 2\r\n0.5,0\r\n1.5,1\r\n", "\(halves.errors)")
    #expect(try mantle("get", path + "/t", "[].b").output == "1.0\n3.0\n")
  }

  @Test(arguments: ["a,b\n1,\0\n", "\u{FEFF}", "<html></html>", "[1,2"])
  func unreadableFilesAreReported(_ text: String) throws {
    let scratch = try Scratch()
    try Data(text.utf8).write(to: URL(filePath: scratch.path("a.csv")))
    let outcome = try mantle("sql", "select * from a", scratch.path("a.csv"))
    #expect(outcome.errors.contains("a.csv:1:"), "\(outcome.errors)")
    #expect(outcome.status != 0)
  }

  @Test(arguments: [
    ("select x from orders", "no such column: x"), ("select \"a.b\" from orders", "no such column: a.b"),
    ("selec", "syntax error"),
    ("select * from order_s", "no such table: order_s"),
    ("delete from orders", "a query only reads"), ("", "SELECT"), ("attach 'made.db' as made", "only reads"),
    ("select 1; select 2", "more than one statement"), ("/* none */", "the query is empty"),
  ])
  func invalidQueriesAreReported(_ query: String, _ words: String) throws {
    let outcome = try mantle("sql", query, input: Self.shop)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.status == 2, "\(outcome.status)")
  }
}
