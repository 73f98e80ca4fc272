import Mantle
import Testing

@testable import ModelBrowser

/// What is not there is edited from an empty line, and is never taken for a text that looks like it.
struct NullEditingTests {
  private static let issue = Samples.issues.replacingFirst(#""It crashes.\nAlways.""#, with: "null")

  /// Keys on the null body of the first issue, and what becomes of it.
  @Test(arguments: [
    ("<Enter>", "null"), ("<Esc>", "null"), ("hello<Enter>", #""hello""#), ("null<Enter>", #""null""#),
    ("x<Backspace><Enter>", #""""#), (" <Enter>", #"" ""#),
  ])
  func editingNullStartsWithEmptyLine(keys: String, value: String) {
    var session = Session(Self.issue)
    session.press("jl7je" + keys)
    #expect(session.text == Self.issue.replacingFirst("\"body\": null", with: "\"body\": " + value))
    #expect(session.isModified == (value != "null"))
  }

  @Test(arguments: [
    ("", "✓ null, unchanged"), ("null", #"✓ "null"  (a string; dn sets null)"#), ("x", #"✓ "x""#),
    ("x<Backspace>", #"✓ """#),
  ])
  func editorPreviewsTheValueToSet(keys: String, verdict: String) {
    var session = Session(Self.issue)
    session.press("jl7je" + keys)
    #expect(session.lines.last == verdict)
  }

  @Test func absentValueStaysAbsent() {
    let text = #"{"number": 1, "state": "open", "title": "t", "url": "https://a.b", "id": 1}"#
    var session = Session(text)
    session.press(":model Issue<Enter>:goto body<Enter>e")
    #expect(session.lines.last == "✓ absent, unchanged")
    session.press("<Enter>")
    #expect(session.text == text)
    #expect(!session.isModified)
  }

  /// A raw array: the new element is null until something is typed.
  @Test(arguments: [
    ("[]", "a<Enter>", "[null]"), ("[]", "a7<Enter>", "[7]"), ("[null]", "je\"x\"<Enter>", "[\"x\"]"),
    ("[null]", "jenull<Enter>", "[null]"), ("[1]", "je<Enter>", "[1]"),
  ])
  func editingRawNullStartsWithEmptyLine(before: String, keys: String, after: String) {
    var session = Session(before)
    session.press(keys)
    #expect(session.text == after)
  }

  /// Enter on an untouched line changes nothing, however the value is written; a wrong value is mended.
  @Test func unchangedLineKeepsItsSpelling() {
    let text = #"[{"name": "caf\u00e9", "color": 5}]"#
    var session = Session(text)
    session.press(":model Label<Enter>jl")
    let start = session.browser
    session.press("/name<Enter>e<Enter>")
    #expect(session.text == text)
    #expect(start.document.model?.name == "Label")
    session.press("/color<Enter>e<Enter>")
    #expect(session.text == text.replacingFirst("5", with: "\"5\""))
  }

  @Test func ambiguousStringsAreShownInQuotes() {
    func body(_ json: String) -> String {
      var session = Session(
        Samples.issues.replacingFirst(#""It crashes.\nAlways.""#, with: json), columns: 80)
      session.press("jl7j")
      let row = session.rows.first { $0.hasPrefix(">") } ?? ""
      return row.split(separator: " ", omittingEmptySubsequences: true).dropFirst(2).first.map(String.init)
        ?? ""
    }
    #expect(body("null") == "null")
    #expect(body("\"null\"") == "\"null\"")
    #expect(body("\"absent\"") == "\"absent\"")
    #expect(body("\"\"") == "\"\"")
    #expect(body("\"nullable\"") == "nullable")
  }

  @Test(arguments: [
    ("hello", #"! "hello"  (a string)"#), ("nul", #"! "nul"  (a string)"#), ("null", "✓ null"),
    ("a \"b\"", #"! "a \"b\""  (a string)"#), ("-", #"! "-"  (a string)"#), ("-1", "✓ -1"),
    ("\"b", "✗ column 3: unexpected end of input, expected '\"' to end the string"),
  ])
  func editorPreviewsUnquotedTextAsString(typed: String, verdict: String) {
    var session = Session("[null]")
    session.press("je^U")
    session.type(typed)
    #expect(session.lines.last == verdict)
  }
}
