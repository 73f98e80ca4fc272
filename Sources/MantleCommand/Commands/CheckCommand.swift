import Mantle
import MantleArchiving
import MantleChecking
import MantleDocuments
import MantlePlatform
import MantleReports

/// `mantle check`: decodes every input and reports its problems and unmapped keys.
struct CheckCommand: ProgramCommand {
  let paths: [FileName]
  let models: [ModelRequest]
  let form: ReportFormName
  private(set) var basicPolicy = CheckPolicy()
  private let options: ParsedWords
  /// Whether `check` reports every default, alias and coercion. Reports in JSON always include them.
  var listsNotes: Bool { options.has("--notes") || form == .json }
  /// The rules that allow problems; `@FILE` is a file of rules.
  var allowed: [FileName] { options.all("--allow") }
  var baseline: FileName? { options["--baseline"] }
  var newBaseline: FileName? { options["--write-baseline"] }

  static let syntax = CommandSyntax(
    name: "check", forms: ["mantle check [PATH…] [OPTION…]"],
    options: [
      .model, .place, .definitions,
      OptionSyntax(
        name: "--format", value: "FORM", choices: ReportFormName.allCases.map(\.rawValue),
        help: "report in this format",
        details: "Without this option it is text. With json, the report has one line for each file."),
      OptionSyntax(name: "--notes", help: "also list every default, alias and coercion"),
      .quiet, .comments,
      OptionSyntax(name: "--no-unmapped", help: "do not report unmapped keys"),
      OptionSyntax(
        name: "--max-errors", value: "N",
        help: "list at most N problems of a file (0: all)",
        details: "Without this option, at most 1000 different problems are listed."),
      OptionSyntax(name: "--warnings-as-errors", help: "report warnings as errors"),
      OptionSyntax(
        name: "--fail-on", value: "WHAT", choices: CheckPolicy.Failure.allCases.map(\.rawValue),
        isRepeatable: true, help: "also fail on this kind"),
      OptionSyntax(name: "--require-model", help: "fail if no model fits (same as --fail-on no-model)"),
      OptionSyntax(
        name: "--allow", value: "RULE", isRepeatable: true,
        help: "accept a problem: CODE or CODE@PATH",
        details: "CODE@Model.property accepts it in a property. @FILE is a file with a rule on each line."),
      OptionSyntax(name: "--baseline", value: "FILE", help: "report only problems that are not in this file"),
      OptionSyntax(
        name: "--write-baseline", value: "FILE", help: "write the problems to this file"),
      .replacing,
    ],
    summary: "Lists every problem of the data, and the keys that no model maps.",
    help: """
      Decodes all data and lists every problem with its line and column, and the unmapped keys. PATH is a file; a folder, of which
      the .json, .jsonc, .ndjson, .jsonl, .archive and .plist files are checked; an SQLite file, whose tables are checked; or
      @FILE, a list of paths.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    paths = try parsed.files(called: "PATH")
    guard paths.count(where: { $0 == "-" || $0 == "@-" }) <= 1 else {
      throw parsed.usage("can read standard input (`-`) once only")
    }
    models = try ModelRequest.all(parsed)
    form = parsed.choice("--format") ?? .text
    options = parsed
    basicPolicy.isQuiet = parsed.isQuiet
    basicPolicy.reportsUnmapped = !parsed.has("--no-unmapped")
    basicPolicy.warningsAreErrors = parsed.has("--warnings-as-errors")
    basicPolicy.failsOn = Set(
      parsed.all("--fail-on").compactMap { CheckPolicy.Failure(rawValue: $0.shown) })
    if parsed.has("--require-model") { basicPolicy.failsOn.insert(.noModel) }
    basicPolicy.writesBaseline = parsed.has("--write-baseline")
    if let most = parsed["--max-errors"]?.shown {
      guard let number = Int(most), number >= 0 else {
        throw .usage("--max-errors must be 0 or more, not `\(most)`")
      }
      basicPolicy.maximumProblems = number == 0 ? .max : number
    }
  }

  /// Checks all inputs and prints the report.
  ///
  /// - Returns: the worst exit status of all inputs. If one of several inputs cannot be read, the error is reported
  ///   and the other inputs are still checked.
  func run(_ console: Console) throws -> ExitStatus {
    let baselines = [baseline, newBaseline].compactMap(\.self)
    let sources = try InputList(paths, omitting: baselines, expandsDatabases: true).sources
    let asked = try models.models(for: sources.first ?? .standardInput)
    let policy = try policy()
    var report = form.form(version: Usage.version)
    var total = CheckTotal()
    var writer = BaselineWriter(at: newBaseline.map(Self.place(of:)))
    for source in sources {
      for definition in brokenDefinitions(for: source, among: sources) {
        let result = FileResult(brokenDefinition: definition, policy)
        total.add(result)
        let isPrinted = newBaseline == nil && result.bytes != nil
        if !isPrinted { definition.lines.forEach { console.report("mantle: \($0)") } }
        if newBaseline == nil { print(report.lines(for: result), console) }
      }
      let result = result(source, as: asked, policy, console)
      total.add(result)
      if newBaseline != nil { writer.add(result) } else { print(report.lines(for: result), console) }
      guard console.failure == nil else { return .unusable }
    }
    if let file = newBaseline {
      try write(writer, to: file, console)
      return total.unreadable > 0 ? .unusable : .success
    }
    print(report.lastLines(total), console)
    if !policy.isQuiet { total.remarks.forEach { console.report("mantle: \($0)") } }
    return total.unreadable > 0 ? .unusable : total.failed > 0 ? .dataProblems : .success
  }

  private func print(_ lines: [String], _ console: Console) {
    lines.forEach(console.print)
    console.flush()
  }

  /// Returns the policy that the options request, with the allow list and the baseline from their files.
  private func policy() throws -> CheckPolicy {
    var policy = basicPolicy
    // A definition that was named on the command line is expected to apply to the data.
    if models.isEmpty, ProgramModels.library.withLock({ $0.entries.contains(where: \.isAsked) }) {
      policy.failsOn.insert(.noModel)
    }
    for rule in allowed {
      if rule.bytes.first == UInt8(ascii: "@") {
        let list = try Input(.file(FileName(bytes: rule.bytes.dropFirst())))
        policy.allowed.add(lines: list.bytes.text(0..<list.bytes.count))
      } else {
        policy.allowed.add(rule.shown)
      }
    }
    if let rule = policy.allowed.unknown.first {
      throw CommandError(
        message: "--allow: there is no code `\(rule.prefix { $0 != "@" })`; `mantle explain` lists them all")
    }
    if let file = baseline, newBaseline == nil {
      let input = try Input(.file(file))
      do { policy.baseline = try Baseline(parsing: input.bytes, at: Self.place(of: file)) } catch {
        throw CommandError(message: "\(input.name) is not a baseline: \(error)")
      }
    }
    return policy
  }

  private static func place(of baseline: FileName) -> Baseline.Place {
    Baseline.Place(file: baseline.shown, workingFolder: FileManager.default.currentDirectoryPath)
  }

  private func write(_ baseline: BaselineWriter, to file: FileName, _ console: Console) throws {
    if !file.isWritableAsBaseline {
      throw CommandError(
        message:
          "\(file.shown): not written: the file exists and is not a baseline  (choose another name for --write-baseline)"
      )
    }
    try OutputFile(name: file, isForced: options.isForced, isEdited: true).write(JSONBytes(baseline.text()))
    console.print("\(file.shown): \(baseline.summary)")
  }
}

extension FileName {
  /// Whether `check` may write a baseline to the file: because it does not exist, is empty, or is a baseline. A
  /// forgotten argument cannot destroy data.
  fileprivate var isWritableAsBaseline: Bool {
    guard kind(followingLinks: true) == S_IFREG else { return true }
    guard let bytes = try? Input(.file(self)).bytes else { return false }
    return bytes.count == 0 || (try? Baseline(parsing: bytes)) != nil
  }
}

extension CheckCommand {
  /// Returns the definition files for a source that cannot be used, without those that are inputs themselves.
  private func brokenDefinitions(
    for source: InputSource, among sources: [InputSource]
  ) -> [ModelLibrary.BrokenFile] {
    ProgramModels.library.withLock { $0.takeBroken(for: source) }.filter { file in
      !sources.contains { $0.name == file.name.shown }
    }
  }

  private func result(
    _ source: InputSource, as asked: [ModelDescription]?, _ policy: CheckPolicy, _ console: Console
  ) -> FileResult {
    do {
      let input = try Input(source, comments: options.takesComments)
      if source == .standardInput, input.isEmpty, let advice = options.adviceForUnnamedInput {
        console.report("help: \(advice)")
      }
      return input.isArchive ? check(archive: input, as: asked, policy) : try check(input, policy)
    } catch {
      _ = console.report(error)
      var result = FileResult(source.name, bytes: nil, kind: .unreadable, format: nil, policy: policy)
      result.add(Diagnostic(.error, .unreadable, detail: "\(error)"))
      return result
    }
  }

  private func check(_ input: Input, _ policy: CheckPolicy) throws(CommandError) -> FileResult {
    // The requested models apply even if they do not fit; otherwise the models that fit, or else plain JSON.
    let asked = try models.places(in: input.bytes, from: input.source)
    let choice = asked == nil ? ModelChoice(of: input.models, in: input.bytes) : nil
    let places = choice?.places ?? asked ?? []
    var checker = Checker(
      input.bytes, name: input.name, places: places,
      minimumSeverity: listsNotes ? .note : .warning,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    checker.takesComments = input.takesComments
    var result = FileResult(
      input.name, bytes: input.bytes, kind: places.isEmpty ? .none : .models,
      format: input.bytes.isSequence ? "ndjson" : "json", policy: policy)
    result.isCompiled = !ProgramModels.library.withLock { library in
      places.contains { library.isDefined($0.model) }
    }
    if places.isEmpty { result.closest = choice?.closest }
    let summary = checker.run { result.add($0.diagnostics) }
    for (place, count) in zip(asked ?? [], summary.places) where count.count == 0 && summary.errors == 0 {
      if let problem = missingPlace(place.path, in: input) { result.add(problem) }
    }
    result.finish(summary)
    return result
  }

  /// Returns the error for a requested place that does not exist in the input. Nil if the place exists, if its list is
  /// empty, or if the input has syntax errors.
  private func missingPlace(_ path: JSONKeyPath, in input: Input) -> Diagnostic? {
    // If the text has errors, the place may be missing because of them.
    guard let values = try? input.values else { return nil }
    let isInEach =
      (values.isSequence || input.bytes.isSequence) && path.components.first == .each
    let place = isInEach ? JSONKeyPath(Array(path.components.dropFirst())) : path
    var first: PlaceProblem?
    try? values.find(PlacePattern(place)) { result in
      first = PlaceProblem(result, PlacePattern(path), in: values.bytes)
      return first == nil
    }
    return first.map {
      Diagnostic(.error, .missing, path: path, location: $0.location, detail: $0.words)
    }
  }

  /// Returns the result of checking an archive or property list: its models are decoded through all necessary
  /// migrations.
  ///
  /// - Parameter asked: the requested models; nil to use the models that may fit.
  private func check(
    archive input: Input, as asked: [ModelDescription]?, _ policy: CheckPolicy
  ) -> FileResult {
    let prefix = input.archiveFormat == .xml ? "xml-" : ""
    var result = FileResult(
      input.name, bytes: input.bytes, kind: .unreadable, format: prefix + "archive", policy: policy)
    do {
      let document = try ArchivedDocument(
        reading: input.bytes.slice(0..<input.bytes.count),
        models: asked ?? input.models)
      if document.graph.kind == .propertyList { result.format = prefix + "plist" }
      result.kind = document.found.isEmpty ? .none : .models
      for diagnostic in document.diagnostics
      where diagnostic.code != .unmappedKey && (listsNotes || diagnostic.code != .defaultUsed) {
        result.add(diagnostic)
      }
      if let asked, !asked.isEmpty, document.found.isEmpty {
        result.add(
          Diagnostic(
            .error, .archive, expected: asked.map(\.name).joined(separator: " or "),
            found: "no object of its class in the archive"))
      }
      result.finish(document.summary)
    } catch {
      let diagnostic = (error as? ArchiveError)?.diagnostic
      result.add(diagnostic ?? Diagnostic(.error, .archive, detail: "\(error)"))
    }
    return result
  }
}

extension FileResult {
  /// Creates the result for an input that cannot be checked, because its definition file cannot be used.
  fileprivate init(brokenDefinition file: ModelLibrary.BrokenFile, _ policy: CheckPolicy) {
    self.init(file.name.shown, bytes: file.bytes, kind: .unreadable, format: "definition", policy: policy)
    file.mistakes.forEach { add($0) }
  }
}
