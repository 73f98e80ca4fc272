import Mantle
import Testing

@testable import ModelBrowser

/// Calculated columns of tables, and calculated values of `:set-all`.
struct CalculatedColumnTests {
  private static let orders = #"""
    [{"id": 1, "qty": 2, "price": 10.5}, {"id": 2, "qty": 3, "price": 1}, {"id": 3, "qty": "x", "price": 2}, {"id": 4}]
    """#

  private static func session(_ keys: String) -> Session {
    var session = Session(orders, columns: 90)
    session.press("T:column total = qty * price<Enter>" + keys)
    return session
  }

  private func column(_ session: Session) -> [String] {
    session.lines.filter { $0.contains(" │ ") }.dropFirst().map { line in
      String(line.split(separator: " ", omittingEmptySubsequences: true).last ?? "")
    }
  }

  /// A calculated column is sorted, filtered and counted as every other one.
  @Test(arguments: [
    ("", ["21", "3", "number", "·"]), ("s", ["3", "21", "·", "number"]), ("ss", ["21", "3", "·", "number"]),
    ("&total > 5<Enter>", ["21"]), ("&total = unreadable<Enter>", ["number"]), ("gg=", ["21"]),
    ("&total > 1<Enter>s", ["3", "21"]),
  ])
  func calculatedColumnIsSortedAndFiltered(keys: String, cells: [String]) {
    let session = Self.session(keys)
    #expect(column(session) == cells, "\(session.screen)")
  }

  @Test func calculatedColumnAndItsOrderSurviveReloading() throws {
    let folder = try Folder()
    let path = try folder.file("orders.json", Self.orders)
    var session = Session(try DocumentSource.file(path, models: []), columns: 90)
    session.opensFiles = true
    session.press("T:column total = qty * price<Enter>ss:e<Enter>")
    #expect(session.lines[0] == " ▼ total   \\ removes", "\(session.screen)")
    #expect(column(session) == ["21", "3", "·", "number"])
  }

  @Test func calculatedColumnValuesAreCounted() {
    var session = Self.session("F")
    #expect(session.screen.contains("values of total"), "\(session.screen)")
    session.press("q:values id % 2<Enter>")
    #expect(session.screen.contains("values of id % 2"), "\(session.screen)")
  }

  @Test(arguments: [
    ("e", "total is calculated and not saved"), (":column id = 3<Enter>", "id is a property or key"),
    (":column x = qty * prise<Enter>", "did you mean price?"),
    (":column nothing<Enter>", "There is no column nothing"),
  ])
  func refusedColumnCommandsNameTheReason(keys: String, words: String) {
    let session = Self.session(keys)
    #expect(session.message.contains(words), "\(session.message)")
  }

  @Test(arguments: [
    (":set-all id id + 10<Enter>", #"[{"id": 11,"#), (":set-all id round(price) * 2<Enter>", #"[{"id": 22,"#),
    (":set-all id \"id + 10\"<Enter>", #"[{"id": "id + 10","#), (":set-all id 7<Enter>", #"[{"id": 7,"#),
  ])
  func setAllCalculatesValues(keys: String, start: String) {
    var session = Session(Self.orders.replacing(#", {"id": 3, "qty": "x", "price": 2}, {"id": 4}"#, with: ""))
    session.press(keys)
    #expect(session.text.hasPrefix(start), "\(session.text) \(session.message)")
    session.press("u")
    #expect(session.text.hasPrefix(#"[{"id": 1,"#))
  }

  @Test func failedSetAllCalculationChangesNothing() {
    var session = Session(Self.orders)
    session.press(":set-all id qty * 2<Enter>")
    #expect(session.message.contains("x is not a number"), "\(session.message)")
    #expect(session.text == Self.orders)
  }

  /// Arithmetic without names is calculated in place of numbers, and is text in place of text.
  @Test(arguments: [
    (":set-all a 1/4<Enter>", #"[{"a": 0.25}, {"a": "1/4"}]"#, ""),
    (":set-all a 1/0<Enter>", #"[{"a": 1}, {"a": "x"}]"#, "[0].a: division by zero"),
    (":set-all a a * 2<Enter>", #"[{"a": 1}, {"a": "x"}]"#, "[1].a: x is not a number"),
    (
      ":set-all a a / 0<Enter>", #"[{"a": 1}, {"a": "x"}]"#, "2 values cannot be calculated; the first: [0].a"
    ),
  ])
  func aMixedColumnGetsNoErrors(keys: String, text: String, message: String) {
    var session = Session(#"[{"a": 1}, {"a": "x"}]"#)
    session.press(keys)
    #expect(session.text == text)
    #expect(message.isEmpty || session.message.contains(message), "\(session.message)")
  }

  @Test func distinctRowsAreCounted() {
    var session = Session(#"[{"a": 1, "b": "x"}, {"a": 1, "b": "x"}, {"a": 2, "b": "x"}]"#, columns: 90)
    session.press("T:distinct<Enter>")
    #expect(session.screen.contains("2 groups"), "\(session.screen)")
  }
}
