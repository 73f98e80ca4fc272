import Mantle
import MantleDocuments

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

/// The words of a command that concerns a place in one input.
struct PlaceWords {
  let source: InputSource
  let place: PlacePattern
  /// The words after the place.
  let rest: [String]

  /// - Parameter names: The placeholders of the words after the place.
  init(
    _ parsed: ParsedWords, of command: String, _ names: [String], isInputPiped: Bool
  ) throws(CommandError) {
    let words = parsed.values
    let isPiped = isInputPiped && words.count == names.count + 1
    guard isPiped || words.count == names.count + 2 else {
      let needed = (["FILE", "PLACE"] + names)
      throw .usage(
        "\(command) needs \(needed.dropLast().joined(separator: ", ")) and \(needed[names.count + 1]), "
          + "found \(words.count) words")
    }
    source = isPiped ? .standardInput : InputSource(words[0])
    let others = isPiped ? words[...] : words.dropFirst()
    place = try PlacePattern(place: others[others.startIndex].shown)
    rest = others.dropFirst().map(\.shown)
  }

  /// Changes the children at the place.
  func run(_ edit: ChildEdit, _ options: ParsedWords, _ console: Console) throws -> ExitStatus {
    var edited = try EditedInput(source, options)
    let values = try edited.input.values
    var results: [JSONPlaceFinder.Result] = []
    try values.find(place) {
      results.append($0)
      return true
    }
    guard results.contains(where: { !$0.values.isEmpty }) else {
      if let deadEnd = results.lazy.compactMap(\.deadEnds.first).first {
        console.report(PlaceProblem(deadEnd, place, in: values.bytes).line(name: edited.input.name))
      } else {
        console.report("\(edited.input.name): nothing at `\(place)`")
      }
      return edited.reportRefusal(console)
    }
    guard try edited.write(try values.splices(edit, of: results), console) else {
      return edited.reportRefusal(console)
    }
    return .success
  }
}
