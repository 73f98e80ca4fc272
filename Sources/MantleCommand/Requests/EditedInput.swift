import Mantle
import MantleFiles
import MantleDocuments
import MantleReports
import ModelBrowser

/// An input whose values are changed, with the check of its models and the output.
struct EditedInput {
  let input: EditableInput
  let validation: EditValidation
  private let output: FileName?
  /// The table whose rows are edited in place; nil for a file and for another output.
  private let table: DatabaseTable?
  /// Whether the input is a table, whose rows are one array to a JSON Patch.
  let isTable: Bool
  private let isForced: Bool
  private let source: InputSource
  /// Whether an edit of a shared object of an archive changes a copy of the object.
  private let copiesShared: Bool
  /// The errors of each edit that was refused.
  private(set) var refusals: [[Diagnostic]] = []

  static let options: [OptionSyntax] = [
    OptionSyntax(name: "--output", value: "OUT", help: "write to this file or to `-` instead of FILE"),
    OptionSyntax(name: "--copy", help: "change a copy of a shared object (archives)"),
    .replacing, .comments, .model, .place, .definitions,
  ]

  init(_ source: InputSource, _ options: ParsedWords) throws {
    let models = try ModelRequest.all(options)
    let original = try Input(source, comments: options.takesComments)
    input = try EditableInput(original)
    // The models of an archive are determined by its objects.
    if let archive = input.archive, models.allSatisfy(\.isUnknown) {
      validation = EditValidation(
        input.json, name: input.name, places: models.isEmpty ? archive.pick.places : [], comments: false)
    } else {
      validation = try EditValidation(original, as: models)
    }
    let named = options["--output"]
    let rows = try DatabaseTable(source)
    (table, isTable) = (named == nil ? rows : nil, rows != nil)
    let target: FileName = if let named { named } else if case .file(let file) = source { file } else { "-" }
    output = target == "-" ? nil : target
    isForced = options.isForced
    self.source = source
    copiesShared = options.has("--copy")
  }

  /// Writes the text with an edit, unless its models refuse it.
  mutating func write(_ splices: [JSONSplice], _ console: Console) throws -> Bool {
    let edited = try input.applying(splices)
    let problems = validation.newProblems(in: edited)
    let errors = problems.filter { $0.severity == .error }
    guard errors.isEmpty else {
      refusals.append(errors)
      return false
    }
    do {
      if let table {
        try table.update(
          from: input.values, to: TextReading(edited, name: input.name), isForced: isForced,
          advice: "run the command again")
      } else {
        var edits = try input.edits(splices, to: edited)
        edits.copiesShared = copiesShared
        edits.reportShared = { [name = input.name] in
          console.report("\(name): \($0.words)  (--copy changes a copy)")
        }
        try console.write(
          input.file(of: edited, for: output, edits), to: output, isForced: isForced, editing: source)
      }
    } catch let failure as DecodingFailure {
      // The form of the file cannot hold the values.
      refusals.append(failure.diagnostics)
      return false
    }
    for warning in problems { console.report(input.line(of: warning, in: input.name)) }
    return true
  }

  /// Reports why the first edit was refused.
  func reportRefusal(of edit: String = "", _ console: Console) -> ExitStatus {
    for group in DiagnosticGroups(refusals.first ?? []).groups {
      console.report(input.line(of: group.first, in: input.name + edit) + group.places)
    }
    console.report("\(input.name): not changed")
    return .dataProblems
  }
}
