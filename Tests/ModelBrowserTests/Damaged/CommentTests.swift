import Mantle
import Testing

@testable import ModelBrowser

/// A value comes, goes and moves with the comments that belong to it; everything else stays as it is, byte for byte.
@Suite(.ownFolders) struct CommentTests {
  static let object = """
    { // settings
      // general

      // where it is built
      "out": "dist", /* not
      src */
      "strict": true, // always
      # debugging
      "map": 1 /* or 0 */, // for now
      "last": [ // empty
      ]
      // the end
    }
    """

  /// What keys make of a text: lines that are gone, or are there instead.
  static let edits: [(name: String, text: String, path: String, keys: String, expected: String)] = [
    (
      "delete with the line above", object, "out", "dd",
      object.replacing("  // where it is built\n  \"out\": \"dist\", /* not\n  src */\n", with: "")
        .replacing("// general\n\n", with: "// general\n\n")
    ),
    (
      "delete with the rest of the line", object, "strict", "dd",
      object.replacing("  \"strict\": true, // always\n", with: "")
    ),
    (
      "delete with both", object, "map", "dd",
      object.replacing("  # debugging\n  \"map\": 1 /* or 0 */, // for now\n", with: "")
    ),
    (
      "delete the last", object, "last", "dd",
      object.replacing(
        "/* or 0 */, // for now\n  \"last\": [ // empty\n  ]\n", with: "/* or 0 */ // for now\n")
    ),
    (
      "insert behind a comment", object, "strict", "olib: 1<Enter>",
      object.replacing("// always\n", with: "// always\n  \"lib\": 1,\n")
    ),
    (
      "duplicate with a comment inside", "[ // first\n  {\"a\": 1 /* k */},\n  {\"a\": 2} // two\n]", "[0]",
      ":duplicate<Enter>",
      "[ // first\n  {\"a\": 1 /* k */},\n  {\"a\": 1 /* k */},\n  {\"a\": 2} // two\n]"
    ),
    (
      "put with a last comma inside", "[ // first\n  {\"a\": 1,},\n  2\n]", "[0]", "yyjp",
      "[ // first\n  {\"a\": 1,},\n  2,\n  {\"a\": 1,}\n]"
    ),
    (
      "insert behind the last", "{\n  \"a\": 1 // one\n}", "a", "ob: 2<Enter>",
      "{\n  \"a\": 1, // one\n  \"b\": 2\n}"
    ),
    (
      "insert with a last comma", "[\n  1, // one\n  2, // two\n]", "[1]", "o3<Enter>",
      "[\n  1, // one\n  2, // two\n  3,\n]"
    ),
    (
      "insert at the top", "[\n  // about one\n  1 // one\n]", "[0]", "O0<Enter>",
      "[\n  0,\n  // about one\n  1 // one\n]"
    ),
    (
      "move down", "[\n  1, // one\n  // about two\n  2 // two\n]", "[0]", "]m",
      "[\n  // about two\n  2, // two\n  1 // one\n]"
    ),
    (
      "move up", "[\n  1, // one\n  2, // two\n  3, // three\n]", "[2]", "2[m",
      "[\n  3, // three\n  1, // one\n  2, // two\n]"
    ),
    (
      "sort", "[ // numbers\n  2, // two\n  // about one\n  1 // one\n]", "", ":sort<Enter>",
      "[ // numbers\n  // about one\n  1, // one\n  2 // two\n]"
    ),
    (
      "sort keys",
      "{\n  \"b\": 1, // bee\n  // about a\n  \"a\": { // ay\n    \"d\": 1, // dee\n    \"c\": 2\n  }\n}", "",
      ":sort-keys<Enter>",
      "{\n  // about a\n  \"a\": { // ay\n    \"d\": 1, // dee\n    \"c\": 2\n  },\n  \"b\": 1 // bee\n}"
    ),
    (
      "sort all keys",
      "{\n  \"b\": 1, // bee\n  // about a\n  \"a\": { // ay\n    \"d\": 1, // dee\n    \"c\": 2\n  }\n}", "",
      ":sort-keys all<Enter>",
      "{\n  // about a\n  \"a\": { // ay\n    \"c\": 2,\n    \"d\": 1 // dee\n  },\n  \"b\": 1 // bee\n}"
    ),
    ("on one line", "[1 /* one */, /* two */ 2, 3] // all", "[1]", "dd", "[1 /* one */, 3] // all"),
    ("to the end of the line", "[1, 2, // two\n  3]", "[2]", "dd", "[1, 2 // two\n]"),
    ("a line comment before others", "[1, 2 // two\n]", "[1]", "[m", "[2, // two\n 1\n]"),
    (
      "carriage returns", "[\r\n  1, // one\r\n  2 // two\r\n]", "[0]", "o9<Enter>",
      "[\r\n  1, // one\r\n  9,\r\n  2 // two\r\n]"
    ),
    (
      "into what held comments", "{\n  \"a\": [\n    // none yet\n  ]\n}", "a", "a1<Enter>",
      "{\n  \"a\": [\n    // none yet\n    1\n  ]\n}"
    ),
    (
      "beside a comment on its line", "{\"a\": { /* see */ }}", "a", "aCI: 1<Enter>",
      "{\"a\": { /* see */ \"CI\": 1 }}"
    ),
    ("behind a bracket's comment", "[ // none\n]", "", "a1<Enter>", "[ // none\n  1\n]"),
    (
      "the comment itself", "{\"a\":1, /* c */ \"b\":[1,2]}", "a", "jcc/* new */<Enter>",
      "{\"a\":1, /* new */ \"b\":[1,2]}"
    ),
    (
      "a comment of a line", "{\n  \"a\": 1, // one\n  \"b\": 2\n}", "a", "jcc// ONE<Enter>",
      "{\n  \"a\": 1, // ONE\n  \"b\": 2\n}"
    ),
    (
      "the comment behind a value", object, "strict", "je^U// every check<Enter>",
      object.replacing("// always", with: "// every check")
    ),
    ("the only one", "[\n  // about one\n  1 // one\n]", "[0]", "dd", "[]"),
  ]

  @Test func editOfCommentIsReported() {
    var session = Session(Self.object)
    session.press(":goto strict<Enter>jccx<Esc>cc// so<Enter>")
    #expect(session.message == "changed a comment in test.json  (u undoes)")
    // The line of any other mistake holds values too.
    session = Session("[1 2]")
    session.press("]ecc<Enter>")
    #expect(session.text == "[1 2]")
  }

  /// Edits that would lose comments explain how to keep them.
  @Test(arguments: [("last", "e"), ("last", ":| cat<Enter>"), ("", "e"), ("", ":| cat<Enter>")])
  func inlineEditRefusesToLoseComments(path: String, keys: String) {
    var session = Session(Self.object, columns: 120)
    if !path.isEmpty { session.press(":goto \(path)<Enter>") }
    session.press(keys)
    #expect(session.text == Self.object)
    #expect(session.message.hasPrefix("Comments or mistakes in its text would be lost: E edits the text"))
    session.edited = { $0.replacing("// empty", with: "// one\n    1") }
    session.press("E")
    #expect(session.text == Self.object.replacing("// empty", with: "// one\n    1"))
    session.press("ucc7<Enter>")
    #expect(!session.text.contains("// empty"))
  }

  @Test(arguments: edits) func commentsMoveWithTheirValues(
    _ row: (name: String, text: String, path: String, keys: String, expected: String)
  ) {
    var session = Session(row.text)
    if !row.path.isEmpty { session.press(":goto \(row.path)<Enter>") }
    session.press(row.keys)
    #expect(session.text == row.expected, "\(row.name): \(session.message)\n\(session.text)")
    session.press("<Esc>u")
    #expect(session.text == row.text, "\(row.name)")
    session.press("^R")
    #expect(session.text == row.expected, "\(row.name)")
  }
}
