import Mantle
import MantleQuery
import Testing

@testable import ModelBrowser

extension RandomSession {
  private static let filters = [
    "comments > 5", "k1 > 2", "not k0 = absent", "$index < 2", "a", "k1 ~ a", "has-error", "id > 2000",
    "$key ~ k",
  ]

  /// Makes edits only, and compares the answers to questions with those about the saved file after each.
  mutating func edit(_ count: Int) {
    for _ in 0..<count {
      press(":goto \(place())<Enter>")
      let (keys, isTyped) = SessionOperation.edit(using: &random.generator)
      press(keys, then: isTyped ? value() : "")
      expectAnswersOfReopenedFile()
    }
  }

  /// Questions about the edited text have the answers that they have in a session that is begun with that text.
  ///
  /// An archive is left out: its text is not what is saved.
  func expectAnswersOfReopenedFile() {
    guard isJSON, kind.archiveFormat == nil, isReadAgainTheSame else { return }
    var source = DocumentSource(
      JSONBytes(session.text), name: kind.fileName, models: models, pick: session.browser.document.pick)
    source.largestRecord = largestRecord
    var now = session
    let fresh = Session(source, columns: 80, rows: 20)
    now.press("<Esc>&^U<Enter>")
    if now.browser.view.table != nil { now.press("T") }
    if now.browser.outline.view == .raw { now.press("gr") }
    now.press("gg")
    // A value inside a model that is too large to be parsed whole is not checked as a part of that model.
    if largestRecord == 1 << 20 { compare(now, fresh, "problems") { $0.problems() } }
    for filter in Self.filters {
      compare(now, fresh, "& \(filter)") { $0.answer(to: filter) }
    }
    for name in ["k1", "state", "comments"] {
      compare(now, fresh, "values of \(name)") { $0.values(of: name) }
    }
    for keys in ["", "s", "ss", "lsllS"] {
      compare(now, fresh, "table \(keys)") { $0.table(keys) }
    }
    // Keys that were inserted into an object too large to be parsed whole are not searched.
    let insertions = now.browser.document.history.overlay.slots.values.flatMap(\.insertions)
    for text in ["a", "k1", "0"] where insertions.allSatisfy({ $0.key == nil }) {
      compare(now, fresh, "/ \(text)") { $0.hits(of: text) }
    }
    for keys in [
      ":set-all k1 0<Enter>", ":set-all comments 7<Enter>", "&comments > 5<Enter>:set-all locked true<Enter>",
    ] {
      compare(now, fresh, keys) { session in
        session.press(keys)
        return session.text
      }
    }
  }

  /// Whether the text has the form it had: what was one value may have become lines.
  private var isReadAgainTheSame: Bool {
    let (old, text) = (session.browser.document.base, JSONBytes(session.text))
    return JSONLayout.detect(old).form == JSONLayout.detect(text).form
      && (try? JSONDocument(parsing: old.valuesAsArray ?? old)) != nil
  }

  private func compare(
    _ now: Session, _ fresh: Session, _ question: String, _ answer: (inout Session) -> String
  ) {
    var (now, fresh) = (now, fresh)
    let (found, expected) = (answer(&now), answer(&fresh))
    expect(found == expected, "\(question): \(found) instead of \(expected)")
  }
}

extension Session {
  /// The number of errors in the status bar, and each cause with its places, in order.
  fileprivate mutating func problems() -> String {
    let causes = browser.findings.causes.map(\.title).sorted()
    press(":problems<Enter>")
    guard case .listing(let pane) = browser.mode else { return "\(browser.findings.errors) \(message)" }
    let groups = pane.all.map { group in
      "\(group.title) × \(group.count): \(group.items.map(place).joined(separator: " "))"
    }
    return "\(browser.findings.errors) \(causes) \(groups.sorted())"
  }

  private func place(_ item: ListPane.Item) -> String {
    guard case .place(let place) = item.target else { return "" }
    return browser.outline.row(ofProblemAt: place)?.path.description ?? "nowhere"
  }

  /// What is said of a filter, and the elements it shows.
  fileprivate mutating func answer(to filter: String) -> String {
    press("&\(filter)<Enter>")
    guard let list = browser.outline.filter.flatMap({ browser.outline.list($0.list) }) else { return message }
    var shown: [String] = []
    var row = browser.outline.firstChild(of: list)
    while let here = row, shown.count < 100 {
      shown.append(here.path.description)
      row = browser.outline.nextSibling(of: here)
    }
    var backwards: [String] = []
    row = browser.outline.lastChild(of: list)
    while let here = row, backwards.count < 100 {
      backwards.append(here.path.description)
      row = browser.outline.previousSibling(of: here)
    }
    let isSame = backwards.reversed() == shown
    return "\(message) \(shown) \(browser.filterPiece ?? "") \(isSame ? "" : "backwards \(backwards)")"
  }

  fileprivate mutating func values(of name: String) -> String {
    press(":values \(name)<Enter>")
    guard let found = browser.view.result?.found else { return message }
    return "\(found.elements) \(found.rows.map { "\($0.cells[0]): \($0.cells[1].text)" })"
  }

  /// The cells of a table with some columns, as they are shown and as its query finds them.
  fileprivate mutating func table(_ keys: String) -> String {
    press(":columns .k1 .state .comments .user.login .k0<Enter>\(keys)yt")
    guard let table = browser.view.table else { return message }
    let columns = table.grid.shownColumns
    var found: [QueryRow] = []
    if let query = try? table.query(table.order?.keys ?? [], columns: columns, in: browser.outline) {
      _ = query.read { _ in
        true
      } take: {
        found += $0
        return true
      }
      var writer = TableFormat.tsv.writer(columns.map(\.title))
      let text = writer.write(found) + writer.finish()
      if text != copied.last { return "\(copied.last ?? "") differs from \(text)" }
    }
    return "\(copied.last ?? "") \(message)"
  }

  fileprivate mutating func hits(of text: String) -> String {
    press("/\(text)<Enter>")
    let first = "\(cursorPath) \(message)"
    press("gh")
    guard case .listing(let pane) = browser.mode else { return first + message }
    let places = pane.all.flatMap(\.items).map { item in
      guard case .place(let place) = item.target else { return "" }
      return "\(browser.outline.row(at: place)?.path.description ?? "nowhere") × \(item.times)"
    }
    return "\(first) \(places)"
  }
}
