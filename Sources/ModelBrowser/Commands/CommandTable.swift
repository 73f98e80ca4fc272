/// The one table of commands: the key map, the command line, the help screen and the manual come from it.
enum CommandTable {
  static let all: [Command] = motion + folding + search + editing + copying + view + file

  static let bindings = KeyBindings(all)

  static func command(_ id: CommandID) -> Command? { byID[id] }

  private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  private static let motion: [Command] = [
    Command(.down, .motion, keys: ["j", "<Down>", "^N"], "next row"),
    Command(.up, .motion, keys: ["k", "<Up>", "^P"], "previous row"),
    Command(.open, .motion, keys: ["l", "<Right>"], "open; when open, go to the first row inside"),
    Command(.close, .motion, keys: ["h", "<Left>"], "close; when closed, go to the row around it"),
    Command(.parent, .motion, keys: ["<Backspace>"], "go to the row around this one"),
    Command(.nextSibling, .motion, keys: ["J"], "next row of the same level"),
    Command(.previousSibling, .motion, keys: ["K"], "previous row of the same level"),
    Command(.firstSibling, .motion, keys: ["0", "<Caret>"], "first row of the same level"),
    Command(.lastSibling, .motion, keys: ["$"], "last row of the same level"),
    Command(.top, .motion, keys: ["gg", "<Home>"], "first row; with a count N, element N"),
    Command(.bottom, .motion, keys: ["G", "<End>"], "last row; with a count N, element N (NDJSON: line N)"),
    Command(
      .goTo, .motion, line: ["goto"], argument: "PLACE", "element N, LINE:COLUMN or a path; `:N` is enough"),
    Command(.jumpBack, .motion, keys: ["^O"], "back to where the last jump out of sight began"),
    Command(.jumpToAndFro, .motion, keys: ["''"], "the same, and with the next one here again"),
    Command(.halfPageDown, .motion, keys: ["^D"], "half a page down"),
    Command(.halfPageUp, .motion, keys: ["^U"], "half a page up"),
    Command(.pageDown, .motion, keys: ["^F", "<PgDn>"], "a page down"),
    Command(.pageUp, .motion, keys: ["^B", "<PgUp>"], "a page up"),
    Command(.scrollDown, .motion, keys: ["^E"], "scroll down a row, the cursor stays"),
    Command(.scrollUp, .motion, keys: ["^Y"], "scroll up a row, the cursor stays"),
    Command(.cursorToTop, .motion, keys: ["zt"], "scroll so that the cursor is at the top"),
    Command(.cursorToMiddle, .motion, keys: ["zz"], "scroll so that the cursor is in the middle"),
    Command(.cursorToBottom, .motion, keys: ["zb"], "scroll so that the cursor is at the bottom"),
  ]

  private static let folding: [Command] = [
    Command(.toggleFold, .folding, keys: ["<Space>", "za"], "open or close"),
    Command(.openFold, .folding, keys: ["zo"], "open"),
    Command(.closeFold, .folding, keys: ["zc"], "close this row, or the row around it"),
    Command(.openAllBelow, .folding, keys: ["zO", "<S-Right>"], "open with everything inside"),
    Command(.closeAllBelow, .folding, keys: ["zC", "<S-Left>"], "close with everything inside"),
    Command(.closeAll, .folding, keys: ["zM"], "close everything"),
    Command(.openAll, .folding, keys: ["zR"], "open everything"),
    Command(
      .foldToLevel, .folding,
      bindings: (1...9).map { Command.Binding(keys: "z\($0)", argument: String($0)) },
      line: ["fold"], argument: "LEVEL", "open that many levels, close what is deeper"),
  ]

  private static let search: [Command] = [
    Command(
      .searchForward, .search, keys: ["/"],
      "search keys and values; small letters match both cases, Enter alone repeats"),
    Command(.searchBackward, .search, keys: ["?"], "search backward"),
    Command(.nextMatch, .search, keys: ["n"], "next match"),
    Command(.previousMatch, .search, keys: ["N"], "previous match"),
    Command(.searchName, .search, keys: ["*"], "next row of the same name"),
    Command(.searchNameBackward, .search, keys: ["#"], "previous row of the same name"),
    Command(
      .filter, .search, keys: ["&"], line: ["filter"], argument: "[TEXT]",
      "show only elements with a text, or with a property as wanted: state=open, comments>9; Esc shows all"),
    Command(.nextProblem, .search, keys: ["]e"], line: ["next"], "next element with an error"),
    Command(.previousProblem, .search, keys: ["[e"], line: ["previous"], "previous element with an error"),
  ]

  private static let editing: [Command] = [
    Command(
      .edit, .editing, keys: ["e"],
      "edit the value; Enter keeps it once it is valid, Esc leaves it as it was"),
    Command(.editOrToggle, .editing, keys: ["<Enter>"], "edit a value; open or close what holds values"),
    Command(.setNull, .editing, keys: ["dn"], "set to null"),
    Command(.delete, .editing, keys: ["dd"], "delete an element; make a property absent"),
    Command(
      .append, .editing, keys: ["a"],
      "add an element at the end of this array, or a key to this object: type \"key\": value"),
    Command(.insertAfter, .editing, keys: ["o"], "insert an element, or a key, after this one"),
    Command(.insertBefore, .editing, keys: ["O"], "insert an element, or a key, before this one"),
    Command(.putAfter, .editing, keys: ["p"], "put what was copied (yy) or deleted (dd) after this one"),
    Command(.putBefore, .editing, keys: ["P"], "put it before this one"),
    Command(
      .rename, .editing, keys: ["cw"], line: ["rename"], argument: "[KEY]", "give the value another key"),
    Command(.moveDown, .editing, keys: ["<Alt-j>"], "move the element down"),
    Command(.moveUp, .editing, keys: ["<Alt-k>"], "move the element up"),
    Command(.undo, .editing, keys: ["u"], line: ["undo"], "undo; any number of times"),
    Command(.redo, .editing, keys: ["^R"], line: ["redo"], "do again what was undone"),
  ]

  private static let copying: [Command] = [
    Command(.copyValue, .copying, keys: ["yy"], "copy the value as JSON, indented"),
    Command(.copyLine, .copying, keys: ["yv"], "copy the value as JSON on one line"),
    Command(.copyText, .copying, keys: ["ys"], "copy a string without quotes and escapes"),
    Command(.copyKey, .copying, keys: ["yk"], "copy the key"),
    Command(.copyPath, .copying, keys: ["yp"], "copy the JSON key path: items[0].user.login"),
    Command(.copyPointer, .copying, keys: ["yj"], "copy the JSON pointer: /items/0/user/login"),
    Command(.copyQuery, .copying, keys: ["yq"], "copy the jq path: .items[0].user.login"),
  ]

  private static let view: [Command] = [
    Command(.toggleView, .view, keys: ["m"], "model view or raw JSON view, at the same place"),
    Command(.toggleDetail, .view, keys: ["<Tab>", "i"], "show or hide the detail pane"),
    Command(.detailDown, .view, keys: [")"], "scroll the detail pane down"),
    Command(.detailUp, .view, keys: ["("], "scroll the detail pane up"),
    Command(.position, .view, keys: ["^G"], "say where the cursor is"),
    Command(
      .chooseModel, .view, line: ["model"], argument: "[NAME|none]",
      "choose among the models that fit, or read as the named one"),
    Command(
      .set, .view, line: ["set"], argument: "wrap | nowrap | detail | nodetail",
      "wrap, nowrap: long values in the detail pane; detail, nodetail: the pane itself"),
    Command(.redraw, .view, keys: ["^L"], "draw the screen anew"),
    Command(.help, .view, keys: ["<F1>", "g?"], line: ["help", "h"], "this screen"),
  ]

  private static let file: [Command] = [
    Command(.commandLine, .file, keys: [":"], "type a command"),
    Command(
      .write, .file, line: ["w", "write"], argument: "[PATH]",
      "save; with a path, save a copy there, as what its suffix says: .json .ndjson .archive .xml"),
    Command(
      .writeForced, .file, line: ["w!", "write!"], argument: "[PATH]",
      "save even if the file changed on disk or is write-protected, or the path exists"),
    Command(.writeAndQuit, .file, keys: ["ZZ"], line: ["wq", "x"], "save what is unsaved and leave"),
    Command(.quit, .file, keys: ["q"], line: ["q", "quit"], "leave; asks if there are unsaved edits"),
    Command(.quitForced, .file, keys: ["ZQ"], line: ["q!", "quit!"], "leave without saving"),
    Command(.reopen, .file, line: ["e", "edit"], argument: "[PATH]", "open the file anew, or another one"),
    Command(
      .reopenForced, .file, line: ["e!", "edit!"], argument: "[PATH]", "the same, dropping unsaved edits"),
    Command(
      .export, .file, line: ["export"], argument: "PATH",
      "write the models' mapped keys only, through the reverse transformers; .ndjson: one on each line"),
    Command(
      .exportForced, .file, line: ["export!"], argument: "PATH", "the same, over what is there"),
    Command(
      .archive, .file, line: ["archive"], argument: "PATH",
      "write the models as an archive of the original Mantle; XML where PATH ends in .xml"),
    Command(
      .archiveForced, .file, line: ["archive!"], argument: "PATH", "the same, over what is there"),
    Command(
      .information, .file, line: ["info"], "form, classes, versions and remarks of an open archive"),
    Command(.diff, .file, line: ["diff"], "show the unsaved edits"),
    Command(.recover, .file, line: ["recover"], "take over the unsaved edits an earlier session left behind"),
    Command(.discard, .file, line: ["discard"], "delete them"),
    Command(.suspend, .file, keys: ["^Z"], "stop, and come back with fg"),
    Command(.cancel, .file, keys: ["^C", "<Esc>"], "cancel what is running; clear the search"),
  ]
}
