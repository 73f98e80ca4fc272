import Mantle
import MantleArchiving
import MantleChecking
import MantleDefinitions
import MantleDocuments
import MantleFiles
import MantlePlatform
import MantleReports
import MantleStore
import ModelBrowser

/// `mantle convert`: converts between formats, either with all contents or with the keys that models map.
struct ConvertCommand: ProgramCommand {
  private let source: InputSource
  /// The output file; nil for standard output.
  private let output: FileName?
  private let models: [ModelRequest]
  private let format: FileSuffix
  /// Whether the input decides if the output is an archive or a property list: a property list with models becomes an
  /// archive, and an archive remains one.
  private let choosesKind: Bool
  /// Whether the output is an SQLite file.
  private let isDatabase: Bool
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "convert", forms: ["mantle convert IN OUT [OPTION…]"],
    options: [
      .model, .place, .definitions,
      OptionSyntax(name: "--mapped-only", help: "write only the mapped keys, as the models encode them"),
      OptionSyntax(
        name: "--format", alias: "--to", value: "FORM", choices: FileSuffix.named.map(\.key),
        help: "write",
        details: "Without this option, the suffix of OUT determines the format."),
      OptionSyntax(
        name: "--keep-classes",
        help: "keep the class of archived objects as a member `$class`"),
      OptionSyntax(name: "--merge", help: "change and add rows of an existing table (SQLite)"),
      OptionSyntax(name: "--replace", help: "replace all rows of an existing table (SQLite)"),
      .quiet, .replacing, .comments,
    ],
    summary: "Converts a file to another format with the same contents.",
    help: """
      Converts a file to another form, with the same contents. JSON remains one value; NDJSON has a line for each element of
      the list with the models. --model and --at select a list, and its values are not written if the model finds errors.
      --mapped-only decodes and encodes the models, writes their mapped keys only, and lists the others. `-` is standard input
      or output. An OUT with the suffix .plist or .xml is an archive if it contains models, and otherwise a plain property list;
      --format plist always writes plain values. An archive holds the mapped keys of its models. An OUT with the suffix .sqlite
      or .db is an SQLite file, in which each model has a table with a column for each property. --merge changes the rows with
      the same identity, and adds the models without an identity. An existing OUT is replaced with --force only.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    let count = parsed.values.count
    guard let input = parsed.values.first, count == 2 || count == 1 && parsed.has("--format") else {
      throw .usage(
        "convert needs IN and OUT (`-` is standard input or output), or IN and --format, not \(count) arguments"
      )
    }
    source = InputSource(input)
    output = count == 2 && parsed.values[1] != "-" ? parsed.values[1] : nil
    models = try ModelRequest.all(parsed)
    options = parsed
    let name = parsed["--format"]?.shown
    let named = FileSuffix.named.first { $0.key == name }?.value
    isDatabase = named == nil && output?.isNamedDatabase == true
    guard let format = isDatabase ? .lines : named ?? output.flatMap({ FileSuffix(of: $0.shown) }) else {
      throw .usage(
        output.flatMap { Self.adviceAboutOtherFormats(from: input, to: $0) }
          ?? "convert needs an output format: name OUT with a suffix (.json, .ndjson, .plist, .archive, .xml, .sqlite) or use --format"
      )
    }
    self.format = format
    choosesKind = format.kind == .propertyList && named == nil
    guard format.kind != .propertyList || choosesKind || models.allSatisfy(\.isUnknown) else {
      throw .usage("--format \(name ?? "") writes values without models; --format archive writes models")
    }
  }

  /// Returns advice for an output format that other programs write, such as YAML; nil for unknown formats.
  private static func adviceAboutOtherFormats(from input: FileName, to output: FileName) -> String? {
    let suffix = output.shown.lowercased().split(separator: ".").last ?? ""
    let advice: String? =
      switch suffix {
      case "csv", "tsv", "md": "mantle table \(input.shown) --format \(suffix) > \(output.shown)"
      case "yaml", "yml": "yq -P -o yaml \(input.shown) > \(output.shown)"
      case "xlsx", "xls", "ods": "mantle table \(input.shown) --format csv, which spreadsheets open"
      default: nil
      }
    return advice.map { "convert does not write \(output.shown): use \($0)" }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let asked = try models.models(for: source)
    var input = try Input(source, comments: options.takesComments)
    do {
      if isDatabase { input = try input.readableJSON }
      if input.isArchive {
        try write(try archive(input, asked, console), console)
        return .success
      }
      let comments = input.removeComments()
      let (readable, status) = try input.reportingProblems(console)
      input = readable
      if comments > 0, !options.isQuiet {
        console.report(
          "mantle: \(input.name): \(Words.count(comments, "comment")) not written: JSON does not allow comments"
        )
      }
      let places = try places(in: input)
      if places.isEmpty, isDatabase {
        throw CommandError(message: "\(input.name): not written: the rows of a table must be objects")
      }
      if places.isEmpty, models.isEmpty, isMappedOnly, !options.isQuiet, format.kind != .propertyList {
        console.report("mantle: \(input.name): no model fits, converted as plain JSON")
      }
      return try convert(input, places, isRepaired: status != .success, console) ? status : .dataProblems
    } catch let failure as DecodingFailure {
      report(failure.diagnostics, in: input, console)
    } catch  where error is ArchiveError || error is EncodingProblem {
      console.report("\(input.name): error: \(error)")
    } catch let error as LoneSurrogateError {
      let place = input.bytes.location(at: error.offset)
      report([Diagnostic(.error, .invalidValue, location: place, detail: "\(error)")], in: input, console)
    }
    return .dataProblems
  }

  /// Whether the output contains mapped keys only.
  private var isMappedOnly: Bool { options.has("--mapped-only") }

  /// The part of the models' contents that JSON output contains: mapped keys only, or everything.
  private var contents: WrittenContents {
    isMappedOnly || isDatabase ? .mappedKeys : .everything(isChecked: !models.isEmpty)
  }

  /// Returns the models that are converted: the requested models, even if they do not fit, or else the models that fit.
  /// Returns none for plain property lists and for JSON that is converted with all of its contents.
  private func places(in input: Input) throws(CommandError) -> [ModelPlace] {
    if format.kind == .propertyList, !choosesKind { return [] }
    if format == .json, models.isEmpty, !isMappedOnly { return [] }
    let places = try models.chosenPlaces(in: input)
    return places.isEmpty && isDatabase ? inferredPlaces(in: input) : places
  }

  private func write(_ bytes: [UInt8], _ console: Console) throws(CommandError) {
    try console.write((JSONBytes(bytes), format.readBack), to: output, isForced: options.isForced)
  }

  private func report(_ diagnostics: [Diagnostic], in input: Input, _ console: Console) {
    report(DiagnosticGroups(diagnostics.joiningMissingKeys.filter(isSaid)), in: input, console)
  }

  /// Reports each group of problems once, regardless of the number of affected elements.
  private func report(_ problems: DiagnosticGroups, in input: Input, _ console: Console) {
    for group in problems.groups { group.lines(in: input.bytes, name: input.name).forEach(console.report) }
  }

  private func isSaid(_ diagnostic: Diagnostic) -> Bool {
    !options.isQuiet || diagnostic.severity == .error
  }
}

// MARK: - From JSON

extension ConvertCommand {
  /// Converts one input and writes the output.
  ///
  /// - Parameter isRepaired: whether the text had syntax errors, which were reported.
  /// - Returns: whether the output was written; false after an error, which was reported.
  /// - Throws: a usage error if the output list would contain several models, because it could not be read again.
  private func convert(
    _ input: Input, _ places: [ModelPlace], isRepaired: Bool, _ console: Console
  ) throws -> Bool {
    let archiveFormat = format.format
    if models.isEmpty, archiveFormat == nil, let mixture = Self.mixture(of: places, in: input) {
      throw mixture
    }
    let merges = isDatabase && options.has("--merge")
    // A row stores the unmapped keys of its model in a column of their own. The keys of an inferred model are all columns.
    let keepsRow = isDatabase && !isMappedOnly && !isInferred(places, in: input)
    let export = ModelExport(
      input.bytes, name: input.name, places: places,
      as: merges || keepsRow ? .linesWithInput : format == .json ? .json : .lines, contents: contents,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    var problems = DiagnosticGroups()
    let goesOn = { (diagnostics: [Diagnostic]) in
      diagnostics.joiningMissingKeys.filter { isSaid($0) && !(isRepaired && $0.code == .syntax) }
        .forEach { problems.add($0) }
      return console.failure == nil
    }
    let isArchive = archiveFormat != nil
    var chosen = ChosenModels(
      of: places.isEmpty ? [] : input.models, at: export.places.first?.path, in: input.bytes)
    let summary =
      isArchive
      ? chosen.decide ? Checker.Summary() : export.check(goesOn)
      : try write(export, of: input, keepsKeys: keepsRow, console, goesOn)
    report(problems, in: input, console)
    guard var summary else { return false }
    if let archiveFormat {
      let graph = try archive(of: input, export.places) { chosen.add($0) }
      try write(graph.bytes(archiveFormat), console)
      if chosen.decide { summary = chosen.summary() }
    }
    guard !options.isQuiet else { return true }
    let keepsKeys = isArchive || export.keepsKeys
    let keepsAll = if case .everything = contents { !isArchive } else { false }
    for remark in summary.conversionRemarks(
      places, isArchive: isArchive, keepsKeys: keepsKeys, keepsUnmapped: keepsAll || keepsRow)
    {
      console.report("mantle: \(input.name): \(remark)")
    }
    if let warning = summary.rewritten.warning { console.report(warning.line(in: input.name)) }
    return true
  }

  /// Writes the output file while the input is read. Standard output is only written after all input was read, because
  /// it cannot be undone.
  ///
  /// - Returns: nil after an error, which was reported.
  private func write(
    _ export: ModelExport, of input: Input, keepsKeys: Bool, _ console: Console,
    _ goesOn: ([Diagnostic]) -> Bool
  ) throws -> Checker.Summary? {
    if isDatabase, let output { return try save(export, to: output, keepsKeys: keepsKeys, goesOn) }
    let file = output.map { OutputFile(name: $0, isForced: options.isForced) }
    if let file, !file.isStream {
      return try file.write(readBack: format.readBack, source: input.bytes) {
        write throws(SaveError) in
        try export.run(into: write, goesOn)
      }
    }
    let spool = try FileDraft.temporary()
    guard
      let summary = try export.run(
        into: { piece throws(WriteFailure) in try spool.append(piece) }, goesOn)
    else { return nil }
    if let file { try file.write(spool.text()) } else { console.write(try spool.text()) }
    return summary
  }

  private static func mixture(of places: [ModelPlace], in input: Input) -> CommandError? {
    guard let first = places.first, places.contains(where: { $0.model.name != first.model.name }) else {
      return nil
    }
    let found = places.map { "\($0.model.name) at \($0.path.isEmpty ? "the root" : "`\($0.path)`")" }
    return .usage(
      "\(input.name) holds \(found.joined(separator: ", ")): select one, such as --at '\(first.path)' --model \(first.model.name)"
    )
  }

  /// Returns the input as an archive, or as a plain property list if it has no models and the output format allows it.
  ///
  /// - Parameter reportModel: called for each model that is converted.
  /// - Throws: a `DecodingFailure` with the errors of all models.
  private func archive(
    of input: Input, _ places: [ModelPlace], _ reportModel: @escaping (WrittenModel) -> Void
  ) throws -> ArchiveGraph {
    let values = TextReading(input.bytes, name: input.name)
    let ranges = values.isSequence ? Array(try values.ranges()) : [0..<input.bytes.count]
    let nodes = try ranges.enumerated().map { number, range in
      let path = JSONKeyPath(values.isSequence ? [.index(number)] : [])
      return try JSONDocument(parsing: input.bytes, in: range, basePath: path).root
    }
    if places.isEmpty, format.kind == .propertyList {
      return try ArchiveGraph(json: nodes, isList: values.isSequence, as: .propertyList)
    }
    return try ArchiveGraph(
      json: nodes, isList: values.isSequence, models: input.models,
      model: places.first?.model, at: places.first?.path ?? JSONKeyPath(), reportModel: reportModel)
  }
}

/// The unmapped keys and defaults of a list whose elements may have different models. Each element has the class in its
/// `$class`, or the subclass whose keys it has.
private struct ChosenModels {
  /// Whether the elements may have different models, so that the model of an element is only known when it is written.
  let decide: Bool
  /// The unmapped keys of the written models, grouped by the path of the models.
  private var unmapped: [(place: JSONKeyPath, counts: UnmappedCounts)] = []
  private var rewritten = RewrittenValues()
  private let place: JSONKeyPath

  init(of models: [ModelDescription], at place: JSONKeyPath?, in bytes: JSONBytes) {
    self.place = place ?? JSONKeyPath()
    let classes = models.compactMap(\.archive?.archiveClass)
    decide =
      !models.isEmpty
      && (classes.contains { own in classes.contains { own.chain.dropFirst().contains($0.name) } }
        || bytes.mayNameClasses(in: 0..<bytes.count))
  }

  /// Records the unmapped keys and the defaults of a model that was written.
  mutating func add(_ written: WrittenModel) {
    guard decide else { return }
    if let dropped = written.dropped {
      let place = written.isNested ? written.node.path.withoutIndices : place
      let known = unmapped.firstIndex { $0.place == place }
      if known == nil { unmapped.append((place, UnmappedCounts())) }
      unmapped[known ?? unmapped.count - 1].counts.add(written.model, dropped, at: place)
    }
    guard !written.isNested else { return }
    var writer = JSONWriter()
    if let values = try? written.model.export(written.node, to: &writer, isWritten: false) {
      rewritten.add(values)
    }
  }

  /// Returns the unmapped keys and the defaults of the written models.
  mutating func summary() -> Checker.Summary {
    var summary = Checker.Summary()
    summary.unmapped = unmapped.indices.flatMap { unmapped[$0].counts.take() }.filter {
      $0.path.components.last != .key("$class")
    }
    summary.rewritten = rewritten
    return summary
  }
}

// MARK: - Into a database

extension ConvertCommand {
  /// Returns whether models were inferred from the input, so that all keys are mapped.
  private func isInferred(_ places: [ModelPlace], in input: Input) -> Bool {
    models.isEmpty && !input.models.contains { $0.identity == places.first?.model.identity }
  }

  /// Returns the models that are inferred from an input because no known model fits. Their identity property lets
  /// `--merge` find existing rows.
  private func inferredPlaces(in input: Input) -> [ModelPlace] {
    var inference = Inference(workers: ProcessInfo.processInfo.activeProcessorCount)
    inference.read(input.bytes)
    let definition = inference.models(ofFile: input.name, propertyNames: .keys).definition
      .identifyingElements(of: TextReading(input.bytes, name: input.name))
    let place = DefinedModels(definition).place(isSequence: inference.isSequence)
    return place.map { [$0] } ?? []
  }

  /// Saves the models as rows of their table, in one transaction.
  ///
  /// - Parameter keepsKeys: whether unmapped keys are stored in a column of their own.
  /// - Returns: nil after an error, which was reported.
  private func save(
    _ export: ModelExport, to file: FileName, keepsKeys: Bool, _ goesOn: ([Diagnostic]) -> Bool
  ) throws -> Checker.Summary? {
    guard let model = export.places.first?.model else { return nil }
    struct Stop: Error {}
    let isNew = file.kind(followingLinks: true) == nil
    if !isNew, !options.has("--merge"), !options.has("--replace"),
      try DatabaseFile(file.path).tables().contains(model.name)
    {
      throw CommandError(
        message:
          "\(file.shown): not written: the table \(model.name) exists  (--merge changes it, --replace replaces it)"
      )
    }
    let draft = isNew ? try FileDraft.named(for: file.path) : nil
    do {
      let progress = ProgressLine()
      defer { progress.clear() }
      let summary = try Store.export(
        to: draft?.path ?? file.path, isDraft: isNew, of: model, merging: options.has("--merge"),
        replacing: options.has("--replace"), keepsKeys: keepsKeys
      ) { save in
        let summary = try export.run(
          into: save,
          progress: { bytes in
            progress.show("\(file.shown): \(bytes >> 20) MB read")
            return true
          }, goesOn)
        guard let summary else { throw Stop() }
        return summary
      }
      try draft?.finish(as: file.path)
      return summary
    } catch is Stop { return nil }
  }
}

// MARK: - From an archive

extension ConvertCommand {
  private func archive(_ input: Input, _ asked: [ModelDescription]?, _ console: Console) throws -> [UInt8] {
    let document = try ArchivedDocument(
      reading: input.bytes.slice(0..<input.bytes.count), models: asked ?? input.models,
      keepsClasses: options.has("--keep-classes"))
    let notes = document.diagnostics.filter { $0.severity < .error && isSaid($0) }
    for line in DiagnosticGroups(notes).lines {
      console.report("\(input.name): \(line)")
    }
    let errors = document.diagnostics.errors
    guard errors.isEmpty else { throw DecodingFailure(errors) }
    let root = try JSONDocument(parsing: document.json).root
    guard let kind = format.kind, let format = format.format else {
      return format == .lines ? root.asLines : JSONFormatter.pretty.line(root)
    }
    if choosesKind || kind == document.graph.kind { return try document.upgraded().bytes(format) }
    return try document.graph(of: root, kind).bytes(format)
  }
}
