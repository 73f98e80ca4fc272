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
  private let takesComments: Bool

  static let syntax = CommandSyntax(
    name: "merge", forms: ["mantle merge BASE NEWER [OPTION…]"],
    options: [
      ElementKeys.option,
      OptionSyntax(name: "--keep-for-null", help: "where NEWER has null, keep what BASE has"),
      OptionSyntax(
        name: "--definition", value: "FILE",
        help: "a definition file: its identity properties tell elements apart, its merge policies decide"),
      OptionSyntax(name: "--output", value: "OUT", help: "write to this file, which may be BASE"),
      .comments,
    ],
    help: """
      Writes BASE with NEWER merged into it: objects member by member, lists and NDJSON element by element; new
      elements are appended, and what only BASE has stays, as does what no key tells from others. Of lists without any key
      and of other values, NEWER has the last word. What is equal in both keeps the bytes that BASE has. BASE may be of any
      size where it is NDJSON; NEWER is held in memory.
      Nothing is written where anything is wrong, also by the definition.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    let inputs = try InputPair(parsed, of: "merge", ("BASE", "NEWER"))
    (older, newer) = (inputs.first, inputs.second)
    output = parsed["--output"].flatMap { $0 == "-" ? nil : $0 }
    keys = ElementKeys.keys(parsed)
    definitionFile = parsed["--definition"]
    keepsForNull = parsed.has("--keep-for-null")
    takesComments = parsed.has("--comments")
  }

  func run(_ console: Console) throws -> ExitStatus {
    let definition = try definition()
    let merging = JSONMerging(definition, keys: keys, keepsForNull: keepsForNull)
    let input = try Input(older, comments: takesComments)
    let base = try input.withBlanksForComments.values
    let changes = try Input(newer, comments: takesComments).values
    // An archive is read as JSON that stands nowhere; of a text, also the comments stay.
    let bytes = ArchiveFormat(sniffing: input.start) == nil ? input.bytes : base.bytes
    guard base.isSequence || changes.isSequence else {
      let old = try value(of: base, older.name)
      let new = try value(of: changes, newer.name)
      reportRepeatedKeys(of: new, in: changes, console)
      let merged = try JSONDocument(merging.merge(new.root, over: old.root, as: definition?.root))
      let text = try bytes.applying(old.root.splices(toEqual: merged.root))
      return try write(JSONBytes(text), over: bytes, as: definition, console)
    }
    let merged = try lines(base, changes, merging, definition?.root, console)
    return try write(merged, over: bytes, as: definition, console)
  }

  /// Values after each other: those of BASE are read one by one and stay where they are.
  ///
  /// What is merged waits in a temporary file, so that there is all of it or nothing. The values of NEWER are kept: any of
  /// them may belong to the next one of BASE.
  private func lines(
    _ base: InputValues, _ changes: InputValues, _ merging: JSONMerging, _ type: DefinedType?,
    _ console: Console
  ) throws -> JSONBytes {
    let new = try changes.ranges().map { range in
      let document = try changes.document(range)
      reportRepeatedKeys(of: document, in: changes, console)
      return document.root
    }
    var text = try MergedLines(base.bytes)
    if var sequence = merging.sequence(of: new, as: type) {
      if sequence.needsExpectations {
        for range in try base.ranges() { sequence.expect(try base.document(range).root) }
      }
      var form: JSONFormatter.Style?
      for range in try base.ranges() {
        let older = try base.document(range).root
        form = form ?? older.formOfLine
        let merged = try sequence.merge(over: older).map { try JSONDocument($0).root }
        try text.add(range, with: merged.map(older.splices) ?? [])
      }
      let formatter = JSONFormatter(form ?? .compact)
      try text.finish(with: sequence.rest.map { formatter.format(try JSONDocument($0).root) })
    } else {
      for range in try base.ranges() { _ = try base.document(range) }
      for node in new { try text.add(JSONFormatter.compact.line(node)) }
      console.report(
        "\(newer.name): no key tells the values apart, so they take the place of those before; `--key` names one "
          + "(looked for \(keys.joined(separator: ", ")))")
    }
    return try text.bytes()
  }

  /// Says which of the members of a value are not in what is written, as their key stands again.
  private func reportRepeatedKeys(of document: JSONDocument, in values: InputValues, _ console: Console) {
    for warning in RepeatedKeys.diagnostics(in: document) {
      warning.lines(in: values.bytes, name: newer.name).forEach(console.report)
    }
  }

  /// The one value.
  private func value(of values: InputValues, _ name: String) throws -> JSONDocument {
    guard let range = try values.ranges().first(where: { _ in true }) else {
      throw CommandError(message: "\(name): holds no value")
    }
    return try values.document(range)
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
      : EditValidation(
        base, name: older.name, places: places(base), comments: takesComments || older.name.isJSONCName
      ).newProblems(
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

/// The text of values after each other, of which some are changed and some are new; it waits in a temporary file.
private struct MergedLines: ~Copyable {
  private let base: JSONBytes
  private let spool: TemporaryFile
  private var waiting: [UInt8] = []
  /// Up to where the base is written.
  private var position = 0
  /// What stands between the first two values.
  private var separator: [UInt8]?

  init(_ base: JSONBytes) throws {
    self.base = base
    spool = try TemporaryFile()
  }

  /// The next value of the base, with what stands before it.
  mutating func add(_ range: Range<Int>, with splices: [JSONSplice]) throws {
    if position > 0, separator == nil { separator = base.slice(position..<range.lowerBound) }
    try addBase(to: range.lowerBound)
    try add(try base.applying(splices, in: range))
    position = range.upperBound
  }

  /// What stands behind the last value, and the new ones, set apart as those before.
  mutating func finish(with new: [[UInt8]]) throws {
    let rest = base.slice(position..<base.count)
    let isBegun = position > 0
    try addBase(to: base.count)
    let lineFeed = [UInt8(ascii: "\n")]
    let between = separator.flatMap { $0.isEmpty ? nil : $0 } ?? lineFeed
    let lineEnd = between.contains(lineFeed[0]) ? between : lineFeed
    let isLineEnded = !isBegun || rest.last == lineFeed[0]
    for value in new { try add(isLineEnded ? value + lineEnd : between + value) }
  }

  private mutating func addBase(to end: Int) throws {
    for start in stride(from: position, to: end, by: 1 << 20) {
      try add(base.slice(start..<min(start + 1 << 20, end)))
    }
    position = end
  }

  mutating func add(_ bytes: [UInt8]) throws {
    waiting += bytes
    guard waiting.count >= 1 << 20 else { return }
    try spool.append(waiting[...])
    waiting.removeAll(keepingCapacity: true)
  }

  consuming func bytes() throws -> JSONBytes {
    try spool.append(waiting[...])
    return try spool.bytes()
  }
}
