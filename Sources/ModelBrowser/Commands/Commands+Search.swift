import MantleQuery

extension Command {
  static let search: [Command] = [
    Command(
      "searchForward", .search, keys: ["/"],
      "search keys and values; small letters match both cases, Enter alone repeats",
      change: { browser, _ in browser.ask(.search(forward: true)) }),
    Command(
      "searchBackward", .search, keys: ["?"], "search backward",
      change: { browser, _ in browser.ask(.search(forward: false)) }),
    Command(
      "nextMatch", .search, keys: ["n", "<F3>"], "next match", disabled: noPattern,
      perform: { repeatSearch(&$0, $1.times, forward: $0.search.isForward) }),
    Command(
      "previousMatch", .search, keys: ["N"], "previous match", disabled: noPattern,
      perform: { repeatSearch(&$0, $1.times, forward: !$0.search.isForward) }),
    Command(
      "searchName", .search, keys: ["*"], "next row of the same name",
      perform: { browser, _ in searchName(&browser, forward: true) }),
    Command(
      "searchNameBackward", .search, keys: ["#"], "previous row of the same name",
      perform: { browser, _ in searchName(&browser, forward: false) }),
    Command(
      "filter", .search, keys: ["&"], line: ["filter"], argument: Argument("[FILTER]", .filter),
      "show only elements that pass a filter: crash, state=open and comments>9; another one narrows it down, Esc goes back",
      perform: { browser, call in
        if !call.argument.isEmpty { return ElementFilter.narrow(&browser, call.argument) }
        browser.ask(.filter)
        return []
      }),
    Command(
      "nextProblem", .search, keys: ["]e"], line: ["next"], "next element with an error",
      change: { browser, _ in goToError(&browser, forward: true) }),
    Command(
      "previousProblem", .search, keys: ["[e"], line: ["previous"], "previous element with an error",
      change: { browser, _ in goToError(&browser, forward: false) }),
  ]
}

@Sendable private func noPattern(_ browser: Browser) -> String? {
  browser.search.pattern == nil ? "No previous search" : nil
}

/// Of the elements a filter shows only; edited ones are passed by.
private func goToShownError(
  _ browser: inout Browser, _ filter: ElementFilter, _ list: LazyContainer, forward: Bool
) {
  let finder = ErrorFinder(
    outline: browser.outline, cursor: browser.cursor, found: browser.findings.problems)
  if let row = finder.missingRow(besideCursor: forward) { return browser.view.reveal(row) }
  let here = browser.document.byteRange(of: browser.cursor.firstInText)?.lowerBound ?? 0
  let place = browser.outline.nextShown(
    among: browser.findings.problems, beyond: here, forward: forward, by: filter, in: list)
  guard let row = place.flatMap({ browser.outline.row(at: .original($0)) }) else {
    guard browser.findings.errors > 0 else {
      browser.message = .note(browser.findings.noErrorsText)
      return
    }
    browser.message = .note(
      "No more errors \(forward ? "below" : "above") among those with \(filter.words)  (Esc takes the filter back)"
    )
    return
  }
  browser.view.reveal(browser.outline.missingRows(of: row).first ?? row)
}

private func goToError(_ browser: inout Browser, forward: Bool) {
  if let filter = browser.outline.filter, let list = browser.outline.list(filter.list)?.container {
    return goToShownError(&browser, filter, list, forward: forward)
  }
  let finder = ErrorFinder(
    outline: browser.outline, cursor: browser.cursor,
    found: browser.findings.problems)
  switch finder.next(forward: forward) {
  case .next(let row):
    browser.view.reveal(row)
  case .wrapped(let row):
    browser.view.reveal(row)
    browser.message = .note(
      forward
        ? "No more errors below; this is the first one" : "No more errors above; this is the last one")
  case .only:
    browser.message = .note("This is the only error")
  case .none:
    browser.message = .note(browser.findings.noErrorsText)
  }
}

private func searchName(_ browser: inout Browser, forward: Bool) -> [Effect] {
  guard let name = browser.cursor.keyText, let pattern = SearchPattern(name) else {
    browser.message = .warning("This row has no name")
    return []
  }
  browser.search = Search(pattern: pattern, name: name, isForward: forward)
  return Search.find(&browser, forward: forward)
}

/// Repeats the search `times` times. A search in the background continues when its match is found.
private func repeatSearch(_ browser: inout Browser, _ times: Int, forward: Bool) -> [Effect] {
  var left = min(times, mostRepeats)
  while left > 0 {
    left -= 1
    let effects = Search.find(&browser, forward: forward)
    guard effects.isEmpty else {
      browser.search.stepsLeft = left
      return effects
    }
  }
  return []
}

private let mostRepeats = 1000
