import CursesTerminal
import Foundation
import Mantle
import ModelBrowser

/// `mantle FILE`: the browser.
struct BrowseCommand {
  let input: InputSource
  let models: [ModelRequest]
  let console: Console

  func run() throws -> ExitStatus {
    // An unknown name is an error before the file is looked at or the screen is taken.
    _ = try models.models(for: input)
    let source = try source()
    guard isatty(STDOUT_FILENO) != 0 else { return print(source) }
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
  private func print(_ source: DocumentSource) -> ExitStatus {
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
