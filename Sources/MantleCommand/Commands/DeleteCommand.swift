/// `mantle delete`: a text without the values at a place.
struct DeleteCommand: ProgramCommand {
  private let words: PlaceWords
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "delete", forms: ["mantle delete FILE PLACE [OPTION…]", "… | mantle delete PLACE [OPTION…]"],
    options: EditedInput.options,
    help: """
      Removes the values at a place (see get) with their keys, and nothing else. What the model of the data needs is not
      removed. From standard input, the result goes to standard output.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    words = try PlaceWords(parsed, of: "delete", [], isInputPiped: isInputPiped)
    options = parsed
  }

  func run(_ console: Console) throws -> ExitStatus { try words.run(.remove, options, console) }
}
