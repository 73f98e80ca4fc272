/// `mantle rename`: renames the keys at a place.
struct RenameCommand: ProgramCommand {
  private let words: PlaceWords

  static let syntax = CommandSyntax(
    name: "rename",
    forms: ["mantle rename FILE PLACE KEY [OPTION…]", "… | mantle rename PLACE KEY [OPTION…]"],
    options: EditedInput.options,
    summary: "Renames the keys at a place.",
    help: """
      Renames the members at a place (see get) unless the object already has the new key, and changes nothing else. A key that the
      model requires is not renamed. The result for standard input goes to standard output.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    words = try PlaceWords(parsed, ["KEY"])
  }

  func run(_ console: Console) throws -> ExitStatus {
    try words.run(.rename(words.rest[0]), console)
  }
}
