import MantlePlatform

/// A command line run by the shell with some bytes on its standard input and nowhere to write to.
struct ShellCommand: Sendable {
  enum Outcome: Sendable, Hashable {
    case exited(Int)
    case stillRunning
    case notStarted(String)
  }

  let line: String
  /// How long it may take to read its input and exit.
  static let patience = Duration.seconds(2)

  init(_ line: String) {
    self.line = line
  }

  func run(input: [UInt8]) -> Outcome {
    // A file instead of a pipe: a command that does not read can neither block us nor send SIGPIPE.
    guard let file = tmpfile() else { return .notStarted(Self.lastError) }
    defer { fclose(file) }
    guard fwrite(input, 1, input.count, file) == input.count, fflush(file) == 0 else {
      return .notStarted(Self.lastError)
    }
    rewind(file)
    return spawn(reading: fileno(file))
  }

  private func spawn(reading input: Int32) -> Outcome {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let arguments = ["sh", "-c", line].map { (word: String) in strdup(word) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let error = posix_spawn(&child, "/bin/sh", &actions, nil, arguments, environ)
    guard error == 0 else { return .notStarted(String(cString: strerror(error))) }
    return wait(for: child)
  }

  /// Runs it with the terminal for all it reads and writes, and waits for its end.
  ///
  /// - Returns: whether it ended well.
  func runOnTerminal() -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for file: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, file, "/dev/tty", O_RDWR, 0)
    }
    let arguments = ["sh", "-c", line].map { (word: String) in strdup(word) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawn(&child, "/bin/sh", &actions, nil, arguments, environ) == 0 else {
      return false
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return Self.exitStatus(status) == 0
  }

  private func wait(for child: pid_t) -> Outcome {
    let end = ContinuousClock.now + Self.patience
    var status: Int32 = 0
    while ContinuousClock.now < end {
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { return .exited(Self.exitStatus(status)) }
      if ended < 0, errno != EINTR { return .notStarted(Self.lastError) }
      usleep(2_000)
    }
    return .stillRunning
  }

  /// As the shell counts it: killed by a signal is 128 and its number.
  private static func exitStatus(_ status: Int32) -> Int {
    let signal = Int(status & 0x7F)
    return signal == 0 ? Int(status >> 8 & 0xFF) : 128 + signal
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
