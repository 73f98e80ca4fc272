import Mantle
import MantleArchiving
import MantleDefinitions
import MantleDocuments
import MantleFiles
import MantlePlatform
import TerminalText

/// `mantle merge`: merges a newer document into an older one, element by element.
struct MergeCommand: ProgramCommand {
  private let older: InputSource
  private let newer: InputSource
  private let keys: [String]
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "merge", forms: ["mantle merge BASE NEWER [OPTION…]"],
    options: [
      .keys,
      OptionSyntax(name: "--keep-for-null", help: "keep the value of BASE where NEWER has null"),
      OptionSyntax(
        name: "--definition", value: "FILE",
        help: "read identities and merge policies from a definition"),
      OptionSyntax(name: "--output", value: "OUT", help: "write to this file, which may be BASE"),
      .comments, .replacing,
    ],
    summary: "Merges the values of a newer file into a file.",
    help: """
      Merges NEWER into BASE: objects member by member, lists and NDJSON element by element. Two elements are merged if their key
      is unique in both files. The other elements of BASE remain, and the other elements of NEWER are appended unless BASE contains
      an equal one. Lists without a key and all other values are replaced. Equal values keep the bytes of BASE. The output
      has the format of BASE, which may be a property list or an archive, unless the name of OUT ends in .json. A BASE in NDJSON
      may have any size; NEWER is read into memory. Nothing is written after an error, including an error of the definition.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    (older, newer) = try parsed.inputs(("BASE", "NEWER"))
    keys = parsed.keys
    options = parsed
  }

  func run(_ console: Console) throws -> ExitStatus {
    let definition = try options["--definition"].map { file in
      try Input(.file(file)).decoded { try Definition($0) }
    }
    var unpaired = UnpairedCounts()
    let merging = JSONMerging(
      definition, keys: keys, keepsForNull: options.has("--keep-for-null"),
      reportUnpaired: { unpaired.add($0) })
    let comments = options.takesComments
    let base = try EditableInput(Input(older, comments: comments), keepsClasses: true)
    let changes = try EditableInput(Input(newer, comments: comments), keepsClasses: base.hasClasses)
    let merged = try merged(base, changes, merging, definition?.root, console)
    unpaired.lines(in: newer.name).forEach(console.report)
    return try write(merged, over: base, typesOf: changes.archive, as: definition, console)
  }

  /// Returns the text of BASE into which the elements and members of NEWER are merged.
  ///
  /// - Parameter type: the definition of the values; nil if there is none.
  private func merged(
    _ base: EditableInput, _ changes: EditableInput, _ merging: JSONMerging, _ type: DefinedType?,
    _ console: Console
  ) throws -> JSONBytes {
    let (older, newer) = (try base.values, try changes.values)
    if older.isList || newer.isList, try !older.isOneArray {
      return try lines(older, base.text, newer, merging, type, console)
    }
    let old = try value(of: older, self.older.name)
    let new: JSONDocument
    if newer.isList {
      // The values are checked one by one, because paths in the combined array are not those in the file.
      let nodes = try self.values(newer, console)
      new = try JSONDocument(
        Array("[".utf8) + nodes.map(\.rawBytes).joined(separator: [0x2C]) + Array("]".utf8))
    } else {
      new = try value(of: newer, self.newer.name)
      reportRepeatedKeys(of: new, in: newer, console)
    }
    let merged = try JSONDocument(merging.merge(new.root, over: old.root, as: type))
    return try base.applying(old.root.splices(toEqual: merged.root))
  }

  /// Merges sequences of values. The values of BASE are read one by one and keep their order.
  ///
  /// The merged values are collected in a temporary file, so that the output is written completely or not at all. All
  /// values of NEWER are kept in memory, because each of them may match any later value of BASE.
  private func lines(
    _ base: TextReading, _ bytes: JSONBytes, _ changes: TextReading, _ merging: JSONMerging,
    _ type: DefinedType?, _ console: Console
  ) throws -> JSONBytes {
    var new = try values(changes, console)
    if try changes.isOneArray { new = new.flatMap { Array($0.elements) } }
    var splices: [JSONSplice] = []
    if var sequence = merging.sequence(of: new, as: type) {
      for range in try base.ranges() { sequence.expect(try base.document(range).root) }
      var layout = ValueLayout()
      for range in try base.ranges() {
        let older = try base.document(range).root
        layout.add(older, in: bytes)
        if let merged = try sequence.merge(over: older) {
          splices += try older.splices(toEqual: JSONDocument(merged).root)
        }
      }
      let rest = layout.text(of: sequence.rest(), after: bytes)
      splices.append(JSONSplice(bytes.count..<bytes.count, with: rest))
    } else {
      for range in try base.ranges() { _ = try base.document(range) }
      splices = [JSONSplice(0..<bytes.count, with: Array(new.map(JSONFormatter.compact.line).joined()))]
      console.report(
        "\(newer.name): no key identifies the values, so the new values replace all old ones; select a key with `--key` "
          + "(searched: \(keys.joined(separator: ", ")))")
    }
    let text = try FileDraft.temporary()
    try bytes.write(applying: splices, to: text.descriptor)
    return try text.text(named: older.name)
  }

  /// Returns all values of NEWER, and reports repeated keys in them.
  private func values(_ values: TextReading, _ console: Console) throws -> [JSONNode] {
    try values.ranges().map { range in
      let document = try values.document(range)
      reportRepeatedKeys(of: document, in: values, console)
      return document.root
    }
  }

  /// Reports the members that are not written because a later member has the same key.
  private func reportRepeatedKeys(of document: JSONDocument, in values: TextReading, _ console: Console) {
    for warning in RepeatedKeys.diagnostics(in: document) {
      warning.lines(in: values.bytes, name: newer.name).forEach(console.report)
    }
  }

  /// Returns the first value of an input that consists of one value.
  private func value(of values: TextReading, _ name: String) throws -> JSONDocument {
    guard let range = try values.ranges().first(where: { _ in true }) else {
      throw CommandError(message: "\(name): contains no JSON value")
    }
    return try values.document(range)
  }

  /// Writes the merged text. If the definition finds errors in it that BASE does not have, reports them and writes
  /// nothing.
  ///
  /// - Parameter changes: the archive of NEWER; nil for JSON.
  private func write(
    _ bytes: JSONBytes, over base: EditableInput, typesOf changes: ArchivedDocument?,
    as definition: Definition?, _ console: Console
  ) throws -> ExitStatus {
    func places(_ bytes: JSONBytes) -> [ModelPlace] {
      let place = definition.flatMap { DefinedModels($0).place(isSequence: bytes.isSequence) }
      return place.map { [$0] } ?? []
    }
    var errors: [Diagnostic] = []
    if definition != nil {
      let comments = options.takesComments || older.name.isJSONCName
      let validation = EditValidation(
        base.text, name: older.name, places: places(base.text), comments: comments)
      errors = validation.newProblems(in: bytes, places: places(bytes)).errors
    }
    do {
      if errors.isEmpty {
        let file = try base.file(
          of: bytes, for: options.output, ArchivedDocument.Edits(source: changes))
        try console.write(file, to: options.output, isForced: options.isForced, editing: older)
        return .success
      }
    } catch let failure as DecodingFailure {
      errors = failure.diagnostics
    }
    for error in errors { console.report(base.line(of: error, in: "\(older.name), with \(newer.name)")) }
    console.report("\(older.name): not merged")
    return .dataProblems
  }
}

/// The number of elements of NEWER, grouped by their list, that were appended although they may match an element of
/// BASE.
private struct UnpairedCounts {
  private var places: [(path: JSONKeyPath, key: String?, first: JSONKeyPath, count: Int)] = []

  mutating func add(_ unpaired: JSONMerging.UnpairedElements) {
    guard let first = unpaired.elements.first?.path else { return }
    let (path, count) = (first.withoutIndices, unpaired.elements.count)
    if let known = places.firstIndex(where: { $0.path == path && $0.key == unpaired.key }) {
      places[known].count += count
    } else {
      places.append((path, unpaired.key, first, count))
    }
  }

  func lines(in name: String) -> [String] {
    places.map { place in
      let elements = Words.count(place.count, "element")
      let key = place.key.map { "`\($0)`" } ?? "identity"
      let first = place.first.isEmpty ? "" : " at `\(place.first)`"
      return
        "\(name): \(elements)\(first) appended instead of merged: the \(key) is not unique  (--key names another key)"
    }
  }
}
