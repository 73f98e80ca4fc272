import Foundation
import GitHubModels
import Mantle
import Testing

@testable import MantleFiles
@testable import ModelBrowser
@testable import TerminalText

/// A reloaded file shows its new text, at the place that was shown, with the same rows open.
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
  func reloadShowsRowsOfNewText(keys: String, largestRecord: Int) {
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

  @Test(arguments: [1, 1 << 20]) func cursorMovesToParentOfRemovedValue(largestRecord: Int) {
    var session = Session(Self.source(Self.text(["one", "two", "three"]), largestRecord: largestRecord))
    session.press("Gll")
    #expect(session.cursorPath.hasPrefix("[2]."))
    session.receive(.opened(Self.source(Self.text(["one"]), largestRecord: largestRecord)))
    #expect(session.cursorPath.hasPrefix("[0]"))
    session.receive(.opened(Self.source("3", largestRecord: largestRecord)))
    #expect(session.cursorPath == "")
  }

  @Test func reloadKeepsFolds() {
    var session = Session(Self.source(Self.text(["one", "two", "three"]), largestRecord: 1), rows: 60)
    session.press("jj<Space>")
    let open = session.rows.filter { $0.contains("▾") }.count
    session.receive(.opened(Self.source(Self.text(["uno", "due", "tre"]), largestRecord: 1)))
    #expect(session.rows.filter { $0.contains("▾") }.count == open)
    #expect(session.rows.contains { $0.contains("▾ [1]") })
    #expect(!session.rows.contains { $0.contains("▾ [0]") })
  }

  /// Elements are known by what they are, wherever they stand then.
  @Test(arguments: ["number", "n"]) func reloadFollowsElementsByIdentity(key: String) {
    func text(_ numbers: some Sequence<Int>) -> String {
      "[" + numbers.map { #"{"\#(key)": \#($0), "inside": [\#($0)]}"# }.joined(separator: ", ") + "]"
    }
    func source(_ numbers: some Sequence<Int>) -> DocumentSource {
      DocumentSource(JSONBytes(text(numbers)), name: "t.json", path: "/tmp/t.json")
    }
    var session = Session(source(1...9), columns: 60, rows: 40)
    session.press(":goto [2].inside<Enter>ma:goto [5].\(key)<Enter>")
    session.receive(.opened(source([2, 3, 4, 5, 10, 6, 7, 8, 9])))
    #expect(session.cursorPath == "[5].\(key)")
    session.receive(.opened(source(4...9)))
    #expect(session.cursorPath == "[2].\(key)", "\(session.screen)")
    session.press("'a")
    #expect(session.cursorPath == "[1].inside", "what is gone is taken for what stands in its place")
    session.receive(.opened(source((-50...9))))
    #expect(session.cursorPath == "[55].inside")
  }

  @Test func reloadKeepsMarksSearchAndFilter() {
    let titles = ["one", "two", "three", "twenty"]
    var session = Session(Self.source(Self.text(titles), largestRecord: 1), rows: 30)
    session.press(":goto [2].title<Enter>magg/two<Enter>&title ~ t<Enter>")
    session.receive(
      .opened(Self.source(Self.text(titles + ["ten"], filler: "\"id\": 1, "), largestRecord: 1)))
    #expect(session.status.contains("4 with title ~"), "\(session.screen)")
    session.press("<Esc>'a")
    #expect(session.cursorPath == "[2].title")
    session.press("n")
    #expect(session.cursorPath == "[1].title")
  }

  @Test func alternateFileKeysReopenPreviousFile() throws {
    let folder = try Folder()
    let paths = try ["a", "b"].map { try folder.file($0, "[1]") }
    var session = Session(try DocumentSource.file(paths[0], models: []))
    session.receive(.opened(try DocumentSource.file(paths[1], models: [])))
    session.press("^^:e %<Enter>:e #<Enter>")
    #expect(session.effects == ["open \(paths[0])", "open \(paths[1])", "open \(paths[0])"])
    session.receive(.opened(try DocumentSource.file(paths[0], models: [])))
    session.press("^^")
    #expect(session.effects.last == "open \(paths[1])")
  }
}

/// What grows shows by itself.
@Suite(.ownFolders) struct FollowingTests {
  /// Runs a session in which a line is added while nothing is pressed.
  private func lastRows(_ keys: String) throws -> (rows: [String], bottom: String) {
    let folder = try Folder()
    let path = try folder.file("log.ndjson", "{\"n\": 1}\n{\"n\": 2}\n")
    let terminal = ScriptedTerminal(keys, then: [.resize(ScreenSize(rows: 12, columns: 60)), .terminate])
    terminal.beforeResize = {
      let file = FileHandle(forWritingAtPath: path)
      _ = try? file?.seekToEnd()
      file?.write(Data("{\"n\": 30}\n".utf8))
      try? file?.close()
    }
    var loop = BrowserLoop(try DocumentSource.file(path, models: Session.gitHub), on: terminal)
    loop.patience = .seconds(60)
    loop.run()
    let last = terminal.frames.last?.marked.split(separator: "\n").map(String.init) ?? []
    return (last.filter { $0.contains("{1}") }, terminal.frames.last?.plainLines.last ?? "")
  }

  @Test func followShowsEndOfGrowingFile() throws {
    let followed = try lastRows("z1F")
    #expect(followed.rows.count == 3 && followed.rows.last?.contains("«") == true, "\(followed)")
    #expect(followed.bottom == "log.ndjson: reloaded")
    let elsewhere = try lastRows("z1Fgg")
    #expect(elsewhere.rows.count == 3 && elsewhere.rows.last?.contains("«") == false, "\(elsewhere)")
    #expect(try lastRows("").rows.count == 2)
    #expect(try lastRows("z1FF").rows.count == 2)
    #expect(try lastRows(":set follow<Enter>").rows.count == 3)
  }

  /// What comes through a pipe while it is shown.
  private final class Pipe: IncomingText {
    let lines = Locked((text: "{\"n\": 1}\n{\"n\": 2}\n", isOver: false))

    var count: Int { lines.withLock { $0.text.utf8.count } }
    var isOver: Bool { lines.withLock { $0.isOver } }
    func text() -> JSONBytes { JSONBytes(lines.withLock { $0.text }) }
  }

  private func piped(_ keys: String, ends: Bool = false) -> (rows: [String], status: String, bottom: String) {
    let pipe = Pipe()
    var source = DocumentSource(pipe.text(), name: "<stdin>")
    source.incoming = pipe
    // Left by a key: where it is told to end, unsaved edits of a pipe are written into the folder it runs in.
    let terminal = ScriptedTerminal(
      keys,
      then: [.resize(ScreenSize(rows: 12, columns: 90)), .key(.character("Z")), .key(.character("Q"))])
    terminal.beforeResize = {
      pipe.lines.withLock {
        $0.text += "{\"n\": 30}\n"
        $0.isOver = ends
      }
    }
    var loop = BrowserLoop(source, on: terminal)
    loop.patience = .seconds(60)
    loop.run()
    let lines = terminal.frames.last?.plainLines ?? []
    // The keys that leave clear the message, and `Z` shows what can follow.
    let message = terminal.frames.compactMap(\.plainLines.last).last { !$0.isEmpty && !$0.hasPrefix("Q ") }
    return (lines.filter { $0.contains("{1}") }, lines.dropLast().last ?? "", message ?? "")
  }

  @Test func pipedInputIsShownWhileReading() throws {
    let shown = piped("j")
    #expect(shown.rows.count == 3 && shown.status.contains("reading, 28 bytes"), "\(shown)")
    let whole = piped("j", ends: true)
    #expect(whole.rows.count == 3 && !whole.status.contains("reading"), "\(whole)")
    #expect(piped("F").status.contains("[2]"))
    // The edit is kept.
    let edited = piped("j:duplicate<Enter>")
    #expect(edited.rows.count == 4, "\(edited)")
    #expect(edited.status.contains("reading, 28 bytes"), "\(edited)")
    let folder = try Folder()
    #expect(piped(":w \(folder.path)/a.ndjson<Enter>").bottom.contains("(the input so far)"))
  }

  @Test func editsSurviveGrowthOfFile() throws {
    let edited = try lastRows("z1F:duplicate<Enter>")
    #expect(edited.rows.count == 4 && edited.rows.joined().contains("30"), "\(edited)")
  }

  /// A text that has grown shows what it would show if it was read again, with its edits, marks and folds.
  @Test(arguments: [1, 1 << 20]) func grownFileMatchesReloadedFile(largestRecord: Int) {
    func text(_ count: Int) -> String { (1...count).map { "{\"n\": \($0), \"list\": [\($0)]}\n" }.joined() }
    func session(_ text: String) -> Session {
      var source = DocumentSource(JSONBytes(text), name: "log.ndjson", path: "/tmp/log.ndjson")
      source.largestRecord = largestRecord
      return Session(source, columns: 60, rows: 30)
    }
    let keys = ":goto [1].n<Enter>cc77<Enter>:goto [2].list<Enter>hlma:goto [0]<Enter>:duplicate<Enter>"
    var (grown, whole) = (session(text(4)), session(text(9)))
    grown.press(keys)
    #expect(grown.browser.canGrow)
    grown.receive(.grown(JSONBytes(text(9)), nil, nil))
    whole.press(keys)
    #expect(grown.rows == whole.rows)
    for key in ["'a", "G", "u", "u", "^R", "gg", "/77<Enter>"] {
      grown.press(key)
      whole.press(key)
      #expect(grown.rows == whole.rows && grown.text == whole.text, "\(key)")
    }
  }

  @Test(arguments: [false, true]) func newKeysOfGrowingFileBecomeColumns(isInferred: Bool) {
    let first = "{\"n\": 1}\n{\"n\": 2}\n"
    var source = DocumentSource(
      JSONBytes(first), name: "log.ndjson", path: "/tmp/log.ndjson",
      inference: isInferred ? Inferring() : nil)
    source.largestRecord = 60
    var session = Session(source, columns: 60, rows: 10)
    session.press("T")
    #expect(!session.screen.contains("new"))
    session.receive(.grown(JSONBytes(first + "{\"n\": 3, \"new\": \"x\"}\n[1]\n"), nil, nil))
    #expect(session.lines[0].hasSuffix("n  new  value"), "\(session.screen)")
    session.receive(.grown(JSONBytes(first + "{\"n\": 3, \"new\": \"x\"}\n[1]\n{\"n\": 4}\n"), nil, nil))
    #expect(session.lines[0].hasSuffix("n  new  value"), "\(session.screen)")
  }

  /// A line that was edited before all of it had come cannot go on.
  @Test func editedIncompleteLineStopsGrowth() {
    var session = Session("{\"n\": 1}\n{\"n\": 2}\n{\"n\": 3", name: "log.ndjson")
    session.press(":goto [0].n<Enter>cc5<Enter>")
    #expect(session.browser.canGrow)
    session.press("G:duplicate<Enter>")
    #expect(!session.browser.canGrow)
    session.press("u")
    #expect(!session.browser.canGrow, "redoing would edit half a line")
  }
}

/// Lines typed in one session come back in the next.
@Suite(.ownFolders) struct TypedLinesTests {
  private func run(_ keys: String, _ configuration: Configuration = Configuration()) -> [Frame] {
    let terminal = ScriptedTerminal(keys, then: [.resumed, .terminate])
    var loop = BrowserLoop(
      DocumentSource(JSONBytes("[1, 2, 3]"), name: "t", models: []), on: terminal, configuration)
    loop.patience = .seconds(60)
    loop.run()
    return terminal.frames
  }

  @Test func inputHistoryIsSeparatePerPrompt() {
    _ = run(":goto [2]<Enter>:2<Enter>/3<Enter>")
    #expect(run(":<Up><Up>").last?.plainLines.last == ":goto [2]")
    #expect(run("/<Up>").last?.plainLines.last == "/3")
    _ = run(":3<Enter>:2<Enter>")
    #expect(TypedLines.kept == [":": ["goto [2]", "3", "2"], "/": ["3"]])
  }

  @Test func inputHistoryIsBoundedPrivateAndOptional() throws {
    let off = Configuration(JSONBytes(#"{"options": {"remember": false}}"#), name: "c")
    _ = run(":2<Enter>", off)
    #expect(OwnFolders.current.stateFiles == [])
    _ = run((1...300).map { ":\($0)<Enter>" }.joined())
    #expect(TypedLines.kept[":"] == (101...300).map(String.init))
    #expect(OwnFolders.current.stateFiles == ["lines.json"])
    let path = try #require(OwnFolders.current.state) + "/lines.json"
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    try "{\"lines\": 7}".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(TypedLines.kept == [:])
  }
}
