import Foundation
import Mantle
import TestSupport
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// Several files in one session.
@Suite(.ownFolders) struct OpenFilesTests {
  private let folder: Folder
  private let paths: [String]
  private var session: Session

  init() throws {
    folder = try Folder()
    paths = [
      try folder.file("a.json", #"[{"id": 1, "n": 1}, {"id": 2, "n": 2}]"#), try folder.file("b.json", "[7]"),
      try folder.file("c.json", "[8"),
    ]
    session = Session(try DocumentSource.file(paths[0], models: []), columns: 90)
    session.opensFiles = true
  }

  @Test mutating func editsSurviveSwitchingFiles() {
    session.press(":goto [1].n<Enter>cc5<Enter>yy:e \(paths[1])<Enter>")
    #expect(session.text == "[7]" && session.browser.files.edited.count == 1)
    session.press("jp")
    #expect(session.text == "[7,5]")
    session.press("^^")
    #expect(session.text.contains(#""n": 5"#) && session.isModified)
    #expect(session.cursorPath == "[1].n")
    session.press("u")
    #expect(!session.isModified)
    session.press(":b b.js<Enter>")
    #expect(session.text == "[7,5]")
    session.press(":w<Enter>")
    #expect((try? folder.read("b.json")) == "[7,5]")
  }

  @Test mutating func jumpingBackReturnsToTheFileThatLedHere() throws {
    let path = try folder.file("d.json", #"[{"file": "a.json"}, {"file": "b.json"}]"#)
    session.press(":e \(path)<Enter>:goto [1].file<Enter>gf")
    #expect(session.text == "[7]")
    session.press("^O")
    #expect(session.browser.document.identity == path)
    #expect(session.cursorPath == "[1].file")
    session.press("^O^O^O")
    #expect(session.message == "No earlier jump to go back to")
  }

  /// One question covers every edited file, whether the shown one is among them or not.
  @Test(arguments: ["q", ":e %c<Enter>q"], [("y", true), ("n", false)])
  mutating func quittingAsksOnceForAllFiles(keys: String, answer: (key: String, isSaved: Bool)) {
    session.press("jdd:e \(paths[1])<Enter>j:duplicate<Enter>" + keys.replacing("%c", with: paths[2]))
    #expect(session.lines.last?.contains(".json have unsaved edits. Save them?") == true, "\(session.screen)")
    session.press(answer.key)
    #expect(session.hasQuit)
    #expect((try? folder.read("b.json")) == (answer.isSaved ? "[7,7]" : "[7]"))
    #expect((try? folder.read("a.json").contains(#""id": 1"#)) == !answer.isSaved)
  }

  @Test mutating func savingAllFilesStopsAtFailureAndExplains() throws {
    session.press("jdd:e \(paths[1])<Enter>j:duplicate<Enter>")
    try "[9]".write(toFile: paths[0], atomically: true, encoding: .utf8)
    session.press(":wqa<Enter>")
    #expect(!session.hasQuit && session.status.contains("a.json [+]"))
    #expect(session.message.contains("changed on disk"), "\(session.message)")
    #expect((try? folder.read("b.json")) == "[7,7]")
  }

  /// The cursor and the folds of a file are those it was left with, unless it changed on disk.
  @Test mutating func switchingFilesRestoresTheView() throws {
    session.press("zM:goto [1].n<Enter>:e \(paths[1])<Enter>")
    let rows = { (session: Session) in session.rows.map { String($0.dropFirst()) } }
    session.press("^^")
    let before = rows(session)
    #expect(session.cursorPath == "[1].n")
    session.press("^^^^")
    #expect(session.cursorPath == "[1].n" && rows(session) == before)
    session.press("^^")
    try "[0]".write(toFile: paths[0], atomically: true, encoding: .utf8)
    session.press("^^")
    #expect(session.text == "[0]")
  }

  @Test mutating func forcedQuitDiscardsEditsOfAllFiles() {
    session.press("jdd:e \(paths[1])<Enter>j:duplicate<Enter>:qa!<Enter>")
    #expect(session.hasQuit)
  }

  /// Each report makes all rows of the list again.
  @Test func surveyBatchesReportsOfManyFiles() throws {
    let names = try (0..<300).map { try folder.file("many\($0).json", "[\($0)]") }
    var browser = Browser(
      try DocumentSource.file(paths[0], models: []), size: ScreenSize(rows: 20, columns: 80))
    for name in names { browser.files.add(name) }
    _ = browser.takeEffects()
    OpenFiles.survey(&browser)
    var reports: [WorkReport] = []
    for case .start(let work) in browser.takeEffects() { work.run { reports.append($0) } }
    #expect(reports.count < 150)
    for report in reports { browser.receive(report) }
    #expect(browser.files.all.count { $0.facts?.problems == 0 } == 300)
  }

  @Test mutating func filesAreListedWithModelsAndProblems() {
    session.press("jdd:e \(paths[1])<Enter>:e \(paths[2])<Enter>:ls<Enter>")
    let lines = session.lines.filter { $0.contains(".json") }
    #expect(lines.count == 4, "\(session.screen)")
    #expect(lines[0].contains(" +") && lines[1].contains("#") && lines[2].contains("%"))
    #expect(lines[1].contains("no problems") && lines[2].contains("1 problem"))
    session.press("gjj<Enter>")
    #expect(session.status.contains("b.json (2 of 3)"))
    session.press("]l")
    #expect(session.status.contains("c.json (3 of 3)"))
    session.press("2[l")
    #expect(session.status.contains("a.json [+] (1 of 3)"))
    session.press(":b json<Enter>")
    #expect(session.message.hasPrefix("3 files match json"))
    session.press(":b zz<Enter>")
    #expect(session.message.hasPrefix("No open file matches zz"))
  }

  @Test mutating func forcedOpenDiscardsEdits() {
    session.press("jdd:e! \(paths[1])<Enter>:b 1<Enter>")
    #expect(!session.isModified && session.text.contains(#""id": 1"#))
  }

  /// A text without a file is not lost when another one is opened.
  @Test func pipedTextCanBeReopened() throws {
    var session = Session(DocumentSource(JSONBytes("[1, 2]"), name: "<stdin>"))
    session.opensFiles = true
    session.press("G:e \(paths[1])<Enter>^^")
    #expect(session.text == "[1, 2]" && session.cursorPath == "[1]")
  }

  @Test mutating func unsavedEditsOfEveryFileAreRescued() throws {
    session.press("jdd:e \(paths[1])<Enter>j:duplicate<Enter>")
    session.handle(.terminate)
    #expect(try folder.read("a.json.unsaved") == #"[{"id": 2, "n": 2}]"#)
    #expect(try folder.read("b.json.unsaved") == "[7,7]")
  }

  // MARK: - Reloading

  @Test mutating func reloadMergesUnsavedEdits() throws {
    session.press(":goto [1].n<Enter>cc5<Enter>")
    try #"[{"id": 0}, {"id": 1, "n": 1, "new": true}, {"id": 2, "n": 2}]"#
      .write(toFile: paths[0], atomically: true, encoding: .utf8)
    session.press(":e<Enter>")
    #expect(session.text == #"[{"id": 0}, {"id": 1, "n": 1, "new": true}, {"id": 2, "n": 5}]"#)
    #expect(session.cursorPath == "[2].n" && session.isModified)
    #expect(session.message.contains("reloaded with the unsaved edits"))
    session.press(":w<Enter>")
    #expect(try folder.read("a.json") == session.text)
    #expect(!session.isModified)
  }

  @Test mutating func reloadSortsTheTableAgain() throws {
    session.press(":goto [1].n<Enter>cc55<Enter>Ts")
    try #"[{"id": 0, "n": 9}, {"id": 1, "n": 1}, {"id": 2, "n": 2}]"#
      .write(toFile: paths[0], atomically: true, encoding: .utf8)
    session.press(":e<Enter>")
    let lines = session.lines.filter { $0.contains("│") }.dropFirst()
    let rows = lines.map { $0.split(separator: " ").last ?? "" }
    #expect(Array(rows.prefix(4)) == ["1", "9", "55"], "\(session.screen)")
  }

  @Test mutating func reloadConflictsCanBeResolvedWithFileValue() throws {
    session.press(":goto [1].n<Enter>cc5<Enter>:goto [0]<Enter>dd")
    try #"[{"id": 1, "n": 9}, {"id": 2, "n": 3}]"#.write(toFile: paths[0], atomically: true, encoding: .utf8)
    session.press(":e<Enter>")
    #expect(session.message.contains(":conflicts lists 1 value"), "\(session.message)")
    #expect(session.message.contains("[0] was deleted here, but changed in the file, and was kept"))
    #expect(session.text == #"[{"id": 1, "n": 9}, {"id": 2, "n": 5}]"#)
    session.press(":conflicts<Enter>")
    #expect(session.screen.contains("differences: 1 · a.json │ the file"), "\(session.screen)")
    #expect(session.lines.contains { $0.contains("~ n") && $0.contains("5") && $0.contains("│ 3") })
    session.press("o")
    #expect(session.text.contains(#""n": 3"#))
    session.press(":conflicts<Enter>")
    #expect(session.message == "Nothing was compared (:compare FILE)")
  }

  /// After a reload the marks, the list of changes and undo are those of the file, at any size of its records.
  @Test(arguments: [1, 1 << 20]) func reloadRebasesUnsavedEdits(largestRecord: Int) throws {
    let path = try folder.file("m.json", #"[{"id": 1, "n": 1}, {"id": 2, "n": 2}, {"id": 3, "n": 3}]"#)
    var source = try DocumentSource.file(path, models: [])
    source.largestRecord = largestRecord
    var session = Session(source, columns: 90)
    session.press(":goto [1].n<Enter>cc5<Enter>:goto [2]<Enter>dd")
    let news = #"[{"id": 0}, {"id": 1, "n": 1}, {"id": 2, "n": 2}, {"id": 3, "n": 3}]"#
    try news.write(toFile: path, atomically: true, encoding: .utf8)
    source = try DocumentSource.file(path, models: [])
    source.largestRecord = largestRecord
    session.receive(.opened(source, .kept))
    let edited = #"[{"id": 0}, {"id": 1, "n": 1}, {"id": 2, "n": 5}]"#
    #expect(session.text == edited)
    #expect(session.browser.outline.changeWords == "2 changes: [2].n, [3]")
    session.press(":goto [2].n<Enter>")
    let marked = session.rows.filter { $0.dropFirst(2).hasPrefix("+") }
    #expect(!marked.contains { $0.contains("[0]") || $0.contains("[1]") }, "\(session.rows)")
    #expect(marked.contains { $0.contains("n") && $0.hasSuffix("5") }, "\(session.rows)")
    session.press(":goto [0]<Enter>dd2u")
    #expect(session.text == news && !session.isModified, "\(session.text)")
    session.press("^R")
    #expect(session.text == edited && session.message == "redone: kept the unsaved edits")
  }

  @Test mutating func failedReloadKeepsEdits() throws {
    session.press(":goto [1].n<Enter>cc5<Enter>")
    let text = session.text
    try "[{".write(toFile: paths[0], atomically: true, encoding: .utf8)
    session.press(":e<Enter>")
    #expect(session.text == text && session.message.contains("not reloaded"))
    session.press("u")
    #expect(!session.isModified)
  }

  @Test mutating func reloadOfUnchangedFileKeepsHistory() throws {
    session.press(":goto [1].n<Enter>cc5<Enter>")
    try folder.read("a.json").write(toFile: paths[0], atomically: true, encoding: .utf8)
    session.press(":e<Enter>")
    #expect(session.message.contains("has not changed on disk"))
    session.press(":w<Enter>")
    #expect(try folder.read("a.json").contains(#""n": 5"#), "\(session.message)")
    session.press("u")
    #expect(session.text.contains(#""n": 2"#))
  }

  /// Random edits with keys and random changes of the file.
  @Test(arguments: UInt64(0)..<40) func reloadLosesNoRandomEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isLines = seed.isMultiple(of: 2)
    func text(_ values: [(id: Int, n: Int)]) -> String {
      let texts = values.map { #"{"id": \#($0.id), "n": \#($0.n)}"# }
      return isLines ? texts.map { $0 + "\n" }.joined() : "[" + texts.joined(separator: ",\n") + "]"
    }
    var values = (0..<8).map { (id: $0, n: 0) }
    let path = try folder.file(isLines ? "r.ndjson" : "r.json", text(values))
    var source = try DocumentSource.file(path, models: [])
    source.largestRecord = random.pick([1, 1 << 20])
    var session = Session(source)
    session.opensFiles = true
    var (changed, deleted): ([Int: Int], Set<Int>) = ([:], [])
    var ids = values.map(\.id)
    for round in 0..<3 {
      for _ in 0..<random.below(4) where !ids.isEmpty {
        let index = random.below(ids.count)
        if random.chance(30) {
          session.press(":goto [\(index)]<Enter>dd")
          deleted.insert(ids[index])
          changed[ids[index]] = nil
          ids.remove(at: index)
        } else {
          let value = 100 + random.below(1000)
          session.press(":goto [\(index)].n<Enter>cc\(value)<Enter>")
          changed[ids[index]] = value
        }
      }
      let before = values
      for _ in 0..<1 + random.below(4) where !values.isEmpty {
        let index = random.below(values.count)
        switch random.below(4) {
        case 0: values.remove(at: index)
        case 1: values.insert((10 * (round + 1) + values.count, 0), at: index)
        case 2: values.append((20 * (round + 2) + values.count, 0))
        default: values[index].n = -1 - random.below(50)
        }
      }
      guard !values.isEmpty, Set(values.map(\.id)).count == values.count else { return }
      try text(values).write(toFile: path, atomically: random.chance(50), encoding: .utf8)
      session.press(":e<Enter>")
      let array = isLines ? JSONBytes(session.text).valuesAsArray : nil
      let root = try JSONDocument(parsing: array ?? JSONBytes(session.text)).root
      let objects = root.kind == .array ? Array(root.elements) : [root]
      ids = objects.compactMap { $0["id"].flatMap { Int($0.rawText) } }
      for (id, value) in changed {
        #expect(objects.contains { $0["id"]?.rawText == "\(id)" && $0["n"]?.rawText == "\(value)" }, "\(id)")
      }
      for id in deleted {
        let isChanged = values.contains { $0.id == id && $0.n != before.first { $0.id == id }?.n }
        #expect(!ids.contains(id) || isChanged, "\(id) in \(session.text)")
        if ids.contains(id) { deleted.remove(id) }
      }
      for value in values where changed[value.id] == nil && !deleted.contains(value.id) {
        #expect(ids.contains(value.id))
      }
    }
  }
}
