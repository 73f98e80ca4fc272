extension Command {
  static let motion: [Command] = [
    Command("down", .motion, keys: ["j", "<Down>", "^N"], "next row", change: { $0.walk($1.times) }),
    Command("up", .motion, keys: ["k", "<Up>", "^P"], "previous row", change: { $0.walk(-$1.times) }),
    Command(
      "open", .motion, keys: ["l", "<Right>"], "open; when open, go to the first row inside",
      change: { browser, call in browser.repeated(call.times) { $0.stepIn() } }),
    Command(
      "close", .motion, keys: ["h", "<Left>"], "close; when closed, go to the row around it",
      change: { browser, call in browser.repeated(call.times) { $0.stepOut() } }),
    Command(
      "parent", .motion, keys: ["<Backspace>"], "go to the row around this one",
      change: { browser, call in browser.repeated(call.times) { $0.stepToParent() } }),
    Command(
      "nextSibling", .motion, keys: ["J"], "next row of the same level",
      change: { $0.moveSibling($1.times) }),
    Command(
      "previousSibling", .motion, keys: ["K"], "previous row of the same level",
      change: { $0.moveSibling(-$1.times) }),
    Command(
      "firstSibling", .motion, keys: ["0", "<Caret>"], "first row of the same level",
      change: { browser, _ in browser.moveToEdge(browser.outline.firstChild) }),
    Command(
      "lastSibling", .motion, keys: ["$"], "last row of the same level",
      change: { browser, _ in browser.moveToEdge(browser.outline.lastChild) }),
    Command(
      "top", .motion, keys: ["gg", "<Home>"], "first row; with a count N, element N",
      change: { $0.goTo(element: $1.count, or: $0.outline.root) }),
    Command(
      "bottom", .motion, keys: ["G", "<End>"], "last row; with a count N, element N (NDJSON: line N)",
      change: { browser, call in browser.goTo(element: call.count, or: browser.outline.last) }),
    Command(
      "goTo", .motion, line: ["goto"], argument: Argument("PLACE", .places),
      "element N, LINE:COLUMN or a path; `:N` is enough", change: { $0.goTo($1.argument) }),
    Command(
      "jumpBack", .motion, keys: ["^O"], "back to where the last jump out of sight began",
      change: { $0.jumpBack($1.times) }),
    Command(
      "jumpToAndFro", .motion, keys: ["''"], "the same, and with the next one here again",
      change: { browser, _ in browser.jumpToAndFro() }),
    Command(
      "halfPageDown", .motion, keys: ["^D"], "half a page down",
      change: { $0.page($1.count ?? max(1, $0.layout.listRows / 2)) }),
    Command(
      "halfPageUp", .motion, keys: ["^U"], "half a page up",
      change: { $0.page(-($1.count ?? max(1, $0.layout.listRows / 2))) }),
    Command(
      "pageDown", .motion, keys: ["^F", "<PgDn>"], "a page down", change: { $0.page(pages: $1.times) }),
    Command("pageUp", .motion, keys: ["^B", "<PgUp>"], "a page up", change: { $0.page(pages: -$1.times) }),
    Command(
      "scrollDown", .motion, keys: ["^E"], "scroll down a row, the cursor stays",
      change: { $0.scrollView($1.times) }),
    Command(
      "scrollUp", .motion, keys: ["^Y"], "scroll up a row, the cursor stays",
      change: { $0.scrollView(-$1.times) }),
    Command(
      "cursorToTop", .motion, keys: ["zt"], "scroll so that the cursor is at the top",
      change: { browser, _ in browser.cursorLine = browser.margin }),
    Command(
      "cursorToMiddle", .motion, keys: ["zz"], "scroll so that the cursor is in the middle",
      change: { browser, _ in browser.cursorLine = browser.layout.listRows / 2 }),
    Command(
      "cursorToBottom", .motion, keys: ["zb"], "scroll so that the cursor is at the bottom",
      change: { browser, _ in browser.cursorLine = max(0, browser.layout.listRows - 1 - browser.margin) }),
  ]
}
