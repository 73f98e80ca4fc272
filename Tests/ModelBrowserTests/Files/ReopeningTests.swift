import GitHubModels
import Mantle
import Testing

@testable import ModelBrowser

/// A file read anew shows its new text, at the place that was shown, with the same rows open.
@Suite(.ownFolders) struct ReopeningTests {
  private static func text(_ titles: [String], filler: String = "") -> String {
    "[" + titles.map { "{\"title\": \"\($0)\", \(filler)\"body\": null}" }.joined(separator: ",\n") + "]"
  }

  private static func source(_ text: String, largestRecord: Int) -> DocumentSource {
    var source = DocumentSource(JSONBytes(text), name: "t.json", path: "/tmp/t.json", models: Session.gitHub)
    source.largestRecord = largestRecord
    return source
  }

  @Test(arguments: ["", "j", "3j", "jjl", "jjlj", "jjljj", "G", "zRG"], [1, 1 << 20])
  func theRowsAreThoseOfTheNewText(keys: String, largestRecord: Int) {
    let new = Self.text(["a longer title", "second", "third", "fourth", "fifth"], filler: "\"number\": 1, ")
    var session = Session(
      Self.source(Self.text(["one", "two", "three", "four"]), largestRecord: largestRecord))
    session.press(keys)
    let path = session.cursorPath
    session.receive(.opened(Self.source(new, largestRecord: largestRecord)))
    #expect(session.cursorPath == path)
    // As though opened now, with the same keys.
    var fresh = Session(Self.source(new, largestRecord: largestRecord))
    fresh.press(keys == "G" || keys == "zRG" ? keys + "gg" : keys)
    session.press(keys == "G" || keys == "zRG" ? "gg" : "")
    #expect(session.rows.map { $0.dropFirst() } == fresh.rows.map { $0.dropFirst() })
    #expect(!session.screen.contains("not JSON"))
  }

  @Test(arguments: [1, 1 << 20]) func whatIsGoneLeavesTheCursorOnWhatIsAroundIt(largestRecord: Int) {
    var session = Session(Self.source(Self.text(["one", "two", "three"]), largestRecord: largestRecord))
    session.press("Gll")
    #expect(session.cursorPath.hasPrefix("[2]."))
    session.receive(.opened(Self.source(Self.text(["one"]), largestRecord: largestRecord)))
    #expect(session.cursorPath.hasPrefix("[0]"))
    session.receive(.opened(Self.source("3", largestRecord: largestRecord)))
    #expect(session.cursorPath == "")
  }

  @Test func foldsAreKeptByTheirPlaces() {
    var session = Session(Self.source(Self.text(["one", "two", "three"]), largestRecord: 1), rows: 60)
    session.press("jj<Space>")
    let open = session.rows.filter { $0.contains("▾") }.count
    session.receive(.opened(Self.source(Self.text(["uno", "due", "tre"]), largestRecord: 1)))
    #expect(session.rows.filter { $0.contains("▾") }.count == open)
    #expect(session.rows.contains { $0.contains("▾ [1]") })
    #expect(!session.rows.contains { $0.contains("▾ [0]") })
  }
}
