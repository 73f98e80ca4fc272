import Mantle

/// The exit status of the program.
enum ExitStatus: Int32 {
  /// Success.
  case success = 0
  /// Problems in the data, including syntax errors.
  case dataProblems = 1
  /// A usage error, or an input or a terminal that cannot be used.
  case unusable = 2
  /// A signal requested termination of the browser; shells report SIGTERM with this number.
  case terminated = 143
}

extension ExitStatus: Comparable {
  static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.rawValue < b.rawValue }
}

/// An error that prevents the program from performing a request, in one line.
struct CommandError: DescribedError {
  let message: String
  var showsUsageHint = false

  var description: String { message }

  static func usage(_ message: String) -> CommandError {
    CommandError(message: message, showsUsageHint: true)
  }
}
