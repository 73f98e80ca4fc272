extension Command {
  static let lists: [Command] =
    [
      list(
        "problems", .problems, key: "ge", ["problems", "errors", "warnings"],
        "list errors and warnings by cause"),
      list(
        "unmapped", .unmapped, key: "gu", ["unmapped"], "list unmapped keys with their counts"),
      list("hits", .hits, alias: "gh", ["hits"], "list the matches of the last search"),
      list("changes", .changes, key: "gc", ["changes", "diff"], "list the unsaved edits; u undoes one"),
      list(
        "types", .types, ["types"],
        "list the types, ranges and near misses of the values; c converts those of one form"),
      list(
        "conflicts", .differences, ["conflicts"],
        "list edited values that also changed in the file; o takes the file's value"),
      list(
        "files", .files, ["ls", "files", "buffers"],
        "list the open files with their models and problems; Enter shows one"),
      list("jumps", .jumps, alias: "gj", ["jumps"], "list the jump history"),
      list("marks", .marks, alias: "g'", ["marks"], "list the marks"),
      list(
        "paths", .paths, key: "@", ["paths"],
        "go to a path by typing some of its letters; Enter goes to the first that fits"),
      Command("last list", .lists, keys: ["gl"], line: ["list"], "show the list that was left last") {
        browser, _ in try ListPane.showLast(&browser)
      },
      Command("next in list", .lists, keys: ["]l"], "next item of that list", disabled: noList) {
        browser, call in try ListPane.step(&browser, call.times)
      },
      Command("previous in list", .lists, keys: ["[l"], "previous item of that list", disabled: noList) {
        browser, call in try ListPane.step(&browser, -call.times)
      },
      Command("set mark", .lists, bindings: letters("m"), "set the mark of a letter here") {
        Mark.set(&$0, $1.argument)
      },
      Command("go to mark", .lists, bindings: letters("'") + letters("`"), "go to the mark of a letter") {
        try Mark.go(&$0, to: $1.argument)
      },
      Command("check", .lists, line: ["check"], "check the whole file again") { browser, _ in
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

  /// A binding for each letter after a key.
  static func letters(_ key: String) -> [Binding] {
    "abcdefghijklmnopqrstuvwxyz".map { Binding(keys: key + String($0), argument: String($0)) }
  }
}

@Sendable private func noList(_ browser: Browser) -> String? {
  browser.lastList == nil ? ListPane.noneShown : nil
}
