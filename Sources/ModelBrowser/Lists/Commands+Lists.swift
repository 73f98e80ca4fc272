extension Command {
  static let lists: [Command] =
    [
      list(
        "problems", .problems, key: "ge", ["problems", "errors", "warnings"],
        "List errors and warnings by cause"),
      list(
        "unmapped", .unmapped, key: "gu", ["unmapped"], "List unmapped keys with their counts"),
      list("hits", .hits, alias: "gh", ["hits"], "List the matches of the last search"),
      list("changes", .changes, key: "gc", ["changes", "diff"], "List the unsaved edits (u undoes one)"),
      list(
        "types", .types, ["types"],
        "List the types, ranges and near misses of the values"),
      list(
        "conflicts", .differences, ["conflicts"],
        "List edited values that also changed in the file"),
      list(
        "files", .files, ["ls", "files", "buffers"],
        "List the open files"),
      list("jumps", .jumps, alias: "gj", ["jumps"], "List the jump history"),
      list("marks", .marks, alias: "g'", ["marks"], "List the marks"),
      list(
        "paths", .paths, key: "@", ["paths"],
        "Go to a path by some of its letters"),
      Command("last list", .lists, keys: ["gl"], line: ["list"], "Return to the last list") {
        browser, _ in try ListPane.showLast(&browser)
      },
      Command(
        "next in list", .lists, keys: ["]l"], "Move to the next item of the last list", disabled: noList
      ) {
        browser, call in try ListPane.step(&browser, call.times)
      },
      Command(
        "previous in list", .lists, keys: ["[l"], "Move to the previous item of the last list",
        disabled: noList
      ) {
        browser, call in try ListPane.step(&browser, -call.times)
      },
      Command("set mark", .lists, bindings: letters("m"), "Set the mark of a letter") {
        Mark.set(&$0, $1.argument)
      },
      Command("go to mark", .lists, bindings: letters("'") + letters("`"), "Go to the mark of a letter") {
        try Mark.go(&$0, to: $1.argument)
      },
      Command("check", .lists, line: ["check"], "Check the whole file again") { browser, _ in
        browser.startChecking()
      },
    ] + results

  private static func list(
    _ name: String, _ kind: ListPane.Kind, key: String? = nil, alias: String? = nil, _ names: [String],
    _ help: String
  ) -> Command {
    Command(name, .lists, keys: key.map { [$0] } ?? [], aliases: alias.map { [$0] } ?? [], line: names, help)
    { browser, _ in try ListPane.show(&browser, kind) }
  }

  /// Returns the bindings of a key followed by each letter, such as `ma` to `mz`, with the letter as
  /// argument.
  static func letters(_ key: String) -> [Binding] {
    "abcdefghijklmnopqrstuvwxyz".map { Binding(keys: key + String($0), argument: String($0)) }
  }
}

@Sendable private func noList(_ browser: Browser) -> String? {
  browser.lastList == nil ? ListPane.noneShown : nil
}
