import Mantle
import Testing

@testable import ModelBrowser

/// What is done with each element of a list takes as long for an element of a long list as for one of a short list: if
/// it took as long as the list, these would not end.
@Suite(.timeLimit(.minutes(3))) struct LargeListTests {
  private static let count = 10_000

  private static let text =
    "[" + (0..<count).map { #"{"id": \#(count - $0), "name": "n"}"# }.joined(separator: ",\n") + "]"

  private func session() -> Session { Session(Self.text, models: []) }

  @Test func matchListCoversLargeListWithRepeatedKeys() {
    var session = session()
    session.press("/name<Enter>gh")
    guard case .listing(let pane) = session.browser.mode else { return #expect(Bool(false), "no list") }
    #expect(pane.groups.first?.count == Self.count, "\(session.screen)")
    session.press("G<Enter>")
    #expect(session.cursorPath == "[\(Self.count - 1)].name")
  }

  @Test func setAllAndUndoWorkAfterSorting() {
    var session = session()
    session.press(":sort id<Enter>:set-all name x<Enter>")
    #expect(session.text.hasPrefix(#"[{"id": 1, "name": "x"},"#), "\(session.message)")
    #expect(!session.text.contains(#""n"}"#))
    session.press("uu")
    #expect(session.text == Self.text)
  }

  @Test func filterAndDeletionWorkAfterSorting() {
    var session = session()
    session.press(":sort id<Enter>&id > 2<Enter>")
    #expect(session.browser.outline.filters.first?.words == "id > 2")
    session.press(":set-all name x<Enter><Esc>")
    #expect(session.text.hasPrefix(#"[{"id": 1, "name": "n"},"#), "\(session.message)")
    session.press("j6999dd")
    #expect(session.text.contains("{\"id\": 3, \"name\": \"x\"},\n{\"id\": 7003,"), "\(session.message)")
  }
}
