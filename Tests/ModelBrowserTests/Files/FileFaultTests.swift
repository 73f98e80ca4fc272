import Foundation
import Mantle
import Synchronization
import Testing

@testable import MantleFiles
@testable import ModelBrowser

/// Every call that writing makes fails, in every way a disk knows: what was there is whole, the edits are somewhere, and
/// the person is told. `swift test --filter FileFaultTests` prints what came of each.
@Suite(.ownFolders) struct FileFaultTests {
  /// What happens at one call.
  enum Way: String, CaseIterable {
    case full = "ENOSPC"
    case broken = "EIO"
    case quota = "EDQUOT"
    case readOnly = "EROFS"
    case otherDevice = "EXDEV"
    case busy = "EBUSY"
    /// A write takes one byte.
    case short
    /// The process ends: nothing has an effect any more.
    case killed

    var code: Int32 {
      switch self {
      case .full: ENOSPC
      case .broken, .short, .killed: EIO
      case .quota: EDQUOT
      case .readOnly: EROFS
      case .otherDevice: EXDEV
      case .busy: EBUSY
      }
    }
  }

  /// Counts the calls, and spoils one of them.
  final class Calls: Sendable {
    private let log = Mutex<[(FileCalls.Call, String)]>([])
    private let spoilt: Int?
    private let way: Way
    private let always: (@Sendable (FileCalls.Call, String) -> FileCalls.Fault?)?

    init(
      spoiling spoilt: Int? = nil, _ way: Way = .broken,
      always: (@Sendable (FileCalls.Call, String) -> FileCalls.Fault?)? = nil
    ) {
      self.spoilt = spoilt
      self.way = way
      self.always = always
    }

    var all: [(call: FileCalls.Call, path: String)] { log.withLock { $0 } }

    func fault(_ call: FileCalls.Call, _ path: String) -> FileCalls.Fault? {
      let number = log.withLock { log in
        log.append((call, path))
        return log.count - 1
      }
      guard let spoilt, number == spoilt || way == .killed && number > spoilt else {
        return always?(call, path)
      }
      if way == .short { return call == .write ? .short(1) : always?(call, path) }
      return .fail(way.code)
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
      try FileCalls.withFault({ self.fault($0, $1) }, operation: body)
    }
  }

  private static let (old, new) = ("[1, 2, 3]", "[2, 3]")

  private func open(_ file: String) throws -> Session { Session(try DocumentSource.file(file, models: [])) }

  /// A file with an edit that is written down, as the loop does.
  private func edited(_ folder: Folder) throws -> (Session, JournalKeeper) {
    let file = try folder.file("a.json", Self.old)
    #expect(chmod(file, 0o640) == 0)
    let descriptor = Glibc.open(file, O_RDONLY)
    try ExtendedAttributes.set("user.test", [1, 2, 3], descriptor)
    close(descriptor)
    var session = try open(file)
    session.press("jdd")
    var keeper = JournalKeeper()
    try write(&keeper, session)
    return (session, keeper)
  }

  private func write(_ keeper: inout JournalKeeper, _ session: Session) throws {
    _ = keeper.follow(session.browser)
    let work = keeper.work(for: session.browser, at: .now + .seconds(9))
    try #require(work).run { _ in }
  }

  /// What a later session can get back of what is left behind.
  private func recoverable(_ file: String) throws -> [String] {
    try open(file).browser.document.leftovers.indices.map { index in
      var session = try open(file)
      session.press(":recover<Enter>" + String(repeating: "n", count: index) + "y")
      return session.text
    }
  }

  /// Prints a row for each call and a column for each way.
  private func matrix(_ title: String, _ cell: (Int?, Way) throws -> (Calls, String)) throws {
    let calls = try cell(nil, .broken).0.all
    let columns = ["call".padded(18)] + Way.allCases.map { $0.rawValue.padded(9) }
    var lines = ["", title, columns.joined()]
    for (index, entry) in calls.enumerated() {
      let cells = try Way.allCases.map { try cell(index, $0).1.padded(9) }
      let call = entry.call == .sync && entry.path != "file" ? "sync of folder" : entry.call.rawValue
      lines.append("\(index + 1) \(call)".padded(18) + cells.joined())
    }
    print(lines.joined(separator: "\n"))
    #expect(calls.count > 4)
  }

  // MARK: - Saving

  @Test func saveIsAtomicUnderEveryFault() throws {
    try matrix(
      "A save: the file is old or new, the message gives the reason; +j: a later session gets the edits back"
    ) {
      index, way in
      try save(index, way, always: nil)
    }
  }

  /// A file that nothing can be renamed over.
  @Test func inPlaceSaveLosesNoDataUnderAnyFault() throws {
    try matrix(
      "A save in place, where nothing can be renamed over the file. +u: the whole new text is beside it"
    ) { index, way in
      try save(index, way) { call, path in call == .rename ? .fail(EBUSY) : nil }
    }
  }

  private func save(
    _ index: Int?, _ way: Way, always: (@Sendable (FileCalls.Call, String) -> FileCalls.Fault?)?
  ) throws -> (Calls, String) {
    let folder = try Folder()
    var (session, keeper) = try edited(folder)
    let calls = Calls(spoiling: index, way, always: always)
    calls.run {
      session.press(":w<Enter>")
      _ = keeper.follow(session.browser)
    }
    keeper.end(keeping: true)
    let (file, what) = ("\(folder.path)/a.json", Comment("\(way) at call \(index ?? -1) \(session.message)"))
    let text = try folder.read("a.json")
    let back = try recoverable(file)
    let isInPlace = always != nil
    #expect(text == Self.old || text == Self.new || isInPlace && back.contains(Self.new), what)
    if way != .killed {
      // Written over in place but not known to be on the disk: the edits are kept.
      #expect(session.isModified || text == Self.new, what)
      #expect(!session.isModified || text != Self.new || isInPlace, what)
      #expect(text == Self.new || session.message.contains("a.json: not saved: "), what)
      #expect(text == Self.new || tells(session.message, of: way, at: index.map { calls.all[$0].call }), what)
    }
    #expect(text == Self.new || back.contains(Self.new), what)
    #expect(try attribute(of: file) == [1, 2, 3], what)
    // Opening the file has cleared away what was left; an empty draft may be one that is about to be locked.
    let drafts = try folder.names.filter { $0.hasPrefix(".mantle-draft") }
    #expect(try drafts.allSatisfy { try folder.read($0).isEmpty }, what)
    let state = text == Self.old ? "old" : text == Self.new ? "new" : "torn"
    let isBeside = try folder.names.contains("a.json.unsaved")
    return (calls, state + (isBeside ? "+u" : back.isEmpty ? "" : "+j"))
  }

  private func tells(_ message: String, of way: Way, at call: FileCalls.Call?) -> Bool {
    message.contains(WriteFailure(code: way.code).description)
      || call == .attribute && message.contains("would not have its attribute user.test")
      // Lost pages are counted for the process: a test of a truncated file at the same time stops every save.
      || message.contains("the file was truncated while it was read")
  }

  private func attribute(of file: String) throws -> [UInt8]? {
    let descriptor = Glibc.open(file, O_RDONLY)
    defer { close(descriptor) }
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    return ExtendedAttributes.value("user.test", descriptor)
  }

  /// First the text is on the disk, then it has the name, then the name is on the disk; the journal goes last.
  @Test func saveSyncsFileBeforeRemovingJournal() throws {
    let folder = try Folder()
    var (session, keeper) = try edited(folder)
    let calls = Calls()
    calls.run {
      session.press(":w<Enter>")
      _ = keeper.follow(session.browser)
    }
    let paths = calls.all.map { call, path in
      path.replacing(/\.mantle-draft-\w+/, with: "DRAFT").replacing(/\/proc\/self\/fd\/\d+/, with: "UNNAMED")
        .replacing(/mantle-\w+-\w+\.1\.edits/, with: "JOURNAL").replacing(
          /mantle-\w+-\w+\.base/, with: "BASE"
        )
        .replacing(OwnFolders.current.state ?? "-", with: "STATE").replacing(folder.path, with: "FOLDER")
    }
    #expect(
      zip(calls.all, paths).map { "\($0.call) \($1)" } == [
        "open FOLDER/DRAFT", "write ", "attribute user.test", "mode ", "sync file",
        "link UNNAMED FOLDER/DRAFT", "rename FOLDER/DRAFT FOLDER/a.json", "sync FOLDER",
        "remove FOLDER/DRAFT",
        "remove STATE/JOURNAL", "remove STATE/BASE", "remove STATE/DRAFT",
      ])
  }

  /// A new file is there whole, or not at all.
  @Test func copyIsAtomicUnderEveryFault() throws {
    try matrix("A copy to a new name: it is new or there is none, and the message says which") { index, way in
      let folder = try Folder()
      var (session, keeper) = try edited(folder)
      defer { keeper.end(keeping: false) }
      let calls = Calls(spoiling: index, way)
      calls.run { session.press(":w \(folder.path)/b.ndjson<Enter>") }
      let text = try? folder.read("b.ndjson")
      let what = Comment("\(way) at call \(index ?? -1) \(session.message)")
      #expect(text == nil || text == "2\n3\n", what)
      #expect(try folder.read("a.json") == Self.old, what)
      #expect(way == .killed || (text == nil) == session.message.contains("not saved"), what)
      return (calls, text == nil ? "none" : "new")
    }
  }

  // MARK: - The journal and the rescue

  /// The last journal is there until the next one is.
  @Test func journalSurvivesEveryFault() throws {
    try matrix(
      "The journal of a second edit: what a later session gets back"
    ) {
      index, way in
      let folder = try Folder()
      var (session, keeper) = try edited(folder)
      session.press("dd")
      let calls = Calls(spoiling: index, way)
      try calls.run { try write(&keeper, session) }
      keeper.end(keeping: true)
      let back = try recoverable("\(folder.path)/a.json")
      let what = Comment("\(way) at call \(index ?? -1), \(back)")
      #expect(back == ["[2, 3]"] || back == ["[3]"], what)
      return (calls, back == ["[3]"] ? "second" : "first")
    }
  }

  /// The new one is on the disk, and listed there, before the last one goes.
  @Test func newJournalIsSyncedBeforeOldOneIsRemoved() throws {
    let folder = try Folder()
    var (session, keeper) = try edited(folder)
    defer { keeper.end(keeping: false) }
    session.press("dd")
    let calls = Calls()
    try calls.run { try write(&keeper, session) }
    let paths = calls.all.map { call, path in
      path.replacing(/mantle-\w+-\w+\.(\d)\.edits/, with: { "JOURNAL\($0.output.1)" })
        .replacing(/\.mantle-draft-\w+/, with: "DRAFT").replacing(/\/proc\/self\/fd\/\d+/, with: "UNNAMED")
        .replacing(OwnFolders.current.state ?? "-", with: "STATE")
    }
    #expect(
      zip(calls.all, paths).map { "\($0.call) \($1)" } == [
        "open STATE/DRAFT", "write ", "sync file", "link UNNAMED STATE/JOURNAL2", "sync STATE",
        "remove STATE/JOURNAL1", "remove STATE/DRAFT",
      ])
  }

  /// A session that is told to end leaves its edits where the next one finds them, and says where.
  @Test func rescueFindsAPlaceUnderEveryFault() throws {
    try matrix(
      "A rescue, when told to end: where the edits are"
    ) { index, way in
      let folder = try Folder()
      let file = try folder.file("a.json", Self.old)
      let calls = Calls(spoiling: index, way)
      let session = try edited(folder)
      var keeper = session.1
      let order = session.0.browser.document.rescueRequest(session.0.browser.currentText)
      let path = calls.run { try? order?.perform() }
      keeper.end(keeping: true)
      let back = try recoverable(file)
      let what = Comment("\(way) at call \(index ?? -1)")
      #expect(try folder.read("a.json") == Self.old, what)
      #expect(back.contains(Self.new), what)
      if let path {
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600, what)
      }
      return (calls, path == nil ? "journal" : path?.hasPrefix(folder.path) == true ? "beside" : "state")
    }
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    padding(toLength: max(width, count + 1), withPad: " ", startingAt: 0)
  }
}
