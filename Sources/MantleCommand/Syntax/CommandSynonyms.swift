import Mantle

/// The commands to suggest for command names that other tools use.
enum CommandSynonyms {
  private static let table: [(words: [String], advice: String)] = [
    (["validate", "lint", "verify", "test", "doctor"], "`mantle check FILE` lists the problems"),
    (
      ["format", "pretty", "prettify", "fmt", "beautify", "indent", "cat", "print", "dump"],
      "`mantle FILE | cat` prints it indented"
    ),
    (
      ["query", "jq", "select", "extract", "read"],
      "`mantle get FILE PLACE` prints values, `mantle filter EXPRESSION FILE` selects some"
    ),
    (["grep", "search", "find", "where"], "`mantle filter EXPRESSION FILE` finds values"),
    (["view", "open", "browse", "show", "edit", "ls", "less"], "`mantle FILE` opens the browser"),
    (["types", "describe", "generate"], "`mantle infer FILE --format table` lists the types"),
    (["csv", "tsv"], "`mantle table FILE --format csv` writes CSV"),
    (
      ["sort", "group", "head", "count", "sql", "columns"],
      "`mantle table FILE` sorts, groups and limits values"
    ),
    (["repair", "mend"], "`mantle fix FILE` repairs malformed JSON"),
    (["put", "add", "insert", "update", "replace"], "`mantle set FILE PLACE VALUE` changes values"),
    (["del", "rm", "remove", "unset"], "`mantle delete FILE PLACE` deletes values"),
    (["mv"], "`mantle rename FILE PLACE KEY` renames keys"),
    (["apply"], "`mantle patch FILE PATCH` applies a patch"),
    (["compare", "cmp"], "`mantle diff BEFORE AFTER` lists the differences"),
    (["join", "combine"], "`mantle merge BASE NEWER` merges two files"),
    (["stat", "statistics", "summary"], "`mantle stats FILE` writes statistics"),
    (
      ["export", "import", "transform", "to"],
      "`mantle convert IN OUT` writes the format of OUT's suffix"
    ),
    (["version"], "`mantle --version` prints the version"),
  ]

  /// Returns the suggestion for a command name of another tool; nil for unknown names.
  static func advice(for word: String) -> String? {
    table.first { $0.words.contains(word.lowercased()) }?.advice
  }
}
