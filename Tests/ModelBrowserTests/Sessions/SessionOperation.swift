import TestSupport

/// What a person may do next in a session.
enum SessionOperation {
  case keys(String)
  /// An edit: its keys, and whether a value is typed behind them.
  case edit(String, typed: Bool = false)
  case place
  case resize
  case save
  /// Writes another file: the command, and the file's name.
  case copy(String, String)
  /// The process is killed, and another session takes its edits over.
  case recover

  static func random(using generator: inout SeededGenerator) -> SessionOperation {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<40: .keys(moves.randomElement(using: &generator) ?? "j")
    case 40..<60: .edit(edits.randomElement(using: &generator) ?? "dd")
    case 60..<75: .edit(typed.randomElement(using: &generator) ?? "e^U", typed: true)
    case 75..<85: .keys(others.randomElement(using: &generator) ?? "u")
    case 85..<91: .place
    case 91..<94: .resize
    case 94..<96: .save
    case 96..<98: .recover
    default:
      .copy(
        ["w", "export", "archive"].randomElement(using: &generator) ?? "w",
        ["copy.json", "copy.ndjson", "copy.archive", "copy.plist"].randomElement(using: &generator)
          ?? "copy.json")
    }
  }

  /// An edit: its keys, and whether a value is typed after them.
  static func edit(using generator: inout SeededGenerator) -> (keys: String, isTyped: Bool) {
    if Int.random(in: 0..<3, using: &generator) == 0 {
      return (typed.randomElement(using: &generator) ?? "e^U", true)
    }
    return (
      (edits + ["u", "u", "^R", ":type string<Enter>", ":type integer<Enter>"]).randomElement(
        using: &generator) ?? "dd", false
    )
  }

  private static let moves = [
    "j", "j", "j", "3j", "k", "2k", "l", "l", "h", "J", "K", "0", "$", "gg", "G", "2G", "^D", "^U", "^F",
    "^B", "H",
    "M", "L", "50%", "^O", "''", "]j", "zt", "zz", "zb", "zL", "zH", "^E", "^Y", "za", "zo", "zc", "zO", "zC",
    "zM", "zR",
    "z2",
    "<Backspace>", "]e", "[e", "*", "#", "/a<Enter>", "?k<Enter>", "n", "N", "gr", "<Tab>", "ma", "'a",
  ]

  private static let edits = [
    "dd", "dd", "2dd", "dG", "d2j", "dn", ":duplicate<Enter>", "]m", "[m", "2]m", "yyp", "yyP", "P", "p",
    "3p", "\"add\"ap",
    "~", "^A",
    "3^X", ".", ">", "<lt>", ":move-out out<Enter>", "vj>", "vj<lt>", "vjdd", "vj]m", "vj~", "vjyyp", "gvdd",
    ":rename other<Enter>", ":duplicate<Enter>", ":sort<Enter>", ":sort desc<Enter>", ":sort title<Enter>",
    ":sort-keys<Enter>", ":sort-keys all<Enter>", ":fix<Enter>", ":set-all locked true<Enter>",
  ]

  private static let typed = [
    "e^U", "e^U", "cc", "e", "ey^U", "o", "O", "a", "cw^U", "i", "A", "ey^T^U", "vjcc", ":set-all title ",
    ":set-all k1 ",
  ]

  private static let others = [
    "u", "u", "2u", "^R", "3^R", "yy", "&a<Enter>", "&title ~ \"a\"<Enter>", "&modified<Enter>",
    ":filter<Enter>",
    "<Esc>", "<Esc>", ":model none<Enter>", ":model Issue<Enter>", ":diff<Enter>", ":problems<Enter>",
    ":changes<Enter>", ":changes<Enter>ju", ":changes<Enter>jju", ":set nowrap<Enter>", ":noh<Enter>", "v",
    "vj", "vG",
    ":problems<Enter>j<Enter>", ":unmapped<Enter>j<Enter>", "T", "T", "Tls", "Tlss", "T=", "Tj$(", "T-f", ")",
    "T\\<Enter>", "gV", "gVj<Enter>", "q", "TF", "TI", "TlFF", "TIl<Enter>q",
    ":group k1, k2 aggregate count, max(k1)<Enter>s<Enter>",
    "&has-error<Enter>", "&k1 > 2<Enter>",
    "&$key ~ \"k\"<Enter>", ":compare<Enter>", ":check<Enter>", ":model inferred<Enter>", "t",
  ]
}
