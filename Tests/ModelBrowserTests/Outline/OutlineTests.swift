import Mantle
import Testing

@testable import ModelBrowser

/// Laws of walking over rows, for texts and record sizes of every kind.
struct OutlineTests {
  /// Texts with the size above which a container is not parsed whole.
  static let cases: [(seed: UInt64, largestRecord: Int)] = (0..<40).flatMap { seed in
    [(UInt64(seed), 1), (UInt64(seed), 24), (UInt64(seed), 1 << 20)]
  }

  static func outline(_ text: String, largestRecord: Int, models: [ModelDescription] = []) -> Outline {
    var source = DocumentSource(JSONBytes(text), name: "t", models: models)
    source.largestRecord = largestRecord
    return Outline(Document(source), Records(), view: .model, folds: FoldSet(openTo: .max))
  }

  static func walk(_ outline: Outline) -> [Row] {
    var rows: [Row] = []
    var next: Row? = outline.root
    while let row = next {
      rows.append(row)
      next = outline.next(after: row)
    }
    return rows
  }

  @Test func previewQuotesEmptyKeys() throws {
    let object = try JSONDocument(#"{"": 1, "a": {"": 2}}"#).root
    #expect(Preview(of: object, cells: 80).text == #"{"": 1, a: {"": 2}}"#)
  }

  @Test(arguments: cases) func backwardTraversalReversesForwardTraversal(seed: UInt64, largestRecord: Int) {
    var random = RandomText(seed: seed)
    let outline = Self.outline(random.array(), largestRecord: largestRecord)
    let forward = Self.walk(outline).map(\.id)
    var backward: [RowID] = []
    var previous: Row? = outline.last
    while let row = previous {
      backward.append(row.id)
      previous = outline.previous(before: row)
    }
    #expect(forward == backward.reversed())
  }

  @Test(arguments: cases) func everyValueHasARow(seed: UInt64, largestRecord: Int) throws {
    var random = RandomText(seed: seed)
    let text = random.object()
    let rows = Self.walk(Self.outline(text, largestRecord: largestRecord))
    let document = try JSONDocument(text)
    #expect(rows.count == Self.count(document.root))
    for row in rows {
      let node = try #require(document.root.find(row.path))
      if let shown = row.node { #expect(shown.rawText == node.rawText) }
      #expect(row.isContainer == node.kind.isContainer)
    }
  }

  @Test(arguments: cases) func rowsAreFoundByIdentifierAndPosition(seed: UInt64, largestRecord: Int) {
    var random = RandomText(seed: seed)
    let outline = Self.outline(random.array(), largestRecord: largestRecord)
    for row in Self.walk(outline) {
      #expect(outline.row(row.id)?.id == row.id)
      let place = outline.document.textPlace(of: row, end: false)
      #expect(outline.row(at: place)?.id == row.id)
    }
  }

  @Test func siblingNavigationStaysOnOneLevel() throws {
    let outline = Self.outline(#"{"a": [1, 2], "b": {"c": 3}, "d": 4}"#, largestRecord: 1)
    let first = try #require(outline.firstChild(of: outline.root))
    let second = try #require(outline.nextSibling(of: first))
    let third = try #require(outline.nextSibling(of: second))
    #expect([first, second, third].map(\.path.description) == ["a", "b", "d"])
    #expect(outline.nextSibling(of: third) == nil)
    #expect(outline.previousSibling(of: first) == nil)
    #expect(outline.lastChild(of: outline.root)?.id == third.id)
  }

  @Test(arguments: [
    ("1\n2\n3\n", ["", "[0]", "[1]", "[2]"]), ("{\"a\":1} {\"a\":2}", ["", "[0]", "[0].a", "[1]", "[1].a"]),
    ("[]", [""]), ("{}", [""]), ("7", [""]), ("\"text\"", [""]), ("", [""]), ("  \n ", [""]),
    ("\u{FEFF}[1]", ["", "[0]"]), (#"{"a":{"b":[true]}}"#, ["", "a", "a.b", "a.b[0]"]),
  ])
  func outlineSupportsEveryDocumentLayout(text: String, paths: [String]) {
    for size in [1, 1 << 20] {
      let rows = Self.walk(Self.outline(text, largestRecord: size))
      #expect(rows.map(\.path.description) == paths)
    }
  }

  @Test func containerNestingIsLimited() {
    let depth = 20_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let outline = Self.outline(text, largestRecord: 64)
    var row = outline.root
    for _ in 0..<300 {
      guard let child = outline.firstChild(of: row) else { break }
      row = child
    }
    #expect(row.depth == LazyContainer.maximumNested + 1)
    #expect(row.isTooDeep)
  }

  private static func count(_ node: JSONNode) -> Int {
    1 + node.elements.reduce(0) { $0 + count($1) } + node.members.reduce(0) { $0 + count($1.value) }
  }
}

struct BrokenTextTests {
  @Test func syntaxErrorInRecordHidesNoRows() {
    let text = "[{\"a\": 1}, {\"a\": oops}, {\"a\": 3}]"
    let rows = OutlineTests.walk(OutlineTests.outline(text, largestRecord: 1 << 20))
    #expect(rows.map(\.path.description) == ["", "[0]", "[0].a", "[1]", "[1].a", "[2]", "[2].a"])
    #expect(rows.filter { $0.severity == .error }.map(\.path.description) == ["", "[1]", "[1].a"])
    #expect(rows[4].diagnostics().map(\.location?.offset) == [17])
  }

  @Test func syntaxErrorInWrapperHidesNoElements() {
    let text = "{\"n\": 2, \"items\": [{\"a\": 1}, {\"a\": oops}, {\"a\": 3}]}"
    let rows = OutlineTests.walk(OutlineTests.outline(text, largestRecord: 1 << 20))
    #expect(
      rows.map(\.path.description) == [
        "", "n", "items", "items[0]", "items[0].a", "items[1]", "items[1].a", "items[2]", "items[2].a",
      ])
  }

  @Test(arguments: [
    "[1, 2", "{\"a\": [1, {\"b\"", "[1 2]", "]", "nul", "\"abc", "[,]", "{,}", "\u{1}", "{\"a\" 1}", "[[[[",
  ])
  func outlineTraversesMalformedInput(text: String) {
    for size in [1, 1 << 20] {
      let outline = OutlineTests.outline(text, largestRecord: size)
      let rows = OutlineTests.walk(outline)
      #expect(!rows.isEmpty && rows.count < 20)
      for row in rows { _ = row.diagnostics() }
    }
  }
}

struct FoldSetTests {
  @Test func latestFoldCommandTakesPrecedence() {
    let outer = RowID.root.child(.index(1))
    let inner = outer.child(.index(2))
    var folds = FoldSet(openTo: 1)
    #expect(folds.isOpen(.root) && !folds.isOpen(outer))
    folds.set(outer, open: true, isDeep: true)
    #expect(folds.isOpen(outer) && folds.isOpen(inner) && !folds.isOpen(RowID.root.child(.index(0))))
    folds.set(inner, open: false)
    #expect(!folds.isOpen(inner))
    folds.set(outer, open: true, isDeep: true)
    #expect(folds.isOpen(inner))
    folds = FoldSet(openTo: 1)
    #expect(!folds.isOpen(outer))
  }

  @Test func deepRowIdentifiersAreComparedAndReleased() {
    var id = RowID.root
    for number in 0..<5000 { id = id.child(.index(number)) }
    #expect(id.depth == 5000)
    #expect(id == id.parent?.child(.index(4999)))
  }

  /// However deep the nesting: large containers open up to a limit, and values that are read whole as many levels at once
  /// as are stepped over without a pause.
  @Test(arguments: ["[", "{\"a\":"], [1000, 20_000]) func deepNestingOpensStepwise(open: String, depth: Int) {
    let most = depth > 1000 ? LazyContainer.maximumNested + 1 : .max
    let close = open == "[" ? "]" : "}"
    var session = Session(
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth), models: [])
    session.press("zRG")
    #expect(session.browser.cursor.depth == min(FoldSet.maximumLevels, most))
    for _ in 0..<3 { session.press("zOG") }
    #expect(session.browser.cursor.depth == min(FoldSet.maximumLevels * 4, most))
    session.press("kkjjjgg")
    #expect(session.cursorPath == "")
  }

  /// A value that is nested too deeply to open says so in its row and when it is edited.
  @Test func excessiveNestingIsReported() {
    // More than what is read as one value.
    let depth = LazyContainer.maximumNested + 3000
    var session = Session(
      String(repeating: "[", count: depth) + "\"needle\"" + String(repeating: "]", count: depth), models: [])
    session.press("/needle<Enter>")
    #expect(session.screen.contains("nested in \(LazyContainer.maximumNested) containers, not opened  ["))
    session.press("e")
    #expect(session.screen.contains("nested too deeply to be edited here"))
  }
}
