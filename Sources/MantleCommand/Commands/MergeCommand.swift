import Mantle
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
      elements are appended, and what only BASE has stays. Of other lists and values, NEWER has the last word.
      Nothing is written where anything is wrong.
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
      let (old, new) = (try base.value(older.name), try changes.value(newer.name))
      let merged = merging.merge(new, over: old, as: definition?.root)
      let isOnOneLine = !base.bytes.slice(0..<min(base.bytes.count, 1 << 16)).dropLast().contains(
        UInt8(ascii: "\n"))
      let text = isOnOneLine ? merged : JSONFormatter.pretty.format(try JSONDocument(merged).root)
      return try write(text + [UInt8(ascii: "\n")], console)
    }
    return try write(lines(base, changes, merging, definition?.root), console)
  }

  /// Values after each other: those of BASE are read one by one and stay in their order, one to a line.
  private func lines(
    _ base: InputValues, _ changes: InputValues, _ merging: JSONMerging, _ type: DefinedType?
  ) throws -> [UInt8] {
    let new = try changes.ranges().map { try changes.document($0).root }
    guard var sequence = merging.sequence(of: new, as: type) else {
      throw CommandError(
        message:
          "\(newer.name): no key tells all values apart; `--key` names one (looked for \(keys.joined(separator: ", ")))"
      )
    }
    var text: [UInt8] = []
    for range in try base.ranges() {
      text += sequence.merge(over: try base.document(range).root) + [UInt8(ascii: "\n")]
    }
    return sequence.rest.reduce(into: text) { $0 += $1 + [UInt8(ascii: "\n")] }
  }

  private func definition() throws -> Definition? {
    guard let file = definitionFile else { return nil }
    let input = try Input(.file(file))
    do { return try Definition(input.bytes, name: input.name) } catch let failure as DecodingFailure {
      throw CommandError(
        message: failure.diagnostics.map { $0.line(in: input.name) }.joined(separator: "\nmantle: "))
    }
  }

  private func write(_ bytes: [UInt8], _ console: Console) throws -> ExitStatus {
    if let output { try OutputFile(output).write(bytes) } else { console.write(bytes) }
    return .success
  }
}

extension InputValues {
  /// The one value.
  fileprivate func value(_ name: String) throws -> JSONNode {
    guard let range = try ranges().first(where: { _ in true }) else {
      throw CommandError(message: "\(name): holds no value")
    }
    return try document(range).root
  }
}
