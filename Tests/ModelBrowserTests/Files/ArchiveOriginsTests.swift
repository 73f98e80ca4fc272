import Foundation
import GitHubModels
import Mantle
import Testing

@testable import MantleArchiving
@testable import ModelBrowser

/// What a definition of a part of an element does not map stays with its element, whatever the element becomes.
@Suite(.ownFolders) struct ArchiveOriginsTests: JournalSuite {
  static let edits: [(keys: String, titles: [String])] = [
    (":set-all id 7<Enter>:set-all comments 0<Enter>:set-all state open<Enter>", ["A", "B", "C"]),
    (":set-all id 7<Enter>:goto [1]<Enter>dd", ["A", "C"]),
    (":set-all id 7<Enter>:goto [0]<Enter>]m", ["B", "A", "C"]),
    (":set-all id 7<Enter>:goto [0]<Enter>]m:set-all comments 1<Enter>dd", ["B", "C"]),
    (":goto [2]<Enter>dd:set-all id 7<Enter>2u:set-all id 8<Enter>", ["A", "B", "C"]),
    (":goto [0]<Enter>:sort comments<Enter>:set-all comments 5<Enter>", ["C", "B", "A"]),
    (":goto [1]<Enter>yyp:set-all id 7<Enter>:set-all comments 1<Enter>:goto [0]<Enter>dd", ["B", "B", "C"]),
    (
      ":goto [1]<Enter>yyp]m:set-all comments 1<Enter>yyP:duplicate<Enter>:set-all comments 5<Enter>",
      ["A", "B", "C", "B", "B", "B"]
    ),
    (":goto [0]<Enter>ddp:goto [1].comments<Enter>e^U9<Enter>", ["B", "A", "C"]),
    (":goto [0]<Enter>2ddp:set-all id 7<Enter>:set-all comments 0<Enter>", ["C", "A", "B"]),
    (":goto [0]<Enter>vjyykp" + all, ["A", "A", "B", "B", "C"]),
    (":goto [0]<Enter>vjyyggP" + all, ["A", "B", "A", "B", "C"]),
    (":goto [0]<Enter>\"adddd\"ap" + all, ["C", "A"]),
    (":goto [0]<Enter>\"addyyP\"ap" + all, ["B", "A", "B", "C"]),
    (":goto [0]<Enter>\"addddu\"ap" + all, ["B", "A", "C"]),
    (":goto [0]<Enter>yyjjpdd" + all + "u" + all, ["A", "B", "C"]),
    (":goto [0]<Enter>dd:changes<Enter>u<Esc>" + all, ["A", "B", "C"]),
    (
      ":goto [0].id<Enter>e^U2<Enter>:goto [0].comments<Enter>e^U2<Enter>:w<Enter>:goto [1]<Enter>dd",
      ["A", "C"]
    ),
  ]

  /// After these, no text tells an element from another one.
  private static let all = ":set-all id 7<Enter>:set-all comments 0<Enter>:set-all state open<Enter>"

  @Test(arguments: edits, [150, 1 << 20])
  func savingKeepsUnmappedArchiveValues(_ edit: (keys: String, titles: [String]), largestRecord: Int) throws {
    let folder = try Folder()
    let file = try Self.archive(Self.text, in: folder)
    var session = try Self.open(file, PartOfIssue.models, largestRecord)
    session.press(edit.keys + ":w<Enter>")
    #expect(session.message.contains("saved"), "\(session.message)")
    #expect(try Self.issues(in: file).map(\.title) == edit.titles)
  }

  /// What is recovered is not the text of the archive: the texts have to tell what was what.
  @Test func recoveredEditsKeepUnmappedArchiveValues() throws {
    let folder = try Folder()
    let file = try Self.archive(Self.text, in: folder)
    var session = try Self.open(file, PartOfIssue.models)
    session.press(":goto [0]<Enter>dd")
    try die(session)
    var next = try Self.open(file, PartOfIssue.models)
    next.press(":recover<Enter>y:w<Enter>")
    #expect(next.message.contains("saved"), "\(next.message)")
    #expect(try Self.issues(in: file).map(\.title) == ["B", "C"])
  }

  @Test("A file whose edits were dropped still knows the archived objects of its values")
  func droppedEditsKeepOriginalPlaces() throws {
    let folder = try Folder()
    let file = try Self.archive(Self.text, in: folder)
    let other = try folder.file("other.json", "[1]")
    var session = try Self.open(file, PartOfIssue.models)
    session.opensFiles = true
    session.press(":goto [0]<Enter>dd:e! \(other)<Enter>")
    session.press(":b 1<Enter>:goto [1]<Enter>dd:set-all id 7<Enter>:w<Enter>")
    #expect(session.message.contains("saved"), "\(session.message)")
    #expect(try Self.issues(in: file).map(\.title) == ["A", "C"])
  }

  /// A value of another file is a new one, whatever stands where it stood.
  @Test func valuePastedFromAnotherArchiveIsNew() throws {
    let folder = try Folder()
    let file = try Self.archive(Self.text, in: folder)
    let text = Self.text.replacing("\"A\"", with: "\"D\"").replacing("\"id\": 1", with: "\"id\": 11")
    let other = try Self.archive(text, in: folder, "other")
    var session = try Self.open(file, PartOfIssue.models)
    session.press(":goto [0]<Enter>yy")
    session.receive(.opened(try DocumentSource.file(other, models: PartOfIssue.models)))
    session.press(":goto [0]<Enter>p:w<Enter>")
    #expect(session.message.contains("saved"), "\(session.message)")
    let titles = try Self.issues(in: other).map(\.title)
    #expect(titles == ["D", "", "B", "C"])
  }

  static let labels: [(keys: String, colors: [[String?]])] = [
    // Behind the last one of those that were archived.
    (
      "dd:goto [0].labels<Enter>e^U[\(label(1)), \(label(2)), \(label(3))]<Enter>",
      [["a", "b", nil], ["c", "d"]]
    ),
    ("dd:goto [0].labels<Enter>e^U[\(label(2))]<Enter>", [["b"], ["c", "d"]]),
    (":goto [0].labels[0]<Enter>dd:goto [0].labels[0].name<Enter>ex<Enter>", [["b"], ["c", "d"]]),
    // Those of another element, put where its own were.
    ("dd:goto [0].labels<Enter>e^U[\(label(3)), \(label(4))]<Enter>", [[nil, nil], ["c", "d"]]),
  ]

  private static func label(_ id: Int) -> String { #"{"id": \#(id), "name": "n\#(id)"}"# }

  /// Lists inside models: their elements' identities and the edits tell what they were.
  @Test(arguments: labels, [400, 1 << 20])
  func innerListsKeepUnmappedValues(_ edit: (keys: String, colors: [[String?]]), largestRecord: Int) throws {
    let lists = [[(1, "a"), (2, "b")], [(3, "c"), (4, "d")]].map { list in
      list.map { #"{"id": \#($0), "name": "n\#($0)", "color": "\#($1)"}"# }.joined(separator: ", ")
    }
    let text = lists.map { list in
      """
      {"url": null, "id": 1, "number": 1, "title": "A", "state": "open", "user": null, "comments": 0,
       "created_at": null, "updated_at": null, "labels": [\(list)]}
      """
    }
    let folder = try Folder()
    let file = try Self.archive("[\(text.joined(separator: ", "))]", in: folder)
    var session = try Self.open(file, Tagged.models, largestRecord)
    session.press(":goto [0].labels<Enter>" + edit.keys + ":w<Enter>")
    #expect(session.message.contains("saved"), "\(session.message)\n\(session.screen)")
    let saved = try Self.issues(in: file)
    #expect(saved.map { $0.labels.map(\.color) } == edit.colors)
  }

  private static func archive(_ text: String, in folder: Folder, _ name: String = "issues") throws -> String {
    let file = folder.path + "/\(name).archive"
    try Data(try Archive.bytes(of: try [GitHubModels.Issue].decode(json: text))).write(
      to: URL(filePath: file))
    return file
  }

  private static func open(
    _ file: String, _ models: [ModelDescription], _ largestRecord: Int = 1 << 20
  ) throws -> Session {
    var source = try DocumentSource.file(file, models: models)
    source.largestRecord = largestRecord
    return Session(source, columns: 80, rows: 20)
  }

  private static func issues(in file: String) throws -> [GitHubModels.Issue] {
    try Archive.decode(
      [GitHubModels.Issue].self, from: [UInt8](try Data(contentsOf: URL(filePath: file))))
  }

  private static let text: String = {
    let issues = ["A", "B", "C"].enumerated().map { index, title in
      """
      {"url": null, "id": \(index + 1), "number": 1, "title": "\(title)", "state": "open", "user": null,
       "comments": \(3 - index), "created_at": null, "updated_at": null}
      """
    }
    return "[\(issues.joined(separator: ",\n"))]"
  }()
}

/// What a definition of a part of issues and labels knows of them: no colours.
private struct Tagged: ArchivableModel {
  struct Label: ArchivableModel {
    var id: Int
    var name: String

    static let archive = ModelArchive("GHLabel")
    static let properties = Properties(of: Label.self) {
      Property(\.id).identity()
      Property(\.name)
    }
    static let mapping = Mapping(Label.init, properties)
  }

  var id: Int?
  var labels: [Label]?

  static let archive = ModelArchive("GHIssue", version: 2)
  static let properties = Properties(of: Tagged.self) {
    Property(\.id)
    Property(\.labels)
  }
  static let mapping = Mapping(Tagged.init, properties)
  static let models = [
    Tagged.modelDescription, Label.modelDescription,
  ]
}
