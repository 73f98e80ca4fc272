/// `mantle rename`: another key for the values at a place.
struct RenameCommand: ProgramCommand {
  private let words: PlaceWords
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "rename",
    forms: ["mantle rename FILE PLACE KEY [OPTION…]", "… | mantle rename PLACE KEY [OPTION…]"],
    options: EditedInput.options,
    help: """
      Gives the members at a place (see get) another key, where no sibling has it, and changes nothing else. What the model
      of the data refuses is not renamed. From standard input, the result goes to standard output.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    words = try PlaceWords(parsed, of: "rename", ["KEY"], isInputPiped: isInputPiped)
    options = parsed
  }

  func run(_ console: Console) throws -> ExitStatus {
    try words.run(.rename(words.rest[0]), options, console)
  }
}
