import Foundation
import GitHubModels
import Mantle

/// The program: takes its arguments apart and hands over.
enum MantleCommand {
  static let version = "0.1.0"

  /// The models the program knows.
  static var models: [ModelDescription] { GitHub.all.map { $0.modelDescription } }

  static func run(_ words: [String]) -> ExitStatus {
    JSONBytes.surviveTruncation()
    do {
      switch try Arguments.parse(words, isInputPiped: isatty(STDIN_FILENO) == 0) {
      case .help:
        print(Usage.text)
        return .success
      case .version:
        print("mantle \(version)")
        return .success
      case .check(let inputs, let model, let format, let listsNotes):
        return try CheckCommand(inputs: inputs, model: model, format: format, listsNotes: listsNotes).run()
      case .convert(let request): return try ConvertCommand(request).run()
      case .browse(let input, let model): return try BrowseCommand(input: input, model: model).run()
      }
    } catch let error as CommandError {
      report(error.message + (error.showsUsageHint ? "\nTry `mantle --help`." : ""))
      return .unusable
    } catch {
      report("\(error)")
      return .unusable
    }
  }

  /// Says something on standard error.
  static func report(_ message: String) {
    // Where nobody is left to hear it, that is no reason to fail.
    try? FileHandle.standardError.write(contentsOf: Data("mantle: \(message.sanitized)\n".utf8))
  }

  /// The model of a name, without regard to case.
  static func model(named name: String) throws(CommandError) -> ModelDescription {
    if let model = models.first(where: { $0.name.lowercased() == name.lowercased() }) { return model }
    let known = models.map(\.name).joined(separator: ", ")
    throw CommandError(message: "no model `\(name)`; there are \(known)")
  }
}

/// What `--help` prints.
enum Usage {
  static let text = """
    usage: mantle FILE [--model NAME]
           … | mantle [--model NAME]
           mantle check [FILE…] [--model NAME] [--format text|json] [--notes]
           mantle convert IN OUT [--model NAME] [--to json|ndjson|archive|xml-archive]
           mantle --version | --help

    Opens a JSON file, NDJSON, or an archive of the original Mantle as a tree of decoded models: every
    property with its value, source, transformer and problems, and the keys nothing maps. F1 shows the keys.

      --model NAME    read the file as this model instead of choosing the one that fits best
      --format F      how `check` reports: text (default) or json
      --notes         let `check` list every default, alias and coercion too
      --to F          what `convert` writes, where the suffix of OUT does not say it

    check decodes everything and lists every problem with line and column, and the unmapped keys: file by file,
    and with `--format json` one object to a line for each file.
    convert goes through the models: only mapped keys are written. `-` is standard input or output.

    Exit status: 0 all is well, 1 problems in the data, 2 usage error or input that cannot be read; of several
    files, the worst.
    """
}
