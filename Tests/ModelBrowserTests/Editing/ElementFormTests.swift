import Mantle
import Testing

@testable import ModelBrowser

/// New models, filled in line by line.
struct ElementFormTests {
  private static func session() -> Session { Session(Samples.issues, columns: 100, rows: 40) }

  @Test func formListsRequiredPropertiesFirst() {
    var session = Self.session()
    session.press(":goto [0].labels<Enter>a")
    #expect(session.lines[0].hasPrefix("New Label"))
    #expect(session.lines[1].contains("name") && session.lines[1].contains("String"))
    #expect(session.status.contains("NEW"))
    #expect(!session.isModified)
    session.press("broken<Esc>")
    #expect(!session.isModified)
    #expect(session.message == "Nothing was inserted")
    session.press("abroken<Enter>ff0000<Enter>")
    #expect(session.text.contains(#"{"name": "broken", "color": "ff0000"}"#))
    #expect(session.cursorPath == "[0].labels[1]")
    session.press("u")
    #expect(!session.isModified)
  }

  @Test func formMovesToInvalidProperty() {
    var session = Self.session()
    session.press("jonot a url<PgDn><Enter>")
    #expect(session.lines.last?.hasPrefix("✗ url: ") == true)
    #expect(!session.isModified)
    // An empty line of a property that may be null is null.
    session.press("^Uhttps://example.org/1<PgDn><Enter>")
    #expect(session.text.contains(#""url": "https://example.org/1""#))
    #expect(session.text.contains(#""id": null"#))
    #expect(session.cursorPath == "[1]")
  }

  @Test func formReportsExpectedNumber() {
    var session = Self.session()
    session.press(":goto [0].labels<Enter>a<Tab><Tab>abc")
    #expect(session.lines.last == "✗ expected a whole number or null, found `abc`", "\(session.screen)")
    session.press("<Esc>:goto [0].comments<Enter>ey^U1x")
    #expect(session.lines.last == "✗ expected a whole number or null, found `1x`")
  }

  @Test func formSelectsCasesAndOmitsEmptyOptionals() throws {
    var session = Self.session()
    session.press("jo")
    let form = try #require(session.form)
    let state = try #require(form.fields.firstIndex { $0.property.name == "state" })
    session.press(String(repeating: "<Down>", count: state) + "<Space>")
    #expect(session.form?.fields[state].edit.line.text == "closed")
    session.press("o")
    #expect(session.form?.fields[state].edit.line.text == "open")
    session.press("<Left>")
    #expect(session.form?.fields[state].edit.line.text == "closed")
    let json = try String(decoding: #require(session.form).json, as: UTF8.self)
    #expect(json.contains(#""state": "closed""#) && !json.contains("milestone"))
    // From the form to its JSON, which is typed.
    session.press("^T")
    #expect(session.status.contains("EDIT"))
    session.press("<Esc>")
    #expect(!session.isModified)
  }

  /// JSON that is pasted into a form becomes the new value, unless something was typed.
  @Test func pastedJSONReplacesTheForm() {
    let label = "{\"name\": \"p\",\n \"color\": \"0f0\"}"
    for keys in ["a", "a^T"] {
      var session = Self.session()
      session.press(":goto [0].labels<Enter>" + keys)
      session.handle(.paste(label))
      #expect(session.status.contains("EDIT"), "\(session.screen)")
      session.press("<Enter>")
      #expect(session.text.contains(#"{"name":"p","color":"0f0"}"#), "\(session.screen)")
      #expect(session.cursorPath == "[0].labels[1]")
    }
    var typed = Self.session()
    typed.press(":goto [0].labels<Enter>ab")
    typed.handle(.paste(#"{"a": 1}"#))
    #expect(typed.form?.fields[0].edit.line.text == #"b{"a": 1}"#)
  }

  /// JSON that is pasted in the tree is put after the cursor; other text is refused.
  @Test func pastedJSONIsInsertedAfterCursor() {
    var session = Session("[1, {\"a\": 2}]", models: [])
    session.press("j")
    session.handle(.paste("[5,\n 6]"))
    #expect(session.text == #"[1, [5,6], {"a": 2}]"#, "\(session.message)")
    session.press("u:goto [1].a<Enter>")
    session.handle(.paste(#""x""#))
    session.press("<Home><Delete><Delete>\"b\"<Enter>")
    #expect(session.text == #"[1, {"a": 2, "b": "x"}]"#, "\(session.screen)")
    var inferred = Session(
      DocumentSource(
        JSONBytes(#"[{"a": 1, "b": {"c": 1}}, {"a": 2, "b": {}}]"#), name: "a.json", inference: Inferring()))
    inferred.press("j")
    inferred.handle(.paste(#"{"b": 2}"#))
    #expect(
      inferred.text == #"[{"a": 1, "b": {"c": 1}}, {"b": 2}, {"a": 2, "b": {}}]"#, "\(inferred.message)")
    #expect(inferred.status.contains("no errors"), "\(inferred.status)")
    for text in ["dd", "7", "{", ""] {
      session.handle(.paste(text))
      #expect(session.message == "Only JSON can be pasted into the tree, and text while typing")
    }
    #expect(session.text == #"[1, {"a": 2, "b": "x"}]"#)
  }

  @Test func dotRepeatsModelInsertion() {
    var session = Self.session()
    session.press(":goto [0].labels[0]<Enter>oone<Enter>ff0000<Enter>.")
    #expect(session.text.components(separatedBy: #""name": "one""#).count == 3)
    session.press("uu")
    #expect(!session.isModified)
  }

  /// Objects on the way to a property are made, and those that are there are kept.
  @Test(arguments: [
    ("{}", "a", "{\"a\": 1}"), (#"{"a": {"b": 2}}"#, "a.c", #"{"a": {"b": 2, "c": 1}}"#),
    (#"{"a": 5}"#, "a", #"{"a": 1}"#), ("{}", "a.b.c", #"{"a": {"b": {"c": 1}}}"#),
  ])
  func insertionCreatesMissingObjects(object: String, path: String, expected: String) throws {
    let root = try JSONDocument(object).root
    let splice = try Record.inserting(Array("1".utf8), at: JSONKeyPath(path), in: root)
    let text = try root.document.bytes.applying([splice])
    #expect(String(decoding: text, as: UTF8.self) == expected)
  }
}

extension Session {
  fileprivate var form: ElementForm? {
    if case .filling(let form) = browser.mode { form } else { nil }
  }
}
