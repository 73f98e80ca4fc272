import CursesTerminal
import Mantle
import ModelBrowser

/// `mantle FILE`: the browser.
struct BrowseCommand {
  let input: InputSource
  let model: String?

  func run() throws -> ExitStatus {
    // An unknown name is an error before the file is looked at or the screen is taken.
    let chosen = try model.map { try MantleCommand.model(named: $0).name }
    let source = try source(as: chosen)
    do {
      try CursesTerminal.withTerminal { terminal in
        // Taking the terminal has put its own handlers in place.
        JSONBytes.surviveTruncation()
        var loop = BrowserLoop(source, on: terminal)
        loop.run()
      }
    } catch let error as TerminalError {
      throw CommandError(message: "\(error)")
    }
    return .success
  }

  private func source(as name: String?) throws -> DocumentSource {
    let models = MantleCommand.models
    guard case .file(let path) = input else {
      let input = try Input(self.input)
      return DocumentSource(
        input.bytes, name: input.name, models: models,
        pick: name.flatMap { ModelPick.named($0, of: models, for: input.bytes) })
    }
    do {
      let source = try DocumentSource.file(path, models: models)
      guard let name else { return source }
      return try DocumentSource.file(
        path, models: models, pick: ModelPick.named(name, of: models, for: source.bytes))
    } catch {
      throw CommandError(message: "\(error)")
    }
  }
}
