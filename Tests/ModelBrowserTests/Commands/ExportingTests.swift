import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// `:export` writes what is shown or selected, in a form it knows, and says how much that is.
struct ExportingTests {
  private static let labels = (0..<6).map { #"{"name": "n\#($0)", "color": "c\#($0 % 2)", "x": [\#($0)]}"# }
  private static let list = "[" + labels.joined(separator: ", ") + "]"

  /// - Parameter largestRecord: 40 makes the list a large container, whose elements are found one by one.
  private static func session(
    _ json: String, _ name: String = "a.json", largestRecord: Int = 1 << 20
  ) -> Session {
    var source = DocumentSource(JSONBytes(json), name: name, inference: Inferring())
    source.largestRecord = largestRecord
    return Session(source, columns: 160)
  }

  private static let lists: [(json: String, list: String)] = [
    (list, ""), ("{\"labels\": \(list), \"n\": 1}", "labels"), (labels.joined(separator: "\n"), ""),
  ]

  @Test(arguments: lists, [40, 1 << 20])
  func exportWritesFilteredElements(_ document: (json: String, list: String), largestRecord: Int) throws {
    let folder = try Folder()
    var session = Self.session(document.json, largestRecord: largestRecord)
    session.press(":goto \(document.list)[3]<Enter>&color = c1<Enter>")
    session.press(":export \(folder.path)/o.ndjson<Enter>")
    let text = try folder.read("o.ndjson")
    #expect(
      session.message.contains("o.ndjson: exported 3 of 6, \(text.utf8.count) bytes"), "\(session.message)")
    let lines = try text.split(separator: "\n").map { try JSONDocument(String($0)).root }
    #expect(lines.map { $0["name"]?.displayText } == ["n1", "n3", "n5"])
    session.press(":export \(folder.path)/o.json<Enter>")
    #expect(try JSONDocument(folder.read("o.json")).root.count == 3)
    session.press("<Esc>:export \(folder.path)/all.json<Enter>")
    #expect(session.message.contains("all.json: exported, "), "\(session.message)")
  }

  @Test(arguments: [40, 1 << 20])
  func exportWritesSelectedRows(largestRecord: Int) throws {
    let folder = try Folder()
    var session = Self.session(Self.list, largestRecord: largestRecord)
    session.press(":goto [1]<Enter>vj:export \(folder.path)/o.json<Enter>")
    #expect(session.message.contains("exported 2 of 6, "), "\(session.message)")
    #expect(
      try JSONDocument(folder.read("o.json")).root.elements.map { $0["name"]?.displayText } == ["n1", "n2"])
    #expect(!session.browser.selection.isActive)
    session.press(":goto [1].name<Enter>vj:export \(folder.path)/p.json<Enter>")
    #expect(
      try folder.read("p.json") == "{\n  \"name\": \"n1\",\n  \"color\": \"c1\"\n}\n", "\(session.message)")
  }

  @Test(arguments: [40, 1 << 20])
  func exportIncludesUnsavedEdits(largestRecord: Int) throws {
    let folder = try Folder()
    var session = Self.session(Self.list, largestRecord: largestRecord)
    session.press(":goto [1].name<Enter>cc^Unew<Enter>:goto [3]<Enter>dd:goto [0]<Enter>&color = c1<Enter>")
    session.press(":export \(folder.path)/o.ndjson<Enter>")
    let names = try folder.read("o.ndjson").split(separator: "\n").map {
      try JSONDocument(String($0)).root["name"]?.displayText
    }
    #expect(names == ["new", "n5"], "\(session.message)")
    #expect(session.message.contains("exported 2 of 5, "), "\(session.message)")
  }

  /// Only their mapped keys, as of the whole file.
  @Test func exportOfFilteredModelsWritesMappedKeysOnly() throws {
    let folder = try Folder()
    var session = Session(Self.list, columns: 160)
    session.press(":model Label<Enter>:goto [0]<Enter>&color = c1<Enter>:export \(folder.path)/o.json<Enter>")
    let elements = try JSONDocument(folder.read("o.json")).root.elements
    #expect(elements.map { $0["name"]?.displayText } == ["n1", "n3", "n5"])
    #expect(elements.allSatisfy { $0["x"] == nil })
  }

  @Test func exportKeepsValuesWithoutModel() throws {
    let folder = try Folder()
    var session = Session("[1, 22, 3]", columns: 160)
    session.press(":export \(folder.path)/o.json<Enter>")
    #expect(session.message.hasPrefix("There is no model to export through"), "\(session.message)")
    session.press("j&$value > 2<Enter>:export \(folder.path)/o.ndjson<Enter>")
    #expect(try folder.read("o.ndjson") == "22\n3\n", "\(session.message)")
  }

  @Test func exportErrorNamesPathInTheFile() throws {
    let folder = try Folder()
    var session = Session(
      #"[{"name": "a", "color": "0"}, {"name": "b", "color": "1"}, {"name": 3, "color": "1"}]"#, columns: 160)
    session.press(":model Label<Enter>:goto [0]<Enter>&color = 1<Enter>:export \(folder.path)/o.json<Enter>")
    #expect(session.message.contains("the first: [2].name: "), "\(session.message)")
    #expect(try folder.names.isEmpty)
  }

  @Test func exportWritesSelectedTableRows() throws {
    let folder = try Folder()
    var session = Session(#"[{"a": 1}, {"a": 2}, {"a": 3}]"#)
    session.press("Tjvj:export \(folder.path)/o.csv<Enter>")
    #expect(try folder.read("o.csv") == "a\r\n2\r\n3\r\n", "\(session.screen)")
  }

  @Test(arguments: ["csv", "md", "tsv", "xlsx", "txt", "yaml", "gz"])
  func exportRefusesUnknownSuffix(suffix: String) throws {
    let folder = try Folder()
    var session = Self.session(Self.list)
    session.press(":export \(folder.path)/o.\(suffix)<Enter>")
    let message =
      ["csv", "md", "tsv"].contains(suffix)
      ? "Only a table can be exported as .\(suffix)  (T shows the elements as a table)"
      : ":export writes .json, .ndjson or .jsonl, and tables as .csv, .tsv or .md, not .\(suffix)  (:export! writes JSON)"
    #expect(session.message == message)
    #expect(try folder.names.isEmpty)
    session.press(":export! \(folder.path)/o.\(suffix)<Enter>")
    #expect(try JSONDocument(folder.read("o.\(suffix)")).root.count == 6)
  }

  @Test(arguments: ["o", "o.json", "o.geojson", "o.jsonl", "a.b/o"])
  func exportAcceptsKnownOrMissingSuffix(name: String) throws {
    let folder = try Folder()
    if name.contains("/") {
      try FileManager.default.createDirectory(atPath: folder.path + "/a.b", withIntermediateDirectories: true)
    }
    var session = Self.session(Self.list)
    session.press(":export \(folder.path)/\(name)<Enter>")
    #expect(session.message.contains(": exported, "), "\(session.message)")
  }

  @Test(arguments: ["&color = c1<Enter>", "v"])
  func writingWithFilterOrSelectionReportsWholeFile(keys: String) throws {
    let folder = try Folder()
    var session = Self.session(Self.list)
    session.press(":goto [0]<Enter>\(keys):w \(folder.path)/o.json<Enter>")
    #expect(
      session.message.hasSuffix(" (the whole file; :export writes the shown or selected elements)"),
      "\(session.message)")
    #expect(try folder.read("o.json") == Self.list)
    session.press("<Esc><Esc>:w \(folder.path)/p.json<Enter>")
    #expect(!session.message.contains("whole file"))
  }
}
