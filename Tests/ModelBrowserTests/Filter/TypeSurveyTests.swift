import Mantle
import MantleDocuments
import TestSupport
import Testing

@testable import ModelBrowser

/// The forms that values have, near misses among them, and their conversion as one undo step.
@Suite struct TypeSurveyTests {
  static let orders = """
    [{"id": 1, "at": "2025-01-02T10:00:00Z", "n": 1, "paid": true, "note": null},
     {"id": 2, "at": "2025/03/04", "n": "2", "paid": "false"},
     {"id": 3, "at": "2025-05-06T10:00:00Z", "n": 3.5, "paid": false, "note": "x"},
     {"id": 4, "at": "soon", "n": "4", "paid": true}]
    """

  private func session(_ text: String = orders, largestRecord: Int = 1 << 20) -> Session {
    var source = DocumentSource(JSONBytes(text), name: "o.json", models: [])
    source.largestRecord = largestRecord
    return Session(source, columns: 120, rows: 40)
  }

  @Test(arguments: [
    (#""2025-01-02""#, ValueForm.date(hasTime: false)), (#""2025-01-02T10:00:00Z""#, .date(hasTime: true)),
    (#""2025/03/04""#, .dateLike(["yyyy/MM/dd"])), (#""31.12.2025""#, .dateLike(["dd.MM.yyyy"])),
    (#""12""#, .numberText), (#""-1.5e3""#, .numberText), (#""true""#, .booleanText), (#""""#, .text),
    (#""x""#, .text), (#""[1]""#, .text), ("12", .number), ("null", .null), ("false", .boolean),
    ("[]", .list),
    ("{}", .object),
  ])
  func valueFormIsRecognized(json: String, form: ValueForm) throws {
    #expect(ValueForm(try JSONDocument(json).root) == form)
  }

  static let conversions: [(json: String, target: ValueForm, expected: String?)] = [
    (#""2025/03/04""#, ValueForm.date(hasTime: true), #""2025-03-04T00:00:00Z""#),
    (#""2025/03/04""#, .date(hasTime: false), #""2025-03-04""#),
    (#""31.12.2025""#, .date(hasTime: false), #""2025-12-31""#),
    (#""20250304""#, .date(hasTime: false), #""2025-03-04""#),
    (#""1 Mar 2024""#, .date(hasTime: false), #""2024-03-01""#),
    (#""13 Mar 2024""#, .date(hasTime: true), #""2024-03-13T00:00:00Z""#),
    (#""Fri, 01 Mar 2024 10:00:00 GMT""#, .date(hasTime: true), #""2024-03-01T10:00:00Z""#),
    (#""Fri, 01 Mar 2024 10:00:00 GMT""#, .date(hasTime: false), nil),
    (#""2025-03-04""#, .date(hasTime: true), #""2025-03-04T00:00:00Z""#), (#""12""#, .number, "12"),
    (#""true""#, .boolean, "true"), ("1.50", .text, #""1.50""#), (#""soon""#, .date(hasTime: true), nil),
    (#""03/04/2025""#, .date(hasTime: true), nil), (#""x""#, .number, nil), ("null", .text, nil),
  ]

  /// A converted value has the wanted form.
  @Test(arguments: conversions)
  func convertedValuesHaveTheTargetForm(json: String, target: ValueForm, expected: String?) throws {
    let made = ValueForm.json(of: try JSONDocument(json).root, as: target)
    #expect(made.map { String(decoding: $0, as: UTF8.self) } == expected)
    if let made, target != .text {
      #expect(ValueForm(try JSONDocument(parsing: JSONBytes(made)).root) == target)
    }
  }

  @Test func rootPaneShowsNearMisses() {
    let session = session()
    #expect(session.screen.contains("near misses"), "\(session.screen)")
    #expect(session.screen.contains("at: 2 dates, 1 like yyyy/MM/dd, 1 text"), "\(session.screen)")
    #expect(self.session("[{\"a\": 1}, {\"a\": null}]").screen.contains("near misses") == false)
  }

  /// Documents whose inferred models have no remark: each value is like the others of its property.
  static let uniform = [
    // Lists inside elements, with different numbers of objects.
    #"[{"p": [{"n": 1}]}, {"p": [{"n": 2}, {"n": 3}]}, {"p": []}, {"p": [{}]}]"#,
    #"[{"c": {"l": [{"k": "a", "m": [1]}, {"k": "b", "m": []}]}}, {"c": {"l": [{"k": "c", "m": [2]}]}}]"#,
    // Codes and colors that consist of digits.
    #"[{"color": "000000"}, {"color": "FFCC00"}, {"color": "123456"}]"#,
    #"[{"code": "20240105"}, {"code": "99999999"}, {"code": "1E5"}, {"code": "true"}]"#,
    #"[{"name": "Ann"}, {"name": "2024-01-05"}, {"name": "Bob"}]"#,
    // The members of one object.
    #"{"a": 1, "b": "x", "c": "2024-01-05", "d": true}"#, #"{"o": {"x": 1}, "p": {"x": "1"}}"#,
    #"[{"a": 1}, {"a": null}, {}]"#, "[1, 2.5]", #"["a", "1"]"#,
  ]

  /// A document that its inferred model reads without a remark has no near miss.
  @Test(arguments: uniform) func uniformValuesHaveZeroNearMisses(text: String) {
    let session = Session(
      DocumentSource(JSONBytes(text), name: "a.json", inference: Inferring()), columns: 120, rows: 60)
    #expect(!session.screen.contains("near misses"), "\(session.screen)")
    #expect(!self.session(text).screen.contains("near misses"), "\(session.screen)")
  }

  /// Each element of a list inside an element is counted, shown and converted.
  @Test func innerListElementsAreCountedSeparately() {
    var session = session(
      #"[{"l": [{"id": 1}, {"id": "2"}, {"id": "3"}]}, {"l": []}, {"l": [{"id": 4}, {}]}]"#)
    #expect(session.screen.contains("l.id: 2 numbers, 2 numbers in quotes"), "\(session.screen)")
    session.press(":types<Enter>Gc")
    #expect(session.text == #"[{"l": [{"id": 1}, {"id": 2}, {"id": 3}]}, {"l": []}, {"l": [{"id": 4}, {}]}]"#)
  }

  /// On the line of the usual form, `c` converts the other forms, and says so if there are none.
  @Test func theUsualFormTakesInTheOthers() {
    var session = session(#"[{"n": 1}, {"n": 2}, {"n": "3"}]"#)
    session.press(":types<Enter>")
    #expect(session.lines.last?.contains("c convert") == true)
    session.press("jc")
    #expect(session.text == #"[{"n": 1}, {"n": 2}, {"n": 3}]"#)
    session.press("c")
    #expect(session.message.hasPrefix("All values have the same type"))
  }

  /// The pane of the root has room for three properties, and leaves out absent values.
  @Test func rootPaneNamesAtMostThreeNearMisses() {
    let keys = ["a", "b", "c", "d", "e"]
    let objects = ["1", "true"].map { value in
      "{" + keys.map { "\"\($0)\": \(value)" }.joined(separator: ", ") + "}"
    }
    let screen = session("[\(objects.joined(separator: ", ")), {\"a\": 2}]").screen
    #expect(screen.contains("a: 2 numbers, 1 boolean\n"), "\(screen)")
    #expect(screen.contains("b: 1 boolean, 1 number\n"), "\(screen)")
    #expect(screen.contains("and 2 more"), "\(screen)")
    #expect(!screen.contains("d: 1 boolean"), "\(screen)")
  }

  /// The range of a property shows both ends as its model reads them.
  @Test func typeListShowsRangeOfUnixDates() {
    let text = #"[{"at": 1732291260}, {"at": 1732291200}, {"at": 1732291320}]"#
    var session = Session(
      DocumentSource(JSONBytes(text), name: "a.json", inference: Inferring()), columns: 120, rows: 40)
    session.press(":goto [0].at<Enter>:type unixSeconds<Enter>gg:types<Enter>")
    #expect(
      session.screen.contains("3 numbers  2024-11-22T16:00:00Z … 2024-11-22T16:02:00Z"), "\(session.screen)")
  }

  @Test func typeListShowsRangeOfListSizes() {
    var session = session(#"[{"l": [1, 2, 3]}, {"l": []}, {"l": {"k": 1}}]"#)
    session.press(":types<Enter>")
    #expect(session.screen.contains("2 lists  0 … 3 elements"), "\(session.screen)")
    #expect(session.screen.contains("1 object  1 keys"), "\(session.screen)")
  }

  /// The root of an object with one list stands for the list, as in a table.
  @Test func typeListCoversTheOnlyListOfObject() {
    var session = session(#"{"orders": \#(Self.orders)}"#)
    #expect(session.screen.contains("near misses"), "\(session.screen)")
    session.press("gg:types<Enter>")
    #expect(session.screen.contains("at: 2 dates, 1 like yyyy/MM/dd, 1 text"), "\(session.screen)")
  }

  /// Objects inside the elements are counted, and `c` on a property converts all forms that are certain.
  @Test func propertiesOfObjectsAreCountedAndConverted() {
    let text = """
      [{"c": {"x": "0", "in": {"y": 1}}, "d": "2024-01-02"}, {"c": {"x": 1, "in": {"y": "2"}}, "d": "2024/03/04"},
       {"c": {"x": 3}, "d": "05/06/2024"}]
      """
    var session = session(text)
    session.press(":types<Enter>")
    #expect(session.screen.contains("c.x: 2 numbers, 1 number in quotes"), "\(session.screen)")
    #expect(session.screen.contains("c.in.y: 1 absent, 1 number, 1 number in quotes"), "\(session.screen)")
    session.press("Gkkkc")
    #expect(session.text == text.replacing("2024/03/04", with: "2024-03-04"), "\(session.screen)")
    #expect(
      session.message
        == "changed [1].d  (u undoes); 1 could not be converted: the day or the month may be first")
    session.press("Gc")
    #expect(
      session.message.hasPrefix("None of these values can be converted: the day or the month may be first"))
  }

  /// At any size of the records, an item leads to its elements, and one key converts them as one undo step.
  @Test(arguments: [100, 1 << 20]) func typeListItemOpensAndConvertsItsElements(largestRecord: Int) {
    var session = session(largestRecord: largestRecord)
    session.press(":types<Enter>")
    let lines = session.lines
    #expect(lines.contains { $0.contains("n: 2 numbers, 2 numbers in quotes") }, "\(session.screen)")
    #expect(lines.contains { $0.contains("2 numbers  1 … 3.5") }, "\(session.screen)")
    session.press("/quotes<Enter>g")
    while !(session.lines.first { $0.contains("numbers in quotes  2 … 4") } ?? "").isEmpty,
      case .listing(let pane) = session.browser.mode,
      pane.selectedItem?.text?.contains("2 numbers in") != true,
      pane.selected + 1 < pane.lineCount
    {
      session.press("j")
    }
    session.press("<Enter>")
    #expect(session.message.hasPrefix("n: 2 numbers in quotes"), "\(session.screen)")
    #expect(session.browser.outline.filters.count == 1)
    #expect(session.cursorPath == "[1].n")
    session.press("glc")
    let converted = Self.orders.replacing(#""n": "2""#, with: #""n": 2"#).replacing(
      #""n": "4""#, with: #""n": 4"#)
    #expect(session.text == converted, "\(session.screen)")
    #expect(session.browser.outline.filters.isEmpty)
    session.press("u")
    #expect(session.text == Self.orders)
    #expect(session.screen.contains("2 numbers, 2 numbers in quotes"), "\(session.screen)")
    session.press("<Esc><Esc><C-r>")
    #expect(session.text == converted)
    session.press("u")
    #expect(session.text == Self.orders)
  }

  /// The values of one cause of problems are converted to what the model reads.
  @Test func problemListConvertsValues() {
    let issues = Samples.issues.replacing(#""comments": 0"#, with: #""comments": "0""#)
      .replacing(#""state": "open""#, with: #""state": "Open""#)
    var session = Session(issues, columns: 110, rows: 30)
    let errors = session.browser.findings.errors
    session.press("ge")
    for _ in 0..<9 where session.screen.contains("problems:") { session.press("cj") }
    session.press("<Esc>")
    #expect(session.browser.findings.errors < errors, "\(session.screen)")
    #expect(session.text.contains(#""comments": 0"#) && session.text.contains(#""state": "open""#))
  }

  @Test(arguments: [1, 1 << 20]) func deleteAllRemovesKeyFromEveryElement(largestRecord: Int) {
    let text = #"[{"a": 1, "b": {"c": 2, "d": 0}}, {"a": 3, "x": 0}, {"b": {"c": 4}}]"#
    var session = session(text, largestRecord: largestRecord)
    session.press(":delete-all a<Enter>")
    #expect(session.text == #"[{"b": {"c": 2, "d": 0}}, {"x": 0}, {"b": {"c": 4}}]"#, "\(session.message)")
    #expect(session.message.hasPrefix("deleted 2 values"), "\(session.message)")
    session.press("u:delete-all b.c<Enter>")
    #expect(session.text == #"[{"a": 1, "b": {"d": 0}}, {"a": 3, "x": 0}, {"b": {}}]"#, "\(session.message)")
    session.press("u")
    #expect(session.text == text)
    session.press(":delete-all z<Enter>")
    #expect(session.message.hasPrefix("Not changed: no "), "\(session.message)")
    session.press("ggjvj:delete-all a<Enter>")
    #expect(session.text == #"[{"b": {"c": 2, "d": 0}}, {"x": 0}, {"b": {"c": 4}}]"#, "\(session.message)")
  }

  /// Values that the model requires, or that are read-only, stay.
  @Test func deleteAllRefusesRequiredKeys() {
    var session = Session(Samples.issues)
    session.press(":delete-all title<Enter>")
    #expect(session.message == "title is required: it cannot be absent")
    #expect(!session.isModified)
  }

  @Test(arguments: [1, 1 << 20]) func renameAllRenamesKeyInEveryElement(largestRecord: Int) {
    let text = #"[{"a": 1, "b": {"c": 1}}, {"b": {"c": 2}}, {"a": 3, "z": 0}]"#
    var session = session(text, largestRecord: max(30, largestRecord))
    session.press(":rename-all a key<Enter>")
    #expect(session.text == text.replacing("\"a\"", with: "\"key\""), "\(session.message)")
    session.press("u:rename-all b.c d<Enter>")
    #expect(session.text == text.replacing("\"c\"", with: "\"d\""), "\(session.message)")
    session.press("u:rename-all a z<Enter>")
    #expect(session.text == text && session.message.contains("has a key \"z\" already"), "\(session.message)")
    session.press("ggjvj:rename-all a key<Enter>")
    #expect(session.text == text.replacingFirst("\"a\"", with: "\"key\""), "\(session.message)")
  }
}
