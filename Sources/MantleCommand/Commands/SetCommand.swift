import Mantle
import MantleDocuments
import MantleFiles
import ModelBrowser

/// `mantle set`: replaces the values at a path and preserves every other byte.
struct SetCommand: ProgramCommand {
  private let words: PlaceWords
  private let form: Form?
  /// The condition and the calculation for the new values; nil to set one value at all places.
  private let calculated: CalculatedEdits?

  private var place: PlacePattern { words.place }
  private var value: String { words.rest[0] }

  /// The form in which the value argument is interpreted: as JSON or as a string.
  private enum Form: String, CaseIterable {
    case json, text
  }

  static let syntax = CommandSyntax(
    name: "set",
    forms: [
      "mantle set FILE PLACE VALUE [OPTION…]", "mantle set FILE PLACE --to EXPRESSION [OPTION…]",
      "… | mantle set PLACE VALUE [OPTION…]",
    ],
    options: [
      OptionSyntax(
        name: "--as", value: "FORM", choices: Form.allCases.map(\.rawValue),
        help: "read VALUE as JSON or as a string",
        details: "Without this option, VALUE is read as the type of the place."),
      OptionSyntax(name: "--create", help: "add missing parents and unmapped keys"),
    ] + CalculatedEdits.options + EditedInput.options,
    summary: "Changes the values at a place, and nothing else in the file.",
    help: """
      Changes the values at a place (see get), or adds a member or an element at the end, and changes nothing else. VALUE is read
      as the type of the place: text needs no quotes but may have them; `null` is null; a date is `2024-03-01`, `today` or `+1d`
      and is written in the format of the place. A value that the model cannot read is refused. The result for standard
      input goes to standard output. Property lists and archives keep their format, and the types of dates and data. Rows of an SQLite
      table (FILE.sqlite/TABLE) are changed in the file. With --where and --to, names are those of the elements of the innermost list
      on the way to the place: `mantle set orders.json '[].price' --where 'country = DE' --to 'round(price * 1.1, 2)'`. A value
      that needs an absent one is left out, and one that cannot be calculated is an error, after which nothing is changed.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    calculated = CalculatedEdits(parsed)
    words = try PlaceWords(parsed, calculated?.replacesValue == true ? [] : ["VALUE"])
    form = parsed.choice("--as")
    guard !place.steps.isEmpty || form == .json else {
      throw .usage("an empty place refers to the whole file: use `--as json` to replace it")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    var edited = try EditedInput(words.source, words.options)
    let input = edited.input
    var spots = try self.spots(in: try input.values)
    guard !spots.isEmpty else { throw CommandError(message: "\(input.name): nothing at `\(place)`") }
    var found: CalculatedEdits.Result?
    if let calculated {
      let edits = try calculated.edits(of: spots, at: place, in: input, edited.validation.places)
      guard !edits.edits.isEmpty else {
        throw CommandError(message: "\(input.name): no value to change at `\(place)`")
      }
      (found, spots) = (edits, edits.edits.map(\.spot))
    }
    if let problem = spots.lazy.compactMap({ $0.problem(in: input.json) }).first {
      let advice = problem.canBeAdded ? "  (--create adds missing parents and keys)" : ""
      console.report(problem.line(name: input.name) + advice)
      return .dataProblems
    }
    if let key = try unmappedKey(at: spots, in: edited) {
      let name = if case .key(let name)? = key.components.last { name } else { "\(key)" }
      let near = edited.validation.nearestKey(to: name).map { "; did you mean `\($0)`?" } ?? ""
      console.report("\(input.name): error: no model maps `\(key)`\(near)  (--create adds the key)")
      return edited.reportRefusal(console)
    }
    if let found, calculated?.replacesValue == true { return try write(found, &edited, console) }
    let candidates = EditCandidates(value, isJSON: form.map { $0 == .json }, at: spots, in: input.json)
    func splices(_ texts: [[UInt8]]) throws -> [JSONSplice] {
      try zip(spots, texts).flatMap { try $0.splices($1, in: input.json) }
    }
    func isWritten(_ texts: [[UInt8]]) throws -> Bool { try edited.write(splices(texts), console) }
    let places = edited.validation.places
    let dates = places.isEmpty ? candidates.inferredDates(at: spots, in: input) : nil
    if let dates, try isWritten(dates) { return .success }
    if edited.validation.findsErrors {
      // A string may have the same text as the JSON value that the property requires.
      let typed = try? candidates.typed(at: spots, in: input.json, as: places)
      let choices = try (candidates.all + [typed].compactMap(\.self)).map { texts in
        let text = try SplicedBytes(input.text, splices: splices(texts)).text()
        return (texts: texts, errors: edited.validation.errorCount(in: text))
      }
      if let best = choices.min(by: { $0.errors < $1.errors }), try isWritten(best.texts) { return .success }
    }
    for texts in candidates.all where try isWritten(texts) { return .success }
    do {
      let typed = try candidates.typed(at: spots, in: input.json, as: places)
      if let typed, try isWritten(typed) { return .success }
    } catch let refused as EditRefused {
      if edited.refusals.isEmpty { console.report("\(input.name): \(refused)") }
    }
    return edited.reportRefusal(of: ", with \(value)", console)
  }

  /// Writes the input with the calculated values, or reports why the edit is refused.
  private func write(
    _ found: CalculatedEdits.Result, _ edited: inout EditedInput, _ console: Console
  ) throws -> ExitStatus {
    let json = edited.input.json
    let splices = try found.edits.flatMap { try $0.spot.splices($0.json ?? [], in: json) }
    guard try edited.write(splices, console) else { return edited.reportRefusal(console) }
    if found.absent > 0 {
      let left = Words.count(found.absent, "value")
      console.report("\(edited.input.name): skipped \(left): the expression needs a value that is absent")
    }
    return .success
  }

  /// Returns the path of a key that the edit would add although no model maps it. Nil if there is no such key, if the
  /// key occurs unmapped elsewhere in the file, or if `--create` allows new keys.
  private func unmappedKey(at spots: [EditSpot], in edited: EditedInput) throws -> JSONKeyPath? {
    let areMembers = spots.contains { if case .member = $0 { true } else { false } }
    guard areMembers, !words.options.has("--create") else { return nil }
    let splices = try spots.flatMap { try $0.splices(Array("null".utf8), in: edited.input.json) }
    return edited.validation.newUnmappedKey(in: try edited.input.applying(splices))
  }

  /// Returns the values at the requested place, and the containers to which it can be added.
  private func spots(in values: TextReading) throws -> [EditSpot] {
    var spots: [EditSpot] = []
    try values.find(place) { result in
      spots += EditSpot.spots(
        of: result, at: place, in: values.bytes, createsParents: words.options.has("--create"))
      return true
    }
    return spots
  }
}
