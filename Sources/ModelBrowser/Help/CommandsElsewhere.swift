/// Advice for commands of other editors: the corresponding command of this browser.
enum CommandsElsewhere {
  private static let table: [(names: [String], advice: String)] = [
    (
      ["s", "g", "v", "global", "substitute", "sub", "replace"],
      ":set-all PROPERTY VALUE sets a property of the shown elements; &CONDITION filters, :| COMMAND pipes"
    ),
    (["m", "move"], "]m and [m move an element, J and K the selected ones"),
    (
      ["n", "next", "N", "bn", "bp", "bnext"], "]l and [l go through the files of :ls, :b NUMBER shows one"
    ),
    (
      ["sp", "split", "vs", "vsplit", "tabe", "tabnew", "new"],
      "one file is shown at a time: :e PATH opens another, :ls lists those that are open"
    ),
    (["pwd"], ":!pwd prints the working directory"),
    (["cd", "lcd"], "paths begin where the program was started; ~ is your home"),
    (["ver", "version"], ":!mantle --version prints the version"),
    (["messages", "mes"], "messages are not stored; ge lists problems, gc edits"),
    (["cq", "cquit"], ":q! leaves without saving"),
    (["stat", "describe"], ":statistics shows the figures of all columns"),
    (["freq", "count", "hist"], ":values NAME counts the values of a property"),
    (["csv", "tsv", "json", "write-csv"], ":export PATH writes a copy"),
    (["saveas"], ":w PATH writes a copy, :e PATH opens it"),
    (["archive"], ":w PATH.archive writes an archive, .xml one in XML"),
    (["copy", "yank"], "yy copies the value, p puts it"),
    (["reload", "refresh"], ":e reads the file again"),
    (["theme", "themes", "colorscheme", "colo", "syntax"], ":set theme=NAME changes the colors"),
    (["his", "history"], "up and down go through the lines typed before"),
    (
      ["normal", "norm", "so", "source", "let", "if", "call"],
      "there are no scripts: :map maps keys to commands"
    ),
    (["put", "pu"], "p puts the copied value after the cursor"),
    (["find", "search", "grep", "fin", "gr", "vimgrep"], "/ searches for a text, @ for a path"),
    (["where", "select", "having"], "&CONDITION shows the matching elements"),
    (["nofilter", "clear", "all"], "Esc shows all elements again"),
    (["save", "sav", "update", "up"], ":w saves, :w PATH writes a copy"),
    (["view", "vie", "tree", "raw"], "gr shows the JSON or the models, T a table, :e PATH opens a file"),
    (["del", "remove", "rm"], "dd deletes, :delete-all KEY deletes a key of all elements"),
    (["cast", "as"], ":type TYPE decodes the property as TYPE; :convert TYPE also converts its values"),
    (["k", "ma", "mark"], "ma sets the mark a"),
  ]

  private static let keys: [(names: [String], advice: String)] = [
    (["s", "R"], "cc replaces the value, :sort sorts"),
    (["D"], "dd deletes a row, dG to the end of the list, :duplicate puts a copy"),
    (["X"], "x deletes, u undoes"),
    (["U"], "u undoes the latest edit; gc lists the edits, where u reverts one"), (["^V"], "v selects"),
    (["f"], "/ searches, @ goes to a path"),
    ([",", ";"], "n goes to the next match, zh and zl move values sideways"),
    (["w", "b", "zj", "zk"], "} and { go from element to element"),
    (["gd"], "gf opens the file under the cursor, gx the URL"), (["^S"], ":w saves"),
    (["^W", "BackTab"], "Tab shows or hides the pane, ( and ) scroll it"), (["^T"], "^O goes back"),
    (["Q"], ". repeats the latest edit, :map maps keys to commands"),
  ]

  /// Returns the advice for keys of another editor; nil if there is none.
  ///
  /// - Parameter keys: the typed keys, in the notation of the help.
  static func advice(forKeys keys: String) -> String? {
    self.keys.first { $0.names.contains(keys) }?.advice
  }

  /// Returns the advice for an option of another editor; nil if there is none.
  ///
  /// - Parameter option: the argument of `:set`.
  static func advice(forOption option: String) -> String? {
    guard ["nu", "number", "rnu", "relativenumber"].contains(option) else { return nil }
    return
      "Rows have no fixed numbers, but elements do: their index in the row, their number in the status bar  (:12 goes to one)"
  }

  /// Returns the advice for a command of another editor; nil if there is none.
  ///
  /// - Parameter name: the command as typed, with its range and arguments, such as `%s/a/b/`.
  static func advice(for name: String) -> String? {
    if name.hasPrefix("%!") { return "gg:| COMMAND pipes the whole text through a command" }
    let word = name.drop { !$0.isLetter }.prefix { $0.isLetter }
    return table.first { $0.names.contains(String(word)) }?.advice
  }
}
