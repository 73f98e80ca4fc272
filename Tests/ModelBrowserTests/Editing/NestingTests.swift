import Mantle
import Testing

@testable import ModelBrowser

/// Values moved into the list or object before them, and out of the one they are in.
struct NestingTests {
  static let moves: [(before: String, place: String, keys: String, after: String)] = [
    ("[[1], 2, 3]", "[1]", ">", "[[1, 2], 3]"), ("[[], 2]", "[1]", ">", "[[2]]"),
    ("[[1, 2], 3]", "[0][1]", "<", "[[1], 2, 3]"), ("[[1], 3]", "[0][0]", "<", "[[], 1, 3]"),
    ("[[1], 2, 3]", "[1]", "vj>", "[[1, 2, 3]]"), ("[[1, 2, 3]]", "[0][1]", "Vj<", "[[1], 2, 3]"),
    (#"{"a": {"x": 1}, "b": 2}"#, "b", ">", #"{"a": {"x": 1, "b": 2}}"#),
    (#"{"a": {"x": 1, "y": 2}, "b": 3}"#, "a.x", "<", #"{"a": {"y": 2}, "x": 1, "b": 3}"#),
    (#"{"a": {"x": 1, "y": 2}}"#, "a.x", "vj<", #"{"a": {}, "x": 1, "y": 2}"#),
    (#"{"a": [1], "b": 2}"#, "b", ">", #"{"a": [1, 2]}"#),
    (#"[{"x": 1}, 2]"#, "[0].x", "<", #"[{}, 1, 2]"#),
    // An element needs a key where it becomes a member.
    (#"{"a": [1, 2]}"#, "a[0]", ":move-out k<Enter>", #"{"a": [2], "k": 1}"#),
    (#"[{"x": 1}, 2]"#, "[1]", ":move-in k<Enter>", #"[{"x": 1, "k": 2}]"#),
    // A member may be given another key by that.
    (#"{"a": {"x": 1, "y": 2}}"#, "a.x", ":move-out zz<Enter>", #"{"a": {"y": 2}, "zz": 1}"#),
    (#"{"a": {"x": 1}, "b": 2}"#, "a.x", ":move-out b<Enter>", #"{"a": {"x": 1}, "b": 2}"#),
    ("[[1], {\"long\": [\n  2,\n  3\n]}]", "[1]", ">", "[[1, {\"long\": [2, 3]}]]"),
    ("[[1], 2, 3]", "[1]", ">u", "[[1], 2, 3]"), ("[[1], 2, 3]", "[1]", ">u^R", "[[1, 2], 3]"),
    ("[[1, 2, 3]]", "[0][1]", "vj<u", "[[1, 2, 3]]"),
    ("[[1], 2, 3]", "[1]", ">:goto [1]<Enter>.", "[[1, 2, 3]]"),
  ]

  @Test(arguments: moves, [24, 1 << 20])
  func keysMoveValuesInAndOutOfContainers(
    move: (before: String, place: String, keys: String, after: String), largestRecord: Int
  ) {
    var source = DocumentSource(JSONBytes(move.before), name: "t.json")
    source.largestRecord = largestRecord
    var session = Session(source)
    session.press(":goto \(move.place)<Enter>\(move.keys)")
    #expect(
      session.text.filter { !$0.isWhitespace } == move.after.filter { !$0.isWhitespace }, "\(session.message)"
    )
  }

  @Test(arguments: [24, 1 << 20]) func nestingKeepsCursorFoldsAndMarks(largestRecord: Int) {
    var source = DocumentSource(JSONBytes(#"[[1], {"x": [5], "y": 6}, 3]"#), name: "t.json")
    source.largestRecord = largestRecord
    var session = Session(source)
    session.press(":goto [1].x[0]<Enter>ma:goto [1]<Enter>>")
    #expect(session.cursorPath == "[0][1]")
    #expect(session.message == "moved [1] to [0][1]  (u undoes)")
    #expect(session.rows.contains { $0.contains("▾ x") || $0.contains("▾ \"x\"") })
    session.press("'a")
    #expect(session.cursorPath == "[0][1].x[0]")
    session.press("u")
    #expect(session.cursorPath == "[1]")
    session.press("'a")
    #expect(session.cursorPath == "[1].x[0]")
    session.press("^R")
    #expect(session.cursorPath == "[0][1]")
  }

  /// Moved values on one line stay on one line with their original bytes.
  @Test func nestingKeepsOriginalBytes() {
    let text =
      "{\n  \"o\": {\n    \"paths\": { \"@/*\": [\"src/*\"] },\n    \"x\": 1\n  },\n  \"l\": [\n    1\n  ]\n}\n"
    var session = Session(text)
    session.press(":goto o.paths<Enter><")
    #expect(
      session.text.contains("\n  },\n  \"paths\": { \"@/*\": [\"src/*\"] },\n  \"l\""), "\(session.text)")
    session.press("u:goto o.x<Enter>dd:goto o<Enter>")
    #expect(session.text.contains("{ \"@/*\": [\"src/*\"] }"))
  }

  @Test func nestingSelectedValuesIsOneUndoStep() {
    var session = Session("[[1], 2, 3, 4]")
    session.press(":goto [1]<Enter>vjj>")
    #expect(session.message == "moved 3 values, the first [1]  (u undoes)")
    #expect(session.cursorPath == "[0][1]")
    session.press("u")
    #expect(session.text == "[[1], 2, 3, 4]")
    #expect(!session.isModified)
  }

  @Test(arguments: [
    ("[1, 2]", "[1]", ">", "Nothing before it holds other values"),
    ("[1, 2]", "[0]", ">", "Nothing before it holds other values"),
    ("[1, 2]", "[0]", "<", "The value is at the top level already"),
    ("[1, 2]", "", "<", "The value is at the top level already"),
    (#"{"a": {"b": 1}, "b": 2}"#, "b", ">", #"Not moved: the object has a key "b" already"#),
    (#"{"a": [1]}"#, "a[0]", "<", "Not moved: a value in an object needs a key  (:move-out KEY)"),
    (#"[{}, 1, 2]"#, "[1]", "vj:move-in k<Enter>", #"Not moved: the object has a key "k" already"#),
  ])
  func refusedNestingIsExplained(text: String, place: String, keys: String, words: String) {
    var session = Session(text)
    if !place.isEmpty { session.press(":goto \(place)<Enter>") }
    session.press(keys)
    #expect(session.message.hasPrefix(words), "\(session.message)")
    #expect(!session.isModified)
  }

  @Test func refusedNestingInModelsIsExplained() {
    var session = Session(Samples.issues, columns: 100, rows: 40)
    session.press(":goto [0].title<Enter><")
    #expect(session.message == "Not moved: title is required: it cannot be absent")
    session.press(":goto [0].labels[0]<Enter><")
    #expect(session.message.hasPrefix("Issue accepts only its own properties"))
    session.press(":goto [1]<Enter>>")
    #expect(session.message.hasPrefix("Nothing before it holds other values"))
    #expect(!session.isModified)
  }
}
