import MantlePlatform

/// A process in which the shell runs a command line.
package struct ShellProcess: Sendable {
  private let process: pid_t

  /// Starts the shell with a command line.
  ///
  /// - Parameters:
  ///   - files: open files for standard input, output and error.
  ///   - inOwnGroup: whether the process leads a process group, so that all commands of `a | b` can be terminated.
  package init(_ line: String, _ files: [Int32], inOwnGroup: Bool = false) throws(WriteFailure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The process gets the default signal handling, regardless of that of this program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let group = inOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(&attributes, Int16(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setpgroup(&attributes, 0)
    let arguments = ["sh", "-c", line].map { (word: String) in strdup(word) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let error = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ)
    guard error == 0 else { throw WriteFailure(code: error) }
    process = child
  }

  /// Waits until the process ends or `isWaited` returns false.
  ///
  /// - Parameter isWaited: called every few milliseconds; returns false to stop waiting.
  /// - Returns: the exit status as in a shell: 128 plus the signal number after a signal; nil if waiting was stopped.
  package func wait(while isWaited: () -> Bool = { true }) -> Int? {
    var status: Int32 = 0
    while isWaited() {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process || ended < 0 && errno != EINTR { return Self.exitStatus(status) }
      usleep(2_000)
    }
    return nil
  }

  /// Requests all processes of the command line's process group to terminate.
  package func end() { kill(-process, SIGTERM) }

  private static func exitStatus(_ status: Int32) -> Int {
    let signal = Int(status & 0x7F)
    return signal == 0 ? Int(status >> 8 & 0xFF) : 128 + signal
  }
}
