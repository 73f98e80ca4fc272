import Mantle
import MantleDocuments

/// `mantle patch`: applies a patch to a document.
struct PatchCommand: ProgramCommand {
  private let source: InputSource
  private let patch: InputSource
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "patch", forms: ["mantle patch FILE PATCH [OPTION…]"],
    options: EditedInput.options,
    summary: "Applies a JSON Patch or a JSON Merge Patch to a file.",
    help: """
      Applies a JSON Patch (RFC 6902) or a JSON Merge Patch (RFC 7396), as written by `diff`, and changes nothing else in
      FILE. Nothing is written if an operation fails or if the result does not fit the model. FILE or PATCH may be `-`.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    (source, patch) = try parsed.inputs(("FILE", "PATCH"))
    options = parsed
  }

  func run(_ console: Console) throws -> ExitStatus {
    var edited = try EditedInput(source, options)
    let values = try edited.input.values
    let array = edited.isTable ? values.bytes.valuesAsArray : nil
    let target = try array.map { try JSONDocument(parsing: $0) } ?? values.onlyDocument(edited.input.name)
    let changes = try Input(patch, comments: options.takesComments)
    let operations = try changes.values.onlyDocument(changes.name).root
    if operations.kind == .array, target.root.kind != .array, !JSONPatch.isJSONPatch(operations),
      !options.isForced
    {
      throw CommandError(
        message:
          "\(changes.name): an array without operations would replace all of \(edited.input.name)  (--force replaces it)"
      )
    }
    do {
      let patched = try JSONPatch.apply(operations, to: target.root).root
      let splices =
        try edited.isTable
        ? rows(patched, changes.name, in: values) : splices(from: target.root, to: patched, in: edited.input)
      return try edited.write(splices, console)
        ? .success : edited.reportRefusal(of: ", with \(changes.name)", console)
    } catch let failure as JSONPatch.Failure {
      console.report("\(changes.name):\(failure)")
      return edited.reportRefusal(console)
    }
  }

  private func splices(
    from target: JSONNode, to patched: JSONNode, in input: EditableInput
  ) throws -> [JSONSplice] {
    let splices = try target.splices(toEqual: patched)
    // If the layout of FILE cannot be preserved with a correct result, the whole value is replaced.
    let edited = Input(source, try input.applying(splices), comments: options.takesComments).withBlanks
    return JSONRepair.isSame(edited.bytes, patched.document.bytes)
      ? splices : [target.replacing(with: patched.rawBytes)]
  }

  /// Returns the splice that replaces all rows of a table by the elements of a patched array.
  ///
  /// - Parameter patch: the name of the patch, for the error if the patched value is not an array.
  private func rows(_ patched: JSONNode, _ patch: String, in values: TextReading) throws -> [JSONSplice] {
    guard patched.kind == .array else {
      throw CommandError(
        message:
          "\(patch): the result of the patch is not a list of rows  (in a JSON Patch, a value has the path /0/NAME)"
      )
    }
    let lines = patched.elements.map(JSONFormatter.compact.line)
    return [JSONSplice(0..<values.bytes.count, with: Array(lines.joined()))]
  }
}

extension TextReading {
  /// Returns the only value of the text, to which a patch can be applied.
  ///
  /// - Throws: an error if the text is a sequence or contains no value.
  func onlyDocument(_ name: String) throws -> JSONDocument {
    guard !isSequence, let range = try ranges().first(where: { _ in true }) else {
      throw CommandError(
        message:
          "\(name): a patch applies to one value, not to several  (`mantle diff --format json` compares NDJSON)"
      )
    }
    return try document(range)
  }
}
