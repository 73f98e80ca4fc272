import Mantle
import Testing

@testable import ModelBrowser

/// Properties of elements side by side.
struct ColumnsTests {
  private static let cities = #"""
    [{"city": "Rome", "n": 3, "tags": ["a"]}, {"city": "Oslo", "n": 1000}, {"city": "A long name", "n": null}]
    """#

  private static func sessions(columns: Int = 60) -> [Session] {
    [1 << 20, 60].map { size in
      var source = DocumentSource(JSONBytes(cities), name: "t")
      source.largestRecord = size
      return Session(source, columns: columns)
    }
  }

  private func rows(_ session: Session) -> [String] { session.rows.map { String($0.dropFirst()) } }

  /// Names stand in the list's row, numbers at the right; what an element lacks is empty.
  @Test(arguments: [
    (
      "T",
      ["  ▾ t  [3]  city            n", "    ▸ [0]   Rome            3", "    ▸ [1]   Oslo         1000"]
    ),
    (
      ":columns n tags<Enter>",
      ["  ▾ t  [3]     n  tags", "    ▸ [0]      3  [\"a\"]", "    ▸ [1]   1000", "    ▸ [2]   null"]
    ),
    ("TT", ["  ▾ t  [3]", "    ▸ [0] {3} city: \"Rome\", n: 3, tags: [\"a\"]"]),
    (":columns n<Enter>&n=3<Enter>", ["  ▾ t  [3]     n", "    ▸ [0]      3"]),
    (":columns n<Enter>jccx<Enter>", ["  ▾ t  [3]     n"]),
  ])
  func valuesStandSideBySide(keys: String, lines: [String]) {
    for var session in Self.sessions() {
      session.press(keys)
      #expect(Array(rows(session).prefix(lines.count)) == lines)
    }
  }

  /// What is wider than the screen is gone through sideways, and the names with it; narrow screens show what there is room for.
  @Test func theyMoveSideways() {
    for var session in Self.sessions(columns: 24) {
      session.press("T")
      let before = rows(session)
      session.press("8zl")
      let after = rows(session)
      #expect(before[1].hasSuffix("…"))
      #expect(after[1].hasPrefix("    ▸ [0]") && after[1] != before[1])
      for line in session.lines { #expect(line.cellWidth <= 24) }
    }
  }

  @Test(arguments: [
    (":columns cty<Enter>", #"no property or key "cty""#),
    ("T", "T sums the elements up again"),
  ])
  func messagesSayWhatWasDone(keys: String, words: String) {
    var session = Self.sessions(columns: 100)[0]
    session.press(keys)
    #expect(session.message.hasPrefix(words), "\(session.message)")
  }
}
