import Mantle
import Testing

@testable import ModelBrowser

/// `:sql` and the table of its result.
struct QueryResultTests {
  private static func session(_ keys: String) -> Session {
    var session = Session(#"[{"id": 1}, {"id": 2}]"#, columns: 90)
    session.opensFiles = true
    session.query { query, texts in
      let text = texts.map { String(decoding: $0.bytes.slice(0..<$0.bytes.count), as: UTF8.self) }
      return JSONBytes(
        "[{\"query\": \"\(query)\", \"text\": \(JSONText.quoted(text.joined())), \"name\": \"\(texts[0].name)\"}]"
      )
    }
    session.press(keys)
    return session
  }

  @Test func sqlResultOpensAsReadOnlyTable() {
    var session = Self.session("jdd:sql select 1<Enter>")
    #expect(session.screen.contains("│ query     text"), "\(session.screen)")
    #expect(session.screen.contains("select 1"), "\(session.screen)")
    #expect(session.message == "The result of a query is read-only  (:export PATH writes it)")
    // The query sees the unsaved edits.
    #expect(session.screen.contains(#"[{"id": 2}]"#), "\(session.screen)")
    session.press("e")
    #expect(session.message.contains("The result of a query is read-only"), "\(session.message)")
    session.press(":sql select 1<Enter>:b #<Enter>")
    #expect(session.text == #"[{"id": 2}]"#)
    #expect(session.browser.document.isModified)
  }

  @Test func sqlWithoutRunnerExplainsWhy() {
    var session = Session("[1]")
    session.press(":sql select 1<Enter>")
    #expect(session.message.contains("This program runs no SQL"), "\(session.message)")
  }

  @Test func sqlErrorsAreShown() {
    var session = Session("[1]")
    session.query { _, _ in throw EditRefused(description: "no such table: x") }
    session.press(":sql select * from x<Enter>")
    #expect(session.message == "not run: no such table: x")
  }
}
