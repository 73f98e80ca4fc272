import CursesTerminal
import Mantle
import ModelBrowser

/// `mantle FILE`: the browser.
struct BrowseCommand {
  let input: InputSource
  let model: String?

  func run() throws -> ExitStatus {
    let input = try Input(self.input)
    let models = MantleCommand.models
    // An unknown name is an error before the screen is taken.
    let named = try model.map { try MantleCommand.model(named: $0).name }
    let source = DocumentSource(
      input.bytes, name: input.name, path: input.path, models: models,
      pick: named.flatMap { ModelPick.named($0, of: models, for: input.bytes) })
    do {
      try CursesTerminal.withTerminal { terminal in
        var loop = BrowserLoop(source, on: terminal)
        loop.run()
      }
    } catch let error as TerminalError {
      throw CommandError(message: "\(error)")
    }
    return .success
  }
}
