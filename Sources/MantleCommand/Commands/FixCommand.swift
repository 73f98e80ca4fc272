import Mantle
import MantleDocuments

/// `mantle fix`: converts malformed text to strict JSON.
struct FixCommand: ProgramCommand {
  private let source: InputSource
  private let output: FileName?
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "fix", forms: ["mantle fix FILE [OPTION…]", "… | mantle fix [OPTION…]"],
    options: [
      OptionSyntax(name: "--output", value: "OUT", help: "write to this file"),
      OptionSyntax(name: "--in-place", help: "write to FILE"),
      OptionSyntax(name: "--force", help: "write uncertain changes, replace protected files"),
    ],
    summary: "Writes malformed text as strict JSON.",
    help: """
      Writes malformed text as strict JSON: JSON5, comments, Python literals, missing commas or brackets, truncated text. Each
      change is reported with its place. Nothing is written if a change is uncertain, unless --force is given, or if the text
      is not JSON at all.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    guard parsed.values.count == 1 || parsed.values.isEmpty && parsed.isInputPiped else {
      throw parsed.usage("needs a FILE, found \(parsed.values.count) arguments")
    }
    source = parsed.values.first.map(InputSource.init) ?? .standardInput
    options = parsed
    guard parsed.has("--in-place") else {
      output = parsed.output
      return
    }
    guard case .file(let file) = source, !parsed.has("--output") else {
      throw .usage("--in-place writes to FILE: it needs one, and no --output")
    }
    output = file
  }

  func run(_ console: Console) throws -> ExitStatus {
    let input = try Input(source)
    guard !input.isArchive else { throw CommandError(message: "\(input.name): is a property list, not JSON") }
    let fixing = JSONFixing(input.bytes, name: input.name)
    guard let text = fixing.text else {
      input.problems.joined().forEach(console.report)
      console.report("\(input.name): not written: the text cannot be fixed")
      return .dataProblems
    }
    for change in fixing.changes {
      console.report(change.line(in: input.name) + (change.isSure ? "" : "  (uncertain)"))
    }
    guard options.isForced || fixing.changes.allSatisfy(\.isSure) else {
      let uncertain = Words.count(fixing.changes.count { !$0.isSure }, "change")
      console.report("\(input.name): not written: \(uncertain) uncertain  (--force writes all)")
      return .dataProblems
    }
    try console.write((text, .text), to: output, isForced: options.isForced, editing: source)
    return .success
  }
}
