import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform

/// The program: takes its arguments apart and hands over.
///
/// A program for models of one's own is one line; it browses, checks, converts and infers as `mantle` does:
///
///     MantleCommand.main(models: [Order.modelDescription, Event.modelDescription])
public enum MantleCommand {
  static let version = "0.1.0"

  /// The models the program knows. For the life of the program, as its arguments are.
  static let library = Locked(ModelLibrary([]))

  /// Runs the program with its arguments and ends the process.
  ///
  /// Errors are reported on standard error. The exit status is 1 if the data has problems, and 2 if the
  /// program could not perform the request.
  ///
  /// Of several models with one name or one archived class, the model of a file that is given with `--models` is used, then
  /// the program's own model, then the model of a definition file that is found next to the data.
  ///
  /// - Parameters:
  ///   - models: the program's own models.
  ///   - samples: further models, which hide no definition of their name.
  public static func main(models: [ModelDescription], samples: [ModelDescription] = []) -> Never {
    library.withLock { $0 = ModelLibrary(models, samples: samples) }
    // Everything happens in a function: a global of a script is never destroyed, and the terminal is restored by
    // what is destroyed last.
    exit(run(FileName.arguments).rawValue)
  }

  static func models(for source: InputSource) -> [ModelDescription] {
    library.withLock { $0.models(for: source) }
  }

  /// Loads the requested definitions, and those of the user.
  private static func load(_ definitions: [FileName]) throws {
    try library.withLock { library in
      for word in definitions { try library.add(word) }
      if let folder = ModelLibrary.userFolder { library.discover(in: folder) }
    }
  }

  static func run(_ words: [FileName]) -> ExitStatus {
    reserveStandardFiles()
    JSONBytes.surviveTruncation()
    // Without the signal, exceeding the file size limit is a write error, and the existing file is left
    // unchanged.
    signal(SIGXFSZ, SIG_IGN)
    let console = Console()
    let status = run(words, console)
    let (broken, hidden) = library.withLock { ($0.takeBroken(), $0.takeHidden()) }
    for line in broken.flatMap(\.lines) + hidden { console.report("mantle: \(line)") }
    console.flush()
    guard let failure = console.failure else { return status }
    console.report("mantle: \(failure)")
    return .unusable
  }

  /// Opens closed standard file descriptors, so that a file opened later does not get the number of one and
  /// receive output that is meant for standard error.
  private static func reserveStandardFiles() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // Read-only, so that writing to a descriptor that was closed still fails.
      _ = open("/dev/null", O_RDONLY)
    }
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
      case .command(let command, let definitions):
        try load(definitions)
        return try command.run(console)
      }
    } catch {
      return console.report(error)
    }
  }

  /// The model of a name, without regard to case.
  ///
  /// - Parameter source: what is to be read as the model; its folder may define some.
  static func model(named name: String, for source: InputSource) throws(CommandError) -> ModelDescription {
    let models = models(for: source)
    if let model = models.first(where: { $0.name.lowercased() == name.lowercased() }) { return model }
    let known = models.map(\.name).joined(separator: ", ")
    throw CommandError(message: "no model `\(name)`; there are \(known)")
  }
}
