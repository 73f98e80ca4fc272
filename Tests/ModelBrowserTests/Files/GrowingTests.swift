import Mantle
import MantleQuery
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// Filters, results and tables of a text to whose end values are added.
@Suite(.ownFolders) struct GrowingTests {
  private static func text(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "{\"n\": \($0), \"kind\": \"\($0 % 3 == 0 ? "b" : "a")\"}\n" }.joined()
  }

  private static func session(_ text: some StringProtocol, rows: Int = 30) -> Session {
    Session(
      DocumentSource(
        JSONBytes(Array(text.utf8), isNDJSON: true), name: "log.ndjson", path: "/tmp/log.ndjson"),
      columns: 60, rows: rows)
  }

  private static func rows(_ session: Session) -> [String] { session.rows.map { String($0.dropFirst()) } }

  private static func results(_ session: Session) -> [String] {
    session.browser.view.result?.rows.map { $0.cells.map(\.text).joined(separator: " ") } ?? []
  }

  /// The text grows in the middle of a line, too.
  @Test(arguments: [
    "&n > 3<Enter>", "&n = 3 or n = 11<Enter>", "&$index >= 1<Enter>", "&kind ~ b<Enter>",
    "&not kind = b<Enter>",
    "&n > 1<Enter>&kind = b<Enter>", ":goto [1]<Enter>:duplicate<Enter>&n > 0<Enter>",
    ":goto [0]<Enter>dd&$index > 0<Enter>",
    "&n > 3<Enter>T",
  ])
  func filtersApplyToAddedElements(keys: String) {
    let whole = Self.text(1...12)
    var expected = Self.session(whole)
    expected.press(keys)
    for cut in stride(from: Self.text(1...5).utf8.count, to: whole.utf8.count, by: 9) {
      var session = Self.session(whole.prefix(cut))
      session.press(keys)
      let middle = (cut + whole.utf8.count) / 2
      for end in [middle, whole.utf8.count] {
        session.receive(.grown(JSONBytes(Array(whole.utf8.prefix(end)), isNDJSON: true), nil, nil))
      }
      #expect(Self.rows(session) == Self.rows(expected), "\(cut)")
      #expect(session.browser.outline.filter?.shown == expected.browser.outline.filter?.shown)
    }
  }

  @Test func outerFiltersApplyToAddedElements() {
    var session = Self.session(Self.text(1...6))
    session.press("&n > 2<Enter>&kind = b<Enter>")
    session.receive(.grown(JSONBytes(Self.text(1...12)), nil, nil))
    session.press("<Esc>")
    #expect(session.browser.outline.filter?.passedCount == 10, "\(session.screen)")
  }

  /// A search of the former text ends before the added elements are searched.
  @Test func growthKeepsTheRunningFilter() {
    var browser = Browser(
      DocumentSource(JSONBytes(Self.text(1...6)), name: "log.ndjson", path: "/tmp/log.ndjson"),
      size: ScreenSize(rows: 20, columns: 60))
    for key in KeyNotation.keys("&n > 2<Enter>") { browser.handle(.key(key)) }
    func takeFilters() -> [Work] {
      browser.takeEffects().compactMap {
        if case .start(let work) = $0, work.kind == .filter { work } else { nil }
      }
    }
    func run(_ work: Work) {
      var reports: [WorkReport] = []
      work.run { reports.append($0) }
      for report in reports { browser.receive(report) }
    }
    let first = takeFilters()
    browser.receive(.grown(JSONBytes(Self.text(1...9)), nil, nil))
    browser.receive(.grown(JSONBytes(Self.text(1...12)), nil, nil))
    #expect(first.count == 1 && takeFilters().isEmpty)
    first.forEach(run)
    #expect(browser.outline.filter?.passedCount == 4)
    let second = takeFilters()
    #expect(second.count == 1)
    second.forEach(run)
    #expect(browser.outline.filter?.passedCount == 10 && takeFilters().isEmpty)
  }

  @Test(arguments: [":values kind<Enter>", "TlF", "TI", ":group kind aggregate sum(n)<Enter>"])
  func resultsCountAddedElements(keys: String) {
    var (grown, reloaded, whole) = (
      Self.session(Self.text(1...6)), Self.session(Self.text(1...6)), Self.session(Self.text(1...30))
    )
    grown.press(keys + "j")
    reloaded.press(keys + "j")
    whole.press(keys + "j")
    let group = Self.results(grown)[1].prefix(1)
    grown.receive(.grown(JSONBytes(Self.text(1...30)), nil, nil))
    reloaded.receive(
      .opened(
        DocumentSource(JSONBytes(Self.text(1...30)), name: "log.ndjson", path: "/tmp/log.ndjson"), .kept))
    #expect(Self.results(grown) == Self.results(whole))
    #expect(Self.results(reloaded) == Self.results(whole))
    let selected = grown.browser.view.result?.currentRow?.cells[0].text
    #expect(selected?.prefix(1) == group, "the cursor has left its row")
  }

  /// The end of a followed table stays in sight, with its numbers in full.
  @Test func followedTableShowsItsEnd() {
    var (grown, whole) = (
      Self.session(Self.text(1...9), rows: 12), Self.session(Self.text(1...1200), rows: 12)
    )
    grown.press(":set follow<Enter>TG")
    whole.press(":set follow<Enter>TG")
    grown.receive(.grown(JSONBytes(Self.text(1...1200)), nil, nil))
    #expect(grown.rows == whole.rows)
    #expect(grown.cursorPath == "[1199].n")
    grown.press("gg")
    grown.receive(.grown(JSONBytes(Self.text(1...1300)), nil, nil))
    #expect(grown.cursorPath == "[0].n")
  }
}
