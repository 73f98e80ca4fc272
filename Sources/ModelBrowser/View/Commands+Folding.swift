extension Command {
  static let folding: [Command] = [
    Command("fold", .folding, keys: ["<Space>", "za", "zo open", "zc close"], "Open or close the container") {
      browser, call in
      if call.argument == "close" { return browser.view.closeFold() }
      guard browser.cursor.isContainer else {
        throw Message.warning("This row has no children: zc closes its parent")
      }
      if call.argument == "open" { return browser.view.setFold(browser.cursor, open: true) }
      browser.view.toggleFold()
    },
    Command(
      "fold deep", .folding, keys: ["zA", "zO open", "<S-Right> open", "zC close", "<S-Left> close"],
      "Open or close the container with all descendants"
    ) { browser, call in
      let isOpen = browser.outline.isOpen(browser.cursor) || !browser.cursor.isContainer
      let opens = call.argument == "open" || call.argument.isEmpty && !isOpen
      if !opens, !browser.cursor.isContainer { browser.view.closeFold() }
      browser.view.changeFolds { $0.set($1.id, open: opens, isDeep: true) }
    },
    Command(
      "fold to level", .folding,
      bindings: (1...9).map { Command.Binding(keys: "z\($0)", argument: String($0)) },
      aliases: ["zM 1", "zR all", "zr +", "zm -"], line: ["fold"], argument: Argument("LEVEL|all"),
      "Open N levels and close deeper ones", perform: foldToLevel),
  ]
}

@Sendable private func foldToLevel(_ browser: inout Browser, _ call: Invocation) throws {
  let (depth, isOpen) = (browser.cursor.depth, browser.outline.isOpen(browser.cursor))
  let level: Int? =
    switch call.argument {
    case "all": .max
    case "+": depth + (isOpen ? 1 : 0) + call.times
    case "-": max(1, depth - call.times)
    default: Int(call.argument)
    }
  guard let level, level >= 0 else { throw Message.error("Not a level: \(call.argument)") }
  browser.view.changeFolds { folds, _ in folds = FoldSet(openTo: level) }
}
