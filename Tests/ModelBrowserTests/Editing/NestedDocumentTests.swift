import Mantle
import MantleDocuments
import Testing

@testable import ModelBrowser

/// JSON in a string is shown and edited as a tree, and written back as a string.
struct NestedDocumentTests {
  static let text = #"[{"p": "{\"a\": 1, \"b\": [true, {\"c\": \"x\"}]}", "q": 1}, {"p": "[1, 2]"}]"#

  /// The place, the keys, and what the nested documents of both elements are then.
  static let edits: [(place: String, keys: String, after: [String])] = [
    ("[0].p.a", "cc2<Enter>", [#"{"a": 2, "b": [true, {"c": "x"}]}"#, "[1, 2]"]),
    ("[0].p.b[0]", "~", [#"{"a": 1, "b": [false, {"c": "x"}]}"#, "[1, 2]"]),
    ("[0].p.b[1].c", #"cc"\é<Enter>"#, [#"{"a": 1, "b": [true, {"c": "\"\\é"}]}"#, "[1, 2]"]),
    ("[0].p.b[1].c", "dd", [#"{"a": 1, "b": [true, {}]}"#, "[1, 2]"]),
    ("[0].p.b[0]", ":duplicate<Enter>", [#"{"a": 1, "b": [true, true, {"c": "x"}]}"#, "[1, 2]"]),
    ("[0].p.a", "cw^Uz<Enter>", [#"{"z": 1, "b": [true, {"c": "x"}]}"#, "[1, 2]"]),
    ("[0].p.a", "]m", [#"{"b": [true, {"c": "x"}], "a": 1}"#, "[1, 2]"]),
    ("[0].p.a", #"o"n": 3<Enter>"#, [#"{"a": 1, "n": 3, "b": [true, {"c": "x"}]}"#, "[1, 2]"]),
    ("[0].p", #"a"n": 3<Enter>"#, [#"{"a": 1, "b": [true, {"c": "x"}], "n": 3}"#, "[1, 2]"]),
    ("[1].p[0]", "vj^A", [#"{"a": 1, "b": [true, {"c": "x"}]}"#, "[2, 3]"]),
    ("[1].p[0]", "vjdd", [#"{"a": 1, "b": [true, {"c": "x"}]}"#, "[]"]),
    ("[1].p", "a3<Enter>", [#"{"a": 1, "b": [true, {"c": "x"}]}"#, "[1, 2, 3]"]),
    ("[1].p", ":sort $value desc<Enter>", [#"{"a": 1, "b": [true, {"c": "x"}]}"#, "[2, 1]"]),
    ("[1].p[0]", "yy:goto [0].p.b[0]<Enter>p", [#"{"a": 1, "b": [true, 1, {"c": "x"}]}"#, "[1, 2]"]),
    ("[0].p.a", "cc2<Enter>cc3<Enter>u", [#"{"a": 2, "b": [true, {"c": "x"}]}"#, "[1, 2]"]),
    // The string itself is edited as text.
    ("[1].p", "e^U[7]<Enter>", [#"{"a": 1, "b": [true, {"c": "x"}]}"#, "[7]"]),
  ]

  @Test(arguments: edits, [60, 1 << 20])
  func documentsInStringsAreEditedAsTrees(
    edit: (place: String, keys: String, after: [String]), largestRecord: Int
  ) throws {
    var source = DocumentSource(JSONBytes(Self.text), name: "t.json")
    source.largestRecord = largestRecord
    var session = Session(source)
    session.press(":goto \(edit.place)<Enter>\(edit.keys)")
    let root = try JSONDocument(session.text).root
    let after = root.elements.compactMap { $0["p"]?.displayText }
    #expect(after == edit.after, "\(session.message)")
    #expect(root[0]?["q"]?.rawText == "1")
    session.press("99u")
    #expect(session.text == Self.text)
  }

  @Test func documentsInStringsHaveRows() {
    var session = Session(Self.text, columns: 80, rows: 20)
    session.press(":goto [0].p.b[1].c<Enter>")
    #expect(session.cursorPath == "[0].p.b[1].c")
    #expect(session.message == "")
    session.press("yp")
    #expect(session.copied.last == "[0].p.b[1].c")
    session.press("/x<Enter>")
    #expect(session.cursorPath == "[0].p")
  }

  /// Text that is no object or array, that is malformed, or that could not be written back.
  @Test(arguments: ["\"1\"", "\"{\"", "\"[1,]\"", "\" {}\"", #""[\"\ud800\"]""#, "\"\\u007b}\"", "1", "\"\""])
  func stringsWithoutDocumentHaveNoNestedDocument(_ string: String) throws {
    #expect(try JSONDocument(string).root.nestedDocument() == nil)
  }
}
