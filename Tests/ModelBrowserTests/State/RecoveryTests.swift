import Foundation
import Mantle
import MantlePlatform
import Testing

@testable import MantleFiles
@testable import ModelBrowser
/// Unsaved edits of a session that could not say good-bye come back, or are offered, or refused in words.
@Suite(.ownFolders) struct RecoveryTests: JournalSuite {
  @Test func editsAreRecoveredAfterCrash() throws {
    let folder = try Folder()
    let file = try folder.file("issues.json", Samples.issues)
    var session = try open(file)
    session.press("jl6je^U")
    session.type("Grüße")
    session.press("<Enter>")
    try die(session)
    #expect(try folder.names == ["issues.json"])
    #expect(journals.count == 1)

    var next = try open(file)
    #expect(next.text == Samples.issues)
    #expect(next.message.hasPrefix("Unsaved edits of an earlier session"))
    next.press(":recover<Enter>")
    #expect(next.lines.last?.contains(", 1 change: [0].title?  y yes · d show · x delete") == true)
    next.press("d")
    #expect(next.lines.prefix(3) == ["[0].title", "- \"Crash when opening\"", "+ \"Grüße\""])
    #expect(next.text == Samples.issues)
    next.press("q")
    #expect(next.lines.last?.contains("d show") == true)
    next.press("y")
    #expect(next.text == session.text)
    #expect(next.isModified)
    #expect(next.message.hasPrefix("Restored the unsaved edits"))
    #expect(next.differences.prefix(3) == ["[0].title", "- \"Crash when opening\"", "+ \"Grüße\""])
    next.press(":w<Enter>")
    #expect(try folder.read("issues.json") == session.text)
    #expect(!next.isModified)
    #expect(try folder.names == ["issues.json"])
    #expect(journals.isEmpty)
    #expect(try !open(file).message.contains("unsaved"))
  }

  /// Rows have no file of their own: their edits belong to the table of the database.
  @Test func editsOfDatabaseTableAreRecovered() throws {
    let folder = try Folder()
    let database = try folder.file("a.db", "")
    let rows = Locked("{\"v\":1}\n{\"v\":2}\n")
    @Sendable func read(_ path: String, _: ModelPick?) throws -> DocumentSource {
      let text = JSONBytes(Array(rows.withLock { $0 }.utf8), isNDJSON: true)
      var source = DocumentSource(text, name: path)
      source.writeRows = { _, new in
        let saved = new.slice(0..<new.count)
        rows.withLock { $0 = String(decoding: saved, as: UTF8.self) }
        return nil
      }
      source.findEarlierSessions()
      return source
    }
    func open(_ table: String = "t") throws -> Session {
      var session = Session(try read("\(database)/\(table).ndjson", nil), columns: 120)
      session.read(by: read)
      return session
    }
    var session = try open()
    session.press("jdd")
    try die(session)
    #expect(try open("u").browser.document.leftovers.isEmpty)
    var next = try open()
    #expect(next.message.hasPrefix("Unsaved edits of an earlier session"))
    #expect(next.text == rows.withLock { $0 })
    next.press(":recover<Enter>y")
    #expect(next.text == session.text && next.isModified)
    next.press(":w<Enter>")
    #expect(rows.withLock { $0 } == session.text)
    #expect(journals.isEmpty)
    // Of other rows, they are no edits.
    session = next
    session.press("jdd")
    try die(session)
    rows.withLock { $0 = "{\"v\":3}\n" }
    next = try open()
    next.press(":recover<Enter>y")
    #expect(next.text == "{\"v\":3}\n")
  }

  /// A read-only folder, a full disk: the journal and the file are all it takes.
  @Test func editsInReadOnlyFolderAreRecovered() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    try die(session)
    try FileCalls.withFault({ _, _ in .fail(EROFS) }) {
      var next = try open(file)
      next.press(":recover<Enter>y")
      #expect(next.text == "[2]")
    }
    #expect(try folder.names == ["a.json"])
  }

  @Test func editsAfterSaveAreRecovered() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3, 4]")
    var session = try open(file)
    session.press("jjdd:w<Enter>Goe^U50<Enter>")
    #expect(try folder.read("a.json") == "[1, 3, 4]")
    try die(session)
    var next = try open(file)
    next.press(":recover<Enter>y")
    #expect(next.text == session.text)
  }

  @Test func editsOfRecoveredTextAreRecovered() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3, 4]")
    var session = try open(file)
    for round in 0..<3 {
      session.press((round == 0 ? "" : ":recover<Enter>y") + "ggjdd")
      try die(session)
      session = try open(file)
      #expect(session.browser.document.leftovers.count == 1)
    }
    session.press(":recover<Enter>y")
    #expect(session.text == "[4]")
    session.press(":w<Enter>")
    #expect(try folder.read("a.json") == "[4]")
    #expect(try folder.names == ["a.json"])
    #expect(journals.isEmpty)
  }

  /// A long text that is being written when the program is ended is an edit like others.
  @Test func unfinishedTextEditIsRescued() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"["one\ntwo"]"#)
    var session = try open(file)
    session.press("jeX")
    session.handle(.terminate)
    session = try open(file)
    session.press(":recover<Enter>y")
    #expect(session.text == #"["Xone\ntwo"]"#)
  }

  /// A rescued text would take back what another program changed in the file later.
  @Test func rescuedTextOfOlderFileWarnsAboutUndoneChanges() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    session.handle(.terminate)
    session = try open(file)
    session.press(":recover<Enter>")
    #expect(!session.screen.contains("undoing"))
    _ = try folder.file("a.json", "[1, 2, 3]")
    let later = Date(timeIntervalSinceNow: 60)
    try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: file)
    session = try open(file)
    session.press(":recover<Enter>")
    #expect(session.screen.contains(", undoing later changes of the file,"), "\(session.screen)")
  }

  /// A text that is being written is journalled as it is typed, and while it is asked whether to keep it; not any more once
  /// it was dropped.
  @Test(arguments: ["X", "X<Esc>"]) func unfinishedTextEditIsJournaled(keys: String) throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"["one\ntwo", 2]"#)
    var session = try open(file)
    session.press("je" + keys)
    #expect(!session.isModified)
    try die(session)
    session = try open(file)
    session.press(":recover<Enter>y")
    #expect(session.text == #"["Xone\ntwo", 2]"#)
    session.press(":e!<Enter>")
  }

  @Test func discardedTextEditIsNotJournaled() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"["one\ntwo", 2]"#)
    var session = try open(file)
    session.press("jjdd")
    var keeper = try journal(session)
    session.press("e")
    session.press("X")
    _ = keeper.follow(session.browser)
    try write(&keeper, session)
    session.press("<Esc>n")
    _ = keeper.follow(session.browser)
    try write(&keeper, session)
    keeper.end(keeping: true)
    session = try open(file)
    session.press(":recover<Enter>y")
    #expect(session.text == #"["one\ntwo"]"#)
  }

  /// A rescued text that was edited again: the edits are of that text, and both go when they are saved.
  @Test func editsOfRescuedTextAreRecovered() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3, 4]")
    var session = try open(file)
    session.press("jdd")
    session.handle(.terminate)
    session = try open(file)
    session.press(":recover<Enter>yGdd")
    try die(session)
    session = try open(file)
    #expect(session.browser.document.leftovers.count == 1)
    session.press(":recover<Enter>y")
    #expect(session.text == "[2, 3]")
    session.press(":w<Enter>")
    #expect(try folder.names == ["a.json"])
    #expect(journals.isEmpty)
  }

  @Test func recoveryRefusesEditsOfChangedFileWithoutBase() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    try die(session)
    _ = try folder.file("a.json", "[1, 3]")
    // As where there was no room for the text that the edits are of.
    for path in OwnFolders.current.stateFiles where path.hasSuffix(".base") {
      try FileManager.default.removeItem(atPath: "\(try #require(OwnFolders.current.state))/\(path)")
    }
    var next = try open(file)
    next.press(":recover<Enter>")
    #expect(next.message.hasPrefix("Not recovered: "))
    #expect(next.message.contains("a.json has changed since; the edits are in "))
    #expect(journals.count == 1)
    next.press(":discard<Enter>y")
    #expect(journals.isEmpty)
    next.press(":discard<Enter>")
    #expect(next.message == "No earlier session left unsaved edits of this file")
  }

  /// Edits are merged with what another program did to the file, as `:e` merges them.
  @Test func recoveryMergesEditsWithChangedFile() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"[{"id": 1, "n": 1}, {"id": 2, "n": 2}, {"id": 3, "n": 3}]"#)
    var session = try open(file)
    session.press("jljjcc100<Enter>")
    try die(session)
    _ = try folder.file(
      "a.json", #"[{"id": 0, "n": 0}, {"id": 1, "n": 1}, {"id": 3, "n": 30}, {"id": 2, "n": 2}]"#)
    var next = try open(file)
    next.press(":recover<Enter>y")
    #expect(
      next.text
        == #"[{"id": 0, "n": 0}, {"id": 1, "n": 100}, {"id": 3, "n": 30}, {"id": 2, "n": 2}]"#)
    #expect(next.message == "a.json: reloaded with the unsaved edits  (gc shows them, :w saves them)")
    next.press(":w<Enter>")
    #expect(try folder.read("a.json") == next.text)
    #expect(journals.isEmpty)
  }

  @Test func recoveryListsConflictingValues() throws {
    let folder = try Folder()
    let file = try folder.file("a.ndjson", "{\"id\": 1, \"n\": 1}\n{\"id\": 2, \"n\": 2}\n")
    var session = try open(file)
    session.press("jljjcc100<Enter>")
    try die(session)
    _ = try folder.file("a.ndjson", "{\"id\": 1, \"n\": 7}\n{\"id\": 2, \"n\": 2}\n{\"id\": 3, \"n\": 3}\n")
    var next = try open(file)
    next.press(":recover<Enter>y")
    #expect(next.message.contains(":conflicts lists 1 value that changed in the file too"))
    #expect(next.text.hasSuffix("{\"id\": 3, \"n\": 3}\n"))
  }

  /// After saving, edits are those of the saved text.
  @Test func recoveryMergesEditsAfterSave() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"{"a": 1, "b": 2, "c": 3}"#)
    var session = try open(file)
    session.press("jcc10<Enter>")
    var keeper = try journal(session)
    session.press(":w<Enter>jcc20<Enter>")
    _ = keeper.follow(session.browser)
    try write(&keeper, session)
    keeper.end(keeping: true)
    _ = try folder.file("a.json", #"{"a": 10, "b": 2, "c": 30}"#)
    var next = try open(file)
    next.press(":recover<Enter>y")
    #expect(next.text == #"{"a": 10, "b": 20, "c": 30}"#)
  }

  /// The same text is the same text, whenever it was written.
  @Test func recoveryAppliesEditsToTouchedFile() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    try die(session)
    _ = try folder.file("a.json", "[1, 2]")
    var next = try open(file)
    next.press(":recover<Enter>y")
    #expect(next.text == "[2]")
  }

  /// A journal that a session still writes is no other one's business, but it is told.
  @Test func concurrentSessionsKeepSeparateJournals() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3]")
    var (first, second) = (try open(file), try open(file))
    first.press("jdd")
    second.press("Gdd")
    var (one, two) = (try journal(first), try journal(second))
    #expect(journals.count == 2)
    #expect(try open(file).message == "Another session has unsaved edits of this file")
    one.end(keeping: true)
    two.end(keeping: false)
    var third = try open(file)
    third.press(":recover<Enter>y")
    #expect(third.text == "[2, 3]")
  }

  /// Each of several can be looked at, taken or deleted, the latest first, however many there are.
  @Test func recoveryOffersEveryLeftoverJournal() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3]")
    for keys in ["jdd", "Gdd"] {
      var session = try open(file)
      session.press(keys)
      try die(session)
    }
    for number in 1...12 {
      let path = try folder.file("a.json.unsaved" + (number == 1 ? "" : "-\(number)"), "[\(number)]")
      // The clock of a file system is coarse: what is written at once has one time.
      let later = Date(timeIntervalSinceNow: Double(number))
      try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: path)
    }
    var next = try open(file)
    #expect(next.browser.document.leftovers.count == 14)
    #expect(next.message.contains("a.json.unsaved-12, and 13 more"))
    next.press(":recover<Enter>")
    for _ in 0..<12 { next.press("n") }
    #expect(next.screen.replacing("\n", with: " ").contains("(13 of 14), 1 change: [2]?"))
    next.press("x")
    #expect(next.screen.replacing("\n", with: " ").contains("(13 of 14), "))
    next.press("y")
    #expect(journals.count == 1)
    #expect(next.browser.document.leftovers.count == 13)
    next.press(":recover<Enter>y:w<Enter>")
    #expect(try folder.read("a.json") == "[12]")
  }

  @Test func undoOrSaveRemovesTheJournal() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    for keys in ["u", ":w<Enter>"] {
      var session = try open(file)
      session.press("jdd")
      var keeper = try journal(session)
      #expect(journals.count == 1)
      session.press(keys)
      _ = keeper.follow(session.browser)
      #expect(journals.isEmpty)
    }
  }

  @Test func rescuedTextIsOfferedWhileItDiffers() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    session.handle(.terminate)
    var next = try open(file)
    #expect(next.message.hasPrefix("Unsaved edits in \(file).unsaved"))
    next.press("jdd:recover<Enter>")
    #expect(next.message.hasPrefix("There are unsaved edits (:w saves them"))
    next.press("u:recover<Enter>y")
    #expect(next.text == "[2]")
    _ = try folder.file("a.json", "[2]")
    #expect(try !open(file).message.contains("unsaved"))
  }

  /// A child that was forked a moment before has a copy of the descriptor until it runs its program.
  @Test func journalLockEndsWithItsSession() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    var keeper = try journal(session)
    let path = try #require(OwnFolders.current.state) + "/" + (try #require(journals.first))
    let copies = Self.descriptors(of: path).map { dup($0) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    keeper.end(keeping: true)
    var next = try open(file)
    next.press(":recover<Enter>y")
    #expect(next.text == "[2]")
  }

  private static func descriptors(of path: String) -> [Int32] {
    var file = stat()
    guard stat(path, &file) == 0 else { return [] }
    return (0..<1024).filter { descriptor in
      var other = stat()
      return fstat(descriptor, &other) == 0 && other.st_ino == file.st_ino && other.st_dev == file.st_dev
    }
  }

  // MARK: - Archives

  /// The text of an archive is made anew by every session, and is another one after a save.
  @Test(arguments: [":goto [0].body<Enter>dd:w<Enter>", "ggjyyp:w<Enter>", ""])
  func editsOfArchiveAreRecoveredExactly(before: String) throws {
    let folder = try Folder()
    let file = folder.path + "/issues.archive"
    var session = try open(try folder.file("issues.json", Samples.issues.replacing("reopened", with: "open")))
    session.press(":w \(file)<Enter>")
    session = try open(file)
    session.press(before + ":goto [0].title<Enter>e^UNEW<Enter>")
    #expect(session.isModified)
    try die(session)
    var next = try open(file)
    next.press(":recover<Enter>y")
    #expect(next.text == session.text)
    next.press(":w<Enter>")
    #expect(try open(file).text.contains("\"NEW\""))
    #expect(journals.isEmpty)
  }

  @Test func recoveryRefusesEditsOfAnotherArchive() throws {
    let folder = try Folder()
    let file = folder.path + "/issues.archive"
    var session = try open(try folder.file("issues.json", Samples.issues.replacing("reopened", with: "open")))
    session.press(":w \(file)<Enter>")
    session = try open(file)
    session.press(":goto [0].title<Enter>e^UNEW<Enter>")
    try die(session)
    var other = try open(file)
    other.press(":goto [1].title<Enter>e^UOTHER<Enter>:w<Enter>")
    var next = try open(file)
    next.press(":recover<Enter>")
    #expect(next.message.contains("issues.archive has changed since; the edits are in "))
  }
}
