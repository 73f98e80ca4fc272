import Foundation
import Mantle
import Testing

@testable import MantleFiles
@testable import ModelBrowser

@Suite(.ownFolders) struct SavingTests {
  /// What has no file that it could be written back to is asked for a name, and why is said.
  @Test(arguments: [("stdin", "stdin is not a regular file"), ("a.json.gz", "The file was compressed")])
  func saveAsksForNameAndGivesReason(_ name: String, _ reason: String) {
    var session = Session("[1, 2]", name: name, columns: 100)
    session.press("jdd:w<Enter>")
    #expect(session.screen.contains(reason), "\(session.screen)")
    session.press("x")
    #expect(!session.screen.contains(reason))
  }

  private func open(_ path: String, maximumRead: Int = DocumentSource.maximumRead) throws -> Session {
    Session(try DocumentSource.file(path, models: Session.gitHub, maximumRead: maximumRead))
  }

  @Test func savingChangesTheEditedValueOnly() throws {
    let folder = try Folder()
    let file = try folder.file("issues.json", Samples.issues)
    var session = try open(file)
    session.press("jl6je^U")
    session.type("Grüße 👩‍💻 \"quoted\" \\ back")
    session.press("<Enter>:w<Enter>")
    let title = "\"Grüße 👩‍💻 \\\"quoted\\\" \\\\ back\""
    #expect(
      try folder.read("issues.json") == Samples.issues.replacingFirst("\"Crash when opening\"", with: title))
    #expect(try folder.names == ["issues.json"])
    #expect(!session.isModified)
    #expect(session.message.hasPrefix("\(file): saved, "))
    #expect(session.message.hasSuffix(" bytes: 1 change: [0].title"))
    // Undo goes behind the save, and a second save follows.
    session.press("u")
    #expect(session.isModified)
    session.press(":w<Enter>")
    #expect(try folder.read("issues.json") == Samples.issues)
  }

  @Test func commandsWorkOnTextScreens() throws {
    let folder = try Folder()
    var session = try open(try folder.file("a.json", "[1, 2]"))
    session.press("jdd:diff<Enter>:w<Enter>")
    #expect(try folder.read("a.json") == "[2]")
  }

  @Test func allLinesMayBeDeleted() throws {
    let folder = try Folder()
    var session = try open(try folder.file("a.ndjson", "{\"a\": 1}\n{\"a\": 2}\n"))
    session.press("jdddd:w<Enter>")
    #expect(session.message.contains("saved, "), "\(session.message)")
    #expect(try folder.read("a.ndjson").allSatisfy(\.isWhitespace))
    session.press("u:w<Enter>")
    #expect(try folder.read("a.ndjson") == "{\"a\": 2}\n")
  }

  /// A file of nothing is where a new one begins.
  @Test(arguments: [
    ("a.json", "e{\"a\": 1}<Enter>", "{\"a\": 1}"), ("a.json", "o[]<Enter>", "[]"),
    ("a.json", "a7<Enter>", "7"),
    ("a.json", ":r !echo '{}'<Enter>", "{}"), ("a.ndjson", "e1<Enter>o2<Enter>", "1\n2"),
    ("a.json", "e1<Enter>yyuggp", "1"),
  ])
  func emptyFileAcceptsFirstValues(name: String, keys: String, text: String) throws {
    let folder = try Folder()
    var session = try open(try folder.file(name, ""))
    session.press(keys)
    #expect(session.text == text, "\(session.message)")
    #expect(session.status.contains("no errors"), "\(session.status)")
    session.press(":w<Enter>")
    #expect(try folder.read(name) == text, "\(session.message)")
    session.press("99u")
    #expect(session.text.isEmpty)
  }

  @Test func changeOnDiskIsReportedOnce() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1]")
    var session = try open(file)
    session.press("j")
    session.receive(.onDisk(FileFingerprint(path: file)))
    #expect(session.message == "")
    _ = try folder.file("a.json", "[1, 2]")
    let changed = FileFingerprint(path: file)
    session.receive(.onDisk(changed))
    #expect(session.message.hasPrefix("a.json changed on disk"))
    session.press("j")
    session.receive(.onDisk(changed))
    #expect(session.message == "")
    session.receive(.onDisk(nil))
    #expect(session.message == "a.json was deleted on disk  (:w! writes it again)")
    session.press(":w!<Enter>")
    session.press("j")
    session.receive(.onDisk(FileFingerprint(path: file)))
    #expect(session.message == "")
  }

  /// The rows are made of the bytes that are mapped from the file, whatever they are now.
  @Test func statusBarMarksFileOverwrittenOnDisk() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"[{"a": 1}, {"a": 2}]"#)
    var session = try open(file, maximumRead: 0)
    session.press("j")
    #expect(!session.status.contains("on disk"))
    _ = try folder.file("a.json", "[2]")
    session.receive(.onDisk(FileFingerprint(path: file)))
    session.press("jj")
    #expect(session.message == "")
    #expect(session.status.contains("changed on disk"))
    session = try open(file, maximumRead: 0)
    session.press("j")
    try FileManager.default.removeItem(atPath: file)
    _ = try folder.file("a.json", "[3]")
    session.receive(.onDisk(FileFingerprint(path: file)))
    session.press("j")
    #expect(session.rows[1].contains("2"))
    #expect(!session.status.contains("on disk"))
  }

  @Test func savingWithoutEditsWritesNothing() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1]")
    let before = FileFingerprint(path: file)
    var session = try open(file)
    session.press(":w<Enter>")
    #expect(session.message == "a.json: nothing to save")
    #expect(FileFingerprint(path: file) == before)
    session.press(":w!<Enter>")
    #expect(try folder.read("a.json") == "[1]")
  }

  @Test func textTableIsReadOnly() throws {
    let folder = try Folder()
    let file = try folder.file("a.csv", "id,name\n1,Ann\n")
    var session = try open(file)
    #expect(session.screen.contains("Ann"), "\(session.screen)")
    for keys in ["jle", ":w!<Enter>", ":w! \(file)<Enter>"] {
      session.press(keys)
      #expect(session.message.hasPrefix("CSV and TSV are read-only"), "\(keys): \(session.message)")
    }
    #expect(try folder.read("a.csv") == "id,name\n1,Ann\n")
    session.press(":w \(folder.path)/a.json<Enter>")
    #expect(try folder.read("a.json") == "[\n{\"id\": 1, \"name\": \"Ann\"}\n]\n")
  }

  @Test func saveRefusesFileChangedOnDisk() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    _ = try folder.file("a.json", "[\"other\", \"work\"]")
    session.press(":w<Enter>")
    #expect(session.message.contains("the file changed on disk"))
    #expect(try folder.read("a.json") == "[\"other\", \"work\"]")
    #expect(session.isModified)
  }

  /// Other editors write into the file that is open here: what is shown stays what it was.
  @Test func inPlaceWriteKeepsTheOpenText() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"[{"a": 1}, {"a": 2}]"#)
    var session = try open(file)
    session.press("jdd")
    _ = try folder.file("a.json", #"{"a much longer text": ["than", "before"]}"#)
    session.press(":w<Enter>")
    #expect(session.message.contains("the file changed on disk"))
    session.press("u:w \(folder.path)/b.json<Enter>")
    #expect(try folder.read("b.json") == #"[{"a": 1}, {"a": 2}]"#)
    session.press("^R:w!<Enter>")
    #expect(try folder.read("a.json") == #"[{"a": 2}]"#)
  }

  /// A large text is mapped: what another program writes into the file is under the edits at once.
  @Test(arguments: [
    ":w PATH/b.json<Enter>", ":w! PATH/b.json<Enter>", ":w!<Enter>", ":export PATH/b.json<Enter>",
    ":w PATH/b.archive<Enter>",
  ])
  func mappedFileChangedOnDiskIsNotSaved(keys: String) throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"[{"name": "bug", "color": "d73a4a"}]"#)
    var session = try open(file, maximumRead: 0)
    session.press(":model Label<Enter>je^U")
    session.press("<Esc>jle^Unew<Enter>")
    _ = try folder.file("a.json", #"["quite", "another", "text"]"#)
    session.press(keys.replacing("PATH", with: folder.path))
    #expect(session.message.contains(": not saved: another program overwrote \(file), "))
    #expect(try folder.names == ["a.json"])
    #expect(try folder.read("a.json") == #"["quite", "another", "text"]"#)
  }

  @Test func replacedFileCanStillBeCopied() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd")
    try "[\"other\"]".write(toFile: file, atomically: true, encoding: .utf8)
    session.press(":w \(folder.path)/b.json<Enter>")
    #expect(try folder.read("b.json") == "[2]")
  }

  @Test func copyLeavesOriginalFileUnchanged() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd:w \(folder.path)/b.json<Enter>")
    #expect(try folder.read("b.json") == "[2]")
    #expect(try folder.read("a.json") == "[1, 2]")
    #expect(session.isModified)
    session.press("u:w \(folder.path)/b.json<Enter>")
    #expect(session.message.contains("there is a file already"))
    session.press(":w! \(folder.path)/b.json<Enter>")
    #expect(try folder.read("b.json") == "[1, 2]")
  }

  @Test func savingKeepsPermissionsAndLinks() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.json", withDestinationPath: "a.json")
    var session = try open(folder.path + "/link.json")
    session.press("jddZZ")
    #expect(session.hasQuit)
    #expect(try folder.read("a.json") == "[2]")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.json") == "a.json")
  }

  @Test func saveRefusesWriteProtectedFile() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    var session = try open(file)
    session.press("jdd:w<Enter>")
    #expect(session.message.hasSuffix("a.json: not saved: the file is write-protected (:w! replaces it)"))
    #expect(try folder.read("a.json") == "[1, 2]")
    session.press(":w!<Enter>")
    #expect(try folder.read("a.json") == "[2]")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o444)
  }

  @Test func saveErrorNamesUnwritableFolder() {
    let error = SaveError(path: "ro/a.json", folder: "ro", WriteFailure(code: EACCES))
    #expect(
      error.description
        == "ro/a.json: not saved: the folder ro is not writable; a save writes a new file next to the old one"
    )
    #expect(
      SaveError(path: "a", folder: ".", WriteFailure(code: ENOENT)).description
        == "a: not saved: No such file or directory")
    #expect(
      SaveError(path: "a", cause: .foreign(owner: "bob")).description
        == "a: not saved: the file belongs to bob (:w! replaces it with your own file)")
  }

  private static let labels =
    #"[{"name": "bug", "color": "d73a4a", "x": 1}, {"name": "b", "color": "0", "x": 2}]"#

  /// The message names the command that overwrites an existing file.
  @Test(arguments: ["w", "export"])
  func bangOverwritesExistingFile(command: String) throws {
    let folder = try Folder()
    let file = try folder.file("a.json", Self.labels)
    let other = try folder.file("b", "precious")
    var session = try open(file)
    session.press(":model Label<Enter>:\(command) \(other)<Enter>")
    #expect(session.message == "\(other): not saved: there is a file already  (:\(command)! overwrites it)")
    #expect(try folder.read("b") == "precious")
    session.press(":\(command)! \(other)<Enter>")
    #expect(FileManager.default.contents(atPath: other) != Data("precious".utf8))
  }

  /// A copy is what its name says.
  @Test(arguments: [
    ("a.json", "[1, {\"b\": [2, 3]}]\n", "w", "b.ndjson", "1\n{\"b\":[2,3]}\n"),
    ("a.json", "{\"b\": [2, 3]}\n", "w", "b.jsonl", "{\"b\":[2,3]}\n"),
    ("a.json", "[1,  2]", "w", "b.json", "[1,  2]"), ("a.json", "[1,  2]", "w", "b.txt", "[1,  2]"),
    ("a.ndjson", "1\n{ }\n", "w", "b.json", "[1,\n{ }]\n"),
    ("a.ndjson", "1\n{ }\n", "w", "b.jsonl", "1\n{ }\n"),
    ("a.json", "1\n2\n", "w", "b.json", "1\n2\n"), ("a", "1\n2\n", "w", "b.ndjson", "1\n2\n"),
  ])
  func extensionDecidesFormatOfCopy(
    name: String, text: String, command: String, copy: String, expected: String
  ) throws {
    let folder = try Folder()
    var session = try open(try folder.file(name, text))
    session.press(":model Label<Enter>:\(command) \(folder.path)/\(copy)<Enter>")
    #expect(try folder.read(copy) == expected)
  }

  @Test func exportWritesLinesBySuffix() throws {
    let folder = try Folder()
    var session = try open(try folder.file("a.json", Self.labels))
    session.press(":model Label<Enter>:export \(folder.path)/b.ndjson<Enter>")
    let lines = try folder.read("b.ndjson").split(separator: "\n").map { try JSONDocument(String($0)).root }
    #expect(lines.map { $0["name"]?.displayText } == ["bug", "b"])
    #expect(lines.allSatisfy { $0["x"] == nil })
  }

  @Test(arguments: [("b.archive", "bplist00"), ("b.plist", "bplist00"), ("b.xml", "<?xml")])
  func copyWritesArchiveBySuffix(name: String, start: String) throws {
    let folder = try Folder()
    var session = try open(try folder.file("a.json", Self.labels))
    session.press(":model Label<Enter>:w \(folder.path)/\(name)<Enter>")
    let data = FileManager.default.contents(atPath: folder.path + "/" + name) ?? Data()
    #expect(data.prefix(start.utf8.count) == Data(start.utf8))
    session.press(":export \(folder.path)/c-\(name)<Enter>")
    #expect(session.message.hasPrefix(":export writes JSON  (:w "))
  }

  /// A text from a pipe gets a file; a copy in another form does not become it.
  @Test(arguments: [("piped.json", false), ("piped", false), ("piped.ndjson", true), ("piped.archive", true)])
  func pipedTextAdoptsSavedFileOfSameFormat(name: String, staysUnsaved: Bool) throws {
    let folder = try Folder()
    var session = Session("[1, 2]", name: "<stdin>")
    session.press("jdd:w \(folder.path)/\(name)<Enter>")
    #expect(session.isModified == staysUnsaved)
    #expect(session.status.contains(staysUnsaved ? "<stdin> [+]" : name))
    guard !staysUnsaved else { return }
    session.press("u:w<Enter>")
    #expect(try folder.read(name) == "[1, 2]")
    #expect(!session.isModified)
  }

  @Test func failedSaveKeepsTheEdits() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jdd:w \(folder.path)/no/such/folder.json<Enter>")
    #expect(session.message.hasSuffix("not saved: No such file or directory"))
    session.press(":w! \(folder.path)<Enter>")
    #expect(session.message.hasSuffix("not saved: not a regular file"))
    #expect(session.isModified)
  }

  @Test func saveWithoutFileOpensWritePrompt() {
    var session = Session("[1]")
    session.press("jdd:w<Enter>")
    #expect(session.lines.last == ":w")
  }

  @Test func exportWritesMappedKeysOnly() throws {
    let folder = try Folder()
    let text = "[{\"name\": \"bug\", \"color\": \"d73a4a\", \"extra\": [1]}]"
    let file = try folder.file("labels.json", text)
    var session = try open(file)
    session.press(":model Label<Enter>:export \(folder.path)/out.json<Enter>")
    let exported = try JSONDocument(try folder.read("out.json")).root
    #expect(exported.find("[0].name")?.displayText == "bug")
    #expect(exported.find("[0].extra") == nil)
  }

  @Test func answeringYesSavesAndQuits() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", "[1, 2]")
    var session = try open(file)
    session.press("jddqy")
    #expect(session.hasQuit)
    #expect(try folder.read("a.json") == "[2]")
  }
}
