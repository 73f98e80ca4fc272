import Mantle

/// The exit status of the program.
enum ExitStatus: Int32 {
  /// The program performed the request and found no problems.
  case success = 0
  /// The data has problems, such as syntax errors.
  case dataProblems = 1
  /// The command line has a usage error, or an input or a terminal cannot be used.
  case unusable = 2
  /// A signal requested termination of the browser; shells report SIGTERM with this number.
  case terminated = 143
}

extension ExitStatus: Comparable {
  static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.rawValue < b.rawValue }
}

/// An error with a message of one line, because of which the program cannot perform a request.
struct CommandError: DescribedError {
  let message: String
  var showsUsageHint = false

  var description: String { message }

  static func usage(_ message: String) -> CommandError {
    CommandError(message: message, showsUsageHint: true)
  }
}
