import Foundation
import GitHubModels
import Mantle

/// The program: takes its arguments apart and hands over.
enum MantleCommand {
  static let version = "0.1.0"

  /// The models the program knows.
  static var models: [ModelDescription] { GitHub.all.map { $0.modelDescription } }

  static func run(_ words: [FileName]) -> ExitStatus {
    FileDescriptor.reserveStandardFiles()
    JSONBytes.surviveTruncation()
    // A file that grows beyond the limit is an error of the write then, which leaves the file before it as it was.
    signal(SIGXFSZ, SIG_IGN)
    let console = Console()
    let status = run(words, console)
    console.flush()
    guard let failure = console.failure else { return status }
    console.report("mantle: \(failure)")
    return .unusable
  }

  private static func run(_ words: [FileName], _ console: Console) -> ExitStatus {
    do {
      switch try Arguments(words, isInputPiped: isatty(STDIN_FILENO) == 0) {
      case .help(let command):
        Usage.lines(command).forEach(console.print)
        return .success
      case .version:
        console.print("mantle \(version)")
        return .success
      case .check(let request): return try CheckCommand(request: request, console: console).run()
      case .convert(let request): return try ConvertCommand(request: request, console: console).run()
      case .browse(let input, let models):
        return try BrowseCommand(input: input, models: models, console: console).run()
      case .command(let command): return try command.run(console)
      case .explain(let code): return try ExplainCommand(code: code, console: console).run()
      }
    } catch let error as CommandError {
      console.report("mantle: \(error.message)")
      if error.showsUsageHint { console.report("Try `mantle --help`.") }
      return .unusable
    } catch {
      console.report("mantle: \(error)")
      return .unusable
    }
  }

  /// The model of a name, without regard to case.
  static func model(named name: String) throws(CommandError) -> ModelDescription {
    if let model = models.first(where: { $0.name.lowercased() == name.lowercased() }) { return model }
    let known = models.map(\.name).joined(separator: ", ")
    throw CommandError(message: "no model `\(name)`; there are \(known)")
  }
}
