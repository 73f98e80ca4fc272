import CursesTerminal
import Mantle
import MantlePlatform
import ModelBrowser

/// `mantle FILE`: the browser.
struct BrowseCommand: ProgramCommand {
  private let input: InputSource
  private let models: [ModelRequest]

  static let syntax = CommandSyntax(
    name: nil,
    forms: ["mantle FILE [[--at PLACE] --model NAME]…", "… | mantle [[--at PLACE] --model NAME]…"],
    options: [.model, .place, .definitions],
    help: """
      Opens a JSON file, NDJSON, or an archive of the original Mantle as a tree of decoded models: every
      property with its value, source, transformer and problems, and the keys nothing maps. F1 shows the keys.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    guard parsed.values.count <= 1 else {
      if let word = parsed.values.first?.shown, let command = CommandSyntax.name(meantBy: word) {
        throw .usage("no command `\(word)`; did you mean `\(command)`?")
      }
      throw .usage("one FILE at a time, found \(parsed.values.count)")
    }
    guard let input = parsed.values.first.map(InputSource.init) ?? (isInputPiped ? .standardInput : nil)
    else {
      throw .usage("no FILE, and nothing on standard input")
    }
    self.input = input
    models = try ModelRequest.all(parsed)
  }

  func run(_ console: Console) throws -> ExitStatus {
    // An unknown name is an error before the file is looked at or the screen is taken.
    _ = try models.models(for: input)
    let source = try source()
    guard isatty(STDOUT_FILENO) != 0 else { return print(source, console) }
    do {
      let (status, words) = try CursesTerminal.withTerminal { terminal in
        // Taking the terminal has put its own handlers in place.
        JSONBytes.surviveTruncation()
        var loop = BrowserLoop(source, on: terminal, .ofUser)
        loop.run()
        return (loop.wasTerminated ? ExitStatus.terminated : .success, loop.exitMessages)
      }
      for line in words { console.report("mantle: \(line)") }
      return status
    } catch let error as TerminalError {
      throw CommandError(message: "\(error)")
    }
  }

  /// Without a terminal to show it on, the text itself, indented: `mantle FILE | less`.
  private func print(_ source: DocumentSource, _ console: Console) -> ExitStatus {
    var status = ExitStatus.success
    for range in FilteredValues(source.bytes, .none).ranges where console.failure == nil {
      do throws(JSONSyntaxError) {
        let document = try JSONDocument(parsing: source.bytes, in: range, name: source.name)
        console.write(JSONFormatter.pretty.format(document.root) + [UInt8(ascii: "\n")])
      } catch {
        for line in error.diagnostic(in: source.bytes, basePath: JSONKeyPath()).lines(
          in: source.bytes, name: source.name)
        {
          console.report(line)
        }
        status = .dataProblems
      }
    }
    return status
  }

  private func source() throws -> DocumentSource {
    let known = MantleCommand.models(for: input)
    let inference = DefinitionInference()
    let open: (ModelPick?) throws -> DocumentSource
    if case .file(let file) = input, let path = file.text, file.isRegular {
      open = { try DocumentSource.file(path, models: known, inference: inference, pick: $0) }
    } else {
      let input = try Input(input)
      open = {
        try DocumentSource.reading(
          input.bytes, name: input.name, models: known, inference: inference, pick: $0)
      }
    }
    do {
      let source = try open(nil)
      guard !models.isEmpty else { return source }
      return try open(ModelPick(try models.places(in: source.bytes, from: input)))
    } catch {
      throw CommandError(message: "\(error)")
    }
  }
}

extension FileName {
  /// Whether it can be mapped, and saved under its name.
  fileprivate var isRegular: Bool { kind(followingLinks: true) == S_IFREG }
}
