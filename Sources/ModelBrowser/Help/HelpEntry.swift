/// An entry of the help screen: a command, or several that belong together.
///
/// Commands without an entry are aliases of others or rarely needed. `:` with Tab lists their names, and `:help NAME`
/// explains them.
struct HelpEntry {
  /// The keys or the names of the commands, such as `J  K`.
  let keys: String
  let help: String

  /// Returns the help entries of a group of commands.
  static func all(of group: Command.Group, in commands: CommandTable) -> [HelpEntry] {
    lists[group, default: []].map { names, help in
      let found = names.compactMap { name in commands.all.first { $0.name == name } }
      return HelpEntry(
        keys: found.map { found.count > 1 ? HelpScreen.firstForm($0) : HelpScreen.keys($0) }
          .joined(separator: "  "),
        help: help ?? found.first?.helpLine ?? "")
    }
  }

  /// The names of the commands of each entry, and the help line of an entry with several commands.
  static let lists: [Command.Group: [(names: [String], help: String?)]] = [
    .motion: [
      (["down", "up"], "Move down or up"),
      (["open", "close"], "Open or close a container, or move in or out"),
      (["next sibling", "previous sibling"], "Move to the next or previous sibling"),
      (["next element", "previous element"], "Move to the next or previous element"),
      (["first sibling", "last sibling"], "Move to the first or last sibling"),
      (["top", "bottom"], "Move to the first or last row, or to element N"),
      (["go to"], nil),
      (["jump back", "jump forward"], "Go back before the last jump, or forward again"),
      (["screen top", "screen bottom"], "Move to the first or last row on the screen"),
      (["half page down", "half page up"], "Move half a page down or up"),
      (["page down", "page up"], "Move a page down or up"),
      (
        ["cursor to top", "cursor to middle", "cursor to bottom"],
        "Scroll the cursor to the top, middle or bottom"
      ),
      (["values right", "values left"], "Scroll long values to the right or left"),
    ],
    .folding: [(["fold"], nil), (["fold deep"], nil), (["fold to level"], nil)],
    .search: [
      (["search forward", "search backward"], "Search keys and values, forward or backward"),
      (["next match", "previous match"], "Move to the next or previous match"),
      (["search name"], nil), (["filter"], nil),
      (["next problem", "previous problem"], "Move to the next or previous error"),
    ],
    .lists: [
      (["problems"], nil), (["unmapped"], nil), (["changes"], nil), (["types"], nil),
      (["files"], nil), (["paths"], nil),
      (["last list", "next in list", "previous in list"], "Return to the last list, or step through it"),
      (["set mark", "go to mark"], "Set a mark, or go to one"),
      (["values"], nil), (["group"], nil), (["compare"], nil),
    ],
    .editing: [
      (["edit"], nil), (["replace value"], nil), (["edit elsewhere"], nil), (["edit or toggle"], nil),
      (["repeat"], nil), (["increase"], nil), (["flip"], nil), (["set null"], nil), (["delete"], nil),
      (["append"], nil), (["insert after", "insert before"], "Insert an element or a key after or before"),
      (["put after", "put before"], "Put the copied or deleted value after or before"),
      (["use register"], nil), (["select"], nil), (["set all"], nil), (["rename all"], nil), (["sort"], nil),
      (["sort keys"], nil), (["fix"], nil), (["rename"], nil),
      (["move down", "move up"], "Move the element down or up"),
      (["move in", "move out"], "Move the value into a container, or out of its own"),
      (["undo", "redo"], "Undo an edit, or redo it"),
    ],
    .copying: [
      (["copy value"], nil), (["copy line"], nil), (["copy text"], nil), (["copy key"], nil),
      (["copy path", "copy pointer", "copy query"], "Copy the place as key path, JSON Pointer or jq path"),
    ],
    .view: [
      (["toggle view"], nil), (["toggle detail"], nil),
      (["detail down", "detail up"], "Scroll the detail pane"), (["table"], nil), (["choose model"], nil),
      (["choose type"], nil), (["set"], nil), (["map"], nil), (["config"], nil), (["help"], nil),
    ],
    .table: [
      (["previous column", "next column", "first column", "last column"], "Move to another column"),
      (["next columns", "previous columns"], "Scroll to the next or previous columns"),
      (["pick column"], nil), (["hide column", "show columns"], "Hide the column, or show all columns"),
      (["move column left", "move column right"], "Move the column left or right"),
      (["freeze columns"], nil),
      (["narrower", "wider", "fit column"], "Make the column narrower or wider, or fit it"),
      (["expand column", "collapse column"], "Expand objects into columns, or collapse them"),
      (["explode column"], nil),
      (["sort rows", "sort rows also"], "Sort by the column, or by the column in addition"),
      (["total"], nil),
      (["keep rows like", "leave out rows like"], "Keep or exclude the rows with the value of the cell"),
      (["conditions"], nil), (["copy part"], nil), (["open row"], nil), (["frequency"], nil),
      (["statistics of columns"], nil),
    ],
    .file: [
      (["write"], nil), (["export"], nil), (["infer"], nil), (["write and quit"], nil), (["quit"], nil),
      (["reopen"], nil), (["file"], nil), (["follow"], nil), (["cancel"], nil),
    ],
    .shell: [
      (["shell"], nil), (["replace by shell"], nil), (["read"], nil),
      (["open URL", "open file"], "Open the URL, the file or the foreign row at the cursor"),
    ],
  ]
}
