import Foundation
import GitHubModels
import Mantle
import Testing

@testable import MantleArchiving
@testable import ModelBrowser

@Suite(.ownFolders) struct ArchiveBrowsingTests {
  /// The sample with a state that is one.
  static let text = Samples.issues.replacing("reopened", with: "open")

  private func archive(_ format: ArchiveFormat) throws -> [UInt8] {
    try Archive.bytes(of: try [GitHubModels.Issue].decode(json: Self.text), as: format)
  }

  @Test(arguments: ArchiveFormat.allCases) func savingKeepsTheArchiveFormat(_ format: ArchiveFormat) throws {
    let file = NSTemporaryDirectory() + "mantle-\(UUID().uuidString).archive"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(try archive(format)).write(to: URL(filePath: file))
    var session = Session(try DocumentSource.file(file, models: Session.gitHub), columns: 100, rows: 40)
    #expect(session.screen.contains(format == .xml ? "XML archive" : "binary archive"))
    session.press(":info<Enter>")
    #expect(session.screen.contains("GHIssue : MTLModel : NSObject, version 2"))
    session.press("qjl/title<Enter>e^U")
    session.type("Edited")
    session.press("<Enter>:w<Enter>")
    #expect(session.message.contains("saved"), "\(session.message)")
    #expect(!session.isModified)
    let saved = [UInt8](try Data(contentsOf: URL(filePath: file)))
    #expect(ArchiveFormat(sniffing: saved) == format)
    let issues = try Archive.decode([GitHubModels.Issue].self, from: saved)
    #expect(issues.map(\.title).contains("Edited"))
  }

  /// A property list without classes is edited and saved as what it is, and is no archive unless that is asked for.
  @Test(arguments: ArchiveFormat.allCases) func plainPropertyListsAreSaved(_ format: ArchiveFormat) throws {
    let folder = try Folder()
    let file = try folder.file("a.plist", "")
    let xml = #"""
      <plist version="1.0"><dict><key>when</key><date>2001-01-01T00:00:00Z</date>
      <key>z</key><data>AAE=</data><key>n</key><integer>1</integer></dict></plist>
      """#
    let list = try ArchiveGraph(reading: Array(xml.utf8), isPlainAllowed: true)
    try Data(try list.bytes(format)).write(to: URL(filePath: file))
    func read(_ name: String) throws -> NSDictionary {
      let data = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
      let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      return try #require(list as? NSDictionary)
    }
    var session = Session(try DocumentSource.file(file, models: Session.gitHub), columns: 100, rows: 40)
    session.press("Ge^U5<Enter>:w<Enter>")
    #expect(session.message.contains("saved,"), "\(session.message)")
    let saved = try read("a.plist")
    #expect(saved["n"] as? Int == 5)
    #expect(saved["when"] as? Date == Date(timeIntervalSinceReferenceDate: 0))
    #expect(saved["z"] as? Data == Data([0, 1]))
    session.press(
      ":w \(folder.path)/b.plist<Enter>:w \(folder.path)/c.archive<Enter>")
    #expect(try read("b.plist").isEqual(saved))
    #expect(try read("c.archive")["$archiver"] != nil)
  }

  /// JSON without models becomes a property list without classes.
  @Test func plainJSONIsSavedAsPlainPropertyList() throws {
    let folder = try Folder()
    var session = Session(#"{"a":[1,"x"]}"#)
    for (name, isArchive) in [("a.plist", false), ("a.xml", false), ("a.archive", true)] {
      session.press(":w \(folder.path)/\(name)<Enter>")
      let data = try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
      let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      #expect(((list as? [String: Any])?["$archiver"] != nil) == isArchive, "\(name)")
    }
    session = Session(#"{"a":null}"#)
    session.press(":w \(folder.path)/n.plist<Enter>")
    #expect(session.message.contains("a: a property list cannot hold null"), "\(session.message)")
  }

  /// Every member of a dictionary is a model, and an export has all of them.
  @Test func dictionaryMembersAreArchivedAsModels() throws {
    let folder = try Folder()
    let issues = try JSONDocument(Self.text).root.elements.map(\.rawText)
    let text = "{\"a\": \(issues[0]), \"b\": \(issues[1]), \"c\": [\(issues[2])], \"n\": 3}"
    var session = Session(text)
    session.press(":w \(folder.path)/d.archive<Enter>")
    session = Session(try DocumentSource.file("\(folder.path)/d.archive", models: Session.gitHub))
    #expect(session.browser.document.pick.places.map(\.path.description) == ["a", "b", "c[]"])
    session.press(":export \(folder.path)/x.json<Enter>")
    #expect(try JSONDocument(folder.read("x.json")).root.count == 3, "\(session.message)")
  }

  /// An archive is compared as what it is shown as, and a conversion says what it leaves out.
  @Test func archiveEqualsItselfAndExportReportsDroppedKeys() throws {
    let folder = try Folder()
    let file = try folder.file("a.archive", "")
    try Data(try archive(.binary)).write(to: URL(filePath: file))
    var session = Session(try DocumentSource.file(file, models: Session.gitHub), columns: 200, rows: 40)
    session.press(":compare \(file)<Enter>")
    #expect(session.message.hasSuffix("the same values"), "\(session.screen)")

    let text = Self.text.replacing("\"title\"", with: "\"extra\": 1, \"title\"")
    session = Session(text, columns: 200, rows: 40)
    for command in [":w \(folder.path)/b.archive<Enter>", ":export \(folder.path)/b.json<Enter>"] {
      session.press(command)
      #expect(session.message.contains(", without "), "\(session.message)")
      #expect(session.message.hasSuffix("  (gu lists them)"), "\(session.message)")
    }
    session.press(":w \(folder.path)/c.json<Enter>")
    #expect(!session.message.contains("without"), "\(session.message)")
    session.receive(.opened(try DocumentSource.file("\(folder.path)/b.archive", models: Session.gitHub)))
    #expect(session.message.contains("b.archive: opened"), "\(session.message)")
  }

  /// Another program writes the same archive with other bytes.
  @Test func unchangedArchiveIsSavedByteForByte() throws {
    let folder = try Folder()
    let (file, copy) = (folder.path + "/a.xml", folder.path + "/b.xml")
    let xml = String(decoding: try archive(.xml), as: UTF8.self)
      .replacingFirst("<dict>", with: "<!-- by another program -->\n<dict>")
    try xml.write(toFile: file, atomically: false, encoding: .utf8)
    var session = Session(try DocumentSource.file(file, models: Session.gitHub), columns: 100, rows: 20)
    session.press(":w \(copy)<Enter>")
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == xml)
    session.press(":goto [0].title<Enter>ccEdited<Enter>:w<Enter>")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Edited"))
    session.press("u:w<Enter>")
    #expect(session.message.contains("saved"), "\(session.message)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == xml)
  }

  @Test func writingJSONUnderArchiveNameArchivesModels() throws {
    let file = NSTemporaryDirectory() + "mantle-\(UUID().uuidString).archive"
    defer { try? FileManager.default.removeItem(atPath: file) }
    var session = Session(Self.text)
    session.press(":w \(file)<Enter>")
    #expect(session.message.contains("saved"), "\(session.message)")
    let saved = [UInt8](try Data(contentsOf: URL(filePath: file)))
    let issues = try Archive.decode([GitHubModels.Issue].self, from: saved)
    #expect(try issues.map(\.title) == [GitHubModels.Issue].decode(json: Self.text).map(\.title))
  }

  @Test func readOnlySourcesRefuseEdits() throws {
    var source = DocumentSource(JSONBytes(#"[{"a":1},{"a":2}]"#), name: "a.db/v.ndjson")
    source.readOnlyReason = "a.db/v.ndjson is read-only: a view cannot be edited"
    var session = Session(source, columns: 100, rows: 20)
    for keys in [
      ":goto [0].a<Enter>cc", "e", "dd", "o", "yyp", "^A", ":set-all a 5<Enter>", ":sort a desc<Enter>",
      "Tcc",
    ] {
      session.press(keys)
      #expect(session.message.contains("read-only: a view cannot be edited"), "\(keys): \(session.screen)")
      #expect(!session.isModified)
    }
  }

  /// An object of a newer version is not changed; the others of the same archive are.
  @Test func objectsOfNewerVersionsAreReadOnly() throws {
    let xml = String(decoding: try archive(.xml), as: UTF8.self)
      .replacingFirst("\n\t\t<integer>2</integer>", with: "\n\t\t<integer>9</integer>")
    let file = NSTemporaryDirectory() + "mantle-\(UUID().uuidString).archive"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try xml.write(toFile: file, atomically: false, encoding: .utf8)
    var session = Session(try DocumentSource.file(file, models: Session.gitHub), columns: 100, rows: 20)
    #expect(session.message.contains("version 9"), "\(session.message)")
    #expect(!session.screen.contains("no errors"), "\(session.screen)")
    for keys in [":goto [0].title<Enter>e", ":goto [0].body<Enter>dd", ":set-all title x<Enter>"] {
      session.press(keys)
      #expect(session.message.contains("of version 9 cannot be changed"), "\(keys): \(session.screen)")
      #expect(!session.isModified)
    }
    session.press("ge")
    #expect(session.screen.contains("expected Issue of version 2 or older  3"), "\(session.screen)")
  }
}

extension ArchiveBrowsingTests {
  /// The name decides about the form, so a name that says none is refused.
  @Test(arguments: [("x.zip", false), ("x.pdf", false), ("x", true), ("x.geojson", true), ("x.json", true)])
  func writeRefusesUnknownSuffixes(_ name: String, _ isWritten: Bool) throws {
    let folder = try Folder()
    var session = Session(#"{"a":1}"#, columns: 120, rows: 20)
    session.press(":w \(folder.path)/\(name)<Enter>")
    #expect(session.message.contains("is not a known format") == !isWritten, "\(session.message)")
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(name)") == isWritten)
    session.press(":w! \(folder.path)/\(name)<Enter>")
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(name)"))
  }

  @Test func paneNamesLocalProperties() throws {
    var session = Session(Self.text, columns: 120, rows: 40)
    session.press("j")
    #expect(session.screen.contains("retrievedAt: Date, not in JSON"), "\(session.screen)")
  }
}
