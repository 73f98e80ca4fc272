import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// Unsaved edits that outlive a session which could not say good-bye.
struct JournalTests {
  private func open(_ path: String) throws -> Session {
    Session(try DocumentSource.file(path, models: Session.gitHub), columns: 100)
  }

  /// Does what the loop does when nobody types; the session then dies.
  private func journal(_ session: Session) -> JournalKeeper {
    var keeper = JournalKeeper()
    keeper.follow(session.browser)
    keeper.work(for: session.browser)?.run { _ in }
    #expect(!keeper.isBehind(session.browser))
    return keeper
  }

  private func die(_ session: Session) {
    var keeper = journal(session)
    keeper.end(keeping: true)
  }

  @Test func editsComeBack() throws {
    let folder = try Folder()
    let file = try folder.file("issues.json", Samples.issues)
    var session = try open(file)
    session.press("jl6je^U")
    session.type("Grüße")
    session.press("<Enter>")
    die(session)
    #expect(try folder.names == [".issues.json.mantle-edits", "issues.json"])

    var next = try open(file)
    #expect(next.text == Samples.issues)
    #expect(next.message.hasPrefix("There are unsaved edits of a session that ended at once"))
    next.press(":recover<Enter>")
    #expect(next.text == session.text)
    #expect(next.isModified)
    #expect(next.message.hasPrefix("The unsaved edits are back"))
    next.press(":diff<Enter>")
    #expect(next.lines.prefix(3) == ["[0].title", "- \"Crash when opening\"", "+ \"Grüße\""])
    next.press("q:w<Enter>")
    #expect(try folder.read("issues.json") == session.text)
    #expect(!next.isModified)
    #expect(try folder.names == ["issues.json"])
    #expect(try !open(file).message.contains("unsaved"))
  }

  @Test func editsAfterASaveComeBack() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3, 4]")
    var session = try open(file)
    session.press("jjdd:w<Enter>Goe^U50<Enter>")
    #expect(try folder.read("a.json") == "[1, 3, 4]")
    die(session)
    var next = try open(file)
    next.press(":recover<Enter>")
    #expect(next.text == session.text)
  }

  @Test func editsOfRecoveredTextComeBackToo() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3, 4]")
    var session = try open(file)
    for _ in 0..<3 {
      session.press(":recover<Enter>ggjdd")
      die(session)
      session = try open(file)
    }
    session.press(":recover<Enter>")
    #expect(session.text == "[4]")
    session.press(":w<Enter>")
    #expect(try folder.read("a.json") == "[4]")
    #expect(try folder.names == ["a.json"])
  }

  @Test func aFileThatChangedKeepsItsJournal() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    die(session)
    _ = try folder.file("a.json", "[1, 2, 3]")
    var next = try open(file)
    next.press(":recover<Enter>")
    #expect(next.message.hasPrefix("Not taken over: "))
    #expect(next.message.contains("a.json has changed since; the edits are in "))
    #expect(try folder.names == [".a.json.mantle-edits", "a.json"])
    next.press(":discard<Enter>y")
    #expect(try folder.names == ["a.json"])
    next.press(":discard<Enter>")
    #expect(next.message == "No earlier session left unsaved edits of this file")
  }

  /// A journal that somebody still writes is nobody else's business.
  @Test func sessionsDoNotDisturbEachOther() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2, 3]")
    var (first, second) = (try open(file), try open(file))
    first.press("jdd")
    second.press("Gdd")
    var (one, two) = (journal(first), journal(second))
    #expect(try folder.names == [".a.json.mantle-edits", ".a.json.mantle-edits-2", "a.json"])
    #expect(try !open(file).message.contains("unsaved"))
    one.end(keeping: true)
    two.end(keeping: false)
    var third = try open(file)
    third.press(":recover<Enter>")
    #expect(third.text == "[2, 3]")
  }

  @Test func whatIsUndoneOrSavedIsNotKept() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    for keys in ["u", ":w<Enter>"] {
      var session = try open(file)
      session.press("jdd")
      var keeper = journal(session)
      #expect(try folder.names.count == 2)
      session.press(keys)
      keeper.follow(session.browser)
      #expect(try folder.names == ["a.json"])
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
    next.press("u:recover<Enter>")
    #expect(next.text == "[2]")
    _ = try folder.file("a.json", "[2]")
    #expect(try !open(file).message.contains("unsaved"))
  }

  // MARK: - Its text

  @Test func everyPartOfAJournalIsNone() throws {
    let fingerprint = try #require(FileFingerprint(path: "/"))
    let journal = Journal(
      file: "/a \"b\".json", fingerprint, textSize: 20,
      splices: [JSONSplice(1..<4, with: Array("\"é\n\"".utf8)), JSONSplice(20..<20, with: [])])
    #expect(Journal(reading: JSONBytes(journal.bytes)) == journal)
    for length in 0..<journal.bytes.count - 1 {
      #expect(Journal(reading: JSONBytes(Array(journal.bytes.prefix(length)))) == nil)
    }
    for wrong in ["[1, 2]", "{}\n{}\n", #"{"mantle":"unsaved edits"}"# + "\n{\"end\":0}\n"] {
      #expect(Journal(reading: JSONBytes(wrong)) == nil)
    }
  }

  /// The changes since any moment turn the text of that moment into the text now.
  @Test(arguments: 0..<40) func changesLeadFromThenToNow(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    var source = DocumentSource(JSONBytes(random.array()), name: "t")
    source.largestRecord = [1, 40, 1 << 20].randomElement(using: &random.generator) ?? 1
    var session = Session(source)
    session.press("zR")
    let moves = [
      "jdd", "jjo<Esc>", "ja<Esc>", "j<Alt-j>", "5je^U\"ü\"<Enter>", "jdn", "Gdd", "3j", "u", "kk",
    ]
    var then = (text: session.text, splices: [JSONSplice]())
    for _ in 0..<30 {
      session.press(moves.randomElement(using: &random.generator) ?? "j")
      let now = session.browser.document.currentText().splices
      let difference = SpliceDifference(base: source.bytes, earlier: then.splices, later: now).splices
      let text = try JSONBytes(then.text).applying(difference)
      #expect(String(decoding: text, as: UTF8.self) == session.text)
      for splice in difference { #expect(String(validating: splice.replacement, as: UTF8.self) != nil) }
      if Bool.random(using: &random.generator) { then = (session.text, now) }
    }
  }
}
