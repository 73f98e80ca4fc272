import Mantle
import MantleDocuments

/// The arguments of a command that works on a place in one input: the input, the place, and further arguments.
struct PlaceWords {
  let source: InputSource
  let place: PlacePattern
  /// The arguments after the place, such as a new value.
  let rest: [String]
  let options: ParsedWords

  /// Separates the arguments of a command into the input, the place and the arguments after it.
  ///
  /// - Parameter names: the placeholders of the arguments after the place.
  init(_ parsed: ParsedWords, _ names: [String]) throws(CommandError) {
    let words = parsed.values
    let isPiped = parsed.isInputPiped && words.count == names.count + 1
    guard isPiped || words.count == names.count + 2 else {
      let needed = (["FILE", "PLACE"] + names)
      throw parsed.usage(
        "needs \(needed.dropLast().joined(separator: ", ")) and \(needed[names.count + 1]), "
          + "found \(words.count) arguments")
    }
    source = isPiped ? .standardInput : InputSource(words[0])
    let others = isPiped ? words[...] : words.dropFirst()
    place = try PlacePattern(place: others[others.startIndex].shown, takesConditions: true)
    rest = others.dropFirst().map(\.shown)
    options = parsed
  }

  /// Applies an edit to the values at the place, and writes the edited input.
  func run(_ edit: ChildEdit, _ console: Console) throws -> ExitStatus {
    var edited = try EditedInput(source, options)
    let values = try edited.input.values
    var results: [JSONPlaceFinder.Result] = []
    try values.find(place) {
      results.append($0)
      return true
    }
    guard results.contains(where: { !$0.isEmpty }) else {
      let problem = results.lazy.compactMap { PlaceProblem($0, place, in: values.bytes) }.first
      let name = edited.input.name
      console.report(problem?.line(name: name) ?? "\(name): nothing at `\(place)`")
      return edited.reportRefusal(console)
    }
    return try edited.write(try values.splices(edit, of: results), console)
      ? .success : edited.reportRefusal(console)
  }
}
