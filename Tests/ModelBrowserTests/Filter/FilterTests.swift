import Mantle
import TestSupport
import Testing

@testable import MantleQuery
@testable import ModelBrowser

/// Elements left out and brought back, in lists of every form: of a file, of lines, inside a large object and inside
/// a record.
struct FilterTests {
  @Test func filtersMatchEscapedCharacters() {
    var session = Session(#"[{"t": "AT&T"}, {"t": "x"}, {"t": "AT\u0026T"}]"#, models: [])
    session.press(#"&t ~ "AT&T"<Enter>"#)
    #expect(session.browser.outline.filter?.passedCount == 2)
  }

  private static let elements = [
    #"{"id": 1, "name": "bug", "color": "red"}"#, #"{"id": 2, "name": "help", "color": "green"}"#,
    #"{"id": 3, "name": "docs", "color": "red"}"#, #"{"id": 4, "name": "wish", "color": null}"#,
  ]

  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let largestRecord: Int
    /// In front of the elements' paths.
    var prefix = ""
  }

  static let forms = [
    Form(testDescription: "list", text: "[\(elements.joined(separator: ", "))]", largestRecord: 1 << 20),
    Form(testDescription: "lines", text: elements.joined(separator: "\n") + "\n", largestRecord: 1 << 20),
    Form(
      testDescription: "in a large object", text: #"{"items": [\#(elements.joined(separator: ", "))]}"#,
      largestRecord: 60, prefix: "items"),
    Form(
      testDescription: "in a record", text: #"{"items": [\#(elements.joined(separator: ", "))]}"#,
      largestRecord: 1 << 20, prefix: "items"),
  ]

  /// What is shown of a broken element counts, as it is shown.
  /// A condition without names is of the only list of an object, and one in quotes is no condition about keys.
  @Test(arguments: [
    (#"{"n": 1, "data": [{"s": "a"}, {"s": "b"}]}"#, "n", "$index = 1", "[data[1]]"),
    (#"{"n": 1, "data": [{"s": "a"}, {"s": "b"}]}"#, "n", "\"b\"", "[data[1]]"),
    (#"[{"s": "pay $key now"}, {"s": "x"}]"#, "[0].s", "s = \"pay $key now\"", "[[0]]"),
  ]) func filterFindsItsList(text: String, cursor: String, condition: String, expected: String) {
    var session = Session(DocumentSource(JSONBytes(text), name: "o.json", models: []), columns: 80, rows: 24)
    session.press(":goto \(cursor)<Enter>&\(condition)<Enter>")
    let outline = session.browser.outline
    let list = outline.filter.flatMap { outline.list($0.list) }
    let shown = list.map { outline.childRows(of: $0).map(\.path.description) } ?? []
    #expect("[\(shown.joined(separator: ", "))]" == expected, "\(session.screen)")
  }

  @Test(arguments: [
    ("level=info", ["[0]", "[2]"]), ("has-error", ["[2]", "[3]"]), ("level=warn", ["[1]"]),
  ])
  func filtersMatchMalformedElements(filter: String, paths: [String]) {
    let text = """
      {"level": "info", "msg": "a"}
      {"level": "warn", /* why */ "msg": "b"}
      {"level": "info", "msg": "cut of
      Traceback (most recent call last):

      """
    var session = Session(DocumentSource(JSONBytes(text), name: "log.ndjson"), columns: 90, rows: 20)
    session.press("&\(filter)<Enter>0")
    var found = [session.cursorPath]
    while found.count < 5 {
      session.press("J")
      if session.cursorPath == found.last { break }
      found.append(session.cursorPath)
    }
    #expect(found == paths, "\(session.message)")
  }

  /// However keys and texts are quoted, and where the broken element is a part of a small file.
  @Test func malformedElementsAreFilteredByShownText() {
    let lines = "{'level': 'info'}\n{level: \"info\"}\n{\"level\": \"warn\"}\n"
    var session = Session(DocumentSource(JSONBytes(lines), name: "log.ndjson"), columns: 90, rows: 20)
    session.press("&level=info<Enter>")
    #expect(session.rows.count { $0.contains("level") } == 2, "\(session.screen)")
    var list = Session(#"[{"a": 1 "b": 2}, {"a": 3}]"#, columns: 90, rows: 20)
    list.press("&has-error<Enter>")
    #expect(list.screen.contains("[0]") && !list.screen.contains("[1]"), "\(list.screen)")
  }

  @Test(arguments: [
    (#""Production Budget" > 2"#, 1), (#"'Production Budget' >= 2"#, 2), (#""a"."b c" = x"#, 1),
    (#"a."b c" = x"#, 1), (#""Production Budget" in (2, 3) and "a"."b c" = x"#, 1),
    (#""x""#, 1),
  ])
  func filtersAcceptQuotedKeys(filter: String, count: Int) {
    var session = Session(
      #"[{"Production Budget": 2, "a": {"b c": "x"}}, {"Production Budget": 3, "a": {"b c": "y"}}]"#)
    session.press("&" + filter + "<Enter>")
    #expect(
      session.message.hasPrefix("\(count) "),
      "\(session.message)")
  }

  @Test(arguments: [#""a"."#, #""a"["#, #"'a'.."#, #"not "a"."#]) func incompleteQuotedKeyIsAnError(
    filter: String
  ) {
    #expect(throws: FilterError.self) { try Filter(filter, names: FilterNames(model: nil, samples: [])) }
  }

  private func session(_ form: Form) -> Session {
    var source = DocumentSource(JSONBytes(form.text), name: "test.json", models: Session.gitHub)
    source.largestRecord = form.largestRecord
    var session = Session(source, columns: 90, rows: 20)
    session.press(":model Label<Enter>:fold \(form.prefix.isEmpty ? 1 : 2)<Enter>")
    return session
  }

  /// The numbers of the elements on the screen, the cursor's marked.
  private func shown(_ session: Session) -> [String] {
    session.rows.compactMap { row in
      guard let match = row.firstMatch(of: /[▸▾] \[(\d+)\]/) else { return nil }
      return (row.hasPrefix(">") ? ">" : "") + match.output.1
    }
  }

  @Test(arguments: forms)
  func filterShowsOnlyMatchingElements(_ form: Form) {
    var session = session(form)
    session.press("&color=red<Enter>")
    #expect(shown(session) == [">0", "2"])
    #expect(session.message == "2 elements with color = red  (Esc shows all)")
    #expect(session.status.contains("2 with color = red"))
    session.press("j")
    #expect(shown(session) == ["0", ">2"])
    session.press("<Esc>")
    #expect(shown(session) == ["0", "1", ">2", "3"])
    #expect(!session.status.contains("with"))
    session.press("&HELP<Enter>")
    #expect(session.message.hasPrefix("No element") && session.message.hasSuffix(#"has "HELP""#))
    #expect(shown(session) == ["0", "1", ">2", "3"])
    session.press(":filter help<Enter>")
    #expect(shown(session) == [">1"])
    session.press(":sort name<Enter>")
    #expect(session.message.contains("hides") && !session.browser.document.isModified)
    session.press("&<Enter>")
    #expect(shown(session) == ["0", ">1", "2", "3"])
  }

  /// Keys, and the members that are shown of an object that is filtered by its keys.
  @Test(arguments: ["&", "l&", "lj&", "ljl&"]) func objectIsFilteredByItsKeys(keys: String) {
    var session = Session(#"{"list": [{"services": {"s3": {"x": 1}, "ec2": {}, "s3b": {}}}]}"#, rows: 24)
    session.press(":goto list[0].services<Enter>\(keys)")
    session.type("$key ~ \"^s3\"")
    session.press("<Enter>")
    if keys.hasPrefix("lj") {
      #expect(session.message == "No element of list[0].services.s3 has $key ~ /^s3/")
    } else {
      #expect(session.message.hasPrefix("2 elements with $key ~"), "\(session.screen)")
    }
  }

  @Test(arguments: forms)
  func filterKeepsCursorOnVisibleElement(_ form: Form) {
    var session = session(form)
    session.press(":3<Enter>lj&color=red<Enter>")
    #expect(session.cursorPath == "\(form.prefix)[2].id")
    session.press("<Esc>:2<Enter>&color=red<Enter>")
    #expect(session.cursorPath == "\(form.prefix)[2]")
  }

  @Test(arguments: forms)
  func jumpRevealsFilteredElement(_ form: Form) {
    var session = session(form)
    session.press("&color=red<Enter>:2<Enter>")
    #expect(shown(session) == ["0", ">1", "2"])
    #expect(session.message.hasPrefix("This element does not pass the filter color = red"))
    session.press("/wish<Enter>")
    #expect(session.message.hasPrefix("Not found among elements with color = red: wish"))
    session.press("/docs<Enter>")
    #expect(session.cursorPath == "\(form.prefix)[2].name")
    session.press("<Esc>&color=red<Enter>G")
    #expect(shown(session).map { $0.filter(\.isNumber) } == ["0", "2"])
  }

  @Test(arguments: forms)
  func editedElementStaysVisible(_ form: Form) {
    var session = session(form)
    session.press("&color=red<Enter>:goto \(form.prefix)[0].color<Enter>e^Ublue<Enter>")
    #expect(session.text.contains("blue"))
    #expect(shown(session).contains("0") && shown(session).contains("2"))
    session.press("u&color=red<Enter>")
    #expect(shown(session).contains("0") && shown(session).contains("2"))
    session.press("<Esc>:goto \(form.prefix)[1].color<Enter>e^Ured<Enter>&color=red<Enter>")
    #expect(shown(session).map { $0.filter(\.isNumber) } == ["0", "1", "2"])
  }

  @Test(arguments: forms)
  func filterFollowsDeletionAndUndo(_ form: Form) {
    var session = session(form)
    session.press("&color=red<Enter>dd")
    #expect(!session.text.contains("bug"))
    #expect(shown(session).count == 1)
    session.press("u")
    #expect(session.text == form.text)
    #expect(shown(session).count == 2)
    session.press("<Esc>")
    #expect(shown(session).count == 4)
  }

  @Test(arguments: forms)
  func addedElementIsShownInPlace(_ form: Form) throws {
    var session = session(form)
    session.press("&color=red<Enter>Ga^T<Enter>")
    #expect(session.cursorPath == "\(form.prefix)[4]")
    #expect(shown(session).contains(">4"))
    session.press("u<Esc>&color=red<Enter>Go^T<Enter>")
    #expect(session.cursorPath == "\(form.prefix)[3]")
    #expect(shown(session).contains(">3"))
  }

  @Test(arguments: forms)
  func movePastHiddenElementsIsRefused(_ form: Form) {
    var session = session(form)
    session.press("&color=red<Enter>]m")
    #expect(session.message == "The filter hides its siblings (Esc shows all)")
    #expect(session.text == form.text)
  }

  @Test func bothViewsHideTheSameElements() {
    var session = session(Self.forms[0])
    session.press("&color=red<Enter>gr")
    #expect(shown(session) == [">0", "2"])
    session.press("gr")
    #expect(shown(session) == [">0", "2"])
  }

  @Test func filterHidesMembersOfLargeObjects() {
    var source = DocumentSource(JSONBytes(#"{"ab": 1, "b": "a", "c": [2]}"#), name: "t", models: [])
    source.largestRecord = 1
    var session = Session(source)
    session.press("&a<Enter>")
    #expect(session.rows.filter { $0.contains(":") }.count == 2)
    session.press("<Esc>&c<Enter>")
    #expect(session.rows.contains { $0.hasPrefix(">") && $0.contains("c: ") })
  }

  @Test func filterReportsMissingList() {
    var session = Session("1")
    session.press("&a<Enter>")
    #expect(session.message == "There is no list here to filter")
  }

  @Test func filterHidesMembersOfNestedObjects() {
    var session = Session(#"{"deps": {"ab": "1.0", "bc": "2.0", "cd": "1.5"}, "b": 1}"#)
    session.press("&$key ~ b<Enter>")
    #expect(session.rows.count == 2)
    session.press("<Esc>:goto deps<Enter>l&$value ~ 1<Enter>")
    #expect(session.rows.count == 5)
    session.press("<Esc>")
    #expect(session.rows.count == 6)
  }

  @Test(arguments: forms)
  func filtersStackAndEscapeRemovesTheLast(_ form: Form) {
    var session = session(form)
    session.press("&color=red or color=green<Enter>&id > 1<Enter>")
    #expect(shown(session).map { $0.filter(\.isNumber) } == ["1", "2"])
    #expect(session.status.contains("2 with color = red or color = green › id > 1"))
    session.press("&name=nothing<Enter>")
    #expect(session.message.hasPrefix("No element"))
    #expect(shown(session).count == 2)
    session.press("<Esc>")
    #expect(shown(session).map { $0.filter(\.isNumber) } == ["0", "1", "2"])
    #expect(session.message == "3 elements with color = red or color = green")
    session.press("&id > 1<Enter>&<Enter>")
    #expect(shown(session).count == 4)
  }

  @Test func filterAppliesToListInsideFilteredList() {
    var session = Session(#"[{"a": 1, "l": [1, 2, 3]}, {"a": 2}, {"a": 3}]"#)
    session.press("&a < 3<Enter>l:goto [0].l<Enter>&$value > 1<Enter>")
    #expect(session.status.contains("2 with a < 3 › $value > 1"))
    #expect(session.rows.count == 7, "\(session.rows)")
    session.press("<Esc>")
    #expect(session.rows.count == 8, "\(session.rows)")
  }

  @Test func invalidFilterKeepsTheInputLine() {
    var session = session(Self.forms[0])
    session.press("&colr=red<Enter>")
    #expect(session.status.contains("no property or key \"colr\"; did you mean color?"))
    #expect(session.lines.last == "&colr=red")
    session.press("<Delete><Delete><Delete><Delete>color<Enter>")
    #expect(session.message.hasPrefix("2 elements"))
  }

  @Test func statusBarCountsMatchingElementsOnly() {
    var session = session(Self.forms[0])
    session.press("&color=red<Enter>:2<Enter>")
    #expect(session.status.contains("2 with color = red"))
    session.press("ggjdd")
    #expect(session.status.contains("1 with color = red"))
  }

  /// Forwards and backwards the same elements, whatever was inserted and removed between them.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func filteredElementsAreTheSameInBothDirections(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = "[" + (0..<12).map { "\"\(["x", "y"][$0 % 2])\($0)\"" }.joined(separator: ",") + "]"
    var source = DocumentSource(JSONBytes(text), name: "t", models: [])
    source.largestRecord = 1
    var session = Session(source)
    for _ in 0..<5 {
      let number = Int.random(in: 1...8, using: &random)
      session.press("\(number)G" + (Bool.random(using: &random) ? "dd" : "oz<Enter>"))
    }
    session.press("&x<Enter>")
    let outline = session.browser.outline
    var forward: [RowID] = []
    var row = outline.firstChild(of: outline.root)
    while let here = row {
      forward.append(here.id)
      row = outline.nextSibling(of: here)
    }
    var backward: [RowID] = []
    row = outline.lastChild(of: outline.root)
    while let here = row {
      backward.append(here.id)
      row = outline.previousSibling(of: here)
    }
    #expect(forward == backward.reversed())
    // All that pass are among them.
    let all = session.browser.outline.unfiltered
    row = all.firstChild(of: all.root)
    while let here = row {
      if here.node?.rawText.contains("x") == true { #expect(forward.contains(here.id)) }
      row = all.nextSibling(of: here)
    }
  }
}
