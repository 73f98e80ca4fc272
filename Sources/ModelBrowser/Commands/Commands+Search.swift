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
      "nextMatch", .search, keys: ["n"], "next match", disabled: noPattern,
      perform: { $0.repeatSearch($1.times, forward: $0.search.isForward) }),
    Command(
      "previousMatch", .search, keys: ["N"], "previous match", disabled: noPattern,
      perform: { $0.repeatSearch($1.times, forward: !$0.search.isForward) }),
    Command(
      "searchName", .search, keys: ["*"], "next row of the same name",
      perform: { browser, _ in browser.searchName(forward: true) }),
    Command(
      "searchNameBackward", .search, keys: ["#"], "previous row of the same name",
      perform: { browser, _ in browser.searchName(forward: false) }),
    Command(
      "filter", .search, keys: ["&"], line: ["filter"], argument: Argument("[TEXT]", .properties),
      "show only elements with a text, or with a property as wanted: state=open, comments>9; Esc shows all",
      perform: { browser, call in
        if !call.argument.isEmpty { return browser.filter(call.argument) }
        browser.ask(.filter)
        return []
      }),
    Command(
      "nextProblem", .search, keys: ["]e"], line: ["next"], "next element with an error",
      change: { browser, _ in browser.goToProblem(forward: true) }),
    Command(
      "previousProblem", .search, keys: ["[e"], line: ["previous"], "previous element with an error",
      change: { browser, _ in browser.goToProblem(forward: false) }),
  ]
}

@Sendable private func noPattern(_ browser: Browser) -> String? {
  browser.search.pattern == nil ? "No previous search" : nil
}
