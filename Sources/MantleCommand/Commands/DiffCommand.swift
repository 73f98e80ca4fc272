import Mantle
import MantleDocuments
import MantlePlatform
import MantleReports

/// `mantle diff`: compares two documents value by value.
struct DiffCommand: ProgramCommand {
  private let before: InputSource
  private let after: InputSource
  private let form: Form
  private let ignored: [PlacePattern]
  private let options: ParsedWords

  /// The output formats of `mantle diff`.
  private enum Form: String, CaseIterable {
    case text, json, patch
    case jsonPatch = "json-patch"

    /// Whether the output is a patch, which requires a single value on each side.
    var isPatch: Bool { self == .patch || self == .jsonPatch }
  }

  static let syntax = CommandSyntax(
    name: "diff", forms: ["mantle diff BEFORE AFTER [OPTION…]"],
    options: [
      OptionSyntax(
        name: "--format", value: "FORM", choices: Form.allCases.map(\.rawValue),
        help: "set the output format",
        details: "patch is a JSON Merge Patch (RFC 7396), json-patch a JSON Patch (RFC 6902)."),
      OptionSyntax(
        name: "--ignore", value: "PLACE", isRepeatable: true,
        help: "ignore the differences at a place: [].etag, ..id"),
      OptionSyntax(name: "--ignore-order", help: "ignore the order of list elements"),
      .keys, .comments,
    ],
    summary: "Compares the values of two files.",
    help: """
      Compares values and not text: the order of keys, white space and the spelling of numbers do not matter. On a terminal and
      without options, the browser opens BEFORE with a list of the differences and can take values from AFTER. Otherwise the
      differences are printed as with `--format text`, and the exit status is 1 if the files differ. `patch` applies both
      kinds of patches.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    (before, after) = try parsed.inputs(("BEFORE", "AFTER"))
    form = parsed.choice("--format") ?? .text
    options = parsed
    var ignored: [PlacePattern] = []
    for place in parsed.all("--ignore") { ignored.append(try PlacePattern(place: place.shown)) }
    self.ignored = ignored
    guard !form.isPatch || !parsed.has("--ignore-order") && !ignored.contains(where: \.selectsElements) else {
      throw .usage(
        "a patch covers all elements in order: remove --ignore-order, and use --ignore for object keys only"
      )
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if let browser { return try browser.run(console) }
    let old = try DiffSide(
      before, comments: options.takesComments, tablesAreArrays: form == .jsonPatch, console)
    let new = try DiffSide(
      after, comments: options.takesComments, tablesAreArrays: form == .jsonPatch, console)
    let inAnyOrder = options.has("--ignore-order")
    let all: JSONDifference?
    if old.isSequence || new.isSequence {
      let values = [old, new].flatMap { side in
        side.elements.enumerated().flatMap { ignoredValues(in: $1, at: [.index($0)]) }
      }
      all = JSONDifference(
        from: old.elements, to: new.elements, keys: keys, inAnyOrder: inAnyOrder, ignoring: Set(values))
    } else {
      let values = [old, new].flatMap { ignoredValues(in: $0.nodes[0], at: []) }
      let matching = JSONDifference.ArrayMatching.elements(
        keys: keys, inAnyOrder: inAnyOrder, ignoring: Set(values))
      all = JSONDifference(
        from: old.nodes[0], to: form.isPatch ? try restored(new, to: old, matching) : new.nodes[0],
        arrays: form == .patch ? .whole : matching)
    }
    let difference = all?.filtered { part in !ignored.contains { $0.contains(part.path) } }
    guard !form.isPatch || !old.isSequence && !new.isSequence else {
      throw CommandError(message: "a patch needs one value, not a sequence of them")
    }
    let parts = difference?.parts ?? []
    switch form {
    case .text: parts.forEach { console.print($0.line(from: old.name, to: new.name)) }
    case .json: console.write(parts.json(from: old.name, to: new.name))
    case .jsonPatch: console.write((difference?.jsonPatch ?? Array("[]".utf8)) + [UInt8(ascii: "\n")])
    case .patch:
      guard difference == nil || !JSONPatch.isJSONPatch(new.nodes[0]) else {
        throw CommandError(
          message:
            "a merge patch with this list would be read as a JSON Patch  (use --format json-patch)")
      }
      if let null = difference?.firstNullInPatch {
        throw CommandError(
          message:
            "a merge patch cannot set `\(null)` to null: null removes a member in a merge patch  (use --format json-patch)"
        )
      }
      console.write((difference?.mergePatch ?? Self.patchThatKeeps(new.nodes[0])) + [UInt8(ascii: "\n")])
    }
    return difference == nil ? .success : .dataProblems
  }

  /// Returns the values inside a value that `--ignore` selects. Their differences must not prevent the pairing of
  /// elements.
  private func ignoredValues(in node: JSONNode, at path: [JSONKeyPath.Component]) -> [JSONNode] {
    if ignored.isEmpty { return [] }
    if ignored.contains(where: { $0.contains(JSONKeyPath(path)) }) { return [node] }
    return node.elements.enumerated().flatMap { ignoredValues(in: $1, at: path + [.index($0)]) }
      + node.members.flatMap { ignoredValues(in: $0.value, at: path + [.key($0.key.displayText)]) }
  }

  /// Returns the new value in which the values selected by `--ignore` are replaced by the old ones. Otherwise a patch
  /// would change them, because it contains whole lists and moved elements.
  private func restored(
    _ new: DiffSide, to old: DiffSide, _ matching: JSONDifference.ArrayMatching
  ) throws -> JSONNode {
    let root = new.nodes[0]
    let parts = JSONDifference(from: old.nodes[0], to: root, arrays: matching)?.parts ?? []
    let splices = parts.compactMap { part -> JSONSplice? in
      guard ignored.contains(where: { $0.contains(part.path) }), let before = part.before else { return nil }
      return part.after?.replacing(with: Array(before.rawBytes))
    }
    guard !splices.isEmpty else { return root }
    let text = try root.document.bytes.applying(splices)
    return try JSONDocument(parsing: JSONBytes(text)).root
  }

  /// The keys that identify the elements of lists: the keys of `--key`, or the usual keys without the ignored ones.
  private var keys: [String] {
    guard !options.has("--key") else { return options.keys }
    return options.keys.filter { key in !ignored.contains { $0.steps.last == .component(.key(key)) } }
  }

  /// The browser that shows the differences; nil if they are printed.
  private var browser: BrowseCommand? {
    guard case (.file(let old), .file(let new)) = (before, after), !options.hasOptions,
      isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0,
      old.isRegular, new.isRegular, old.compression == nil, new.compression == nil
    else { return nil }
    return BrowseCommand(comparing: old, with: new, options)
  }

  /// Returns a merge patch (RFC 7396) that leaves a value unchanged. For an object this is an empty object. A patch
  /// that is not an object replaces the value, so for any other value the patch is the value itself.
  private static func patchThatKeeps(_ node: JSONNode) -> [UInt8] {
    node.kind == .object ? Array("{}".utf8) : JSONFormatter(.compact).format(node)
  }
}

/// One of the two inputs that are compared.
private struct DiffSide {
  let name: String
  let nodes: [JSONNode]
  let isSequence: Bool

  init(_ source: InputSource, comments: Bool, tablesAreArrays: Bool, _ console: Console) throws {
    let input = try Input(source, comments: comments)
    name = input.name
    do {
      let (readable, problems, _) = try input.readable()
      problems.joined().forEach(console.report)
      let values = try problems.isEmpty ? input.values : TextReading(readable.bytes, name: name)
      let isArray = try tablesAreArrays && DatabaseTable(source) != nil
      let array = try isArray ? input.bytes.valuesAsArray.map { try JSONDocument(parsing: $0).root } : nil
      isSequence = array == nil && values.isList
      nodes = try array.map { [$0] } ?? values.ranges().map { try values.document($0).root }
    } catch var problem as UnreadableText {
      // The exit status is not 1, which means that the files differ.
      problem.isUnusable = true
      throw problem
    }
    guard isSequence || !nodes.isEmpty else { throw CommandError(message: "\(name): contains no JSON value") }
  }

  /// The values of a sequence, or the elements of an array, so that both can be compared with each other.
  var elements: [JSONNode] {
    !isSequence && nodes[0].kind == .array ? Array(nodes[0].elements) : nodes
  }
}
