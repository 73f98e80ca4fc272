import Mantle
import Testing

@testable import ModelBrowser

/// Folds, marks and the cursor belong to what they are on, whatever is inserted, deleted, moved or undone around it.
struct IdentityTests {
  /// Keys, and what saving says was changed: in numbers of the text as it was saved and as it is.
  @Test(arguments: [
    (#"[{"n":3},{"n":1},{"n":2}]"#, ":sort n<Enter>", "1 change: [0] → [2]"),
    (#"[{"n":1},{"n":3},{"n":2}]"#, ":sort n<Enter>", "1 change: [1] → [2]"),
    (
      #"{"b": 1, "a": {"d": 1, "c": 2}}"#, ":sort-keys<Enter>", "1 change: all of it: 2 keys in another order"
    ),
    (#"{"a": {"d": 1, "c": 2}}"#, ":sort-keys all<Enter>", "1 change: a: 2 keys in another order"),
    (#"[{"b": 1, "a": 2}]"#, "j:sort-keys<Enter>", "1 change: [0]: 2 keys in another order"),
    (list, "jdd", "1 change: [0]"), (list, "j]m", "1 change: [0] → [1]"),
    // More than a few moves are one new order, at any size.
    ("[5, 4, 3, 2, 1]", "j:sort<Enter>", "1 change: all of it: 5 elements in another order"),
    (#"{"l": [5, 4, 3, 2, 1]}"#, ":goto l[0]<Enter>:sort<Enter>", "1 change: l: 5 elements in another order"),
    (many, "j:sort desc<Enter>", "1 change: all of it: 1500 elements in another order"),
    (
      #"{"l": \#(many)}"#, ":goto l[0]<Enter>:sort desc<Enter>", "1 change: l: 1500 elements in another order"
    ),
    // What stands in another list or object, or under another key, was moved.
    (#"{"d": {"x": 1}, "e": 2}"#, "gr:goto d<Enter>:rename zz<Enter>", "1 change: d → zz"),
    (#"{"a": {"d": 1}, "e": 2}"#, "gr:goto a.d<Enter>:rename zz<Enter>", "1 change: a.d → a.zz"),
    (nesting, "gr:goto k<Enter>>", "1 change: k → c[1]"),
    (nesting, "gr:goto a.b<Enter><", "1 change: a.b → b"),
    (#"{"a": 1, "b": {"c": 2}}"#, "gr:goto a<Enter>dd:goto b.c<Enter>oz: 1<Enter>", "2 changes: a, b.z"),
  ])
  func changeSummaryUsesOldAndNewIndices(text: String, keys: String, expected: String) {
    // The members of a container that is not read whole are not put in order.
    for size in keys.contains("keys") ? [1 << 20] : [1 << 20, 12] {
      var session = session(text, size: size)
      session.press(keys)
      #expect(session.browser.outline.differences.words == expected, "\(size)")
    }
  }

  /// Undoing a saved sort reports the moved elements.
  @Test func undoOfSavedSortReportsMovedElements() throws {
    let folder = try Folder()
    var session = session(#"[{"n":3},{"n":1},{"n":2}]"#, size: 12)
    session.press(":sort n<Enter>:w \(folder.path)/a.json<Enter>u")
    #expect(session.browser.outline.changeWords == "1 change: [2] → [0]")
  }

  private static let many = "[\((0..<1500).map(String.init).joined(separator: ", "))]"
  private static let nesting = #"{"a": {"b": 1}, "c": [{"x": 1}], "k": "v"}"#
  private static let nested = #"{"a": [{"x": 1}, {"y": 2}, {"z": 3}], "b": {"k": [1]}, "c": {}}"#
  private static let list = #"[{"x": 1}, {"y": 2}, {"z": 3}, 4]"#

  /// The open rows, as the keys and values that name them.
  private func open(_ session: Session) -> [String] {
    session.rows.filter { $0.contains("▾") }.map { row in
      let words = row.dropFirst(3).split(separator: " ").dropFirst()
      return words.first == "a:" ? "a:" : words.joined(separator: " ")
    }.filter { !$0.hasPrefix("test.json") }
  }

  private func session(_ text: String, size: Int = 1 << 20) -> Session {
    var source = DocumentSource(JSONBytes(text), name: "test.json")
    source.largestRecord = size
    return Session(source, columns: 60, rows: 24)
  }

  /// Keys, and which rows are open then.
  @Test(arguments: [
    // A member deleted before an open one.
    (nested, ":goto b<Enter>lggjdd", ["b: {1} k: [1]"]),
    // An element deleted, inserted, moved before an open one.
    (nested, ":goto a[1]<Enter>lkdd", ["a:", "[0] {1} y: 2"]),
    (nested, ":goto a[1]<Enter>lkO^U0<Enter>", ["a:", "[2] {1} y: 2"]),
    (nested, ":goto a[1]<Enter>l]m", ["a:", "[2] {1} y: 2"]),
    (nested, ":goto a[1]<Enter>l]mu", ["a:", "[1] {1} y: 2"]),
    (nested, ":goto a[1]<Enter>lkddu", ["a:", "[1] {1} y: 2"]),
    (nested, ":goto a[1]<Enter>lkddu^R", ["a:", "[0] {1} y: 2"]),
    (nested, ":goto b<Enter>l:rename q<Enter>", ["q: {1} k: [1]"]),
    (nested, ":goto b<Enter>l:rename q<Enter>u", ["b: {1} k: [1]"]),
    (nested, ":goto c<Enter>a", []),
    (list, "jjl]m", ["[2] {1} y: 2"]), (list, "jjl]mu", ["[1] {1} y: 2"]),
    (list, "jjl]mu^R", ["[2] {1} y: 2"]), (list, "jjl]m]mu", ["[2] {1} y: 2"]),
    (list, "jjlkdd", ["[0] {1} y: 2"]), (list, "jjl[m", ["[0] {1} y: 2"]),
  ])
  func foldsStayWithTheirRows(text: String, keys: String, expected: [String]) {
    for size in [1 << 20, 12] {
      // A container that is not parsed whole shows no values behind its name.
      var session = session(text, size: size)
      session.press(keys)
      if size > 1 {
        #expect(open(session) == expected)
      } else {
        #expect(open(session).count == expected.count)
      }
    }
  }

  /// Keys, and the path the cursor is on then.
  @Test(arguments: [
    (list, "jjo7<Enter>u", "[1]"), (list, "jjyypu", "[1]"), (list, "jjddu^R", "[1]"), (list, "Gddu^R", "[2]"),
    (list, "jjddu", "[1]"), (list, "jj]m]muu", "[1]"), (list, "jj]mu^R", "[2]"), (list, "j3ddu^R", "[0]"),
    (nested, ":goto c<Enter>o\"zz\": 1<Enter>u", "c"), (nested, ":goto a[1]<Enter>o7<Enter>u", "a[1]"),
    // Undone, the cursor is where it was before; done again, where it was after.
    (list, "jj:sort x<Enter>u", "[1]"), ("[4, 3, 2, 1]", "jj:sort<Enter>", "[2]"),
    ("[4, 3, 2, 1]", "jj:sort<Enter>u", "[1]"), ("[4, 3, 2, 1]", "jj:sort<Enter>ugg^R", "[2]"),
    ("[1, 2, 3, 4]", "jvj]m]m<Esc>u", "[2]"), ("[1, 2, 3, 4]", "jvj]m]m<Esc>uu", "[1]"),
    ("[1, 2, 3, 4]", "jvj]m]m<Esc>uuG^R", "[2]"),
    (nested, ":goto b<Enter>dd", "c"), (nested, ":goto c<Enter>dd", "b"), (nested, ":goto c<Enter>ddu", "c"),
    (nested, ":goto a[2]<Enter>dd", "a[1]"), (nested, ":goto a[1]<Enter>ddu^R", "a[1]"),
    (nested, ":goto a[0].x<Enter>dd", "a[0]"),
  ])
  func undoAndRedoRestoreTheCursor(text: String, keys: String, path: String) {
    for size in [1 << 20, 12] {
      var session = session(text, size: size)
      session.press(keys)
      #expect(session.cursorPath == path, "records of \(size)")
    }
  }

  @Test func undoMessageNamesTheMovedSelection() {
    var session = session("[1, 2, 3, 4]")
    session.press("jvj]m")
    #expect(session.message == "moved 2 elements down  (u undoes)")
    session.press("<Esc>u")
    #expect(session.message == "undone: moved 2 elements down")
    session.press("^R")
    #expect(session.message == "redone: moved 2 elements down")
  }

  /// Undoing a deletion restores folds and marks.
  @Test(arguments: [
    (list, "jjljmakdd", "u'a", "[1].y", ["[1] {1} y: 2"]),
    (list, "jjljmakdd", "u^Ru'a", "[1].y", ["[1] {1} y: 2"]),
    (list, "jljmajljmb:goto [0]<Enter>2dd", "u'b", "[1].y", ["[0] {1} x: 1", "[1] {1} y: 2"]),
    (nested, ":goto a[1]<Enter>ljmakdd", "u'a", "a[1].y", ["a:", "[1] {1} y: 2"]),
    (nested, ":goto a[1]<Enter>l:goto a<Enter>dd", "u", "a", ["a:", "[1] {1} y: 2"]),
  ])
  func undoRestoresFoldsAndMarks(text: String, keys: String, back: String, path: String, rows: [String]) {
    for size in [1 << 20, 12] {
      var session = session(text, size: size)
      session.press(keys)
      #expect(open(session).count < rows.count)
      session.press(back)
      #expect(open(session).count == rows.count, "\(size) \(session.screen)")
      if size > 12 { #expect(open(session) == rows) }
      #expect(session.cursorPath == path)
    }
  }

  @Test func jumpsFollowMovedRows() {
    var session = Session(Self.nested, columns: 40, rows: 5)
    session.press("zR:goto a[1].y<Enter>G:goto a[0]<Enter>dd<Backspace>^O^O")
    #expect(session.cursorPath == "a[0].y")
  }

  /// A count at the end deletes what is there, and nothing before it.
  @Test func deletionCountStopsAtTheLastElement() {
    for size in [1 << 20, 12] {
      var session = session("[1, 2, 3, 4, 5]", size: size)
      session.press("4G5dd")
      #expect(session.text == "[1, 2, 3]")
      session.press("u")
      #expect(session.text == "[1, 2, 3, 4, 5]")
      #expect(session.cursorPath == "[3]")
    }
  }

  /// A move is one change of place, in the history, among the differences, and in what saving says.
  @Test func moveIsReportedAsOneChange() {
    var session = session(Self.list)
    session.press("jj]m]m")
    #expect(session.text == #"[{"x": 1}, {"z": 3}, 4, {"y": 2}]"#)
    #expect(session.message == "moved [2] to [3]  (u undoes)")
    #expect(session.browser.outline.differences.words == "1 change: [1] → [3]")
    session.press("u")
    #expect(session.message == "undone: moved [2] to [3]")
    #expect(session.cursorPath == "[2]")
    session.press("[m")
    #expect(!session.isModified)
    session.press("uuu")
    #expect(!session.isModified)
    #expect(session.text == Self.list)
  }

  @Test func moveInsideRecordIsReportedAsOneChange() {
    var session = session(Self.nested)
    session.press(":goto a[0]<Enter>2]m")
    #expect(session.text.hasPrefix(#"{"a": [{"y": 2}, {"z": 3}, {"x": 1}]"#))
    #expect(session.browser.outline.differences.words == "1 change: a[0] → a[2]")
    #expect(session.cursorPath == "a[2]")
  }

  /// What was edited and moved is both.
  @Test func movedElementKeepsItsEdit() {
    var session = session(Self.list)
    session.press("jjlje^U9<Enter>k]m")
    #expect(session.text == #"[{"x": 1}, {"z": 3}, {"y": 9}, 4]"#)
    #expect(session.browser.outline.differences.entries.map(\.path.description) == ["[2]", "[2].y"])
    session.press("[m")
    #expect(session.browser.outline.differences.entries.map(\.path.description) == ["[1].y"])
    session.press("999u")
    #expect(session.text == Self.list)
  }

  // MARK: - Marks

  private func marked(_ session: Session) -> [String] {
    session.rows.filter { $0.dropFirst(2).hasPrefix("+") }.map {
      $0.dropFirst(3).split(separator: " ").first { $0 != "▾" && $0 != "▸" }.map(String.init) ?? ""
    }
  }

  @Test(arguments: [
    // Undone is unmarked, and what slid up was not edited.
    (":goto a[1]<Enter>o7<Enter>u", []), (":goto a[0]<Enter>dd", ["test.json", "a:"]),
    // The rows around an edit are marked too.
    (":goto a[1].y<Enter>e^U9<Enter>", ["test.json", "a:", "[1]", "y:"]),
    (":goto a[1].y<Enter>e^U9<Enter>:goto a[0]<Enter>dd", ["test.json", "a:", "[0]", "y:"]),
    (":goto a[1].y<Enter>e^U9<Enter>e^U2<Enter>", []),
    (":goto a[0]<Enter>]m", ["test.json", "a:", "[1]"]),
  ])
  func editMarksFollowMovedValues(keys: String, expected: [String]) {
    var session = session(Self.nested)
    session.press(keys)
    #expect(marked(session) == expected)
  }

  // MARK: - Nothing by accident

  /// Esc and a letter that arrive together are two keys.
  @Test func escapeFollowedByLetterIsNotAnAltKey() {
    var session = session("[1, 2, 3]")
    session.press("j")
    session.handle(.key(.alt("j")))
    #expect(session.text == "[1, 2, 3]")
    #expect(session.cursorPath == "[1]")
    session.press("e9")
    session.handle(.key(.alt("j")))
    #expect(session.text == "[1, 2, 3]")
    #expect(session.cursorPath == "[2]")
  }

  @Test func uncommittedInsertionChangesNothing() {
    for (text, go) in [(#"["a", "b"]"#, "j"), (#"{"f": ["a", "b"]}"#, "jlj")] {
      for key in ["o", "O", "a"] {
        var session = session(text)
        session.press("\(go)\(key)")
        #expect(session.text == text)
        session.press("<Esc>")
        #expect(session.text == text)
        #expect(!session.isModified)
        session.press("\(key)new<Enter>")
        #expect(session.text.contains("\"new\""))
      }
    }
  }

  /// The key that empties an object does not go on to delete the object.
  @Test func repeatedDeletionKeepsTheEmptiedObject() {
    var session = session(#"{"a": {"x": 1}, "b": 2}"#)
    session.press("jljdddd")
    #expect(session.text == #"{"a": {}, "b": 2}"#)
    #expect(session.message == "Its last child was just deleted; dd again deletes this value, too")
    session.press("dd")
    #expect(session.text == #"{"b": 2}"#)
  }

  /// The same holds if the model is inferred again after the deletion.
  @Test func repeatedDeletionKeepsEmptiedObjectOfInferredModel() {
    let text = #"{"a": {"x": 1}, "b": [{"y": 2}, {"y": 3}]}"#
    var session = Session(DocumentSource(JSONBytes(text), name: "a.json", inference: Inferring()))
    session.press(":goto a.x<Enter>dddd")
    #expect(session.text == #"{"a": {}, "b": [{"y": 2}, {"y": 3}]}"#)
    #expect(session.message == "Its last child was just deleted; dd again deletes this value, too")
  }

  @Test(arguments: [
    (list, "jdd", "deleted [0]  (u undoes)"), (list, "j2dd", "deleted 2 values, the first [0]  (u undoes)"),
    (list, "Go5<Enter>", "inserted [4]  (u undoes)"),
    (nested, "j:rename q<Enter>", "renamed a to q  (u undoes)"),
    (nested, "j:rename q<Enter>u", "undone: renamed a to q"),
  ])
  func editsReportTheirEffect(text: String, keys: String, message: String) {
    var session = session(text)
    session.press(keys)
    #expect(session.message == message)
  }
}
