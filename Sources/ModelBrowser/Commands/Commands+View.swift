import Mantle

extension Command {
  static let view: [Command] = [
    Command(
      "toggleView", .view, keys: ["m"], "model view or raw JSON view, at the same place",
      disabled: { $0.document.model == nil ? "There is no model: everything is raw JSON already" : nil },
      change: { browser, _ in browser.toggleView() }),
    Command(
      "toggleDetail", .view, keys: ["<Tab>", "i"], "show or hide the detail pane",
      change: { browser, _ in toggleDetail(&browser) }),
    Command(
      "detailDown", .view, keys: [")"], "scroll the detail pane down", disabled: noDetail,
      change: { $0.detailTop = min($0.detailTop + $1.times, max(0, $0.detailLineCount - 1)) }),
    Command(
      "detailUp", .view, keys: ["("], "scroll the detail pane up", disabled: noDetail,
      change: { $0.detailTop = max(0, $0.detailTop - $1.times) }),
    Command(
      "position", .view, keys: ["^G"], "say where the cursor is",
      change: { browser, _ in browser.message = .note(positionText(browser)) }),
    Command(
      "chooseModel", .view, line: ["model"], argument: Argument("[NAME|none]", .models),
      "choose among the models that fit, or read as the named one", isAllowedWhileSaving: false,
      perform: { $0.chooseModel($1.argument) }),
    Command(
      "set", .view, line: ["set"],
      argument: Argument("[\(options.joined(separator: " | "))]", .words(options)),
      "wrap, nowrap: long values in the detail pane; detail, nodetail: the pane itself; alone: say what is set",
      change: { set(&$0, $1.argument) }),
    Command("redraw", .view, keys: ["^L"], "draw the screen anew", perform: { _, _ in [.redraw] }),
    Command(
      "help", .view, keys: ["<F1>", "g?"], line: ["help", "h"], "this screen",
      change: { browser, _ in
        browser.mode = .reading(HelpScreen.make(browser.commands, width: browser.size.columns))
      }),
  ]

  private static let options = ["wrap", "nowrap", "detail", "nodetail"]
}

@Sendable private func noDetail(_ browser: Browser) -> String? {
  browser.layout.detail == .hidden ? "The detail pane is hidden (Tab shows it)" : nil
}

private func toggleDetail(_ browser: inout Browser) {
  browser.options.detail = browser.layout.detail == .hidden
  if browser.options.detail == true, browser.layout.detail == .hidden {
    browser.message = .warning("The screen is too small for the detail pane")
  }
  browser.keepInSight()
}

private func set(_ browser: inout Browser, _ option: String) {
  switch option {
  case "wrap": browser.options.wrap = true
  case "nowrap": browser.options.wrap = false
  case "detail": browser.options.detail = true
  case "nodetail": browser.options.detail = false
  case "":
    browser.message = .note(
      "\(browser.options.wrap ? "wrap" : "nowrap")  \(browser.layout.detail == .hidden ? "nodetail" : "detail")"
    )
  default: browser.message = .error("No such option: \(option)  (wrap, nowrap, detail, nodetail)")
  }
  browser.keepInSight()
}

private func positionText(_ browser: Browser) -> String {
  let (document, cursor) = (browser.document, browser.cursor)
  var pieces = ["\(document.name): \(document.pathText(of: cursor))"]
  if let location = document.location(of: cursor) {
    pieces.append("line \(location.line) column \(location.column)")
  }
  if let range = document.byteRange(of: cursor) {
    let percent = range.lowerBound * 100 / max(1, document.base.count)
    pieces.append("byte \(range.lowerBound) of \(document.base.count) (\(percent) %)")
  }
  return pieces.joined(separator: " · ")
}
