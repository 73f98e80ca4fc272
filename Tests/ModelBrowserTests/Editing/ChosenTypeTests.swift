import Mantle
import Testing

@testable import ModelBrowser

/// The type of a property is corrected where its values are looked at.
struct ChosenTypeTests {
  private static let departures = """
    [
      {"line": "S1", "updated": 1732291200, "stops": {"a1": 1, "b2": 2}, "state": "late"},
      {"line": "S2", "updated": 1732291260, "stops": {"a1": 3, "b2": 4}, "state": "on time"}
    ]
    """

  private static func session(_ json: String = departures, columns: Int = 100) -> Session {
    Session(
      DocumentSource(JSONBytes(json), name: "a.json", inference: Inferring()), columns: columns, rows: 24)
  }

  @Test func typeMenuOffersTypesThatFitTheValues() {
    var session = Self.session()
    session.press(":goto [1].updated<Enter>t")
    #expect(
      session.screen.contains(
        "unixSeconds        ✓ all 2 values: 1732291200 is 2024-11-22T16:00:00Z"),
      "\(session.screen)")
    #expect(session.screen.contains("▸ integer") && session.screen.contains("t changes the type"))
    session.press("<Esc>")
    #expect(session.cursorPath == "[1].updated")
  }

  /// The type that was taken against the values is no better afterwards.
  @Test func typeMenuMarksCurrentTypeThatDoesNotFit() {
    var session = Self.session(#"[{"a": 1}, {"a": 2}]"#)
    session.press(":goto [0].a<Enter>:type string<Enter>t")
    #expect(session.screen.contains("▸ string") && !session.screen.contains("✓ the current type"))
    #expect(session.screen.contains("✗ the current type: expected string"), "\(session.screen)")
  }

  @Test func typeMenuDoesNotWrapAround() {
    var session = Self.session()
    session.press(":goto [1].updated<Enter>t<Home>")
    let first = session.lines.first { $0.hasPrefix(" ▸ ") }
    session.press("kk<Up>")
    #expect(first != nil && session.lines.contains { $0 == first }, "\(session.screen)")
    session.press("<End>jj<Down>")
    #expect(session.screen.contains(" ▸ convert to string"), "\(session.screen)")
  }

  /// The picker does what its hint says, also where an item begins with the letter.
  @Test func jAndKMoveTheSelectionInMenus() {
    var session = Self.session()
    session.press(":goto [1].updated<Enter>t<Home>")
    let lines = session.lines.filter { $0.hasPrefix(" ▸ ") || $0.hasPrefix("   ") && $0.contains("✓") }
    session.press("jjk")
    #expect(lines.count > 2)
    #expect(session.screen.contains(" ▸ " + lines[1].dropFirst(3)), "\(session.screen)")
    #expect(session.status.contains("j k move"))
    session.press("sj")
    #expect(session.screen.contains("no match for `sj`"), "\(session.screen)")
  }

  @Test(arguments: [
    (#""2024-05-01T10:00:00Z""#, "not a date; example 2024-05-01T10:00:00Z")
  ])
  func editorWarnsAboutAcceptedValueOfAnotherType(value: String, words: String) {
    var session = Self.session("[{\"at\": \(value)}, {\"at\": \(value)}]")
    session.press(":goto [0].at<Enter>cc")
    session.type("31.02.2024x")
    #expect(session.lines.last?.contains(words) == true, "\(session.screen)")
    session.press("<Enter>")
    #expect(session.text.contains("31.02.2024x"))
  }

  /// Where values do not fit, that is said before it is so.
  @Test func mismatchedTypeRequiresSecondEnter() {
    var session = Self.session(
      #"[{"at": "2024-05-01T10:00:00Z"}, {"at": "soon"}, {"at": "later"}, {"at": null}]"#)
    session.press(":goto [0].at<Enter>tdate<Enter>")
    #expect(session.message == "2 of 3 values do not fit date; press Enter again to choose it anyway")
    session.press("<Up><Down>")
    #expect(session.message == "")
    session.press("<Enter>")
    #expect(session.message.hasPrefix("2 of 3 values"), "\(session.message)")
    session.press("<Enter>")
    #expect(session.message.hasPrefix("at: date?, was string?"), "\(session.message)")
  }

  /// After each edit the status bar counts what the list shows, in the order of the text.
  @Test func chosenTypesAreCheckedAfterEdits() {
    let elements = (0..<6).map { #"{"at": "2024-01-0\#($0 + 1)", "n": \#($0)}"# }
    var session = Self.session("[\(elements.joined(separator: ", "))]")
    session.press(":goto [0].at<Enter>:type date<Enter>")
    for (keys, errors) in [
      ("", 6), (":goto [3].n<Enter>^A", 6), (":goto [1].at<Enter>cc2024-01-01T00:00:00Z<Enter>", 5), ("u", 6),
      ("^R", 5), (":goto [4]<Enter>dd", 4), (":goto [0]<Enter>]m", 4), (":check<Enter>", 4),
    ] {
      session.press(keys)
      #expect(session.browser.findings.errors == errors, "\(keys): \(session.status)")
      let causes = session.browser.findings.causes.filter { $0.severity == .error }
      #expect(causes.reduce(0) { $0 + $1.count } == errors, "\(keys)")
      session.press("ge")
      let rows = session.lines.filter { $0.contains("].at  expected ISO") }
      #expect(rows.count == errors && rows == rows.sorted(), "\(keys): \(session.screen)")
      session.press("<Esc>")
    }
  }

  static let choices: [(path: String, type: String, shown: String)] = [
    ("[1].updated", "unixSeconds", "2024-11-22T16:01:00Z"), ("[0].stops", "map", "stops"),
    ("[0].state", "enum", "late"),
  ]

  @Test(arguments: choices) func typeMenuChangesAndRestoresType(path: String, type: String, shown: String) {
    var session = Self.session()
    session.press(":goto \(path)<Enter>t\(type)<Enter>")
    #expect(session.cursorPath == path)
    #expect(session.screen.contains(shown) && session.status.contains("no errors"), "\(session.screen)")
    #expect(session.message.contains(", was "))
    session.press("tformer<Enter>")
    #expect(session.message.contains("was \(type)"), "\(session.message)")
    #expect(session.cursorPath == path)
  }

  /// The menu selects the current type of a list of models, and Enter changes nothing.
  @Test(arguments: [("[0].stops", "[model]"), ("[0].stops[0]", "[model]"), ("[0].ways", "[map]")])
  func menuSelectsTheCurrentType(path: String, form: String) {
    let json = #"[{"stops": [{"id": 1, "at": "a"}, {"id": 2, "at": "b"}], "ways": [{"1": 2, "3": 4}]}]"#
    var session = Self.session(json)
    session.press(":goto \(path)<Enter>t")
    #expect(session.screen.contains("▸ \(form)") && session.screen.contains("[json]") == false)
    session.press("<Enter>")
    #expect(session.message.contains("already"), "\(session.message)")
    session.press("q")
    #expect(session.hasQuit)
  }

  /// All values are written in the form of another type, and the type follows them.
  @Test func conversionChangesAllValuesAndTheirType() {
    var session = Self.session(#"[{"at": 1732291200}, {"at": null}, {}, {"at": 1732291260}]"#)
    session.press(":goto [0].at<Enter>:type unixSeconds<Enter>t")
    #expect(
      session.screen.contains(#"convert to date              1732291200 becomes "2024-11-22T16:00:00Z""#),
      "\(session.screen)")
    session.press("convert to date<Enter>")
    #expect(
      session.text == #"[{"at": "2024-11-22T16:00:00Z"}, {"at": null}, {}, {"at": "2024-11-22T16:01:00Z"}]"#)
    #expect(session.status.contains("no errors"), "\(session.screen)")
    session.press(":convert unixSeconds<Enter>")
    #expect(
      session.text == #"[{"at": 1732291200}, {"at": null}, {}, {"at": 1732291260}]"#, "\(session.message)")
    session.press(":convert nonsense<Enter>")
    #expect(session.message.contains("nonsense"), "\(session.message)")
  }

  /// Values in lists inside the elements are converted, too, and values without the form stay as they are.
  @Test func conversionIncludesValuesOfInnerLists() {
    var session = Self.session(#"[{"l": [{"n": "1"}, {"n": "x"}]}, {"l": [{"n": "2.50"}]}]"#)
    session.press(":goto [0].l[0].n<Enter>:convert double<Enter>")
    #expect(session.text == #"[{"l": [{"n": 1}, {"n": "x"}]}, {"l": [{"n": 2.50}]}]"#, "\(session.text)")
    #expect(session.message.hasSuffix("; 1 value stayed as it was"), "\(session.message)")
    session.press(":convert date<Enter>")
    #expect(session.message == "None of the 3 values can be converted to date", "\(session.message)")
  }

  /// Undo takes types back in their turn with edits, and redo chooses them again.
  @Test func undoAndRedoIncludeTypeChoices() {
    var session = Self.session()
    session.press(":goto [1].updated<Enter>:type unixSeconds<Enter>")
    #expect(session.message.contains("u undoes"), "\(session.message)")
    session.press("u")
    #expect(session.message == "undone: updated: unixSeconds, was integer", "\(session.message)")
    #expect(!session.screen.contains("2024-11-22") && session.status.contains("no errors"))
    session.press("u")
    #expect(session.message == "There is nothing to undo")
    session.press("^R")
    #expect(session.screen.contains("2024-11-22T16:01:00Z"), "\(session.message)")
    session.press(":goto [0].line<Enter>e^US9<Enter>u")
    #expect(!session.text.contains("S9") && session.screen.contains("2024-11-22T16:01:00Z"))
    session.press("u")
    #expect(!session.screen.contains("2024-11-22"), "\(session.message)")
    session.press("2^R")
    #expect(session.text.contains("S9") && session.screen.contains("2024-11-22T16:01:00Z"))
    #expect(session.message.hasPrefix("redone: 2 edits"), "\(session.message)")
  }

  /// What was taken back is not done again behind another edit.
  @Test func newEditDiscardsRedoOfTypeChoice() {
    var session = Self.session()
    session.press(":goto [1].updated<Enter>:type unixSeconds<Enter>u:goto [0].line<Enter>e^US9<Enter>u^R^R")
    #expect(session.text.contains("S9") && !session.screen.contains("2024-11-22"))
    #expect(session.message == "There is nothing to redo", "\(session.message)")
  }

  /// Models and maps in a list are exchanged, and come back.
  @Test func elementTypeSwitchesBetweenModelAndMap() {
    var session = Self.session(#"[{"ways": [{"1": 2, "3": 4}, {"1": 5}]}]"#)
    session.press(":goto [0].ways[1]<Enter>:type [model]<Enter>")
    #expect(session.message.contains("ways: [Way], was [{integer}]"), "\(session.message)")
    session.press(":type former<Enter>")
    #expect(session.message.contains("ways: [{integer}], was [model]"), "\(session.message)")
  }

  /// Leaving asks about types that no file has, once.
  @Test func quittingAsksToWriteChosenTypes() throws {
    let folder = try Folder()
    var session = Self.session()
    session.press("q")
    #expect(session.hasQuit)
    session = Self.session()
    session.press(":goto [1].updated<Enter>:type unixSeconds<Enter>q")
    #expect(
      !session.hasQuit && session.lines.last?.contains("chosen types are not saved. Write them") == true)
    session.press("<Esc>ZZ")
    #expect(!session.hasQuit)
    session.press("y")
    session.press("\(folder.path)/a.model.json<Enter>")
    #expect(session.message.contains("a.model.json: written, "), "\(session.message)")
    session.press("q")
    #expect(session.hasQuit)
  }

  @Test func typeCommandCompletesAndChecksNames() {
    var session = Self.session()
    session.press(":goto [1].updated<Enter>:type unixS<Tab><Enter>")
    #expect(session.screen.contains("2024-11-22T16:01:00Z"))
    session.press(":type string2<Enter>")
    #expect(session.message.contains("did you mean `string`?"), "\(session.message)")
    session.press(":type url<Enter>")
    #expect(session.message.contains("expected") && session.message.contains("at line"), "\(session.message)")
  }

  /// Of a text that is edited the model is inferred anew, and what was decided stays.
  @Test func chosenTypeSurvivesEdits() {
    var session = Self.session()
    session.press(":goto [1].updated<Enter>:type unixSeconds<Enter>:goto [0].line<Enter>e^US3<Enter>")
    session.press(":goto [1].updated<Enter>")
    #expect(session.screen.contains("2024-11-22T16:01:00Z"))
    session.press("u")
    #expect(session.screen.contains("2024-11-22T16:01:00Z"))
  }

  /// A large text is read from its beginning first, and then all of it.
  @Test func chosenTypeSurvivesInferenceOfWholeFile() {
    let many = (0..<40_000).map { "{\"updated\": \(1_732_291_200 + $0), \"text\": \"number \($0)\"}" }
    var session = Self.session("[" + many.joined(separator: ",\n") + "]")
    session.press(":goto [1].updated<Enter>:type unixSeconds<Enter>")
    #expect(session.screen.contains("2024-11-22T16:00:01Z"))
    #expect(session.cursorPath == "[1].updated")
  }

  @Test func unavailableTypeMenuIsExplained() {
    var session = Self.session()
    session.press("ggt")
    #expect(session.message == "There is no property here")
    session.press("gr:goto [1].updated<Enter>t")
    #expect(session.message.contains("gr shows models"))
    var known = Session(Samples.issues)
    known.press("t")
    #expect(known.message == "This program infers no models")
  }
}
