import Mantle
import MantleFiles
import MantleDocuments
import MantleReports
import ModelBrowser

/// An input to be edited, with the validation of its edits and the output that is written.
struct EditedInput {
  let input: EditableInput
  let validation: EditValidation
  private let output: FileName?
  /// The table whose rows are edited in place; nil if the input or the output is a file.
  private let table: DatabaseTable?
  /// Whether the input is a table, whose rows a JSON Patch treats as one array.
  let isTable: Bool
  private let isForced: Bool
  private let source: InputSource
  /// Whether an edit of an object that several objects of an archive share changes a copy instead.
  private let copiesShared: Bool
  /// The errors of each edit that was refused because of errors.
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
    // The objects of an archive determine its models.
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

  /// Applies splices to the input and writes it, unless validation finds new errors.
  ///
  /// - Returns: false if the edit was refused; its errors are added to ``refusals``.
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
      // The file format cannot represent the values.
      refusals.append(failure.diagnostics)
      return false
    }
    for warning in problems { console.report(input.line(of: warning, in: input.name)) }
    return true
  }

  /// Reports the errors because of which the first edit was refused, and returns the exit status.
  func reportRefusal(of edit: String = "", _ console: Console) -> ExitStatus {
    for group in DiagnosticGroups(refusals.first ?? []).groups {
      console.report(input.line(of: group.first, in: input.name + edit) + group.places)
    }
    console.report("\(input.name): not changed")
    return .dataProblems
  }
}
