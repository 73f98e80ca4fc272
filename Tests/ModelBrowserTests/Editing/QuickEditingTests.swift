import Mantle
import Testing

@testable import ModelBrowser

/// Edits of one key, edits made again, and edits of several values.
struct QuickEditingTests {
  private static let list = #"[{"n": 1, "b": true}, {"n": 2, "b": false}, {"n": 3}]"#

  @Test(arguments: [
    ("[1]", "j^A", "[2]"), ("[1]", "j5^A", "[6]"), ("[1]", "j3^X", "[-2]"),
    ("[1.5]", "j^A", "[2.5]"),
    ("[true]", "j~", "[false]"), ("[2]", "j~", "[2]"), (#"["2024-02-28"]"#, "j~", #"["2024-02-28"]"#),
    ("[false]", "j^A", "[true]"),
    (#"["2024-02-28T10:00:00Z"]"#, "j2^A", #"["2024-03-01T10:00:00Z"]"#),
    (#"["2024-02-28"]"#, "jcc+2d<Enter>", #"["2024-03-01"]"#),
    (#"["2024-02-28"]"#, "jccsoon<Enter>", #"["soon"]"#), (#"["x"]"#, "jcctoday<Enter>", #"["today"]"#),
    ("[9223372036854775807]", "j^A", "[9223372036854775807]"), (#"["x"]"#, "j^A", #"["x"]"#),
    ("[1e400]", "j^A", "[1e400]"),
    ("[1, 2]", "jx", "[2]"), ("[1, 2]", "j<Delete>", "[2]"), ("[1, 2]", "j:duplicate<Enter>", "[1, 1, 2]"),
    (#"["old"]"#, "jccnew<Enter>", #"["new"]"#), (#"["old"]"#, "jSnew<Enter>", #"["new"]"#),
    // Made again, elsewhere.
    ("[1, 2]", "j^Aj.", "[2, 3]"), ("[1, 2]", "j^Aj3.", "[2, 5]"), ("[1, 2, 3]", "jdd.", "[3]"),
    (#"["a", "b"]"#, "jccnew<Enter>j.", #"["new", "new"]"#),
    ("[1, 2]", "jcc7<Enter>je<Esc>:model<Enter><Enter>.", "[7, 7]"),
    ("[1, 2]", "jo7<Enter>.", "[1, 7, 7, 2]"),
    ("[1, 2, 3]", "j]m.", "[2, 3, 1]"),
    (
      #"[{"a": 1}, {"a": 1}]"#, "jlj:rename b<Enter>Gl:goto [1].a<Enter>.", #"[{"b": 1}, {"b": 1}]"#
    ),
    // Several at once.
    (list, ":set-all n 7<Enter>", #"[{"n": 7, "b": true}, {"n": 7, "b": false}, {"n": 7}]"#),
    (list, ":set-all b text<Enter>", #"[{"n": 1, "b": "text"}, {"n": 2, "b": "text"}, {"n": 3}]"#),
    (list, ":set-all b = \"text\"<Enter>", #"[{"n": 1, "b": "text"}, {"n": 2, "b": "text"}, {"n": 3}]"#),
  ])
  func quickKeysEditValues(before: String, keys: String, after: String) {
    for size in [1 << 20, 24] {
      var source = DocumentSource(JSONBytes(before), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press(keys)
      #expect(session.text == after, "records of \(size): \(session.message)")
      session.press("<Esc>99u")
      #expect(session.text == before)
      #expect(!session.isModified)
    }
  }

  /// Every edit says what it did, and how to take it back.
  @Test(arguments: [
    ("jdn", "changed [0]  (u undoes)"), ("j^A", "changed [0]  (u undoes)"),
    ("jjj~", "changed [2]  (u undoes)"), ("je7<Enter>", "changed [0]  (u undoes)"),
    ("jr7<Enter>", "changed [0]  (u undoes)"),
    ("j~", "Cannot toggle this value: not a boolean or enum  (^A increases numbers)"),
    ("dn", "The whole file cannot be made null"), ("dd", "The whole file cannot be deleted"),
  ])
  func editsReportTheirEffect(keys: String, message: String) {
    var session = Session("[1, \"a\", true]", columns: 100)
    session.press(keys)
    #expect(session.message == message)
  }

  /// A slip does not make a text of a number: where something else stands, a text has its quotes.
  @Test(arguments: [
    (
      #"{"p": 8080}"#, "grje^U808o<Enter>", #"{"p": 8080}"#,
      "✗ expected a number; quotes make it a string: \"808o\""
    ),
    (
      #"{"p": 8080}"#, "je^U808o<Enter>", #"{"p": 8080}"#,
      "✗ expected a number; quotes make it a string: \"808o\""
    ),
    (
      #"{"p": true}"#, "grje^Uno<Enter>", #"{"p": true}"#,
      "✗ expected true or false; quotes make it a string: \"no\""
    ),
    (#"{"p": [1]}"#, "grje^Ux<Enter>", #"{"p": [1]}"#, "✗ expected a list; quotes make it a string: \"x\""),
    ("[1, 3]", "jo2x<Enter>", "[1, 3]", "✗ expected a number; quotes make it a string: \"2x\""),
    (#"{"p": 8080}"#, "grje^U\"808o\"<Enter>", #"{"p": "808o"}"#, nil),
    (#"{"p": null}"#, "grjex", #"{"p": null}"#, "! \"x\"  (a string)"),
  ])
  func numericValuesRefuseUnquotedText(before: String, keys: String, after: String, verdict: String?) {
    var session = Session(
      DocumentSource(JSONBytes(before), name: "t", inference: Inferring()), columns: 100)
    session.press(keys)
    #expect(session.text == after)
    if let verdict { #expect(session.lines.contains { $0.contains(verdict) }, "\(session.screen)") }
  }

  /// Lists in order, and back.
  @Test(arguments: [
    ("[3, 1, 2]", "j:sort<Enter>", "[1, 2, 3]"), ("[3, 1, 2]", "j:sort desc<Enter>", "[3, 2, 1]"),
    (#"["b", 10, null, "a", 9]"#, "j:sort<Enter>", #"[9, 10, "a", "b", null]"#),
    ("[1, 2]", "j:sort<Enter>", "[1, 2]"),
    (#"[{"n": 2}, {"n": 1}, {}]"#, ":sort n<Enter>", #"[{"n": 1}, {"n": 2}, {}]"#),
    (#"[{"n": 2}, {"n": 1}, {}]"#, ":sort n desc<Enter>", #"[{"n": 2}, {"n": 1}, {}]"#),
    (#"{"l": [3, 1, 2]}"#, ":goto l[1]<Enter>:sort<Enter>", #"{"l": [1, 2, 3]}"#),
    ("[3, 1, 2]", "jo0<Enter>:sort<Enter>", "[0, 1, 2, 3]"), ("3\n1\n2\n", "j:sort<Enter>", "1\n2\n3\n"),
    ("[3, 1]", ":sort-keys<Enter>", "[3, 1]"),
    ("[3, 1, 2]", "j:sort nosuch<Enter>", "[3, 1, 2]"),
    ("[3, 1, 2]", "j:sort<Enter>u^Rgg:sort desc<Enter>", "[3, 2, 1]"),
  ])
  func listsAreSorted(before: String, keys: String, after: String) {
    for size in [1 << 20, 8] {
      var source = DocumentSource(JSONBytes(before), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press(keys)
      #expect(session.text == after, "records of \(size): \(session.message)")
      session.press("<Esc>99u")
      #expect(session.text == before)
      #expect(!session.isModified)
    }
  }

  /// By several keys: the next one counts where all before it are equal.
  @Test(arguments: [
    ("a, b desc", #"[{"a":0},{"a":1,"b":3},{"a":1,"b":2},{"a":1}]"#),
    ("b desc,a", #"[{"a":1,"b":3},{"a":1,"b":2},{"a":0},{"a":1}]"#),
    ("a desc, b asc", #"[{"a":1,"b":2},{"a":1,"b":3},{"a":1},{"a":0}]"#),
    ("a, nosuch", #"[{"a":1,"b":2},{"a":1,"b":3},{"a":0},{"a":1}]"#),
  ])
  func listsAreSortedBySeveralKeys(order: String, after: String) {
    let before = #"[{"a":1,"b":2},{"a":1,"b":3},{"a":0},{"a":1}]"#
    var session = Session(before, models: [])
    session.press("j:sort \(order)<Enter>")
    #expect(session.text == after, "\(session.message)")
    session.press("<Esc>99u")
    #expect(session.text == before)
  }

  @Test(arguments: [
    (#"{"b": 1, "a": {"d": 2, "c": 3}}"#, ":sort-keys<Enter>", #"{"a": {"d": 2, "c": 3}, "b": 1}"#),
    (#"{"b": 1, "a": {"d": 2, "c": 3}}"#, ":sort-keys all<Enter>", #"{"a": {"c": 3, "d": 2}, "b": 1}"#),
    (
      #"{"b": 1, "a": {"d": 2, "c": 3}}"#, ":goto a.d<Enter>:sort-keys<Enter>",
      #"{"b": 1, "a": {"c": 3, "d": 2}}"#
    ),
    (
      #"[{"b": 1,  "a" : 2}, {"d": 0, "c": 0}]"#, ":goto [0]<Enter>:sort-keys<Enter>.}.",
      #"[{"a" : 2,  "b": 1}, {"c": 0, "d": 0}]"#
    ),
    (
      #"{"a": 2, "b": [{"z": 1, "é": 0, "Z": 2}], "a": 1}"#, ":sort-keys all<Enter>",
      #"{"a": 2, "a": 1, "b": [{"Z": 2, "z": 1, "é": 0}]}"#
    ),
    (#"{"b": 1, "a": 2}"#, ":sort-keys<Enter>u^Ru", #"{"b": 1, "a": 2}"#),
  ])
  func objectKeysAreSorted(before: String, keys: String, after: String) {
    var session = Session(before)
    session.press(keys)
    #expect(session.text == after, "\(session.message)")
    session.press("99u")
    #expect(session.text == before)
  }

  /// The output of a command replaces its input.
  @Test(arguments: [
    ("[3, 1, 2]", "j", 1, "5\n", "[5, 1, 2]"), ("[3, 1, 2]", "j", 1, "a b\n", #"["a b", 1, 2]"#),
    ("[3, 1, 2]", "j", 3, "1\n2\n3\n", "[1, 2, 3]"), ("[3, 1, 2]", "j", 2, "a\nb\n", #"["a", "b", 2]"#),
    ("[3, 1, 2]", "j", 2, "7", "[3, 1, 2]"), ("[3, 1, 2]", "j", 1, "", "[3, 1, 2]"),
    (#"{"a": {"x": 1}}"#, "j", 1, #"{"y": [2]}"#, #"{"a": {"y": [2]}}"#),
  ])
  func outputReplacesValues(before: String, keys: String, count: Int, answer: String, after: String) throws {
    var session = Session(before)
    session.press(keys)
    var browser = session.browser
    var rows = [browser.cursor]
    while rows.count < count, let next = browser.outline.nextSibling(of: rows[rows.count - 1]) {
      rows.append(next)
    }
    let use = Browser.ShellUse.replace(rows.map(\.id), revision: browser.document.history.revision)
    browser.attempt {
      try ShellFilter.take(&$0, .init(output: Array(answer.utf8), errors: "", status: 0), of: "x", use)
    }
    func text() throws -> String {
      let text = browser.currentText
      return String(decoding: try text.original.applying(text.splices), as: UTF8.self)
    }
    #expect(try text() == after)
    // To a text that was edited meanwhile nothing is done.
    let changed = try? text()
    browser.attempt {
      try ShellFilter.take(&$0, .init(output: [0x39], errors: "", status: 0), of: "x", use)
    }
    #expect(try text() == changed || after == before)
    browser.handle(.key(.character("u")))
    #expect(after == before || browser.document.isModified == false)
  }

  /// A command's answer is taken as what is typed is.
  @Test func invalidCommandOutputIsRefused() {
    var session = Session(Samples.issues, columns: 120)
    session.press(":goto [1].title<Enter>:| echo '{\"x\": 1}'<Enter>")
    #expect(session.message.hasPrefix("Not changed: [1].title: "), "\(session.message)")
    session.press(":| echo new<Enter>")
    #expect(session.text == Samples.issues.replacingFirst("Wrong colour", with: "new"))
  }

  @Test func setAllAcceptsRelativeDates() {
    var session = Session(Samples.issues, columns: 120)
    session.press(":goto [0].updatedAt<Enter>:goto [0].updated_at<Enter>ey<Esc>:set-all updatedAt +1d<Enter>")
    #expect(session.message.hasPrefix("changed 3 values"), "\(session.message)")
    #expect(session.text.contains("2011-04-24T13:33:48Z") && session.text.contains("2011-06-24T13:33:48Z"))
  }

  @Test func selectionIsPipedThroughCommand() {
    var session = Session("[3, 1, 2]")
    session.press("jVG| sort -n<Enter>")
    #expect(session.text == "[1, 2, 3]")
    session.press("u")
    #expect(session.text == "[3, 1, 2]")
  }

  @Test func sortingKeepsFoldsOfElements() {
    for text in [#"[{"n": 2, "o": 1}, {"n": 1}]"#, #"{"l": [{"n": 2, "o": 1}, {"n": 1}]}"#] {
      var session = Session(text)
      session.press(text.hasPrefix("[") ? "jl:sort n<Enter>" : "jljl:sort n<Enter>")
      #expect(session.rows.contains { $0.contains("▾ [1]") })
      #expect(session.cursorPath.hasSuffix("[1]"))
      session.press("u")
      #expect(session.rows.contains { $0.contains("▾ [0]") })
    }
  }

  @Test func setAllIsOneUndoStep() {
    var session = Session(Samples.issues)
    session.press("&comments=0<Enter>:set-all locked false<Enter>")
    #expect(
      session.text == Samples.issues.replacingFirst("\"locked\": true", with: "\"locked\": false"))
    session.press("<Esc>:set-all state closed<Enter>")
    #expect(session.message == "changed 2 values, the first [0].state  (u undoes)")
    #expect(!session.text.contains("\"open\"") && !session.text.contains("reopened"))
    session.press("u")
    #expect(
      session.text == Samples.issues.replacingFirst("\"locked\": true", with: "\"locked\": false"))
    for text in ["state = \"open\"", "state=open", "state =\"open\""] {
      session.press(":set-all \(text)<Enter>")
      #expect(!session.text.contains("\"state\": \"closed\""), "\(text)")
      session.press("u")
    }
    session.press(":set-all state ajar<Enter>")
    #expect(session.message.hasPrefix("Not changed: [0].state: expected \"open\" or \"closed\""))
    session.press(":set-all nosuch 1<Enter>")
    #expect(session.message.hasPrefix("Not changed: no property or key \"nosuch\""))
    session.press("u")
    #expect(!session.isModified)
  }

  @Test func incrementCyclesCasesAndDotRepeatsChoice() {
    var session = Session(Samples.issues, columns: 80, rows: 40)
    session.press("jl5j^A")
    #expect(session.text == Samples.issues.replacingFirst("\"open\"", with: "\"closed\""))
    session.press("uec<Enter>:goto [1].state<Enter>.")
    #expect(!session.text.contains("reopened"))
    #expect(session.cursorPath == "[1].state")
  }

  // MARK: - Dates

  /// 2026-11-22 is a Sunday.
  @Test(arguments: [
    ("today", "2026-11-22T10:00:00Z"), ("tomorrow", "2026-11-23T10:00:00Z"),
    ("yesterday", "2026-11-21T10:00:00Z"),
    ("+1d", "2024-03-01T10:00:00Z"), ("-1d", "2024-02-28T10:00:00Z"),
    ("+1w", "2024-03-07T10:00:00Z"),
    ("+1m", "2024-03-29T10:00:00Z"), ("+1y", "2025-02-28T10:00:00Z"),
    ("-12m", "2023-02-28T10:00:00Z"),
    ("next monday", "2026-11-23T10:00:00Z"), ("sunday", "2026-11-29T10:00:00Z"),
    ("sat", "2026-11-28T10:00:00Z"),
    ("2025-02-28", "2025-02-28T10:00:00Z"), ("2025-03-01 08:30", "2025-03-01T08:30:00Z"),
    ("2025-03-01 08:30:15", "2025-03-01T08:30:15Z"), ("2025-03-01T08:30", "2025-03-01T08:30:00Z"),
    ("2025-03-01T8", nil), ("2025-02-29", nil), ("2025-03-01 8", nil),
    ("now", "2026-11-22T13:05:09Z"), ("+1h", "2024-02-29T11:00:00Z"), ("-10h1", nil),
    ("-11h", "2024-02-28T23:00:00Z"), ("+14h", "2024-03-01T00:00:00Z"), ("+90min", "2024-02-29T11:30:00Z"),
    ("-1s", "2024-02-29T09:59:59Z"), ("+d", nil), ("soon", nil), ("", nil), ("+99999999999999999999d", nil),
  ])
  func relativeDatesAreComputed(typed: String, expected: String?) throws {
    let today = try #require(CalendarDay(startOf: "2026-11-22"))
    let now = today.number * 86_400 + 13 * 3600 + 5 * 60 + 9
    #expect(RelativeDate.text(typed, base: "2024-02-29T10:00:00Z", now: now) == expected)
  }

  @Test func hoursWithoutBaseCountFromNow() throws {
    let today = try #require(CalendarDay(startOf: "2026-11-22"))
    let now = today.number * 86_400 + 13 * 3600 + 5 * 60 + 9
    #expect(RelativeDate.text("+1h", base: "", now: now) == "2026-11-22T14:05:09Z")
  }

  @Test func typedDaySetsDate() {
    var session = Session(Samples.issues, columns: 80, rows: 40)
    session.press(":goto [2].closed_at<Enter>ey^U2025-02-28<Enter>")
    #expect(session.text.contains(#""closed_at": "2025-02-28T00:00:00Z""#), "\(session.message)")
    session.press(":set-all closedAt 2025-03-01<Enter>")
    #expect(session.text.contains(#""closed_at": "2025-03-01T00:00:00Z""#), "\(session.message)")
  }

  @Test func calendarDaysRoundTrip() {
    for number in stride(from: -719_000, through: 2_900_000, by: 997) {
      let day = CalendarDay(number: number)
      #expect(CalendarDay(startOf: day.text) == day)
    }
    for text in ["2023-02-29", "2023-13-01", "2023-1-01", "20230-1-1", "x", ""] {
      #expect(CalendarDay(startOf: text) == nil)
    }
  }

  // MARK: - The user's own editor

  @Test func externalEditorReplacesText() {
    var session = Session(Samples.issues, columns: 80, rows: 40)
    session.edited = { $0 + "\nMore lines.\n" }
    session.press(":goto [0].body<Enter>E")
    #expect(session.text.contains(#""body": "It crashes.\nAlways.\nMore lines.""#))
    session.edited = { $0 + "\n" }
    session.press("uE")
    #expect(session.message == "Unchanged")
    #expect(!session.isModified)
    session.edited = { $0.replacingFirst("bug", with: "big") }
    session.press(":goto [0].labels<Enter>E")
    #expect(session.text.contains("\"big\""))
  }

  /// Externally edited text is unindented, and indented again when it replaces the value.
  @Test(arguments: ["E", ":| cat<Enter>"]) func externallyEditedTextIsIndented(keys: String) {
    var session = Session("{\n    \"a\": {\n        \"b\": 1\n    }\n}\n")
    session.edited = { _ in "{\n    \"c\": [\n        2\n    ]\n}" }
    session.press(":goto a<Enter>")
    if keys == "E" {
      session.press(keys)
    } else {
      session.press(":| printf '{\\n    \"c\": [\\n        2\\n    ]\\n}'<Enter>")
    }
    #expect(
      session.text
        == "{\n    \"a\": {\n        \"c\": [\n            2\n        ]\n    }\n}\n", "\(session.message)")
  }

  @Test(arguments: [
    ("[1, 2]", ":sort<Enter>", "The elements are in order already"),
    (#"[{"a": 1}, {"a": 2}]"#, ":sort a<Enter>", "The elements are in order already"),
    (
      #"[{"a": 1}, {"a": 2}]"#, ":sort<Enter>",
      "Not changed: lists and objects cannot be ordered  (:sort KEY sorts by a key of each)"
    ),
    ("[]", ":sort<Enter>", "The elements are in order already"),
  ])
  func refusedSortsAreExplained(text: String, keys: String, message: String) {
    var session = Session(text)
    session.press(keys)
    #expect(session.message == message)
  }

  @Test func rejectedTextCanBeEditedAgain() {
    var session = Session(#"{"a": [1, 2]}"#)
    session.edited = { $0 == "[1," ? "[3]" : "[1," }
    session.press("jE")
    #expect(session.screen.contains("Not accepted: line 1, column 4: "))
    session.press("e")
    #expect(session.text == #"{"a": [3]}"#)
  }
}
