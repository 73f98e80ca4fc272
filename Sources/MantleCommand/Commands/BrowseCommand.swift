import CursesTerminal
import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform
import ModelBrowser

/// `mantle FILE…`: the browser.
struct BrowseCommand: ProgramCommand {
  private let inputs: [InputSource]
  private let models: [ModelRequest]
  private let options: ParsedWords
  /// The file whose differences to the input are shown; nil to browse the input alone.
  private let other: FileName?
  /// Whether the program prints the value that the user picks in the browser.
  private var isPicking: Bool { options.has("--pick") || options.has("--pick-path") }

  static let syntax = CommandSyntax(
    name: nil,
    forms: ["mantle FILE… [OPTION…]", "… | mantle [OPTION…]"],
    options: [
      .model, .place, .definitions, .comments,
      OptionSyntax(
        name: "--pick", help: "on Enter, print the value under the cursor and quit",
        details: "In a shell: id=$(mantle --pick FILE)."),
      OptionSyntax(name: "--pick-path", help: "print the key path instead of the value"),
    ],
    summary: "Opens files in the browser.",
    help: """
      Opens a JSON file, NDJSON, an archive of the original Mantle, or a table of an SQLite file (FILE.sqlite/TABLE) as a tree
      of decoded models: every property with its value, source, transformer and problems, and the unmapped keys. F1 shows the keys.
      CSV and TSV are read as a list of objects, by all commands; the browser shows them as a table.
      Several files, those of a folder, and the tables of an SQLite file open as a list with their models and problems (:ls).
      """)

  init(_ parsed: ParsedWords) throws {
    let words = parsed.values
    if let word = words.first, word.kind(followingLinks: true) == nil,
      let advice = Self.advice(forCommand: word.shown)
    {
      throw CommandError.usage("no command `\(word.shown)`; \(advice)")
    }
    guard words.count <= 1 || !words.contains("-") else {
      throw CommandError.usage("standard input (`-`) cannot be browsed together with files")
    }
    inputs = try InputList(words, expandsDatabases: true).sources
    guard !inputs.isEmpty || parsed.isInputPiped else {
      throw CommandError.usage("no FILE, and nothing on standard input")
    }
    models = try ModelRequest.all(parsed)
    options = parsed
    other = nil
  }

  /// Returns advice for a word that was probably meant as a command; nil for other words.
  private static func advice(forCommand word: String) -> String? {
    let near = Spelling.nearest(to: word, among: CommandSyntax.all.compactMap(\.name))
    return CommandSynonyms.advice(for: word) ?? near.map { "did you mean `\($0)`?" }
  }

  /// Creates a browser that shows the differences of two files, for a command with its own options.
  init(comparing file: FileName, with other: FileName, _ parsed: ParsedWords) {
    (inputs, models, options, self.other) = ([.file(file)], [], parsed, other)
  }

  func run(_ console: Console) throws -> ExitStatus {
    // An unknown model name is reported before the file is read or the screen is set up.
    let inputs = inputs.isEmpty ? [.standardInput] : inputs
    _ = try models.models(for: inputs[0])
    guard isatty(STDOUT_FILENO) != 0 || isPicking else { return try print(inputs, console) }
    // A file is read before the terminal is taken. A stream is read while the terminal shows its progress.
    let file = inputs == [.standardInput] ? nil : try first(of: inputs)
    let (status, words, picked) = try CursesTerminal.withTerminal {
      terminal -> (ExitStatus, [String], [PickedValue]) in
      // Taking the terminal has replaced the signal handlers.
      JSONBytes.surviveTruncation()
      let stream = file == nil ? try stream(waking: terminal) : nil
      if let stream, let status = try WaitingScreen(input: stream).wait(on: terminal) {
        return (status, [], [])
      }
      var loop = BrowserLoop(
        try file ?? source(of: .standardInput, reading: stream), on: terminal, .ofUser, isPicking: isPicking,
        files: inputs.compactMap(\.path), comparingWith: other?.path,
        sql: SQLTables.result
      ) { path, pick in
        try growingSource(of: .file(FileName(bytes: path.fileNameBytes)), as: pick)
      }
      loop.run()
      return (loop.wasTerminated ? ExitStatus.terminated : .success, loop.exitMessages, loop.picked)
    }
    for line in words { console.report("mantle: \(line)") }
    guard isPicking, status == .success else { return status }
    for value in picked {
      console.write(Array(((options.has("--pick-path") ? value.path : value.text) + "\n").utf8))
    }
    return picked.isEmpty ? .dataProblems : status
  }

  /// Starts to read standard input in the background; nil if standard input is a terminal or if no thread can be
  /// created.
  ///
  /// - Parameter terminal: the terminal whose loop is woken when input has arrived.
  private func stream(waking terminal: CursesTerminal) throws(FileReadError) -> StreamedInput? {
    guard isatty(STDIN_FILENO) == 0 else { return nil }
    return try StreamedInput(.standardInput, wake: terminal.waker ?? {}) {
      spool, goesOn throws(FileReadError) in
      try JSONBytes.spool(STDIN_FILENO, into: spool, goesOn: goesOn)
    }
  }

  /// Prints the inputs with indentation, because standard output is not a terminal: `mantle FILE | less`.
  private func print(_ inputs: [InputSource], _ console: Console) throws -> ExitStatus {
    var worst = ExitStatus.success
    for input in inputs {
      let text = Input(input, try source(of: input).bytes, comments: options.takesComments)
      let (values, status) = try text.soundValues(console)
      for range in try values.ranges() where values.isSound(range) && console.failure == nil {
        let document = try values.document(range, limits: TextReading.deep)
        console.write(JSONFormatter.pretty.line(document.root))
      }
      worst = max(worst, status)
    }
    return worst
  }

  /// Returns the contents of the first input that can be read.
  ///
  /// - Throws: the error for the first input, if no input can be read.
  private func first(of inputs: [InputSource]) throws -> DocumentSource {
    func open(_ input: InputSource) throws -> DocumentSource {
      var source = try growingSource(of: input)
      source.findEarlierSessions()
      return source
    }
    do { return try open(inputs[0]) } catch {
      for input in inputs.dropFirst() {
        if let source = try? open(input) { return source }
      }
      throw error
    }
  }

  /// Returns the contents of an input for the browser. The rows of a database table may still be arriving in the
  /// background.
  ///
  /// - Parameter pick: the previous interpretation; nil for the requested models or those that fit best.
  private func growingSource(of input: InputSource, as pick: ModelPick? = nil) throws -> DocumentSource {
    guard let table = try DatabaseTable(input) else { return try source(of: input, as: pick) }
    var source = try source(of: .file(table.name), as: pick, reading: try table.stream())
    source.reference = table.reference
    if let reason = try table.reasonAgainstEditing {
      source.readOnlyReason = "\(table.name.shown) is read-only: \(reason)"
      source.notice = source.notice ?? source.readOnlyReason
    } else {
      source.writeRows = {
        try table.update(
          from: TextReading($0, name: ""), to: TextReading($1, name: ""),
          advice: ":e reloads the rows and merges the edits")
      }
    }
    return source
  }

  /// Opens an input of the command line for the browser.
  ///
  /// - Parameters:
  ///   - pick: the previous interpretation; nil for the requested models or those that fit best.
  ///   - stream: the stream of standard input, if it is already being read.
  private func source(
    of input: InputSource, as pick: ModelPick? = nil, reading stream: StreamedInput? = nil
  ) throws -> DocumentSource {
    var known = ProgramModels.models(for: input)
    // Delimited text is converted as a whole, so the end of the input is awaited.
    if let stream, let text = try? stream.text(), DelimitedText.isTable(text, named: stream.source.name) {
      while !stream.isOver { usleep(1_000) }
    }
    let isPart = stream?.isOver == false
    let open: (ModelPick?) throws -> DocumentSource
    if case .file(let file) = input, file.isRegular, file.compression == nil {
      open = {
        try DocumentSource.contents(of: file.path, models: known, inference: DefinitionInference(), pick: $0)
      }
    } else {
      let input = try stream.map { Input($0.source, try $0.text(), comments: false) } ?? Input(input)
      open = {
        try DocumentSource.reading(
          input.bytes, name: input.name, models: known, inference: DefinitionInference(), pick: $0)
      }
    }
    var source = try open(pick)
    if pick == nil {
      let fitting = ProgramModels.models(for: input, in: source.bytes)
      if fitting.count < known.count {
        known = fitting
        source = try open(nil)
      }
      if let places = try models.places(in: source.bytes, from: input) {
        source = try open(ModelPick(places))
      }
    }
    let hidden = ProgramModels.library.withLock { $0.takeHidden() }
    source.notice = brokenDefinition(for: input) ?? hidden.first ?? source.notice
    source.takesComments = options.takesComments || input.name.isJSONCName
    source.incoming = isPart ? stream : nil
    return source
  }

  /// Returns a message about the definition files for the input that cannot be used; nil if there are none.
  private func brokenDefinition(for input: InputSource) -> String? {
    let broken = ProgramModels.library.withLock { $0.takeBroken(for: input) }
    return broken.first?.lines.first.map { line in
      broken.count > 1 ? "\(line)  (and \(broken.count - 1) more definitions cannot be used)" : line
    }
  }
}
