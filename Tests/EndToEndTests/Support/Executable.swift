import Foundation
import Testing

/// Programs the tests run.
enum Executable {
  struct NotFound: Error, CustomStringConvertible {
    var name: String
    var description: String { "\(name) is not installed" }
  }

  struct Failed: Error, CustomStringConvertible {
    var command: String
    var status: Int32
    var message: String
    var description: String { "\(command) ended with \(status): \(message)" }
  }

  /// A program on the search path.
  static func find(_ name: String) throws -> URL {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let candidates = path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/\(name)") }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else {
      throw NotFound(name: name)
    }
    return found
  }

  /// Runs a program to its end and answers what it printed.
  ///
  /// Not by `Process`, which waits on descriptors that a server started by another test at the same moment may inherit
  /// and keep: output goes to a file that only the child opens. The signal mask of test threads is not passed on either.
  static func run(_ program: URL, _ arguments: [String]) throws -> String {
    let outcome = try outcome(of: program, arguments)
    guard outcome.status == 0 else {
      let command = ([program.lastPathComponent] + arguments).joined(separator: " ")
      throw Failed(command: command, status: outcome.status, message: outcome.errors)
    }
    return outcome.output
  }

  /// What a program that has ended left behind.
  struct Outcome {
    var status: Int32
    var outputBytes: Data
    var errorBytes: Data

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var errors: String { String(decoding: errorBytes, as: UTF8.self) }
  }

  /// Runs a program to its end, whatever that is, with nothing or the given bytes on standard input.
  static func outcome(of program: URL, _ arguments: [String], input: Data? = nil) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mantle-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appendingPathComponent("output")
    let errors = folder.appendingPathComponent("errors")
    let source = folder.appendingPathComponent("input")
    if let input { try input.write(to: source) }
    let child = try start(
      program.path, arguments, input: input == nil ? "/dev/null" : source.path, output: output.path,
      errors: errors.path)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    return Outcome(
      status: status, outputBytes: try Data(contentsOf: output), errorBytes: try Data(contentsOf: errors))
  }

  /// Starts a program in a session of its own; where its input is a terminal, that becomes the terminal it belongs to.
  static func start(
    _ path: String, _ arguments: [String], input: String, output: String, errors: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, isTerminal(input) ? O_RDWR : O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // What `nohup` and shells that start work in the background ignore would be ignored by the program, too.
    var ignored = sigset_t()
    sigemptyset(&ignored)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&ignored, signal) }
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    // In a session of its own it has no terminal, wherever the tests were started.
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))
    let words: [UnsafeMutablePointer<CChar>?] =
      ([path] + arguments).map { (word: String) in strdup(word) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { (word: String) in strdup(word) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var child: pid_t = 0
    let error = posix_spawn(&child, path, &actions, &attributes, words, variables)
    guard error == 0 else {
      throw Failed(command: path, status: error, message: String(cString: strerror(error)))
    }
    return child
  }

  private static func isTerminal(_ path: String) -> Bool {
    path.hasPrefix("/dev/pts") || path.hasPrefix("/dev/tty")
  }

  #if os(Linux)
    /// `POSIX_SPAWN_SETSID` of `<spawn.h>`, which Swift does not import.
    private static let newSession: Int32 = 0x80
  #else
    private static let newSession = POSIX_SPAWN_SETSID
  #endif

  /// The environment of the tests without what would change how programs behave in a terminal.
  private static var environment: [String] {
    var environment = ProcessInfo.processInfo.environment
    for name in ["TMUX", "TMUX_PANE", "STY", "NO_COLOR"] { environment[name] = nil }
    environment.merge(["LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"]) { $1 }
    return environment.map { "\($0)=\($1)" }
  }

  /// A word the shell takes as it is.
  static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}

/// The product under test.
enum MantleBinary {
  /// `mantle` in the folder the tests were built into; `MANTLE_BINARY` names another one.
  static func url() throws -> URL {
    if let other = ProcessInfo.processInfo.environment["MANTLE_BINARY"] { return URL(fileURLWithPath: other) }
    let places = [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap(\.self)
    let starts = places + [URL(fileURLWithPath: CommandLine.arguments[0])]
    for start in starts {
      for folder in [start, start.deletingLastPathComponent()] {
        let binary = folder.appendingPathComponent("mantle")
        if FileManager.default.isExecutableFile(atPath: binary.path) { return binary }
      }
    }
    throw Executable.NotFound(name: "mantle, expected beside \(starts.map(\.path))")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips, and says so, where there is no tmux to drive.
  static var needsTmux: Self {
    .enabled("tmux is not installed: nothing was driven in a terminal") {
      (try? Executable.find("tmux")) != nil
    }
  }
}
