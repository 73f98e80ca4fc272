/// `mantle delete`: deletes the values at a place in a document.
struct DeleteCommand: ProgramCommand {
  private let words: PlaceWords

  static let syntax = CommandSyntax(
    name: "delete", forms: ["mantle delete FILE PLACE [OPTION…]", "… | mantle delete PLACE [OPTION…]"],
    options: EditedInput.options,
    summary: "Deletes the values at a place with their keys.",
    help: """
      Removes the values at a place (see get) with their keys, and changes nothing else. A value that the model requires is not
      removed. The result for standard input goes to standard output.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    words = try PlaceWords(parsed, [])
  }

  func run(_ console: Console) throws -> ExitStatus { try words.run(.remove, console) }
}
