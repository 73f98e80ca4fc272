import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform

/// The program `mantle` as a library, for the models of an app.
///
/// The program needs one line. It browses, checks, converts and infers like `mantle`:
///
///     CommandLineProgram.main(models: [Order.modelDescription, Event.modelDescription])
public enum CommandLineProgram {
  /// Runs the program with its arguments and ends the process.
  ///
  /// Errors are reported on standard error. The exit status is 1 if the data has problems, and 2 if the
  /// program could not perform the request.
  ///
  /// If several models have the same name or archived class, the model of a `--models` file takes precedence, then the
  /// program's own model, then the model of a definition file next to the data.
  ///
  /// - Parameters:
  ///   - models: the program's own models.
  ///   - samples: further models, which definitions with the same name take precedence over.
  public static func main(models: [ModelDescription], samples: [ModelDescription] = []) -> Never {
    ProgramModels.library.withLock { $0 = ModelLibrary(models, samples: samples) }
    // A function contains the whole program, so that its local values are deinitialized, which restores the terminal.
    // The globals of a script are never deinitialized.
    exit(run(FileName.arguments).rawValue)
  }

  static func run(_ words: [FileName]) -> ExitStatus {
    reserveStandardFiles()
    JSONBytes.surviveTruncation()
    // If the signal is ignored, exceeding the file size limit is a write error, and the existing file remains unchanged.
    signal(SIGXFSZ, SIG_IGN)
    let console = Console()
    let status = run(words, console)
    let remarks = ProgramModels.library.withLock {
      $0.takeBroken().flatMap(\.lines) + $0.takeHidden() + $0.takeRemarks()
    }
    for line in remarks { console.report("mantle: \(line)") }
    console.flush()
    guard let failure = console.failure else { return status }
    console.report("mantle: \(failure)")
    return .unusable
  }

  /// Opens the standard file descriptors that are closed. Otherwise a file that is opened later would get the number
  /// of one of them and receive output that is meant for standard error.
  private static func reserveStandardFiles() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The descriptor is read-only, so that writing to it still fails.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  private static func run(_ words: [FileName], _ console: Console) -> ExitStatus {
    do {
      switch try Arguments(words, isInputPiped: isatty(STDIN_FILENO) == 0) {
      case .help(let command):
        (command.map(Usage.lines) ?? Usage.overview).forEach(console.print)
        return .success
      case .version:
        console.print("mantle \(Usage.version)")
        return .success
      case .command(let command, let words):
        console.advice = words.advice
        try ProgramModels.load(words.all("--models"))
        return try command.run(console)
      }
    } catch {
      return console.report(error)
    }
  }
}
