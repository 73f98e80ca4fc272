import Mantle
import MantleFiles
import MantleDefinitions
import MantlePlatform

/// `mantle merge`: a newer text over an older one, element by element.
struct MergeCommand: ProgramCommand {
  private let older: InputSource
  private let newer: InputSource
  private let output: FileName?
  private let keys: [String]
  private let definitionFile: FileName?
  private let keepsForNull: Bool

  static let syntax = CommandSyntax(
    name: "merge", forms: ["mantle merge BASE NEWER [OPTION…]"],
    options: [
      ElementKeys.option,
      OptionSyntax(name: "--keep-for-null", help: "where NEWER has null, keep what BASE has"),
      OptionSyntax(
        name: "--definition", value: "FILE",
        help: "a definition file: its identity properties tell elements apart, its merge policies decide"),
      OptionSyntax(name: "--output", value: "OUT", help: "write to this file, which may be BASE"),
    ],
    help: """
      Writes BASE with NEWER merged into it: objects member by member, lists and NDJSON element by element; new
      elements are appended, and what only BASE has stays, as does what no key tells from others. Of lists without any key
      and of other values, NEWER has the last word. BASE may be of any size where it is NDJSON; NEWER is held in memory.
      Nothing is written where anything is wrong, also by the definition.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    let inputs = try InputPair(parsed, of: "merge", ("BASE", "NEWER"))
    (older, newer) = (inputs.first, inputs.second)
    output = parsed["--output"].flatMap { $0 == "-" ? nil : $0 }
    keys = ElementKeys.keys(parsed)
    definitionFile = parsed["--definition"]
    keepsForNull = parsed.has("--keep-for-null")
  }

  func run(_ console: Console) throws -> ExitStatus {
    let definition = try definition()
    let merging = JSONMerging(definition, keys: keys, keepsForNull: keepsForNull)
    let (base, changes) = (try Input(older).values, try Input(newer).values)
    guard base.isSequence || changes.isSequence else {
      let (old, new) = (
        try value(of: base, older.name, console), try value(of: changes, newer.name, console)
      )
      let merged = try merging.merge(new, over: old, as: definition?.root)
      let isOnOneLine = !base.bytes.slice(0..<min(base.bytes.count, 1 << 16)).dropLast().contains(
        UInt8(ascii: "\n"))
      let text = isOnOneLine ? merged : JSONFormatter.pretty.format(try JSONDocument(merged).root)
      return try write(JSONBytes(text + [UInt8(ascii: "\n")]), over: base.bytes, as: definition, console)
    }
    let merged = try lines(base, changes, merging, definition?.root, console)
    return try write(merged, over: base.bytes, as: definition, console)
  }

  /// Values after each other: those of BASE are read one by one and stay in their order, one to a line.
  ///
  /// What is merged waits in a temporary file, so that there is all of it or nothing. The values of NEWER are kept: any of
  /// them may belong to the next one of BASE.
  private func lines(
    _ base: InputValues, _ changes: InputValues, _ merging: JSONMerging, _ type: DefinedType?,
    _ console: Console
  ) throws -> JSONBytes {
    let new = try changes.ranges().map { try document($0, of: changes, newer.name, console).root }
    let spool = try TemporaryFile()
    var lines: [UInt8] = []
    func add(_ line: [UInt8]) throws {
      lines += line + [UInt8(ascii: "\n")]
      guard lines.count >= 1 << 20 else { return }
      try spool.append(lines[...])
      lines.removeAll(keepingCapacity: true)
    }
    if var sequence = merging.sequence(of: new, as: type) {
      if sequence.needsExpectations {
        for range in try base.ranges() { sequence.expect(try base.document(range).root) }
      }
      for range in try base.ranges() {
        try add(sequence.merge(over: try document(range, of: base, older.name, console).root))
      }
      for line in try sequence.rest { try add(line) }
    } else {
      for range in try base.ranges() { _ = try base.document(range) }
      for node in new { try add(JSONFormatter.compact.format(node)) }
      console.report(
        "\(newer.name): no key tells the values apart, so they take the place of those before; `--key` names one "
          + "(looked for \(keys.joined(separator: ", ")))")
    }
    try spool.append(lines[...])
    return try spool.bytes()
  }

  /// One of the values; says which of its members are not in what is written, as their key stands again.
  private func document(
    _ range: Range<Int>, of values: InputValues, _ name: String, _ console: Console
  ) throws -> JSONDocument {
    let document = try values.document(range)
    for warning in RepeatedKeys.diagnostics(in: document) {
      warning.lines(in: values.bytes, name: name).forEach(console.report)
    }
    return document
  }

  /// The one value.
  private func value(of values: InputValues, _ name: String, _ console: Console) throws -> JSONNode {
    guard let range = try values.ranges().first(where: { _ in true }) else {
      throw CommandError(message: "\(name): holds no value")
    }
    return try document(range, of: values, name, console).root
  }

  private func definition() throws -> Definition? {
    guard let file = definitionFile else { return nil }
    let input = try Input(.file(file))
    do { return try Definition(input.bytes) } catch let failure as DecodingFailure {
      throw CommandError(failure, in: input)
    }
  }

  /// Writes what was merged, unless it has errors by the definition that BASE has not.
  private func write(
    _ bytes: JSONBytes, over base: JSONBytes, as definition: Definition?, _ console: Console
  ) throws -> ExitStatus {
    func places(_ bytes: JSONBytes) -> [ModelPlace] {
      let place = definition.flatMap { DefinedModels($0).place(isSequence: bytes.isSequence()) }
      return place.map { [$0] } ?? []
    }
    let problems =
      definition == nil
      ? []
      : EditValidation(base, name: older.name, places: places(base)).newProblems(
        in: bytes, places: places(bytes))
    let errors = problems.filter { $0.severity == .error }
    guard errors.isEmpty else {
      for error in errors { console.report(error.line(in: "\(older.name), with \(newer.name)")) }
      console.report("\(older.name): not merged")
      return .dataProblems
    }
    if let output { try OutputFile(output).write(bytes) } else { console.write(bytes) }
    return .success
  }
}
