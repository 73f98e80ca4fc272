import Mantle
import Testing

@testable import ModelBrowser

/// Sums of columns below a table.
struct TableTotalsTests {
  private static let orders = #"""
    [{"id": 1, "total": 10.1, "status": "paid"}, {"id": 2, "total": 20.2, "status": "new"},
    {"id": 3, "total": 99999999999999999999, "status": "paid"}, {"id": 4, "total": null, "status": "new"}]
    """#

  private func sums(_ session: Session) -> String? {
    session.lines.first { $0.contains("Σ │") }?.split(separator: "│").last.map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  /// Keys in the table, and the sums below it.
  @Test(
    arguments: [
      ("l:total<Enter>", "100000000000000000029.3"), ("lz+", "100000000000000000029.3"),
      ("z+lz+", "10 100000000000000000029.3"), ("lz+z+", nil), ("z+&status = paid<Enter>", "4"),
      ("z+&status = paid<Enter><Esc>", "10"), ("z+cc9<Enter>", "18"), ("z+cc9<Enter>u", "10"),
      ("z+jlvjd", "10"), ("z+:rename key<Enter>", "10"), ("z+ss", "10"), ("z+q:table<Enter>", nil),
      ("&status = new<Enter>lz+", "20.2"),
    ] as [(String, String?)])
  func sumFollowsTheShownRows(keys: String, expected: String?) {
    for size in [80, 1 << 20] {
      var source = DocumentSource(JSONBytes(Self.orders), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press("T" + keys)
      #expect(sums(session) == expected, "\(session.screen)")
    }
  }

  @Test(arguments: [
    (#"[{"a": "x"}, {"a": "y"}]"#, "z+", "a has no numbers to add"),
    (#"[{"a": 1}, {"a": "y"}]"#, "z+", "sum(a) leaves out 1 value: not a number"),
    (#"[{"a": 1}]"#, "Fz+", "These rows are not elements  (Enter shows the elements of the row, q returns)"),
  ])
  func sumOfOtherValuesIsExplained(json: String, keys: String, message: String) {
    var session = Session(json)
    session.press("T" + keys)
    #expect(session.message == message)
  }
}
