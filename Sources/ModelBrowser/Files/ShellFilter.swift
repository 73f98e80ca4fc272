import MantlePlatform

/// A command of the system that gets a text and answers with one: `:!jq .`, `:w !wc`.
struct ShellFilter: Sendable {
  let command: String
  let input: [UInt8]

  struct Outcome: Sendable {
    let output: [UInt8]
    let errors: String
    /// As the shell counts it: ended by a signal is 128 and its number.
    let status: Int
  }

  /// More of an answer than this is not taken.
  private static let mostOutput = 1 << 26

  /// Runs it and waits for its end. Files stand for its input and output: whether it reads or not, neither side waits.
  ///
  /// - Parameter isCancelled: asked every few milliseconds; the command is ended once it says so.
  /// - Throws: a ``WriteFailure``, where it could not be started.
  func run(isCancelled: () -> Bool) throws(WriteFailure) -> Outcome {
    let files = (0..<3).compactMap { _ in tmpfile() }
    defer { files.forEach { fclose($0) } }
    guard files.count == 3, input.isEmpty || fwrite(input, 1, input.count, files[0]) == input.count,
      fflush(files[0]) == 0
    else { throw WriteFailure(code: errno) }
    rewind(files[0])
    let child = try start(files.map { fileno($0) })
    let status = wait(for: child, isCancelled)
    return Outcome(
      output: Self.content(files[1], most: Self.mostOutput),
      errors: String(decoding: Self.content(files[2], most: 1 << 14), as: UTF8.self), status: status)
  }

  private func start(_ files: [Int32]) throws(WriteFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that all of `a | b` can be ended.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    let arguments = ["sh", "-c", command].map { (word: String) in strdup(word) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let error = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ)
    guard error == 0 else { throw WriteFailure(code: error) }
    return child
  }

  private func wait(for child: pid_t, _ isCancelled: () -> Bool) -> Int {
    var status: Int32 = 0
    var isTold = false
    while true {
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child || ended < 0 && errno != EINTR { break }
      if isCancelled(), !isTold {
        kill(-child, SIGTERM)
        isTold = true
      }
      usleep(2_000)
    }
    let signal = Int(status & 0x7F)
    return signal == 0 ? Int(status >> 8 & 0xFF) : 128 + signal
  }

  private static func content(_ file: UnsafeMutablePointer<FILE>, most: Int) -> [UInt8] {
    fseek(file, 0, SEEK_END)
    let size = min(max(0, ftell(file)), most)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
  }
}
