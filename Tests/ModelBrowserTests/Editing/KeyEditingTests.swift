import Mantle
import Testing

@testable import ModelBrowser

/// New keys of objects, and other names for those that are there.
struct KeyEditingTests {
  /// Members change places as elements do; what is between them, and comments of theirs, go as they do there.
  @Test(arguments: [1, 1 << 20])
  func moveKeysReorderMembers(largestRecord: Int) {
    let text = #"{"o": { "a": 1,  "b": [2], "c": 3 }}"#
    var source = DocumentSource(JSONBytes(text), name: "t")
    source.largestRecord = largestRecord
    var session = Session(source)
    session.press(":goto o.a<Enter>]m")
    guard largestRecord > 1 else {
      #expect(
        session.message.contains("up to 1 MB") || session.message.contains("Large or malformed"),
        "\(session.message)"
      )
      return
    }
    #expect(session.text == #"{"o": { "b": [2],  "a": 1, "c": 3 }}"#)
    #expect(session.cursorPath == "o.a")
    #expect(session.message == "moved o.a to o.b  (u undoes)")
    session.press("]m")
    #expect(session.text == #"{"o": { "b": [2],  "c": 3, "a": 1 }}"#)
    session.press("2[m")
    #expect(session.text == text)
    #expect(!session.isModified)
  }

  /// Text, keys, text after.
  @Test(arguments: [
    (#"{"a": 1, "b": 2}"#, "a\"c\": 3<Enter>", #"{"a": 1, "b": 2, "c": 3}"#),
    (#"{"a": 1, "b": 2}"#, "ja\"c\": 3<Enter>", #"{"a": 1, "b": 2, "c": 3}"#),
    (#"{"a": 1, "b": 2}"#, "jo\"c\": [3]<Enter>", #"{"a": 1, "c": [3], "b": 2}"#),
    (#"{"a": 1, "b": 2}"#, "jOc:3<Enter>", #"{"c": 3, "a": 1, "b": 2}"#),
    (#"{"a": 1, "b": 2}"#, "jjO c : \"x\"<Enter>", #"{"a": 1, "c": "x", "b": 2}"#),
    (#"{"a":1,"b":2}"#, "Go\"c\": 3<Enter>", #"{"a":1,"b":2,"c":3}"#),
    ("{}", "a\"c\": 3<Enter>", #"{"c": 3}"#),
    (
      "{\n  \"a\": 1\n}\n", "ja\"c\": {\"d\": 1}<Enter>", "{\n  \"a\": 1,\n  \"c\": {\n    \"d\": 1\n  }\n}\n"
    ),
    (#"{"a": {}}"#, "ja\"c\": 3<Enter>", #"{"a": {"c": 3}}"#),
    (#"[{"a": 1}]"#, "jlja\"c\": 3<Enter>", #"[{"a": 1, "c": 3}]"#),
    (#"[{}]"#, "ja\"c\": 3<Enter>", #"[{"c": 3}]"#),
    (#"{"a": 1}"#, "a\"q\\\"k\\u00e9\": 3<Enter>", #"{"a": 1, "q\"ké": 3}"#),
    // Another key, in its place.
    (#"{"a": 1, "b": 2}"#, "jcw^Uc<Enter>", #"{"c": 1, "b": 2}"#),
    (#"{"a": 1, "b": 2}"#, "Gcwx<Enter>", #"{"a": 1, "bx": 2}"#),
    (#"{"a" :1}"#, "j:rename new key<Enter>", #"{"new key" :1}"#),
    (#"{"a": {"b": 1}}"#, "jljcw^Uc<Enter>", #"{"a": {"c": 1}}"#),
    // Nothing typed, and Esc, change nothing.
    (#"{"a": 1}"#, "jcw<Enter>", #"{"a": 1}"#), (#"{"a": 1}"#, "a\"b\": 1<Esc>", #"{"a": 1}"#),
  ])
  func membersAreInsertedAndRenamed(before: String, keys: String, after: String) throws {
    for size in [1, 1 << 20] {
      var source = DocumentSource(JSONBytes(before), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press(keys)
      if after.contains("\n"), size == 1 {
        // Of an object that is not parsed whole, the lines inside a new value are not spread.
        #expect(try JSONDocument(session.text).root.isEquivalent(to: try JSONDocument(after).root))
      } else {
        #expect(session.text == after, "records of \(size)")
      }
      if before != after { #expect(session.browser.document.isModified) }
      session.press("<Esc>99u")
      #expect(session.text == before)
      #expect(!session.isModified)
      session.press("99^R")
      #expect(try JSONDocument(session.text).root.isEquivalent(to: try JSONDocument(after).root))
    }
  }

  @Test(arguments: [
    ("a", "✗ type \"key\": value"), ("a\"c\"", "✗ type \"key\": value"),
    ("ac:", "✗ column 1: unexpected end of input, expected a value"),
    ("a\"c\": x", "✓ \"c\": \"x\""), ("ac: [x", "✗ column 2: expected true, false or null, found 'x'"),
    ("a\"b\": 1", "✗ the object has a key \"b\" already"),
    ("a\"\\u0062\": 1", "✗ the object has a key \"b\" already"), ("a\"c\": 1", "✓ \"c\": 1"),
    ("jcwb^U", "✓ \"\""), ("jcw^Ub", "✗ the object has a key \"b\" already"), ("jcw", "✓ \"a\""),
  ])
  func editorChecksKeyWhileTyping(keys: String, verdict: String) {
    for size in [1, 1 << 20] {
      var source = DocumentSource(JSONBytes(#"{"a": 1, "b": 2}"#), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press(keys)
      #expect(session.lines.last == verdict, "records of \(size)")
    }
  }

  @Test(arguments: [
    ("jl6jcw", "The model defines the key of title"), ("jcw", "This row has no key"),
    ("cw", "This row has no key"),
  ])
  func renameRefusesRowsWithoutEditableKey(keys: String, message: String) {
    var session = Session(Samples.issues)
    session.press(keys)
    #expect(session.message == message)
  }

  @Test func cursorFollowsInsertedAndRenamedKeys() {
    var session = Session(#"{"a": 1, "b": {"c": 2}}"#, columns: 60)
    session.press("jo\"new\": 7<Enter>")
    #expect(session.cursorPath == "new")
    session.press("cw^Uother<Enter>")
    #expect(session.cursorPath == "other")
    #expect(session.rows.first { $0.hasPrefix(">") } == "> +    other: 7")
    session.press("u")
    #expect(session.message == "undone: renamed new to other")
    session.press("u")
    #expect(session.message == "undone: inserted new")
  }

  @Test func differencesListNewKeys() {
    for size in [1, 1 << 20] {
      var source = DocumentSource(JSONBytes(#"{"a": 1, "b": 2}"#), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press("jo\"new\": 7<Enter>")
      #expect(session.differences.prefix(2) == ["new", "+ 7"], "records of \(size)")
    }
  }

  @Test func unmappedKeysAreAddedAndRenamed() throws {
    var session = Session(Samples.issues, columns: 80, rows: 40)
    session.press("/node_id<Enter>cw^Unode<Enter>")
    #expect(session.cursorPath == "[0].node")
    session.press("a\"extra\": true<Enter>")
    #expect(session.cursorPath == "[0].extra")
    let issue = try JSONDocument(session.text).root.find("[0]")
    #expect(issue?["node"]?.displayText == "MDU6")
    #expect(issue?["extra"]?.boolValue == true)
    session.press("2u")
    #expect(session.text == Samples.issues)
  }
}

/// Renaming a column of a table.
struct ColumnRenamingTests {
  private static let rows = #"""
    [{"a": 1, "o": {"x": 1}}, {"b": 2, "o": {}}, {"a": 3, "o": {"x": 2}}]
    """#

  /// Keys in the table, and the key that is renamed with its new name.
  @Test(arguments: [
    (":rename c<Enter>", "a", "c", "renamed a to c in 2 rows"),
    ("j:rename c<Enter>", "a", "c", "renamed a to c in 2 rows"),
    ("cw2<Enter>", "a", "a2", "renamed a to a2 in 2 rows"),
    ("ss:rename c<Enter>", "a", "c", "renamed a to c in 2 rows"),
    ("&a=3<Enter>:rename c<Enter>", "a", "c", "renamed a to c in 2 rows"),
    ("l:rename c d<Enter>", "o", "c d", "renamed o to c d in 3 rows"),
    ("l(:rename y<Enter>", "x", "y", "renamed o.x to y in 2 rows"),
    ("ll:rename c<Enter>", "b", "c", "renamed b to c in 1 row"),
  ])
  func columnIsRenamedInAllRows(keys: String, key: String, new: String, message: String) {
    for size in [40, 1 << 20] {
      var source = DocumentSource(JSONBytes(Self.rows), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press("T" + keys)
      let renamed = Self.rows.replacing("\"\(key)\"", with: "\"\(new)\"")
      #expect(session.text == renamed, "records of \(size)")
      #expect(session.message == "\(message)  (u undoes)")
      func titles() -> [String] { session.browser.view.table?.grid.columns.map(\.title) ?? [] }
      let after = titles()
      #expect(after.contains { $0.hasSuffix(new) } && !after.contains(key))
      session.press("u")
      #expect(session.text == Self.rows)
      #expect(!session.isModified)
      #expect(titles().contains { $0.hasSuffix(key) } && titles().count == after.count)
      session.press("^R")
      #expect(session.text == renamed && titles() == after)
    }
  }

  @Test(arguments: [
    (":rename b<Enter>", "Not changed: [1].a: the object has a key \"b\" already"),
    (":rename a<Enter>", "Unchanged"),
    (":column c = a + 1<Enter>:rename d<Enter>", "The values of the column c have no key"),
    (":column c = a + 1<Enter>0:rename c<Enter>", "Not changed: c is the title of a calculated column"),
    ("F:rename c<Enter>", "These rows are not elements  (Enter shows the elements of the row, q returns)"),
    ("F:set-all a 0<Enter>", "These rows are not elements  (Enter shows the elements of the row, q returns)"),
  ])
  func renamingIsRefusedAsAWhole(keys: String, message: String) {
    let text = #"[{"a": 1}, {"a": 2, "b": 3}]"#
    var session = Session(text)
    session.press("T" + keys)
    #expect(session.message == message)
    #expect(session.text == text)
  }

  /// A column whose key an edit removed from all rows stays readable.
  @Test(arguments: [":rename-all a z<Enter>u", ":delete-all b<Enter>", ":delete-all a<Enter>"])
  func columnsWithoutKeysAreExported(keys: String) throws {
    let folder = try Folder()
    var session = Session(DocumentSource(JSONBytes(#"[{"a": 1, "b": 2}, {"a": 3, "b": 4}]"#), name: "t"))
    session.press("T" + keys + ":export \(folder.path)/x.csv<Enter>")
    #expect(session.message.contains("wrote 2 rows"), "\(session.message)")
    session.press("I")
    #expect(session.screen.contains("statistics"), "\(session.screen)")
  }

  @Test func columnOfAModelKeepsItsKey() {
    var session = Session(Samples.issues)
    session.press("T:rename other<Enter>")
    #expect(session.message.hasPrefix("The model defines the key of"), "\(session.message)")
  }

  @Test func treeRenamesTheKeyOfOneRow() {
    var session = Session(Self.rows)
    session.press("T<Enter>:rename c<Enter>")
    #expect(session.text.hasPrefix(#"[{"c": 1"#) && session.text.contains(#"{"a": 3"#))
    session.press("q")
    #expect(session.browser.view.table?.grid.columns.map(\.title).contains("a") == true)
  }

  /// Filters and calculated columns name the new key, and the former one after undo.
  @Test(arguments: [40, 1 << 20])
  func filtersAndCalculationsFollowTheRenamedColumn(size: Int) {
    var source = DocumentSource(JSONBytes(Self.rows), name: "t")
    source.largestRecord = size
    var session = Session(source)
    session.press("T:column twice = a * 2<Enter>:column a * 3 + o.x<Enter>&a >= 1<Enter>&o.x < 9<Enter>0")
    #expect(session.browser.outline.filters.map(\.words) == ["a >= 1", "o.x < 9"], "\(session.screen)")
    session.press(":rename c d<Enter>")
    #expect(session.browser.outline.filters.map(\.words) == [#"c\ d >= 1"#, "o.x < 9"])
    let last = session.lines.first { $0.contains("{x: 2}") } ?? ""
    #expect(session.screen.contains(#"c\ d * 3 + o.x"#), "\(session.screen)")
    #expect(last.contains(" 6") && last.contains("11"), "\(session.screen)")
    session.press("&c\\ d = 3<Enter>")
    #expect(session.browser.outline.filters.last?.passedCount == 1, "\(session.screen)")
    session.press("<Esc>u")
    #expect(session.text == Self.rows)
    #expect(session.browser.outline.filters.map(\.words) == ["a >= 1", "o.x < 9"])
    #expect(session.screen.contains("a * 3 + o.x") && session.screen.contains("11"), "\(session.screen)")
  }

  @Test func sortingFollowsTheRenamedColumn() {
    var session = Session(Self.rows)
    session.press("Tss:rename c<Enter>")
    #expect(session.lines[0] == " ▼ c   \\ removes", "\(session.screen)")
    session.press("u")
    #expect(session.lines[0] == " ▼ a   \\ removes")
  }
}

/// What was copied or deleted, put elsewhere.
struct RegisterTests {
  @Test(arguments: [
    ("[1, 2, 3]", "jyyjp", "[1, 2, 1, 3]"), ("[1, 2, 3]", "jddp", "[2, 1, 3]"),
    ("[1, 2, 3]", "GyyggjP", "[3, 1, 2, 3]"),
    ("[1, []]", "jyyGjp", "[1, [], 1]"), (#"{"a": 1}"#, "jyyp<Home><Right>b<Enter>", #"{"a": 1, "ba": 1}"#),
    ("[{\n  \"a\": 1\n}]\n", "jyyp", "[{\n  \"a\": 1\n},{\n  \"a\": 1\n}]\n"),
    ("1\n[2,3]\n", "Gyykp", "1\n[2,3]\n[2,3]\n"),
  ])
  func valuesAreCopiedAndPasted(before: String, keys: String, after: String) {
    var session = Session(before)
    session.press(keys)
    #expect(session.text == after)
    session.press("<Esc>9u")
    #expect(session.text == before)
  }

  @Test func listOfModelsRefusesOtherValues() {
    var session = Session(Samples.issues)
    session.press("p")
    #expect(session.message == "Nothing was copied or deleted yet (yy, dd)")
    session.press("jyyp")
    #expect(session.cursorPath == "[1]")
    #expect(session.status.contains("4 Issues"))
    session.press("uggjl8jyyggjp")
    #expect(session.message.hasPrefix("Not put here: not of type Issue"))
    #expect(session.text == Samples.issues)
  }
}
