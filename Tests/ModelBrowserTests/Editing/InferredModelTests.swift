import Foundation
import Mantle
@testable import MantleDefinitions
import Testing

@testable import ModelBrowser

/// A model that was inferred says what was seen, and refuses nothing: it is inferred again after each edit.
struct InferredModelTests {
  private static let package = """
    {
      "name": "x",
      "size": 7,
      "url": "https://example.com/x",
      "files": ["lib", "bin"],
      "author": {"name": "Ann"},
      "license": "MIT"
    }
    """

  private static func session(_ json: String) -> Session {
    Session(
      DocumentSource(JSONBytes(json), name: "pkg.json", inference: Inferring()), columns: 80, rows: 20)
  }

  static let edits: [(keys: String, before: String, after: String, cursor: String)] = [
    (":goto license<Enter>dd", ",\n  \"license\": \"MIT\"", "", "author"),
    (":goto size<Enter>cw^Ubytes<Enter>", "\"size\"", "\"bytes\"", "bytes"),
    (":goto size<Enter>onew: true<Enter>", "7,", "7,\n  \"new\": true,", "new"),
    (":goto name<Enter>Onew: true<Enter>", "\"name\": \"x\"", "\"new\": true,\n  \"name\": \"x\"", "new"),
    (":goto files<Enter>onew: 1<Enter>", "\"bin\"],", "\"bin\"],\n  \"new\": 1,", "new"),
    ("ggaend: {}<Enter>", "\"MIT\"", "\"MIT\",\n  \"end\": {}", "end"),
    (":goto author.name<Enter>oage: 3<Enter>", "\"Ann\"", "\"Ann\", \"age\": 3", "author.age"),
    (":goto size<Enter>e^U\"big\"<Enter>", "7", "\"big\"", "size"),
    (":goto url<Enter>e^Unowhere<Enter>", "https://example.com/x", "nowhere", "url"),
    (":goto size<Enter>dn", "7", "null", "size"),
    (
      ":goto license<Enter>>", "\"Ann\"},\n  \"license\": \"MIT\"", "\"Ann\", \"license\": \"MIT\"}",
      "author.license"
    ),
  ]

  @Test(arguments: edits)
  func inferredModelAcceptsEveryEdit(keys: String, before: String, after: String, cursor: String) {
    var session = Self.session(Self.package)
    session.press(keys)
    #expect(session.text == Self.package.replacingFirst(before, with: after), "\(session.message)")
    #expect(session.cursorPath == cursor)
    #expect(!session.screen.contains("✗") && !session.screen.contains("unmapped"), "\(session.screen)")
    #expect(session.status.contains("no errors"))
    session.press("u")
    #expect(session.text == Self.package)
    #expect(!session.screen.contains("✗") && !session.screen.contains("absent"), "\(session.screen)")
  }

  /// A save leaves the model of the edited text.
  @Test func savedEditKeepsTheModel() throws {
    let folder = try Folder()
    let file = try folder.file("a.json", #"[{"a":1,"b":"x"},{"a":2,"b":"y"}]"#)
    var session = Session(
      try DocumentSource.file(file, models: [], inference: Inferring()), columns: 80, rows: 20)
    session.press(":goto [0].a<Enter>cc\"one\"<Enter>:rename-all b bee<Enter>:w<Enter>")
    #expect(try folder.read("a.json") == #"[{"a":"one","bee":"x"},{"a":2,"bee":"y"}]"#)
    #expect(session.status.contains("no errors") && !session.screen.contains("unmapped"), "\(session.screen)")
    session.press(":goto [1].a<Enter>cc3<Enter>")
    #expect(session.status.contains("no errors") && !session.screen.contains("✗"), "\(session.screen)")
  }

  /// A large text is not read again after each edit, but it is after its keys were renamed.
  @Test(arguments: [":rename-all b bee<Enter>", ":goto [0].b<Enter>T:rename bee<Enter>"])
  func renamedKeysOfALargeTextAreInferredAgain(_ keys: String) {
    let padding = String(repeating: "x", count: 4_000)
    let text = (0..<300).map { #"{"a":\#($0),"b":"2024-01-02","c":"\#(padding)"}"# + "\n" }.joined()
    var session = Session(
      DocumentSource(JSONBytes(text), name: "a.ndjson", inference: Inferring()), columns: 80, rows: 20)
    session.press("gg" + keys)
    #expect(session.text == text.replacingOccurrences(of: "\"b\"", with: "\"bee\""))
    #expect(session.browser.document.model?.properties.map(\.name) == ["a", "bee", "c"])
    #expect(session.status.contains("no errors"), "\(session.screen)")
    session.press("u")
    #expect(session.browser.document.model?.properties.map(\.name) == ["a", "b", "c"])
    #expect(session.status.contains("no errors"), "\(session.screen)")
  }

  /// The same for a list inside the model of the whole text.
  @Test func renamedKeysOfALargeNestedListAreInferredAgain() {
    let padding = String(repeating: "x", count: 4_000)
    let rows = (0..<300).map { #"{"id":\#($0),"p":{"mag":\#($0).5,"c":"\#(padding)"}}"# }
    let text = #"{"type":"F","features":["# + rows.joined(separator: ",\n") + "]}"
    var session = Session(
      DocumentSource(JSONBytes(text), name: "a.json", inference: Inferring()), columns: 80, rows: 20)
    session.press(":goto features[0].p.mag<Enter>T:column p<Enter>(:column p.mag<Enter>:rename size<Enter>")
    #expect(session.text.contains("\"size\":0.5") && !session.text.contains("\"mag\""), "\(session.screen)")
    #expect(session.status.contains("no errors"), "\(session.screen)")
    session.press("u")
    #expect(session.text.count == text.count && !session.isModified)
    #expect(session.status.contains("no errors"), "\(session.screen)")
  }

  @Test func editKeepsOpenFolds() {
    var session = Self.session(Self.package)
    session.press(":goto files<Enter>l:goto author<Enter>l:goto name<Enter>dd")
    #expect(session.rows.joined().contains("[1] bin") && session.rows.joined().contains("Ann"))
    session.press("u:goto size<Enter>cw^Uzz<Enter>")
    #expect(session.rows.joined().contains("[1] bin") && session.rows.joined().contains("Ann"))
    #expect(session.cursorPath == "zz")
  }

  @Test func inferredEnumAcceptsOtherValues() {
    let list =
      "[" + (0..<20).map { #"{"state": "\#($0 % 2 == 0 ? "open" : "closed")"}"# }.joined(separator: ", ")
      + "]"
    var session = Self.session(list)
    session.press(":goto [0].state<Enter>e")
    #expect(session.screen.contains("another value"))
    session.press("<End><Enter>^Ulost<Enter>")
    #expect(session.text == list.replacingFirst("open", with: "lost"))
    #expect(session.status.contains("no errors"))
    session.press(":goto [1].state<Enter>eNew one")
    #expect(session.screen.contains("state: Enter sets `New one`"), "\(session.screen)")
    session.press("<Enter>")
    #expect(session.text.contains(#"{"state": "New one"}"#), "\(session.message)")
  }

  @Test func modelsAcceptUnmappedKeys() {
    var session = Session(Samples.issues, columns: 80, rows: 40)
    session.press(":goto [0].title<Enter>o\"extra\": 1<Enter>")
    #expect(session.text.contains("\"extra\": 1"))
    #expect(session.cursorPath == "[0].extra")
    session.press("u:goto [1]<Enter>a")
    #expect(session.status.contains("NEW"))
  }
}
