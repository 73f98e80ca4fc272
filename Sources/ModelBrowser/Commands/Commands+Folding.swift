extension Command {
  static let folding: [Command] = [
    Command(
      "toggleFold", .folding, keys: ["<Space>", "za"], "open or close", disabled: notFoldable,
      perform: { browser, _ in browser.view.toggleFold() }
    ),
    Command(
      "openFold", .folding, keys: ["zo"], "open", disabled: notFoldable,
      perform: { browser, _ in browser.view.setFold(browser.cursor, open: true) }),
    Command(
      "closeFold", .folding, keys: ["zc"], "close this row, or the row around it",
      perform: { browser, _ in browser.view.closeFold() }),
    Command(
      "openAllBelow", .folding, keys: ["zO", "<S-Right>"], "open with everything inside",
      perform: { browser, _ in browser.view.changeFolds { $0.setAll(below: $1.id, open: true) } }),
    Command(
      "closeAllBelow", .folding, keys: ["zC", "<S-Left>"],
      "close this row, or the row around it, with everything inside",
      perform: { browser, _ in closeAll(&browser) }),
    Command(
      "toggleAllBelow", .folding, keys: ["zA"], "open or close with everything inside",
      perform: { browser, _ in
        if browser.outline.isOpen(browser.cursor) || !browser.cursor.isContainer {
          closeAll(&browser)
        } else {
          browser.view.changeFolds { $0.setAll(below: $1.id, open: true) }
        }
      }),
    Command(
      "closeAll", .folding, keys: ["zM"], "close everything",
      perform: { browser, _ in browser.view.changeFolds { folds, _ in folds.setLevel(1) } }),
    Command(
      "openAll", .folding, keys: ["zR"], "open everything",
      perform: { browser, _ in browser.view.changeFolds { folds, _ in folds.setLevel(.max) } }),
    Command(
      "openLevel", .folding, keys: ["zr"], "open one level more than the cursor's, everywhere",
      perform: { browser, call in
        let level = browser.cursor.depth + (browser.outline.isOpen(browser.cursor) ? 1 : 0) + call.times
        browser.view.changeFolds { folds, _ in folds.setLevel(level) }
      }),
    Command(
      "closeLevel", .folding, keys: ["zm"], "close the cursor's level, everywhere",
      perform: { browser, call in
        let level = max(1, browser.cursor.depth - call.times)
        browser.view.changeFolds { folds, _ in folds.setLevel(level) }
      }),
    Command(
      "nextFold", .folding, keys: ["zj"], "next row that can be opened or closed",
      perform: { $0.view.moveToFold($1.times) }),
    Command(
      "previousFold", .folding, keys: ["zk"], "previous one", perform: { $0.view.moveToFold(-$1.times) }),
    Command(
      "foldToLevel", .folding,
      bindings: (1...9).map { Command.Binding(keys: "z\($0)", argument: String($0)) },
      line: ["fold"], argument: Argument("LEVEL"), "open that many levels, close what is deeper",
      perform: { try foldToLevel(&$0, $1.argument) }),
  ]
}

private func closeAll(_ browser: inout Browser) {
  if !browser.cursor.isContainer { browser.view.closeFold() }
  browser.view.changeFolds { $0.setAll(below: $1.id, open: false) }
}

private let notFoldable: @Sendable (Browser) -> String? = {
  $0.cursor.isContainer ? nil : "Nothing in this row opens: zc closes what is around it"
}

private func foldToLevel(_ browser: inout Browser, _ argument: String) throws {
  guard let level = Int(argument), level >= 0 else { throw Message.error("Not a level: \(argument)") }
  browser.view.changeFolds { folds, _ in folds.setLevel(level) }
}
