import Mantle
import Testing

@testable import ModelBrowser

/// Tables of lists whose elements are arrays.
struct ArrayTableTests {
  private static let people = #"[["name", "age"], ["Ada", 36], ["Bob", 7], ["Cem", null]]"#

  /// Sessions of one document as a list that is read whole, and as lines.
  private static func sessions(_ json: String, keys: String) -> [Session] {
    let lines = (try? JSONDocument(json).root)?.elements.map { JSONFormatter.compact.text($0) } ?? []
    return [json, lines.joined(separator: "\n")].map { text in
      var session = Session(DocumentSource(JSONBytes(text), name: "t"))
      session.press("T" + keys)
      return session
    }
  }

  private func table(_ session: Session) -> [String] {
    session.lines.filter { $0.contains(" │ ") }
  }

  @Test(arguments: [
    (people, "", ["    │ name   age", "  1 │ Ada     36", "  2 │ Bob      7", "  3 │ Cem   null"]),
    (people, "ls", ["    │ name  age ▲", "  2 │ Bob       7", "  1 │ Ada      36", "  3 │ Cem    null"]),
    (people, "&age > 10<Enter>", ["    │ name  age", "  1 │ Ada    36"]),
    ("[[1, \"x\"], [2]]", "", ["    │ [0]  [1]", "  0 │   1  x", "  1 │   2  ·"]),
    ("[[[1], 2], [3]]", "", ["    │ value", "  0 │ [[1], 2]", "  1 │ [3]"]),
  ])
  func arraysHaveColumns(json: String, keys: String, lines: [String]) {
    for session in Self.sessions(json, keys: keys) {
      #expect(
        table(session).map { $0.split(separator: " ") } == lines.map { $0.split(separator: " ") },
        "\(session.screen)")
    }
  }

  @Test func titleRowIsHiddenByAFilter() {
    for var session in Self.sessions(Self.people, keys: "") {
      #expect(session.lines[0] == " & $index > 0   \\ removes", "\(session.screen)")
      #expect(table(session)[1] == "  1 │ Ada     36", "\(session.screen)")
      #expect(session.cursorPath == "[1][0]")
      session.press("<Esc>")
      #expect(table(session).count == 5)
      session.press("ccnick<Enter>")
      #expect(session.text.contains(#"["nick""#) || session.text.contains(#"["nick","#), "\(session.text)")
    }
  }

  @Test func cellsAreEditedAndCounted() {
    for var session in Self.sessions(Self.people, keys: "jlcc8<Enter>") {
      #expect(session.text.contains("8") && !session.text.contains("7"))
      session.press("z+")
      #expect(
        session.lines.contains { $0.split(separator: " ") == ["Σ", "│", "44"] }, "\(session.screen)")
      session.press("F")
      #expect(session.screen.contains("values of age   3 values of 3 elements"), "\(session.screen)")
      session.press("q:rename years<Enter>")
      #expect(session.message == "The values of the column age have no key")
    }
  }
}
