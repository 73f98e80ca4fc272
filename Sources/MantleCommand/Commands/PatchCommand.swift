import Mantle
import MantleDocuments

/// `mantle patch`: a text with a patch applied.
struct PatchCommand: ProgramCommand {
  private let source: InputSource
  private let patch: InputSource
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "patch", forms: ["mantle patch FILE PATCH [OPTION…]"],
    options: EditedInput.options,
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
    let target = try edited.input.values.onlyDocument(edited.input.name)
    let changes = try Input(patch, comments: options.takesComments)
    let operations = try changes.values.onlyDocument(changes.name).root
    do {
      let patched = try JSONPatch.apply(operations, to: target.root)
      var splices = try target.root.splices(toEqual: patched.root)
      // A wrong result is worse than one without the layout of FILE.
      if !JSONRepair.isSame(JSONBytes(try edited.input.json.applying(splices)), patched.bytes) {
        splices = [target.root.replacing(with: patched.root.rawBytes)]
      }
      return try edited.write(splices, console)
        ? .success : edited.reportRefusal(of: ", with \(changes.name)", console)
    } catch let failure as JSONPatch.Failure {
      console.report("\(changes.name):\(failure)")
      return edited.reportRefusal(console)
    }
  }
}

extension TextReading {
  /// Returns the only value.
  func onlyDocument(_ name: String) throws -> JSONDocument {
    guard !isSequence, let range = try ranges().first(where: { _ in true }) else {
      throw CommandError(message: "\(name): a patch is of one value  (`diff` of NDJSON has --format json)")
    }
    return try document(range)
  }
}
