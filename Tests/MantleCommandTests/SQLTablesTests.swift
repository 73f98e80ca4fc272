import Mantle
import Testing

@testable import MantleCommand
@testable import ModelBrowser

/// Queries in SQL over texts.
struct SQLTablesTests {
  private static func result(of query: String, _ texts: String...) throws -> String {
    let bytes = try SQLTables.result(query, texts.enumerated().map { text($0, $1) })
    return String(decoding: bytes.slice(0..<bytes.count), as: UTF8.self)
  }

  private static func error(of query: String, _ texts: String...) -> String? {
    do {
      _ = try SQLTables.result(query, texts.enumerated().map { text($0, $1) })
      return nil
    } catch { return "\(error)" }
  }

  private static func text(_ index: Int, _ text: String) -> QueriedText {
    QueriedText(name: "t\(index).json", bytes: JSONBytes(text), places: [])
  }

  @Test func queryJoinsTheListsOfTexts() throws {
    let query = "select b from t0 join t1 using (id)"
    let found = try Self.result(
      of: query, #"[{"id": 1, "a": 2}]"#, #"[{"id": 1, "b": "x"}, {"id": 3, "b": "y"}]"#)
    #expect(found == "[\n  {\"b\":\"x\"}\n]\n")
  }

  @Test func errorNamesTheTables() throws {
    let one = #"[{"id": 1, "a b": 2}]"#
    #expect(Self.error(of: "select x from t0", one) == "no such column: x  (t0 (id, \"a b\"))")
    #expect(Self.error(of: "select * from x", one, one) == "no such table: x  (tables: t0, t1)")
  }
}
