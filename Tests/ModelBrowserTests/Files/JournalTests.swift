import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// Unsaved edits that outlive a session which could not say good-bye.
@Suite(.ownFolders) struct JournalTests {
  private func open(_ path: String) throws -> Session {
    Session(try DocumentSource.file(path, models: Session.gitHub), columns: 120)
  }

  private static let later = ContinuousClock.now + .seconds(1000)

  /// Does what the loop does in time.
  private func journal(_ session: Session) throws -> JournalKeeper {
    var keeper = JournalKeeper()
    let news = keeper.follow(session.browser)
    #expect(news == nil)
    try write(&keeper, session)
    #expect(keeper.timeout() == nil)
    return keeper
  }

  private func write(_ keeper: inout JournalKeeper, _ session: Session) throws {
    let work = keeper.work(for: session.browser, at: Self.later)
    try #require(work).run { _ in }
  }

  private func tell(_ session: inout Session, _ keeper: inout JournalKeeper) throws {
    let news = keeper.follow(session.browser)
    session.receive(.journal(try #require(news)))
  }

  /// The session dies with its edits written down.
  private func die(_ session: Session) throws {
    var keeper = try journal(session)
    keeper.end(keeping: true)
  }

  private var journals: [String] { OwnFolders.current.stateFiles }

  @Test func editsComeBack() throws {
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
    #expect(next.message.hasPrefix("There are unsaved edits of a session that ended at once"))
    next.press(":recover<Enter>")
    #expect(next.lines.last?.contains(", 1 change: [0].title?  y yes · d show · x delete") == true)
    next.press("d")
    #expect(next.lines.prefix(3) == ["[0].title", "- \"Crash when opening\"", "+ \"Grüße\""])
    #expect(next.text == Samples.issues)
    next.press("q:recover<Enter>y")
    #expect(next.text == session.text)
    #expect(next.isModified)
    #expect(next.message.hasPrefix("The unsaved edits are back"))
    next.press(":diff<Enter>")
    #expect(next.lines.prefix(3) == ["[0].title", "- \"Crash when opening\"", "+ \"Grüße\""])
    next.press("q:w<Enter>")
    #expect(try folder.read("issues.json") == session.text)
    #expect(!next.isModified)
    #expect(try folder.names == ["issues.json"])
    #expect(journals.isEmpty)
    #expect(try !open(file).message.contains("unsaved"))
  }

  @Test func editsAfterASaveComeBack() throws {
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

  @Test func editsOfRecoveredTextComeBackToo() throws {
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

  /// A rescued text that was edited again: the edits are of that text, and both go when they are saved.
  @Test func editsOfARescuedTextComeBackToo() throws {
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

  @Test func aFileThatChangedKeepsItsJournal() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    try die(session)
    _ = try folder.file("a.json", "[1, 3]")
    var next = try open(file)
    next.press(":recover<Enter>")
    #expect(next.message.hasPrefix("Not taken over: "))
    #expect(next.message.contains("a.json has changed since; the edits are in "))
    #expect(journals.count == 1)
    next.press(":discard<Enter>y")
    #expect(journals.isEmpty)
    next.press(":discard<Enter>")
    #expect(next.message == "No earlier session left unsaved edits of this file")
  }

  /// The same text is the same text, whenever it was written.
  @Test func aFileThatWasOnlyTouchedTakesItsEdits() throws {
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
  @Test func sessionsDoNotDisturbEachOther() throws {
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
  @Test func everythingLeftBehindIsOffered() throws {
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
    #expect(next.lines.last?.contains("(13 of 14), 1 change: [2]?") == true)
    next.press("x")
    #expect(next.lines.last?.contains("(13 of 14), ") == true)
    next.press("y")
    #expect(journals.count == 1)
    #expect(next.browser.document.leftovers.count == 13)
    next.press(":recover<Enter>y:w<Enter>")
    #expect(try folder.read("a.json") == "[12]")
  }

  @Test func whatIsUndoneOrSavedIsNotKept() throws {
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

  @Test func rescuedTextIsTakenOverAndOfferedWhileItDiffers() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    session.handle(.terminate)
    var next = try open(file)
    #expect(next.message.hasPrefix("There are unsaved edits in \(file).unsaved"))
    next.press("jdd:recover<Enter>")
    #expect(next.message.hasPrefix("There are unsaved edits (:w saves them"))
    next.press("u:recover<Enter>y")
    #expect(next.text == "[2]")
    _ = try folder.file("a.json", "[2]")
    #expect(try !open(file).message.contains("unsaved"))
  }

  // MARK: - Archives

  /// The text of an archive is made anew by every session, and is another one after a save.
  @Test(arguments: [":goto [0].body<Enter>dd:w<Enter>", "ggjo<Enter>:w<Enter>", ""])
  func editsOfAnArchiveComeBackExactly(before: String) throws {
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

  @Test func editsOfAnotherArchiveAreRefused() throws {
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

  // MARK: - When it is written

  @Test func itIsWrittenAlsoWhileKeysKeepComing() throws {
    let folder = try Folder()
    var session = try open(try folder.file("a.json", "[1, 2, 3]"))
    session.press("jdd")
    var keeper = JournalKeeper()
    let start = ContinuousClock.now
    var writtenAfter: Int?
    for time in stride(from: 0, through: 500, by: 20) where writtenAfter == nil {
      let now = start + .milliseconds(time)
      _ = keeper.follow(session.browser, at: now)
      session.press(time % 40 == 0 ? "j" : "gg")
      if keeper.work(for: session.browser, at: now) != nil { writtenAfter = time }
    }
    #expect(writtenAfter == 100)
  }

  /// The loop writes while no moment is without a key.
  @Test func theLoopWritesWhileKeysKeepComing() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3]")
    let end = ContinuousClock.now + .seconds(60)
    let state = OwnFolders.current
    let terminal = EagerTerminal("jdd") { !state.stateFiles.isEmpty || .now > end }
    var loop = BrowserLoop(try DocumentSource.file(file, models: []), on: terminal)
    loop.run()
    #expect(ContinuousClock.now < end)
  }

  // MARK: - Where it is written

  /// A folder may hold what looks like our files: nothing of it is followed, written through or waited for.
  @Test func nothingInAFolderIsFollowed() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    let victim = try folder.file("victim", "precious")
    let name = OwnName(of: file)
    let traps = [
      ".a.json.mantle-edits", ".a.json.mantle-edits.new", "a.json.unsaved",
      "." + name.journal(session: "abc", 1), "a.json.unsaved-2",
    ]
    for trap in traps {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(trap)", withDestinationPath: victim)
    }
    #expect(mkfifo("\(folder.path)/a.json.unsaved-3", 0o600) == 0)
    #expect(mkfifo("\(folder.path)/.\(name.journal(session: "fifo", 1))", 0o600) == 0)
    // Without a state folder the journal is beside the file.
    let folders = OwnFolders(state: "/proc/none/mantle", temporary: OwnFolders.current.temporary)
    try OwnFolders.$current.withValue(folders) {
      var session = try open(file)
      #expect(session.browser.document.leftovers.isEmpty)
      session.press("jdd")
      try die(session)
      session = try open(file)
      #expect(session.browser.document.leftovers.count == 1)
      session.press(":recover<Enter>y:w<Enter>")
    }
    #expect(try folder.read("victim") == "precious")
    #expect(try folder.read("a.json") == "[2]")
  }

  /// A journal says whose edits it holds, but names nothing that is read, moved or deleted.
  @Test func aJournalNamesNoOtherFile() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    let victim = try folder.file("victim.json", "[1, 2]")
    let fingerprint = try #require(FileFingerprint(path: victim))
    let mark = try TextMark(SplicedBytes(original: JSONBytes("[1, 2]"), splices: []))
    for rescued in [nil, "victim.json", victim] {
      let journal = Journal(
        file: rescued == nil ? victim : file.resolvedPath, fingerprint,
        .changes(of: mark, [[JSONSplice(1..<2, with: [0x39])]]), includes: ["victim.json", victim],
        rescued: rescued)
      let path = "\(folder.path)/.\(OwnName(of: file).journal(session: "abc", 1))"
      try Data(journal.bytes).write(to: URL(fileURLWithPath: path))
      var session = try open(file)
      session.press(":recover<Enter>y")
      #expect(session.text == "[1, 2]")
      session.press(":discard<Enter>y")
    }
    #expect(try folder.names.filter { !$0.hasPrefix(".") } == ["a.json", "victim.json"])
    #expect(try folder.read("victim.json") == "[1, 2]")
  }

  @Test func itIsPrivate() throws {
    let folder = try Folder()
    var session = try open(try folder.file("a.json", "[1, 2]"))
    session.press("jdd")
    try die(session)
    let state = try #require(OwnFolders.current.state)
    for path in [state, "\(state)/\(try #require(journals.first))"] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode.map { $0 & 0o077 } == 0)
    }
  }

  @Test func aStateFolderOthersCanWriteToIsNotUsed() throws {
    let folder = try Folder()
    let state = try #require(OwnFolders.current.state)
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    #expect(chmod(state, 0o777) == 0)
    var session = try open(try folder.file("a.json", "[1, 2]"))
    session.press("jdd")
    var keeper = try journal(session)
    try tell(&session, &keeper)
    #expect(session.message.hasPrefix("Unsaved edits are kept in \(folder.path)/.mantle-"))
    #expect(session.message.hasSuffix(".edits  (\(state): others may write there)"))
    keeper.end(keeping: false)
    #expect(try folder.names == ["a.json"])
  }

  @Test func aNameAsLongAsCanBeHasAJournal() throws {
    let folder = try Folder()
    let file = try folder.file(String(repeating: "n", count: 250) + ".json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    try die(session)
    var next = try open(file)
    next.press(":recover<Enter>y")
    #expect(next.text == "[2]")
    // Nor is there room for more letters after the name of a rescued text.
    next.press("Go<Enter>")
    next.handle(.terminate)
    #expect(next.rescued?.hasPrefix(OwnFolders.current.state ?? "-") == true)
    #expect(try open(file).browser.document.leftovers.first?.path == next.rescued)
  }

  /// What cannot be written is said, stays said, and is tried again.
  @Test func aFullDiskIsSaidAndTriedAgain() throws {
    let folder = try Folder()
    var session = try open(try folder.file("a.json", "[1, 2]"))
    session.press("jdd")
    var keeper = JournalKeeper()
    try FileCalls.$fault.withValue({ call, _ in call == .write ? .fail(ENOSPC) : nil }) {
      _ = keeper.follow(session.browser)
      try write(&keeper, session)
      try tell(&session, &keeper)
    }
    #expect(
      session.message.hasPrefix(
        "Unsaved edits are kept nowhere: \(OwnFolders.current.state ?? "-"): cannot write: No space left"))
    #expect(session.status.contains("[+ not backed up]"))
    #expect(journals.isEmpty)
    let news = keeper.follow(session.browser)
    #expect(news == nil)
    try write(&keeper, session)
    try tell(&session, &keeper)
    #expect(!session.status.contains("not backed up"))
    #expect(journals.count == 1)
  }

  /// Where the best place fails the next one takes it, and the last good journal stays until there is a new one.
  @Test func aWritingThatFailsLeavesTheLastOneInPlace() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3]")
    var session = try open(file)
    session.press("jdd")
    var keeper = try journal(session)
    session.press("dd")
    _ = keeper.follow(session.browser)
    for call in [FileCalls.Call.open, .write, .sync] {
      try FileCalls.$fault.withValue({ found, _ in found == call ? .fail(EDQUOT) : nil }) {
        try write(&keeper, session)
      }
      #expect(journals.count == 1)
      _ = keeper.follow(session.browser)
    }
    keeper.end(keeping: true)
    var next = try open(file)
    next.press(":recover<Enter>y")
    #expect(next.text == "[2, 3]")
  }

  // MARK: - Its text

  @Test func everyPartOfAJournalIsNone() throws {
    let fingerprint = try #require(FileFingerprint(path: "/"))
    let splices = [JSONSplice(1..<4, with: Array("\"é\n\"".utf8)), JSONSplice(20..<20, with: [])]
    let contents: [Journal.Content] = [
      .changes(of: TextMark(size: 20, hash: .max), [splices, [], splices]), .text(Array("[1, \"ü\"]\n".utf8)),
    ]
    for content in contents {
      let journal = Journal(
        file: "/a \"b\".json", fingerprint, content, includes: ["a", "b"], rescued: "a.json.unsaved")
      #expect(Journal(reading: JSONBytes(journal.bytes)) == journal)
      for length in 0..<journal.bytes.count - 1 {
        #expect(Journal(reading: JSONBytes(Array(journal.bytes.prefix(length)))) == nil)
      }
    }
    for wrong in ["[1, 2]", "{}\n{}\n", #"{"mantle":"unsaved edits"}"# + "\n{\"end\":0}\n"] {
      #expect(Journal(reading: JSONBytes(wrong)) == nil)
    }
  }

  /// Another byte, wherever it is in a text of which every byte counts, makes another text.
  @Test func aMarkTellsTextsApart() throws {
    let text = Array(Samples.issues.utf8)
    func mark(_ bytes: [UInt8], _ splices: [JSONSplice] = []) throws -> TextMark {
      try TextMark(SplicedBytes(original: JSONBytes(bytes), splices: splices))
    }
    let mark1 = try mark(text)
    for index in stride(from: 0, to: text.count, by: 37) {
      var other = text
      other[index] ^= 1
      #expect(try mark(other) != mark1)
      #expect(try mark(other, [JSONSplice(index..<index + 1, with: [text[index]])]) == mark1)
    }
    // Of a large text parts count, the same whether they come from splices or not.
    let large = [UInt8](repeating: 0x20, count: TextMark.wholeUpTo * 2)
    let splices = (0..<9).map {
      JSONSplice($0 * 900_000..<$0 * 900_000 + 10, with: [UInt8](repeating: 0x31, count: 5000))
    }
    #expect(try mark(large, splices) == mark(JSONBytes(large).applying(splices)))
    #expect(try mark(large, splices) != mark(large))
  }

  /// The changes since any moment turn the text of that moment into the text now.
  @Test(arguments: 0..<40) func changesLeadFromThenToNow(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    var source = DocumentSource(JSONBytes(random.array()), name: "t")
    source.largestRecord = [1, 40, 1 << 20].randomElement(using: &random.generator) ?? 1
    var session = Session(source)
    session.press("zR")
    let moves = [
      "jdd", "jjo<Enter><Esc>", "ja<Enter><Esc>", "j]m", "5je^U\"ü\"<Enter>", "jdn", "Gdd", "3j", "u", "kk",
    ]
    var then = (text: session.text, splices: [JSONSplice]())
    for _ in 0..<30 {
      session.press(moves.randomElement(using: &random.generator) ?? "j")
      let now = session.browser.currentText.splices
      let difference = SpliceDifference(base: source.bytes, earlier: then.splices, later: now).splices
      let text = try JSONBytes(then.text).applying(difference)
      #expect(String(decoding: text, as: UTF8.self) == session.text)
      for splice in difference { #expect(String(validating: splice.replacement, as: UTF8.self) != nil) }
      if Bool.random(using: &random.generator) { then = (session.text, now) }
    }
  }
}
