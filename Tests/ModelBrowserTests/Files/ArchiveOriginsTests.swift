import Foundation
import GitHubModels
import Mantle
import Testing

@testable import ModelBrowser

/// What a definition of a part of an element does not map stays with its element, whatever the element becomes.
@Suite(.ownFolders) struct ArchiveOriginsTests {
  static let edits: [(keys: String, titles: [String])] = [
    (":set-all id 7<Enter>:set-all comments 0<Enter>:set-all state open<Enter>", ["A", "B", "C"]),
    (":set-all id 7<Enter>:goto [1]<Enter>dd", ["A", "C"]),
    (":set-all id 7<Enter>:goto [0]<Enter>]m", ["B", "A", "C"]),
    (":set-all id 7<Enter>:goto [0]<Enter>]m:set-all comments 1<Enter>dd", ["B", "C"]),
    (":goto [2]<Enter>dd:set-all id 7<Enter>2u:set-all id 8<Enter>", ["A", "B", "C"]),
    (":goto [0]<Enter>:sort comments<Enter>:set-all comments 5<Enter>", ["C", "B", "A"]),
    (":goto [1]<Enter>yyp:set-all id 7<Enter>:set-all comments 1<Enter>:goto [0]<Enter>dd", ["B", "B", "C"]),
    (
      ":goto [1]<Enter>yyp]m:set-all comments 1<Enter>yyPD:set-all comments 5<Enter>",
      ["A", "B", "C", "B", "B", "B"]
    ),
    (":goto [0]<Enter>ddp:goto [1].comments<Enter>e^U9<Enter>", ["B", "A", "C"]),
    (":goto [0]<Enter>2ddp:set-all id 7<Enter>:set-all comments 0<Enter>", ["C", "A", "B"]),
    (
      ":goto [0].id<Enter>e^U2<Enter>:goto [0].comments<Enter>e^U2<Enter>:w<Enter>:goto [1]<Enter>dd",
      ["A", "C"]
    ),
  ]

  @Test(arguments: edits, [150, 1 << 20])
  func unmappedValuesStay(_ edit: (keys: String, titles: [String]), largestRecord: Int) throws {
    let folder = try Folder()
    let file = folder.path + "/issues.archive"
    let issues = try [GitHubModels.Issue].decode(json: Self.text)
    try Data(try Archive.encode(issues)).write(to: URL(filePath: file))
    var source = try DocumentSource.file(file, models: PartOfIssue.models)
    source.largestRecord = largestRecord
    var session = Session(source, columns: 80, rows: 20)
    session.press(edit.keys + ":w<Enter>")
    #expect(session.message.contains("saved"), "\(session.message)")
    let saved = try Archive.decode(
      [GitHubModels.Issue].self, from: [UInt8](try Data(contentsOf: URL(filePath: file))))
    #expect(saved.map(\.title) == edit.titles)
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
