import MantleFiles
import MantlePlatform

/// A shell command that runs on the terminal, or that reads given bytes and whose output is discarded.
struct ShellCommand: Sendable {
  /// The outcome of a shell command.
  enum Outcome: Sendable, Hashable {
    case exited(Int)
    case stillRunning
    case notStarted(String)
  }

  let line: String
  /// The time limit for a command that reads given bytes.
  static let timeout = Duration.seconds(2)

  init(_ line: String) {
    self.line = line
  }

  func run(input: [UInt8]) -> Outcome {
    // The input is a file instead of a pipe, because a command that does not read a pipe blocks the program or causes SIGPIPE.
    guard let file = tmpfile() else { return .notStarted(Self.lastError) }
    defer { fclose(file) }
    guard fwrite(input, 1, input.count, file) == input.count, fflush(file) == 0 else {
      return .notStarted(Self.lastError)
    }
    rewind(file)
    return run(reading: fileno(file))
  }

  private func run(reading input: Int32) -> Outcome {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nowhere) }
    let end = ContinuousClock.now + Self.timeout
    do throws(WriteFailure) {
      let process = try ShellProcess(line, [input, nowhere, nowhere])
      return process.wait(while: { ContinuousClock.now < end }).map { .exited($0) } ?? .stillRunning
    } catch {
      return .notStarted(error.description)
    }
  }

  /// Runs the command with the terminal as standard input, output and error, and waits for its end.
  ///
  /// - Returns: whether the command succeeded.
  func runOnTerminal() -> Bool {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return (try? ShellProcess(line, [terminal, terminal, terminal]))?.wait() == 0
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
