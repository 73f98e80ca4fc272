import Mantle
import MantleDocuments
import MantlePlatform
import ModelBrowser

/// `mantle set`: other values at a place; every byte around them stays.
struct SetCommand: ProgramCommand {
  private let source: InputSource
  private let place: JSONKeyPath
  private let value: String
  private let form: Form?
  private let output: FileName?
  private let models: [ModelRequest]
  private let options: ParsedWords

  /// The interpretation of the value argument: as JSON or as a string.
  private enum Form: String, CaseIterable {
    case json, text
  }

  static let syntax = CommandSyntax(
    name: "set", forms: ["mantle set FILE PLACE VALUE [OPTION…]", "… | mantle set PLACE VALUE [OPTION…]"],
    options: [
      OptionSyntax(
        name: "--as", value: "FORM", choices: Form.allCases.map(\.rawValue),
        help: "read VALUE as JSON or as the text of a string, instead of what fits the place"),
      OptionSyntax(
        name: "--output", value: "OUT", help: "write to this file, or `-`, and leave FILE as it is"),
      .replacing, .comments,
      .model, .place, .definitions,
    ],
    help: """
      Changes the values at a place (see get), or adds a member or an element at the end, and nothing else. VALUE is what
      fits there: text needs no quotes, and may have them as JSON has; `null` is null; a date is `2024-03-01`, `today` or
      `+1d` in whatever form it stands. What the model of the data does not take is refused. From standard input, the result
      goes to standard output. Property lists and archives keep their form, and dates and data in them their types.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    let words = parsed.values
    guard words.count == 3 || words.count == 2 && isInputPiped else {
      throw .usage("set needs FILE, PLACE and VALUE, found \(words.count) words")
    }
    source = words.count == 3 ? InputSource(words[0]) : .standardInput
    place = try JSONKeyPath(place: words[words.count - 2].shown)
    value = words[words.count - 1].shown
    form = parsed.choice("--as")
    guard !place.isEmpty || form == .json else {
      throw .usage("the place is empty: that is all of the text, which only `--as json` replaces")
    }
    models = try ModelRequest.all(parsed)
    options = parsed
    let named = parsed["--output"]
    output = if let named { named } else if case .file(let file) = source { file } else { "-" }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let original = try Input(source, comments: options.takesComments)
    let input = try EditableInput(original)
    let (spots, deadEnd) = try spots(in: try input.values)
    if let deadEnd {
      console.report(PlaceProblem(deadEnd, place, in: input.json).line(name: input.name))
      return .dataProblems
    }
    guard !spots.isEmpty else { throw CommandError(message: "\(input.name): nothing at `\(place)`") }
    let candidates = EditCandidates(value, isJSON: form.map { $0 == .json }, at: spots, in: input.json)
    let validation = try validation(of: input, original)
    var refusals: [[Diagnostic]] = []
    func isWritten(_ texts: [[UInt8]]) throws -> Bool {
      let splices = try zip(spots, texts).flatMap { try $0.splices($1, in: input.json) }
      let edited = JSONBytes(try input.text.applying(splices))
      let problems = validation.newProblems(in: edited)
      let errors = problems.filter { $0.severity == .error }
      guard errors.isEmpty else {
        refusals.append(errors)
        return false
      }
      do { try write(edited, of: input, console) } catch let failure as DecodingFailure {
        refusals.append(failure.diagnostics)
        return false
      }
      for warning in problems { console.report(input.line(of: warning, in: input.name)) }
      return true
    }
    let dates = validation.places.isEmpty ? candidates.inferredDates(at: spots, in: input) : nil
    if let dates, try isWritten(dates) { return .success }
    for json in candidates.all where try isWritten(Array(repeating: json, count: spots.count)) {
      return .success
    }
    do {
      let typed = try candidates.typed(at: spots, in: input.json, as: validation.places)
      if let typed, try isWritten(typed) { return .success }
    } catch let refused as EditRefused {
      if refusals.isEmpty { console.report("\(input.name): \(refused)") }
    }
    for diagnostic in refusals.first ?? [] {
      console.report(input.line(of: diagnostic, in: "\(input.name), with \(value)"))
    }
    console.report("\(input.name): not changed")
    return .dataProblems
  }

  /// - Throws: a `DecodingFailure` for values that the form of the file cannot hold.
  private func write(_ edited: JSONBytes, of input: EditableInput, _ console: Console) throws {
    let target = output == "-" ? nil : output
    try console.write(input.file(of: edited, for: target), to: target, isForced: options.isForced)
  }

  /// The check of the edited text by its models: in an archive, those of its objects.
  private func validation(of input: EditableInput, _ original: Input) throws -> EditValidation {
    guard let archive = input.archive, models.isEmpty else { return try EditValidation(original, as: models) }
    return EditValidation(input.json, name: input.name, places: archive.pick.places, comments: false)
  }

  /// The values at the place, and where it may be added; or where the first way to it ends.
  private func spots(in values: TextReading) throws -> ([EditSpot], JSONPlaceFinder.DeadEnd?) {
    var spots: [EditSpot] = []
    var deadEnd: JSONPlaceFinder.DeadEnd?
    try values.find(place) { result in
      spots += result.values.map { .value($0) }
      for end in result.deadEnds {
        let spot =
          EditSpot(adding: end, to: values.bytes)
          ?? EditSpot(end, along: place, inStringOf: values.bytes)
        if let spot {
          spots.append(spot)
        } else {
          deadEnd = deadEnd ?? end
        }
      }
      return deadEnd == nil
    }
    return (spots, deadEnd)
  }
}
