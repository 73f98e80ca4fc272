import Mantle
import MantleDocuments
import Testing

@testable import MantleQuery
@testable import ModelBrowser
@testable import TerminalText

struct SearchTests {
  /// Counted on another thread.
  /// A quote and an accent after it are one character, but not in JSON.
  @Test(arguments: [#"["e\u0301"]"#, "[\"\u{301}\"]", "[\"e\u{301}\"]"]) func searchFindsAccents(json: String)
    throws
  {
    let pattern = try #require(SearchPattern("\u{301}"))
    let bytes = JSONBytes(json)
    #expect(pattern.occurs(in: bytes, 0..<bytes.count))
    #expect(!pattern.occurs(in: JSONBytes("[\"e\"]"), 0..<5))
  }

  @Test func searchCountsMatchesInLargeFile() {
    let padding = String(repeating: "lorem ipsum ", count: 710_000)
    var session = Session("[\"\(padding)\", \"zzz\", \"zzz\"]", models: [])
    session.press("/zzz<Enter>")
    #expect(session.browser.search.counter == "1/2" && session.cursorPath == "[1]")
  }

  static let text =
    #"{"Title": "one", "b": [1, "two", {"title": "Übergröße"}], "c": "tWo [x] \"q\"", "d": {"two": null}}"#

  @Test(arguments: [
    ("/two<Enter>", "b[1]"), ("/two<Enter>n", "c"), ("/two<Enter>nn", "d.two"), ("/two<Enter>nnn", "b[1]"),
    ("/two<Enter>N", "d.two"), ("G?two<Enter>", "c"), ("G?two<Enter>n", "b[1]"), ("G?two<Enter>N", "d.two"),
    ("/tWo<Enter>", "c"), ("/Two<Enter>", ""), ("/title<Enter>", "Title"), ("/title<Enter>n", "b[2].title"),
    ("/größe<Enter>", "b[2].title"), ("/[x]<Enter>", "c"), ("/1<Enter>", "b[0]"), ("/null<Enter>", "d.two"),
    ("/,<Enter>", ""), ("/: <Enter>", ""), ("/two<Enter>/<Enter>", "c"), ("/\"q<Enter>", "c"), ("2n", ""),
    ("/two<Enter>2n", "d.two"),
    ("zRjjjjjj*", "Title"), ("jj*", "b"), ("zR6j#", "Title"),
  ])
  func searchMovesCursorToMatchingRow(keys: String, path: String) {
    for size in [1, 30, 1 << 20] {
      var source = DocumentSource(JSONBytes(Self.text), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press(keys)
      if keys.contains("*") || keys.contains("#") {
        #expect(["b", "Title", "b[2].title"].contains(session.cursorPath))
      } else {
        #expect(session.cursorPath == path, "records of \(size)")
      }
    }
  }

  @Test func lateMatchDoesNotInterruptEditing() throws {
    // Large enough to be searched in the background, whose news come when they come.
    let text = "[{\"a\": 1}, {\"b\": 2}" + String(repeating: " ", count: 9 << 20) + "]"
    var browser = Browser(
      DocumentSource(JSONBytes(text), name: "t", models: []), size: ScreenSize(rows: 10, columns: 40))
    for key in KeyNotation.keys("jll/b<Enter>") { browser.handle(.key(key)) }
    let row = browser.cursor.id
    for key in KeyNotation.keys("e^U7") { browser.handle(.key(key)) }
    let place = try #require(text.utf8.firstRange(of: "b".utf8)).lowerBound
    let offset = text.utf8.distance(from: text.utf8.startIndex, to: place)
    let ticket = try #require(browser.running[.search])
    let found = Report { Search.take(&$0, (.original(offset), wrapped: false)) }
    browser.receive(WorkReport(kind: .search, ticket: ticket, report: found))
    #expect(browser.cursor.id == row)
    browser.handle(.key(.enter))
    #expect(browser.outline.differences.entries.map(\.path) == ["[0].a"])
  }

  @Test func searchReportsNoMatchAndWrapping() {
    var session = Session(Self.text, models: [])
    session.press("/nowhere<Enter>")
    #expect(session.message == "Not found: nowhere")
    session.press("/two<Enter>nnn")
    #expect(session.message == "The search wrapped to the top")
    #expect(session.status.hasSuffix("1/3"))
  }

  /// Behind a container that was removed after something in it was edited a search goes on, and ends.
  @Test(arguments: [1, 24, 1 << 20]) func searchEndsAfterRemovedContainer(size: Int) {
    let list = #"[{"a": [1, {"b": 2}], "c": "x"}, {"d": "x"}, {"e": 5}]"#
    for text in [list, "{\"list\": \(list)}"] {
      var source = DocumentSource(JSONBytes(text), name: "t")
      source.largestRecord = size
      var session = Session(source)
      session.press("/b<Enter>^A:goto [0]<Enter>:goto list[0]<Enter>dd/zzz<Enter>")
      #expect(session.message == "Not found: zzz")
      session.press("/x<Enter>nn?x<Enter>n")
      #expect(session.cursorPath.hasSuffix("[0].d"), "\(session.cursorPath)")
    }
  }

  @Test func matchesAreHighlightedUntilEscape() {
    var session = Session(Self.text, models: [], columns: 50, rows: 12)
    session.press("/two<Enter>")
    #expect(session.browser.render().marked.contains("⟨match:two⟩"))
    session.press("<Esc>")
    #expect(!session.browser.render().marked.contains("⟨match:"))
  }

  @Test func searchOpensFoldsInBothViews() {
    for keys in ["", "gr"] {
      var session = Session(Samples.issues, columns: 80, rows: 30)
      session.press(keys + "/MDU7<Enter>")
      #expect(session.cursorPath == "[1].node_id")
      session.press("/html_url<Enter>")
      #expect(session.cursorPath == "[2].html_url")
    }
  }

  @Test func searchFindsEditedTextOnly() {
    var session = Session(Samples.issues)
    session.press("jl6je^Ubanana<Enter>gg/banana<Enter>")
    #expect(session.cursorPath == "[0].title")
    session.press("gg/crash w<Enter>")
    #expect(session.message == "Not found: crash w")
  }

  /// The search over slices and seams finds what a plain search finds.
  @Test(arguments: 0..<60) func searchFindsEveryMatchInOrder(seed: UInt64) {
    var random = RandomText(seed: seed)
    let text = random.array()
    guard let pattern = SearchPattern("a") else { return }
    let search = TextSearch(JSONBytes(text), Overlay(), pattern)
    var found: [Int] = []
    var place = TextPlace.original(-1)
    while let next = search.find(from: place, forward: true), !next.wrapped,
      case .original(let offset) = next.place
    {
      found.append(offset)
      place = next.place
    }
    let expected = Array(text.utf8).indices.filter { Array(text.utf8)[$0] | 0x20 == 0x61 }
    #expect(found == expected)
    var backward: [Int] = []
    place = .original(text.utf8.count)
    while let next = search.find(from: place, forward: false), !next.wrapped,
      case .original(let offset) = next.place
    {
      backward.append(offset)
      place = next.place
    }
    #expect(backward == expected.reversed())
  }

  @Test(
    arguments: [
      ("abc", "xABCx", true), ("Abc", "xabcx", false), ("Abc", "xAbcx", true), ("é", "É", true),
      ("дом", "ДОМ", true), ("x", "x\u{301}", true), ("é", "e", false), ("", "x", nil),
    ] as [(String, String, Bool?)])
  func searchPatternUsesSmartCase(pattern: String, text: String, matches: Bool?) {
    #expect(SearchPattern(pattern).map { $0.matches(text) } == matches)
  }

  /// Each match is found and counted once, whichever of its characters are written as escapes.
  @Test(arguments: [
    ("AT&T", #"["AT&T", "AT\u0026T", "\u0041T\u0026T at", "AT\\u0026T"]"#, ["[0]", "[1]", "[2]"], ""),
    ("<b>", #"["\u003cb\u003E", "\\u003cb>"]"#, ["[0]"], ""),
    ("cafe", #"{"\u0063af\u0065": "\u00e9", "a": "\u0043\u0061FE \u00e9"}"#, ["cafe", "a"], "/2"),
    ("n", #"["\n", "\\n"]"#, ["[1]"], "/1"), ("users", #"["C:\Users"]"#, ["[0]"], "/1"),
    ("x/y", #"["x\/y", "x\/\/y"]"#, ["[0]"], ""),
    ("été", #"["Été", "\u00C9t\u00e9", "\u00C9tÉ", "ete"]"#, ["[0]", "[1]", "[2]"], "/3"),
  ])
  func searchMatchesEscapedCharacters(term: String, text: String, paths: [String], counter: String) {
    for size in [1, 1 << 20] {
      var source = DocumentSource(JSONBytes(text), name: "t", models: [])
      source.largestRecord = size
      var session = Session(source)
      session.press("/\(term)<Enter>")
      var found = [session.cursorPath]
      for _ in paths.dropFirst() {
        session.press("n")
        found.append(session.cursorPath)
      }
      #expect(found == paths)
      session.press("N")
      #expect(paths.count < 2 || session.cursorPath == paths[paths.count - 2])
      #expect(session.browser.search.counter?.hasSuffix(counter) ?? counter.isEmpty)
    }
  }

  /// In lines, of which some are edited: wherever the search begins, each hit is found in turn, both ways.
  @Test(arguments: ["", "jl", "jjl", "jjjl"], [true, false])
  func searchFindsMatchesAmongEditsFromAnyRow(edited: String, forward: Bool) {
    let lines = (0..<4).map { "{\"a\": 2\($0)}" }.joined(separator: "\n")
    var session = Session(lines, models: [])
    if !edited.isEmpty { session.press(edited + "je^U2<Enter>") }
    for start in 0..<9 {
      session.press("gg" + String(repeating: "j", count: start) + (forward ? "/" : "?") + "2<Enter>")
      var seen: [String] = []
      for _ in 0..<4 {
        seen.append(session.cursorPath)
        session.press("n")
      }
      #expect(Set(seen) == ["[0].a", "[1].a", "[2].a", "[3].a"], "from row \(start)")
      #expect(session.cursorPath == seen[0])
    }
  }

  /// Counts include large values, which are searched in the background.
  @Test(arguments: [("2n", "[3].b"), ("3n", "[4].b"), ("2N", "[4].b")])
  func searchAcceptsCountsInLargeTexts(keys: String, path: String) {
    let blanks = String(repeating: " ", count: 9 << 20)
    let elements = (0..<5).map { "{\"b\": \($0)}" }.joined(separator: ",")
    var session = Session("[" + elements + blanks + "]", models: [])
    session.press("jj/b<Enter>")
    #expect(session.cursorPath == "[1].b")
    session.press(keys)
    #expect(session.cursorPath == path)
  }

  /// Names are what is on the screen in the model view, whatever the key is.
  @Test(arguments: [
    ("htmlurl", "[0].html_url"), ("htmlURL", "[0].html_url"), ("createdAt", "[0].created_at"),
  ])
  func searchFindsPropertyNamesInModelView(text: String, path: String) {
    var session = Session(Samples.issues, columns: 80, rows: 30)
    session.press("/\(text)<Enter>")
    #expect(session.cursorPath == path)
    session.press("grgg/\(text)<Enter>")
    #expect(session.message == "Not found: \(text)")
  }

  @Test func matchInsideLongStringIsVisible() {
    let long =
      String(repeating: "lorem ipsum ", count: 30) + "needle" + String(repeating: " dolor", count: 30)
    var session = Session("{\"a\": \"\(long)\", \"b\": 1}", models: [], columns: 60, rows: 10)
    session.press("/needle<Enter>")
    #expect(session.cursorPath == "a")
    #expect(session.browser.render().marked.contains("⟨match:needle⟩"))
    session.press("<Esc>")
    #expect(!session.screen.contains("needle"))
  }

  /// Of a repeated key a model shows the last value only: the other matches are passed many at a time, each of which would
  /// otherwise draw a screen.
  @Test func searchSkipsRepeatedKeysInBatches() {
    let members = (0..<5000).map { "\"a\": \($0)" }.joined(separator: ", ")
    let source = DocumentSource(JSONBytes("{\(members)}"), name: "t", inference: Inferring())
    var browser = Browser(source, size: ScreenSize(rows: 12, columns: 60))
    var (waiting, rounds): ([Effect], Int) = ([], 0)
    for key in KeyNotation.keys("/a<Enter>") { browser.handle(.key(key)) }
    waiting += browser.takeEffects()
    while let effect = waiting.popLast() {
      guard case .start(let work) = effect, work.kind == .search else { continue }
      rounds += 1
      var reports: [WorkReport] = []
      work.run { reports.append($0) }
      for report in reports { browser.receive(report) }
      waiting += browser.takeEffects()
    }
    #expect(browser.cursor.path.description == "a")
    #expect(rounds <= 6)
  }
}
