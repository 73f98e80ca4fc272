import Mantle
import MantleDocuments
import MantlePlatform

/// `mantle get`: prints the values at a place.
struct GetCommand: ProgramCommand {
  private let words: PlaceWords

  static let syntax = CommandSyntax(
    name: "get", forms: ["mantle get FILE PLACE [OPTION…]", "… | mantle get PLACE [OPTION…]"],
    options: [
      OptionSyntax(
        name: "--raw", help: "write strings without quotes",
        details: "An unpaired surrogate is written as U+FFFD."),
      .comments,
    ],
    summary: "Writes the values at a place, exactly as they are in the file.",
    help: """
      Writes the value at a place, exactly as it is in the file. PLACE is a key path (issues[0].user.login, labels[].name) or a
      JSON Pointer (/issues/0/user). As in jq and JSONPath, it may begin with . or $ and contain [-1], [2:5], [*] for all elements
      or values, and .. for any depth (..login). [?CONDITION] selects the elements that pass a filter (see filter):
      items[?price > 10].sku. It can continue in JSON that is in a string. In NDJSON, the place is read in each line (id or
      [].id), unless it begins with the number of a line or a condition: [7].id.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    words = try PlaceWords(parsed, [])
  }

  func run(_ console: Console) throws -> ExitStatus {
    var missing = Missing()
    let status = try console.reading([words.source], comments: words.options.takesComments) { lines in
      // Line numbers in a place refer to the whole text, so a part of the stream is not enough.
      words.place.steps.first?.selectsSome == true ? nil : try write(lines, &missing, console)
    } _: { input in
      try write(input, &missing, console)
    }
    guard let first = missing.first else { return status }
    console.report(first)
    if missing.count > 1 {
      console.report("\(words.source.name): `\(words.place)` is missing in \(missing.count) values")
    }
    return .dataProblems
  }

  /// The number of values in which the requested place does not exist.
  private struct Missing {
    var count = 0
    /// The message about the first value without the place; nil if there is none.
    var first: String?
  }

  /// Writes the values at the requested place in an input, or in the lines of a stream that have arrived.
  private func write(_ input: Input, _ missing: inout Missing, _ console: Console) throws -> ExitStatus {
    let (values, status) = try input.soundValues(console)
    let place = words.place
    try values.find(place, in: values.isSound) { result in
      let asTheyStand = !values.isSequence && result.count == 1
      for node in try status == .success
        ? result.nodes(in: values.bytes) : result.readableNodes(in: values.bytes)
      {
        console.write(try text(of: node, asItStands: asTheyStand) + [UInt8(ascii: "\n")])
      }
      if result.isIncomplete {
        missing.count += 1
        missing.first = missing.first ?? PlaceProblem(result, place, in: values.bytes)?.line(name: input.name)
      }
      return console.failure == nil
    }
    return status
  }

  private func text(of node: JSONNode, asItStands: Bool) throws -> [UInt8] {
    if words.options.has("--raw"), node.kind == .string { return Array(node.displayText.utf8) }
    return asItStands ? Array(node.rawBytes) : JSONFormatter.compact.format(node)
  }
}
