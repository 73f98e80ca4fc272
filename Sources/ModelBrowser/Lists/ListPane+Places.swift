import Mantle
import TerminalText
import TextCells

/// Showing lists of places, and going to their items.
extension ListPane {
  /// Opens the list of a kind; throws a message if the list would be empty.
  static func show(_ browser: inout Browser, _ kind: ListPane.Kind) throws {
    if kind == .hits { startListingHits(&browser) }
    if kind == .types {
      let list = try browser.outline.listToShow(at: browser.cursor)
      let revision = browser.document.history.revision
      if browser.types?.list != list.filteredAs || browser.types?.revision != revision {
        TypeSurvey.start(in: &browser, of: list)
      }
    }
    if kind == .files {
      browser.files.add(browser.document.identity)
      OpenFiles.survey(&browser)
    }
    let groups = groups(browser, kind)
    // The list of paths opens even if it is empty, so that letters typed into it do not run commands.
    guard !groups.isEmpty || isFilling(browser, kind) || kind == .paths else {
      throw Message.note(emptyText(browser, kind))
    }
    let pane = ListPane(kind, groups)
    browser.lastList = pane
    browser.mode = .listing(pane)
  }

  /// The message of a command that steps through or reopens the last list, if no list was shown yet.
  static let noneShown = "No list was shown yet (:problems :unmapped :hits :changes :jumps :marks)"

  /// Reopens the list that was shown last at its previous position.
  static func showLast(_ browser: inout Browser) throws {
    guard var pane = browser.lastList else {
      throw Message.note(noneShown)
    }
    takeBackFilter(&browser)
    if pane.kind == .differences { Comparison.startAgain(in: &browser) }
    pane.update(groups(browser, pane.kind))
    browser.mode = .listing(pane)
  }

  private static func startListingHits(_ browser: inout Browser) {
    guard let pattern = browser.search.pattern else { return }
    browser.search.hits = []
    let text = TextSearch(browser.document.base, browser.document.history.overlay, pattern)
    browser.start(.hits) { link in
      // Batches double in size, because each batch rebuilds the list.
      var (waiting, listed): ([TextPlace], Int) = ([], 0)
      func report(_ places: [TextPlace]) {
        link.report(
          Report(.part) {
            Search.list(&$0, places)
            refresh(&$0)
          })
      }
      text.findAll(most: Search.maximumListed) { found in
        waiting += found
        if waiting.count > listed {
          report(waiting)
          (listed, waiting) = (listed + waiting.count, [])
        }
        return !link.isCancelled()
      }
      report(waiting)
      link.report(Report { refresh(&$0) })
    }
  }

  /// Returns whether background work is still adding items to a list.
  static func isFilling(_ browser: Browser, _ kind: ListPane.Kind) -> Bool {
    switch kind {
    case .problems, .unmapped: browser.findings.isRunning
    case .hits: browser.running[.hits] != nil
    case .differences: browser.running[.compare] != nil
    case .types: browser.running[.types] != nil
    case .files: browser.running[.files] != nil
    case .changes, .jumps, .marks, .paths: false
    }
  }

  private static func emptyText(_ browser: Browser, _ kind: ListPane.Kind) -> String {
    switch kind {
    case .problems: browser.findings.noErrorsText.replacing("errors", with: "problems")
    case .unmapped: "There are no unmapped keys"
    case .hits: "Nothing was searched for"
    case .changes: "There are no unsaved edits"
    case .types: "There is no list of objects here"
    case .differences: "Nothing was compared (:compare FILE)"
    case .files: "No file is open"
    case .jumps: "There was no jump yet"
    case .marks: "There are no marks (ma sets the mark a)"
    case .paths: "There are no values to go to"
    }
  }

  /// Adds new results to the list on the screen.
  static func refresh(_ browser: inout Browser) {
    guard case .listing(var pane) = browser.mode, pane.kind != .paths else { return }
    pane.update(groups(browser, pane.kind))
    browser.mode = .listing(pane)
  }

  private static func groups(_ browser: Browser, _ kind: ListPane.Kind) -> [ListPane.Group] {
    switch kind {
    case .problems:
      return browser.findings.causes.map { cause in
        ListPane.Group(
          title: cause.title, severity: cause.severity, count: cause.count,
          items: places(of: cause, browser.document.history.overlay).map {
            ListPane.Item(target: .place($0))
          },
          missingProperty: cause.missingProperty)
      }
    case .unmapped:
      let items = browser.findings.unmapped.map { path, count in
        ListPane.Item(
          target: .filter(".\(path.insideElement) != absent", goal: path.insideElement),
          text: "\(path)  \(count)")
      }
      let archived = (browser.document.archive?.summary.unmapped ?? []).map { path, count in
        ListPane.Item(target: .archived(path), text: "\(path)  \(count)")
      }
      return [("unmapped keys", items), ("unmapped keys of the archive", archived)]
        .filter { !$0.1.isEmpty }
        .map { title, items in ListPane.Group(title: title, count: items.count, items: items) }
    case .hits: return browser.hitGroups
    case .changes: return changeGroups(browser)
    case .differences: return differenceGroups(browser)
    case .types: return typeGroups(browser)
    case .files: return fileGroups(browser)
    case .jumps:
      let places = (browser.view.jumps[browser.outline.view] ?? JumpList()).back.reversed().map { id in
        ListPane.Item(target: .row(id), text: rowText(browser, browser.outline.row(nearest: id)))
      }
      return places.isEmpty ? [] : [ListPane.Group(title: "jumps", count: places.count, items: places)]
    case .marks:
      return browser.marks.sorted { $0.key < $1.key }.map { name, mark in
        let item = ListPane.Item(
          target: .row(mark.row), text: rowText(browser, browser.outline.row(nearest: mark.row)))
        return ListPane.Group(title: String(name), count: 1, items: [item])
      }
    case .paths:
      let paths = PathList(around: browser.cursor, in: browser.outline)
      let items = paths.found.map { path, row in ListPane.Item(target: .row(row.id), text: path) }
      let title = paths.isAll ? "paths" : "paths in a part of this large file (/ searches all of it)"
      return items.isEmpty ? [] : [ListPane.Group(title: title, count: items.count, items: items)]
    }
  }

  /// Returns the places of the problems with one cause, in the order of the text.
  private static func places(of cause: ProblemCause, _ overlay: Overlay) -> [TextPlace] {
    let places = cause.places.map { TextPlace.original($0) }
    guard !cause.edited.isEmpty else { return places }
    return (places + cause.edited).map { (place: $0, order: overlay.order(of: $0)) }
      .sorted { $0.order < $1.order }.map(\.place)
  }

  // MARK: - Keys

  static func handle(_ browser: inout Browser, _ key: Key, _ pane: ListPane) {
    var pane = pane
    browser.message = nil
    let answer = pane.handle(key, height: max(1, pane.height(in: browser.size)))
    browser.mode = .listing(pane)
    switch answer {
    case .stay: break
    case .unknown:
      let text = KeyNotation.text(key)
      browser.message = .note("Lists have no key \(text)  (q leaves, / narrows, Enter goes there)")
    case .leave: close(&browser, pane)
    case .pass:
      close(&browser, pane)
      browser.handle(.key(key))
      if case .reading = browser.mode { browser.modeToReturnTo = .listing(pane) }
    case .go:
      close(&browser, pane)
      if let item = pane.selectedItem { browser.attempt { try go(&$0, to: item.target, in: pane) } }
    case .revert:
      browser.attempt { if pane.kind == .changes { try revert(&$0, pane) } else { undo(&$0, pane) } }
    case .take(let all): browser.attempt { try take(&$0, pane, all: all) }
    case .leaveOut: leaveOut(&browser, pane)
    case .convert: browser.attempt { try convert(&$0, pane) }
    }
  }

  private static func close(_ browser: inout Browser, _ pane: ListPane) {
    browser.lastList = pane
    browser.mode = .browsing
  }

  /// Goes to the next item of the most recent list.
  static func step(_ browser: inout Browser, _ steps: Int) throws {
    guard var pane = browser.lastList else { return }
    guard pane.step(steps), let item = pane.selectedItem else {
      throw Message.note("No more items in the list of \(pane.kind.rawValue)")
    }
    browser.lastList = pane
    try go(&browser, to: item.target, in: pane)
  }

  private static func go(
    _ browser: inout Browser, to target: ListPane.Target, in pane: ListPane
  ) throws {
    switch target {
    case .place(let place):
      let outline = browser.outline
      if pane.kind == .problems, let row = outline.row(ofProblemAt: place) {
        browser.editor.reveal(missingRow(of: row, pane.selectedGroup?.missingProperty, outline) ?? row)
      } else if let row = outline.row(at: place) {
        browser.editor.reveal(row)
      }
    case .row(let id): browser.editor.reveal(browser.outline.row(nearest: id))
    case .file(let name): OpenFiles.go(&browser, to: name)
    case .change(let entry): browser.editor.reveal(browser.outline.row(at: entry.path).row)
    case .difference(let part):
      let place = browser.comparison?.place ?? JSONKeyPath()
      let path = JSONKeyPath(place.components + part.path.components)
      browser.editor.reveal(browser.outline.row(at: path).row)
    case .form(let form, let index):
      takeBackFilter(&browser)
      try show(&browser, form, property: index)
    case .filter(let text, let goal):
      // The list's own filter is replaced, not narrowed down.
      takeBackFilter(&browser)
      try ElementFilter.narrow(&browser, text, goal: goal)
    case .archived(let path):
      guard let row = ArchiveRemarks(of: browser.outline).row(at: path) else {
        throw Message.warning("\(path) is beyond the listed part  (/ searches the whole file)")
      }
      browser.editor.reveal(row)
    }
  }

  /// Returns the row of an object's absent property, in which the user can add a value; nil if there is no
  /// such row.
  private static func missingRow(of object: Row, _ property: String?, _ outline: Outline) -> Row? {
    property.flatMap { name in object.missingRows(in: outline).first { $0.property?.name == name } }
  }

  /// Removes the filter that an item of the last list has set.
  private static func takeBackFilter(_ browser: inout Browser) {
    guard let words = browser.outline.filter?.words, browser.lastList?.hasFilter(words) ?? false else {
      return
    }
    ElementFilter.removeLast(&browser)
  }

  // MARK: - Words

  /// Returns the text of a row in a list: its path and the start of its value.
  ///
  /// - Parameter times: the number of matches in the row.
  static func rowText(_ browser: Browser, _ row: Row, times: Int = 1) -> String {
    "\(browser.document.pathText(of: row))\(times > 1 ? " × \(times)" : "")  \(valueText(row, in: browser.outline))"
  }

  /// Returns the summary of a model, or the start of another value.
  static func valueText(_ row: Row, in outline: Outline) -> String {
    guard let node = row.node, node.kind.isContainer else { return row.node?.excerpt ?? "" }
    guard let model = row.model else { return Sanitized(Preview(of: node, cells: 80).text, cells: 80).text }
    return outline.records.summary(of: model).spans(of: node, in: row.record, cells: 100).text
  }

  /// Returns the text of an item without a text of its own: its path and value, or its problem.
  static func text(_ browser: Browser, of item: ListPane.Item, _ severity: Diagnostic.Severity?) -> String {
    if case .row(let id) = item.target { return rowText(browser, browser.outline.row(nearest: id)) }
    guard case .place(let place) = item.target, let row = browser.outline.row(at: place) else {
      return item.text ?? ""
    }
    guard severity != nil, let row = browser.outline.row(ofProblemAt: place) else {
      return rowText(browser, row, times: item.times)
    }
    let problem = row.diagnostics(notes: false).first { $0.location?.offset == place.offset }
    return "\(row.path)  \(problem?.shortMessage ?? row.node?.excerpt ?? "")"
  }
}

extension Browser {
  fileprivate var hitGroups: [ListPane.Group] {
    guard let pattern = search.pattern, !search.hits.isEmpty else { return [] }
    let count = search.hits.reduce(0) { $0 + $1.times }
    let values = count > search.hits.count ? " in \(Words.count(search.hits.count, "value"))" : ""
    let more = count >= Search.maximumListed ? "; no more are listed" : ""
    return [
      ListPane.Group(
        title: "\(JSONText.quoted(pattern.text))\(values)\(more)", count: count,
        items: search.hits.map { ListPane.Item(target: .place($0.place), times: $0.times) })
    ]
  }
}

extension JSONNode {
  /// The first characters of the value's source text.
  var excerpt: String {
    let range = byteRange
    let text = document.bytes.text(range.lowerBound..<min(range.upperBound, range.lowerBound + 200))
    return Sanitized(text, cells: 80).text
  }
}

extension JSONKeyPath {
  /// The path inside an element of the filtered list: the components after the first `[]`, or the whole path
  /// if there are none.
  fileprivate var insideElement: String {
    let inner = components.drop { $0 != .each }.dropFirst()
    return JSONKeyPath(Array(inner.isEmpty ? components[...] : inner)).description
  }
}

extension ListPane {
  /// Returns whether an item of the list sets a filter with the given text.
  fileprivate func hasFilter(_ words: String) -> Bool {
    kind == .types && words.contains(": ")
      || all.contains { group in
        group.items.contains { if case .filter(words, _) = $0.target { true } else { false } }
      }
  }
}
