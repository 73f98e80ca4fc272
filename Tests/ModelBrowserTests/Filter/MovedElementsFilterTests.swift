import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// Filters after elements were moved, copied or sorted ask each element for what it holds now, once.
struct MovedElementsFilterTests {
  private static let elements = [
    #"{"id": 1, "color": "red"}"#, #"{"id": 2, "color": "green"}"#, #"{"id": 3, "color": "red"}"#,
    #"{"id": 4, "color": null}"#,
  ]
  static let texts = [
    "[\(elements.joined(separator: ", "))]", elements.joined(separator: "\n") + "\n",
  ]
  static let edits = [
    ":sort id desc<Enter>", ":sort color<Enter>:sort id desc<Enter>", ":goto [2]<Enter>[m",
    ":goto [0]<Enter>2]m", ":goto [1]<Enter>vjJ<Esc>", ":goto [0]<Enter>vjyyP<Esc>", ":goto [2]<Enter>D",
    ":goto [0]<Enter>:duplicate<Enter>:goto [1].color<Enter>cc\"x\"<Enter>",
    ":sort id desc<Enter>:goto [0]<Enter>dd",
    ":sort id desc<Enter>u", ":goto [3]<Enter>[m[m[mu", ":goto [1]<Enter>yyP",
  ]

  private func session(_ text: String, after edit: String) -> Session {
    var source = DocumentSource(JSONBytes(text), name: "test.json", models: [])
    source.largestRecord = 60
    var session = Session(source, columns: 90, rows: 24)
    session.press("\(edit)<Esc>gg")
    return session
  }

  private func count(_ piece: String, in session: Session) -> Int {
    session.text.components(separatedBy: piece).count - 1
  }

  @Test(arguments: texts, edits) func filterExcludesMovedElements(text: String, edit: String) {
    var session = session(text, after: edit)
    let expected = count("\"red\"", in: session)
    session.press("&color = red<Enter>")
    let shown = session.rows.count { $0.contains("red") }
    #expect(shown == expected, "\(session.screen)")
    #expect(session.message.hasPrefix("\(Words.count(expected, "element")) with"), "\(session.message)")
    #expect(!session.rows.contains { $0.contains("green") }, "\(session.screen)")
  }

  @Test(arguments: texts, edits) func setAllChangesOnlyMatchingElements(text: String, edit: String) {
    var session = session(text, after: edit)
    let expected = count("\"red\"", in: session)
    session.press("&color = red<Enter>:set-all id 77<Enter>")
    #expect(count("\"id\": 77", in: session) == expected, "\(session.text)")
  }

  @Test(arguments: texts, edits) func valuesCountEachElementOnce(text: String, edit: String) {
    var session = session(text, after: edit)
    let expected = count("\"id\"", in: session)
    session.press(":values id<Enter>")
    #expect(session.browser.view.result?.found.elements == expected, "\(session.screen)")
  }

  /// Edits under a filter do not evaluate the filter again.
  @Test(arguments: texts) func movesKeepFilteredElementsVisible(text: String) {
    var session = session(text, after: "")
    session.press("&color = red<Enter>")
    let shown = session.rows.count { $0.contains("red") }
    session.press("]m")
    #expect(session.rows.count { $0.contains("red") } == shown, "\(session.screen)")
    session.press("u")
    #expect(session.rows.count { $0.contains("red") } == shown, "\(session.screen)")
  }
}
