import Mantle
import Testing

@testable import MantleFiles
@testable import ModelBrowser

/// Nothing is hidden, cut without a sign, or done under another name than the one that was typed.
@Suite(.ownFolders) struct TrustTests: JournalSuite {
  /// Whichever line is bad, the others are elements, and it is one of them.
  @Test(arguments: 0..<4) func malformedLineHidesNoOtherLine(bad: Int) {
    var lines = [#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#, #"{"a":4}"#]
    lines[bad] = "ERROR x"
    for size in [1, 1 << 20] {
      var source = DocumentSource(JSONBytes(lines.joined(separator: "\n") + "\n"), name: "l.ndjson")
      source.largestRecord = size
      var session = Session(source)
      #expect(session.rows.count { $0.contains(" [") } == 4, "\(session.screen)")
      session.press("]e")
      #expect(session.cursorPath == "[\(bad)]")
    }
  }

  @Test func warningsAreMarkedCountedAndListed() {
    for models in [[], Session.gitHub] {
      var session = Session(#"{"dup": 1, "x": 2, "dup": 3}"#, models: models, columns: 90)
      #expect(session.status.contains("no errors · 1 warning"))
      session.press("zR")
      #expect(session.rows.contains { $0.contains("!") && $0.contains("dup") }, "\(session.screen)")
      session.press("]e")
      #expect(session.message == "There are no errors, but 1 warning  (ge lists it)")
      session.press("ge")
      #expect(session.screen.contains("is repeated here"), "\(session.screen)")
    }
  }

  @Test func tildeExpandsToHomeFolder() throws {
    let home = try #require(OwnFolders.home)
    var session = Session("[1]")
    session.press(":e ~/none.json<Enter>")
    #expect(session.effects == ["open \(home)/none.json"])
  }

  @Test func writeExplainsUnsupportedOutputFiles() throws {
    let folder = try Folder()
    var session = Session("[1]", columns: 200)
    session.press(":w \(folder.path)<Enter>")
    #expect(session.message.hasSuffix("this is a folder; name a file in it"), "\(session.message)")
    session.press(":w \(folder.path)/x.yaml<Enter>")
    #expect(session.message.hasPrefix("Only JSON and archives can be written, not yaml"))
    #expect(try folder.names.isEmpty)
  }

  @Test func editorNamesMissingRequiredKey() {
    var session = Session(Samples.issues, columns: 120)
    session.press(":goto [0].labels<Enter>e^U")
    session.type(#"[{"name": "x"}]"#)
    #expect(session.lines.last?.contains("[0].color") == true, "\(session.lines.last ?? "")")
  }

  @Test func searchHighlightSkipsPaneLabels() {
    var session = Session(#"{"a": "editable kind path"}"#, models: [], columns: 120)
    session.press("/editable<Enter>")
    let marked = session.browser.render().marked.split(separator: "\n")
    #expect(marked.contains { $0.contains("⟨match:editable⟩") })
    #expect(!marked.contains { $0.contains("⟨match:editable⟩     ") }, "\(marked)")
  }

  @Test func renamedKeyIsListedWithoutItsValue() {
    var session = Session(#"{"left": "^4", "z": 1}"#, models: [], columns: 90)
    session.press("j:rename right<Enter>")
    #expect(session.differences.prefix(2) == ["right", "renamed from left"])
    #expect(!session.differences.joined().contains("^4"))
  }

  @Test func recoveredEditsCanBeRevertedSeparately() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"{"a": 1, "b": 2, "c": 3}"#)
    var session = try open(file)
    session.press(":goto a<Enter>^A:goto b<Enter>^A")
    try die(session)
    var next = try open(file)
    next.press(":recover<Enter>y:changes<Enter>")
    #expect(next.screen.contains("changes: 2"))
    next.press("u")
    #expect(next.text == #"{"a": 1, "b": 3, "c": 3}"#, "\(next.screen)")
    next.press("q:w<Enter>")
    #expect(next.message.hasSuffix("1 change: b"), "\(next.message)")
  }

  @Test func tinyScreenShowsValues() {
    var session = Session(Samples.issues, columns: 20, rows: 5)
    session.press("jl4j")
    #expect(session.rows.contains { $0.hasPrefix(">") && $0.hasSuffix("14") }, "\(session.screen)")
    session.press(":goto [0].title<Enter>")
    #expect(session.rows.contains { $0.contains("title") && $0.contains("Cra") }, "\(session.screen)")
  }

  /// Without a file of its own a text asks where to, also when it is left.
  @Test func quittingAsksForFileOfPipedText() {
    var session = Session("[1, 2]", columns: 100)
    session.press("jddqy")
    #expect(!session.hasQuit)
    #expect(session.lines.last?.hasPrefix(":w") == true, "\(session.screen)")
  }

  @Test func truncatedFilterEndsWithEllipsis() {
    var session = Session(Samples.issues, columns: 40, rows: 12)
    session.press("&title ~ \"a\" and comments >= 0 and number > 3<Enter>")
    #expect(session.status.contains("…"), "\(session.status)")
  }

  /// Keys typed before a question appears are neither its answer nor commands.
  @Test func questionDiscardsTypedAheadKeys() {
    var session = Session(Samples.issues, columns: 120, rows: 30)
    session.press(":goto [1].number<Enter>e^U5")
    #expect(session.lines.last?.contains("Change its JSON?") == true, "\(session.screen)")
    #expect(session.cursorPath == "[1].number")
    session.press("<Esc>")
    #expect(!session.isModified)
  }
}
