import Testing

/// `mantle --pick`, in a command line of a shell.
struct PickingTests {
  @Test(arguments: [
    ("--pick", "Enter", "got <Lamp goes dark at the turn of the month> 0"),
    ("--pick-path", "Enter", "got <[0].title> 0"), ("--pick", "q", "got <> 1"),
  ])
  func pickOptionsPrintChosenValueOrPath(option: String, key: String, words: String) throws {
    let scratch = try Scratch()
    let file = Executable.quoted(try scratch.sample("issues.json"))
    let program = Executable.quoted(try MantleBinary.url().path)
    let shell = try TmuxSession.shell(in: scratch.folder, columns: 120, rows: 30)
    try shell.type("x=$(\(program) \(option) \(file)); s=$?; clear; echo \"got <$x> $s\"")
    try shell.press("Enter")
    try shell.waitFor("Enter prints the value and ends")
    try shell.type(":goto [0].title")
    try shell.press("Enter")
    try shell.waitFor("[0].title")
    try shell.press(key)
    try shell.waitFor(words)
  }
}
