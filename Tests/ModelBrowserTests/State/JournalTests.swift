import Foundation
import Mantle
import Testing

@testable import MantleFiles
@testable import ModelBrowser
/// When and where unsaved edits are written down.
@Suite(.ownFolders) struct JournalTests: JournalSuite {
  @Test func journalIsWrittenDuringContinuousTyping() throws {
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
  @Test func loopWritesJournalDuringContinuousTyping() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3]")
    let end = ContinuousClock.now + .seconds(60)
    let state = OwnFolders.current
    let terminal = EagerTerminal("jdd") { !state.stateFiles.isEmpty || .now > end }
    var loop = BrowserLoop(try DocumentSource.file(file, models: []), on: terminal)
    loop.patience = .seconds(60)
    loop.run()
    #expect(ContinuousClock.now < end)
  }

  // MARK: - Where it is written

  /// A folder may hold what looks like our files: nothing of it is followed, written through or waited for.
  @Test func linksNamedLikeOwnFilesAreNotFollowed() throws {
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
  @Test func forgedJournalAffectsNoOtherFile() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    let victim = try folder.file("victim.json", "[1, 2]")
    let fingerprint = try #require(FileFingerprint(path: victim))
    let mark = try TextMark(SplicedBytes(JSONBytes("[1, 2]")))
    let journal = Journal(
      file: victim, fingerprint, .changes(of: mark, [JSONSplice(1..<2, with: [0x39])]),
      includes: ["victim.json", victim])
    let path = "\(folder.path)/.\(OwnName(of: file).journal(session: "abc", 1))"
    try Data(journal.bytes).write(to: URL(fileURLWithPath: path))
    var session = try open(file)
    session.press(":recover<Enter>y")
    #expect(session.text == "[1, 2]")
    session.press(":discard<Enter>y")
    #expect(try folder.names.filter { !$0.hasPrefix(".") } == ["a.json", "victim.json"])
    #expect(try folder.read("victim.json") == "[1, 2]")
  }

  @Test func journalIsPrivate() throws {
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

  @Test func journalAvoidsStateFolderWritableByOthers() throws {
    let folder = try Folder()
    let state = try #require(OwnFolders.current.state)
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    #expect(chmod(state, 0o777) == 0)
    var session = try open(try folder.file("a.json", "[1, 2]"))
    session.press("jdd")
    var keeper = try journal(session)
    try tell(&session, &keeper)
    #expect(session.message.hasPrefix("Unsaved edits are backed up in \(folder.path)/.mantle-"))
    #expect(session.message.hasSuffix(".edits  (\(state): others may write there)"))
    keeper.end(keeping: false)
    #expect(try folder.names == ["a.json"])
  }

  @Test func longestFileNameHasAJournal() throws {
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

  /// A failed write is reported until a retry succeeds.
  @Test func failedJournalWriteIsReportedAndRetried() throws {
    let folder = try Folder()
    var session = try open(try folder.file("a.json", "[1, 2]"))
    session.press("jdd")
    var keeper = JournalKeeper()
    try FileCalls.withFault({ call, _ in call == .write ? .fail(ENOSPC) : nil }) {
      _ = keeper.follow(session.browser)
      try write(&keeper, session)
      try tell(&session, &keeper)
    }
    #expect(
      session.message.hasPrefix(
        "Unsaved edits are not backed up: \(OwnFolders.current.state ?? "-"): No space left"))
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
  @Test func failedJournalWriteKeepsPreviousJournal() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3]")
    var session = try open(file)
    session.press("jdd")
    var keeper = try journal(session)
    session.press("dd")
    _ = keeper.follow(session.browser)
    for call in [FileCalls.Call.open, .write, .sync] {
      try FileCalls.withFault({ found, _ in found == call ? .fail(EDQUOT) : nil }) {
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
}
