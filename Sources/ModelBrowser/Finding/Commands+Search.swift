import MantleDocuments
import MantleQuery

extension Command {
  static let search: [Command] = [
    Command(
      "search forward", .search, keys: ["/"],
      "Search keys and values"
    ) { browser, _ in browser.ask(.search(forward: true)) },
    Command("search backward", .search, keys: ["?"], "Search backward") { browser, _ in
      browser.ask(.search(forward: false))
    },
    Command(
      "next match", .search, keys: ["n", "<F3>"], "Move to the next match", disabled: noPattern
    ) {
      repeatSearch(&$0, $1.times, forward: $0.search.isForward)
    },
    Command(
      "previous match", .search, keys: ["N"], "Move to the previous match", disabled: noPattern
    ) {
      repeatSearch(&$0, $1.times, forward: !$0.search.isForward)
    },
    Command("search name", .search, keys: ["*", "# backward"], "Move to the next row with the same name") {
      browser, call in
      try searchName(&browser, forward: call.argument.isEmpty)
    },
    Command(
      "filter", .search, keys: ["&"], line: ["filter"], argument: Argument("[FILTER]", .filter),
      "Filter the elements: state=open and comments>9"
    ) { browser, call in
      if !call.argument.isEmpty { return try ElementFilter.narrowShown(&browser, call.argument) }
      browser.ask(.filter)
    },
    Command("next problem", .search, keys: ["]e"], line: ["next"], "Move to the next element with an error") {
      browser, _ in goToError(&browser, forward: true)
    },
    Command(
      "previous problem", .search, keys: ["[e"], line: ["previous"],
      "Move to the previous element with an error"
    ) {
      browser, _ in goToError(&browser, forward: false)
    },
  ]
}

@Sendable private func noPattern(_ browser: Browser) -> String? {
  browser.search.pattern == nil ? "No previous search" : nil
}

private func goToError(_ browser: inout Browser, forward: Bool) {
  let finder = ErrorFinder(
    outline: browser.outline, cursor: browser.cursor, found: browser.findings.problems,
    edited: browser.findings.editedErrors)
  let side = forward ? "below" : "above"
  switch finder.next(forward: forward) {
  case .next(let row):
    browser.view.reveal(row)
  case .none:
    browser.message = .note(browser.findings.noErrorsText)
  case .wrapped(let row):
    if let filter = browser.outline.filter { return browser.message = noMore(side, among: filter) }
    browser.view.reveal(row)
    browser.message = .note("No more errors \(side); this is the \(forward ? "first" : "last") one")
  case .only:
    browser.message =
      browser.outline.filter.map { noMore(side, among: $0) } ?? .note("This is the only error")
  }
}

private func noMore(_ side: String, among filter: ElementFilter) -> Message {
  .note("No more errors \(side) among elements with \(filter.words)  (Esc removes the filter)")
}

private func searchName(_ browser: inout Browser, forward: Bool) throws {
  guard let name = browser.cursor.keyText, let pattern = SearchPattern(name) else {
    throw Message.warning("This row has no name")
  }
  browser.search = Search(pattern: pattern, name: name, isForward: forward)
  Search.find(&browser, forward: forward)
}

/// Goes to the next match of the current search, `times` times.
private func repeatSearch(_ browser: inout Browser, _ times: Int, forward: Bool) {
  browser.search.stepsLeft = min(times, maximumRepeats) - 1
  Search.find(&browser, forward: forward)
}

private let maximumRepeats = 1000
