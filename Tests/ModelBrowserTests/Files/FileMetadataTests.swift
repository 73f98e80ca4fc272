import Foundation
import Mantle
import Testing

@testable import MantleFiles
@testable import ModelBrowser

/// What a file has beside its content outlives a save, or the save is refused in words.
@Suite(.ownFolders) struct FileMetadataTests {
  private func edited(_ path: String) throws -> Session {
    var session = Session(try DocumentSource.file(path, models: []), columns: 200)
    session.press("jdd")
    return session
  }

  private func attributes<Result>(_ path: String, _ body: (Int32) throws -> Result) rethrows -> Result {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return try body(descriptor)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// An access list: the owner, user 65534, the group, at most, others.
  private static func accessList(_ owner: UInt16, _ nobody: UInt16, _ group: UInt16, _ most: UInt16)
    -> [UInt8]
  {
    let none = UInt32.max
    let entries: [(UInt16, UInt16, UInt32)] = [
      (0x01, owner, none), (0x02, nobody, 65534), (0x04, group, none), (0x10, most, none), (0x20, 0, none),
    ]
    return [2, 0, 0, 0]
      + entries.flatMap { tag, rights, id in
        [tag, rights].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
          + (0..<4).map { UInt8(truncatingIfNeeded: id >> ($0 * 8)) }
      }
  }

  private static let list = "system.posix_acl_access"

  @Test func savingKeepsAccessListsAndAttributes() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    let given: [(String, [UInt8])] = [
      ("user.empty", []), ("user.large", [UInt8](repeating: 7, count: 1000)),
      (Self.list, Self.accessList(6, 4, 0, 4)),
    ]
    try attributes(file) { for (name, value) in given { try ExtendedAttributes.set(name, value, $0) } }
    #expect(try mode(file) == 0o640)
    var session = try edited(file)
    session.press(":w<Enter>")
    #expect(try folder.read("a.json") == "[2]")
    attributes(file) {
      for (name, value) in given { #expect(ExtendedAttributes.value(name, $0) == value, "\(name)") }
    }
    #expect(try mode(file) == 0o640)
  }

  /// The default access list of the folder does not apply to the saved file.
  @Test func savingIgnoresDefaultAccessListOfFolder() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    #expect(chmod(file, 0o640) == 0)
    try attributes(folder.path) {
      try ExtendedAttributes.set("system.posix_acl_default", Self.accessList(7, 7, 7, 7), $0)
    }
    var session = try edited(file)
    session.press(":w<Enter>")
    #expect(attributes(file) { ExtendedAttributes.names($0) }.isEmpty)
    #expect(try mode(file) == 0o640)
  }

  /// A save names metadata that it cannot keep. `!` saves without it, and grants no additional permissions.
  @Test(arguments: [
    ("user.test", FileCalls.Call.attribute, "its attribute user.test", 0o664, 0o664),
    (Self.list, .attribute, "its access list", 0o660, 0o600),
    ("", .owner, "its owner (user 65534), its group (65534)", 0o2764, 0o744),
  ])
  func saveReportsMetadataThatWouldBeLost(
    attribute: String, call: FileCalls.Call, words: String, before: Int, after: Int
  ) throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    #expect(chmod(file, mode_t(before)) == 0)
    if attribute.isEmpty {
      // Only root may give files away.
      guard chown(file, 65534, 65534) == 0 else { return }
      #expect(chmod(file, mode_t(before)) == 0)
    } else {
      let value = attribute == Self.list ? Self.accessList(6, 6, 0, 6) : [1]
      try attributes(file) { try ExtendedAttributes.set(attribute, value, $0) }
    }
    #expect(try mode(file) == before)
    var session = try edited(file)
    FileCalls.withFault({ found, _ in found == call ? .fail(EPERM) : nil }) {
      session.press(":w<Enter>")
      #expect(
        session.message == "\(file): not saved: the new file would not have \(words) (:w! saves without them)"
      )
      #expect(session.isModified)
      session.press(":w!<Enter>")
    }
    #expect(try folder.read("a.json") == "[2]")
    #expect(try mode(file) == after)
    #expect(try folder.names == ["a.json"])
  }

  @Test func rescuedFileIsPrivate() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    #expect(chmod(file, 0o666) == 0)
    var session = try edited(file)
    session.handle(.terminate)
    #expect(try mode(try #require(session.rescued)) == 0o600)
  }

  @Test func saveRefusesHardLinkedFile() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    #expect(link(file, folder.path + "/b.json") == 0)
    var session = try edited(file)
    session.press(":w<Enter>")
    #expect(
      session.message.hasSuffix(
        "the file has 2 names (hard links), and the others would keep the old text (:w! replaces this one)"))
    session.press(":w!<Enter>")
    #expect(try folder.read("a.json") == "[2]")
    #expect(try folder.read("b.json") == "[1, 2]")
  }

  @Test(arguments: [":w", ":w!"]) func writingThroughDanglingLinkCreatesItsTarget(command: String) throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    let link = folder.path + "/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "b.json")
    var session = try edited(file)
    session.press("\(command) \(link)<Enter>")
    #expect(try folder.read("b.json") == "[2]")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "b.json")
  }

  @Test(arguments: [":w", ":w!"]) func circularLinksAreReportedAndKept(command: String) throws {
    let folder = try Folder()
    var session = try edited(try folder.file("a.json", "[1, 2]"))
    for (link, other) in [("b", "c"), ("c", "b")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(link)", withDestinationPath: other)
    }
    session.press("\(command) \(folder.path)/b<Enter>")
    #expect(session.message.hasSuffix("not saved: Too many levels of symbolic links"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/b") == "c")
  }

  /// Drafts of sessions that died go; of those that live, and what only looks like one, stay.
  @Test func openingRemovesLeftoverDrafts() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    _ = try folder.file(".mantle-draft-abcdefghijkl", "left")
    _ = try folder.file(".mantle-draft-notes.txt", "mine")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/.mantle-draft-lllllllllllq", withDestinationPath: "a.json")
    let draft = try FileDraft(in: folder.path)
    try draft.append(Array("[3]".utf8)[...])
    _ = try DocumentSource.file(file, models: [])
    // Where a draft has no name yet, it takes one.
    try? draft.link(as: draft.path)
    let live = draft.path.split(separator: "/").last.map(String.init) ?? ""
    #expect(
      try folder.names == [live, ".mantle-draft-lllllllllllq", ".mantle-draft-notes.txt", "a.json"].sorted())
  }

  // MARK: - Files that change under a session

  /// Also where the size is the same and the time was set back, as `rsync --inplace --times` does.
  @Test func saveNoticesFileWrittenInPlace() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var status = stat()
    #expect(stat(file, &status) == 0)
    var session = try edited(file)
    _ = try folder.file("a.json", "[3, 4]")
    var times = [status.st_atim, status.st_mtim]
    #expect(utimensat(AT_FDCWD, file, &times, 0) == 0)
    session.press(":w<Enter>")
    #expect(session.message.contains("the file changed on disk"))
    #expect(try folder.read("a.json") == "[3, 4]")
  }

  /// The truncated part of a mapped file reads as zeros, which are never written.
  @Test(arguments: [0, 5, 5000], ["w!", "w! PATH/b.json", "w PATH/b.json", "export! PATH/b.json"])
  func saveRefusesTruncatedSource(length: Int, command: String) throws {
    JSONBytes.surviveTruncation()
    let folder = try Folder()
    let file = try folder.file(
      "a.json", "[1, " + String(repeating: " ", count: 20_000) + #"{"name": "bug", "color": "0"}]"#)
    var session = Session(
      try DocumentSource.file(file, models: Session.gitHub, maximumRead: 0), columns: 200)
    session.press(":model Label<Enter>jdd")
    #expect(session.isModified)
    #expect(truncate(file, off_t(length)) == 0)
    session.press(":\(command.replacing("PATH", with: folder.path))<Enter>")
    #expect(session.message.contains("not saved: "), "\(session.message)")
    #expect(session.isModified)
    #expect(try folder.names == ["a.json"])
    #expect(FileFingerprint(path: file)?.size == Int64(length))
    // Cut off and grown again is no better.
    #expect(truncate(file, 20_034) == 0)
    session.press(":w!<Enter>")
    #expect(session.message.contains("another program overwrote \(file), "), "\(session.message)")
  }

  @Test func exportWithoutModelWritesNothing() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"{"data": {"name": "bug", "color": "0"}, "n": 1}"#)
    var session = Session(try DocumentSource.file(file, models: Session.gitHub), columns: 200)
    session.press(":model Label<Enter>")
    #expect(session.browser.document.pick.path.description == "data")
    session.press("gr/data<Enter>dd:export \(folder.path)/x.json<Enter>")
    #expect(session.message.hasSuffix("x.json: not exported: there is no Label at data"))
    #expect(try folder.names == ["a.json"])
  }
}
