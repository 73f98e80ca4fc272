import Mantle
import MantleArchiving
import MantleChecking
import MantleDefinitions
import MantlePlatform
import ModelBrowser

/// `mantle infer`: infers models from JSON data alone.
struct InferCommand: ProgramCommand {
  private let paths: [FileName]
  private let form: DefinitionForm
  private let overrides: FileName?
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "infer", forms: ["mantle infer [FILE…] [OPTION…]"],
    options: [
      OptionSyntax(
        name: "--format", alias: "--as", value: "FORM", choices: DefinitionForm.allCases.map(\.rawValue),
        help: "set the output format",
        details: "Without this option, it follows from the suffix of OUT, and is otherwise a definition."),
      OptionSyntax(
        name: "--name", value: "NAME", help: "set the name of the outermost model",
        details: "Without this option, the name is made from that of the first FILE."),
      OptionSyntax(
        name: "--overrides", value: "FILE",
        help: "read decisions about types and names from a file",
        details: """
          The file is an object with places as keys: { \"/items/-/at\": { \"as\": \"unixSeconds\" } }. "as" is a type, map, model, cluster, \
          enum, or [model] for lists; "name" renames a model, and "property" a property.
          """),
      OptionSyntax(
        name: "--partial",
        help: "write counts that infer accepts as input"),
      .models, .replacing, .comments,
    ],
    summary: "Infers models from data.",
    help: """
      Infers models from JSON, NDJSON, archives or property lists: named types with typed properties, written as a definition file, Swift
      source, a JSON Schema or a table. All files are samples of the same models; folders and @LIST are as in check. With --partial,
      several processes can each read a part; infer of their output writes what one process would write.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    paths = try parsed.files()
    form = DefinitionForm(parsed) ?? .definition
    overrides = parsed["--overrides"]
    options = parsed
  }

  func run(_ console: Console) throws -> ExitStatus {
    let sources = try InputList(paths).sources
    let decided =
      try overrides.map { file in try Input(.file(file)).decoded { try InferenceOverrides($0) } }
      ?? InferenceOverrides()
    if overrides == nil, !options.has("--partial"), let definition = try archivedClasses(in: sources) {
      try console.write(models: form.text(of: definition), options, madeFrom: sources)
      return .success
    }
    var inputs: [JSONBytes] = []
    var problems: [[String]] = []
    var inference = Inference(workers: ProcessInfo.processInfo.activeProcessorCount)
    let progress = ProgressLine()
    var known = 0
    var status = ExitStatus.dataProblems
    for source in sources {
      let original = try Input(source, comments: options.takesComments)
      let (readable, found, _) = try original.readable()
      let input = try readable.readableJSON
      inputs.append(input.bytes)
      if Inference.isPartial(input.bytes) {
        try input.decoded { try inference.join(partial: $0) }
        continue
      }
      inference.read(input.bytes) {
        progress.show("\(input.name): \($0.scanned * 100 / max(1, input.bytes.count)) % read")
        return true
      }
      problems += found
      if found.isEmpty, inference.problemCount > known || input.isEmpty { problems += input.problems }
      if input.isUnusable { status = .unusable }
      known = inference.problemCount
    }
    progress.clear()
    problems.prefix(Input.maximumProblems).joined().forEach(console.report)
    let others = max(problems.count, known) - Input.maximumProblems
    if others > 0 { console.report("… and \(others) more places that are not JSON") }
    let name = options["--name"].map { Definition.modelName(for: $0.shown) }
    let models =
      name.map { inference.models(rootName: $0, overrides: decided) }
      ?? inference.models(ofFile: sources.first?.name ?? "<stdin>", overrides: decided)
    // If no model was inferred because of unreadable input, nothing is written.
    guard problems.isEmpty || !models.definition.models.isEmpty else { return status }
    var mistakes = models.unusedOverrides
    if !decided.isEmpty {
      mistakes += contradictions(of: decided, models.definition, zip(sources, inputs))
      mistakes += inputs.first.map { decided.changedTexts(in: $0, isSequence: $0.isSequence) } ?? []
    }
    for words in mistakes { console.report("\(overrides?.shown ?? ""): \(words)") }
    let text =
      options.has("--partial")
      ? String(decoding: try inference.partial(), as: UTF8.self) + "\n" : try form.text(of: models, inputs)
    try console.write(models: text, options, madeFrom: sources)
    return problems.isEmpty && mistakes.isEmpty ? .success : .dataProblems
  }

  /// Returns the definition of the classes in archives; nil if one of the inputs is not an archive with classes.
  private func archivedClasses(in sources: [InputSource]) throws -> Definition? {
    var classes = ArchivedClasses()
    for source in sources where source != .standardInput {
      let input = try Input(source, comments: false)
      guard input.isArchive else { return nil }
      let graph = try input.decoded {
        try ArchiveGraph(reading: $0.slice(0..<$0.count), isPlainAllowed: true)
      }
      guard graph.kind == .keyedArchive else { return nil }
      classes.add(graph)
    }
    return Definition(classes, rootName: options["--name"].map { Definition.modelName(for: $0.shown) })
  }

  /// Returns a message for each override that contradicts the data, because values of its property cannot be decoded
  /// with the type.
  private func contradictions(
    of overrides: InferenceOverrides, _ definition: Definition,
    _ inputs: some Sequence<(InputSource, JSONBytes)>
  ) -> [String] {
    let models = DefinedModels(definition)
    var found: [(pointer: String, words: String, count: Int, first: String)] = []
    for (source, bytes) in inputs {
      guard let place = models.place(isSequence: bytes.isSequence) else { continue }
      let checker = Checker(bytes, name: source.name, places: [place], minimumSeverity: .error)
      var count = 0
      _ = checker.run { progress in
        for problem in progress.diagnostics {
          let path = problem.path.components.dropFirst(bytes.isSequence ? 1 : 0)
          guard let override = overrides.override(around: path) else { continue }
          if let known = found.firstIndex(where: { $0.pointer == override.pointer }) {
            found[known].count += 1
          } else {
            let first = problem.location?.place(in: source.name) ?? source.name
            found.append((override.pointer, "cannot be read as `\(override.type)`", 1, first))
          }
        }
        count += progress.diagnostics.count
        return count < Self.maximumContradictions
      }
    }
    return found.map {
      "\($0.pointer): \(Words.count($0.count, "value")) \($0.words), first at \($0.first)"
    }
  }

  private static let maximumContradictions = 10_000
}
