import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform

/// The program `mantle` as a library, for the models of an app.
///
/// The program is one line. It browses, checks, converts and infers as `mantle` does:
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
  ///   - samples: further models, which hide no definition of their name.
  public static func main(models: [ModelDescription], samples: [ModelDescription] = []) -> Never {
    ProgramModels.library.withLock { $0 = ModelLibrary(models, samples: samples) }
    // A function contains the whole program, because the globals of a script are never deinitialized and a deinitializer
    // restores the terminal.
    exit(run(FileName.arguments).rawValue)
  }

  static func run(_ words: [FileName]) -> ExitStatus {
    reserveStandardFiles()
    JSONBytes.surviveTruncation()
    // Without the signal, exceeding the file size limit is a write error, and the existing file is left
    // unchanged.
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
