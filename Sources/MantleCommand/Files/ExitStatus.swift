import Mantle

/// The exit status of the program.
enum ExitStatus: Int32 {
  /// Success.
  case success = 0
  /// Problems in the data, syntax errors included.
  case dataProblems = 1
  /// A usage error, or input or a terminal that cannot be used.
  case unusable = 2
  /// Asked to end by a signal while browsing; the number is how shells write SIGTERM.
  case terminated = 143
}

extension ExitStatus: Comparable {
  static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.rawValue < b.rawValue }
}

/// The error of a request that the program cannot perform, in one line.
struct CommandError: DescribedError {
  let message: String
  var showsUsageHint = false

  var description: String { message }

  static func usage(_ message: String) -> CommandError {
    CommandError(message: message, showsUsageHint: true)
  }
}
