import Foundation
import Testing

/// A program in a terminal of its own: a detached tmux server with one window, driven by keys and read as text.
///
/// Nothing sleeps for a fixed time: keys go in, and what is expected is waited for with a deadline. The server, its
/// socket and its files are gone when the session is dropped.
class TmuxSession {
  /// A directory of the session: `$HOME` of the program, and where it starts.
  let directory: URL
  private let tmux: URL
  private var socket: URL { directory.appendingPathComponent(".socket") }
  private var processFile: URL { directory.appendingPathComponent(".process") }
  private var modeBefore: URL { directory.appendingPathComponent(".mode-before") }
  private var modeAfter: URL { directory.appendingPathComponent(".mode-after") }

  /// How long anything expected may take; debug builds on a busy machine are slow.
  static let patience: TimeInterval = 60

  /// Starts the `mantle` binary built beside the tests.
  static func mantle(
    _ arguments: [String], in directory: URL? = nil, input: Data? = nil, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws -> TmuxSession {
    try TmuxSession(
      [try MantleBinary.url().path] + arguments, in: directory, input: input, columns: columns, rows: rows,
      environment: environment)
  }

  /// Starts a shell with job control, to type command lines into; its prompt is `$ `.
  static func shell(in directory: URL? = nil, columns: Int = 80, rows: Int = 24) throws -> TmuxSession {
    let session = try TmuxSession(
      ["sh", "-i"], in: directory, columns: columns, rows: rows,
      environment: ["PS1": "$ ", "ENV": "/dev/null"])
    try session.waitFor("$")
    return session
  }

  /// Starts a command. With input, that is piped into it, and keys still come from the terminal. When it ends, the
  /// screen shows `EXIT:` and its status; see ``exitStatus()``.
  init(
    _ command: [String], in directory: URL? = nil, input: Data? = nil, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws {
    tmux = try Executable.find("tmux")
    self.directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("mantle-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: self.directory, withIntermediateDirectories: true)
    let script = try writeScript(
      command, in: directory ?? self.directory, input: input, environment: environment)
    let configuration = self.directory.appendingPathComponent(".tmux.conf")
    try Self.configuration.write(to: configuration, atomically: true, encoding: .utf8)
    try run([
      "-u", "-f", configuration.path, "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "sh \(Executable.quoted(script.path))",
    ])
  }

  deinit {
    _ = try? run(["kill-server"])
    try? FileManager.default.removeItem(at: directory)
  }

  private static let configuration = """
    set -g default-terminal tmux-256color
    set -s escape-time 0
    set -s set-clipboard on
    set -g remain-on-exit on
    set -g status off

    """

  /// A script rather than a command line, so that nothing is quoted twice.
  private func writeScript(
    _ command: [String], in start: URL, input: Data?, environment: [String: String]
  ) throws -> URL {
    var variables = [
      "HOME": directory.path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
      "XDG_CONFIG_HOME": directory.appendingPathComponent(".config").path,
      "XDG_STATE_HOME": directory.appendingPathComponent(".state").path,
    ]
    variables.merge(environment) { $1 }
    let inputFile = directory.appendingPathComponent(".input")
    try input?.write(to: inputFile)
    let exports = variables.sorted { $0.key < $1.key }.map {
      "export \($0.key)=\(Executable.quoted($0.value))"
    }
    let words = command.map(Executable.quoted).joined(separator: " ")
    let pipe = input == nil ? "" : "cat \(Executable.quoted(inputFile.path)) | "
    let lines =
      exports + [
        "cd \(Executable.quoted(start.path))", "stty -a > \(Executable.quoted(modeBefore.path))",
        "\(pipe)sh -c 'echo $$ > \"$0\"; exec \"$@\"' \(Executable.quoted(processFile.path)) \(words)",
        "status=$?", "stty -a > \(Executable.quoted(modeAfter.path))", "echo EXIT:$status", "exec cat",
      ]
    let script = directory.appendingPathComponent(".run.sh")
    try lines.joined(separator: "\n").write(to: script, atomically: true, encoding: .utf8)
    return script
  }

  /// Runs a tmux command against the server of this session and answers what it printed.
  @discardableResult
  func run(_ arguments: [String]) throws -> String {
    try Executable.run(tmux, ["-S", socket.path] + arguments)
  }
}

// MARK: - Input

extension TmuxSession {
  /// Types text as it is.
  func type(_ text: String) throws {
    try run(["send-keys", "-l", "--", text])
  }

  /// Presses keys by the names tmux has for them: `Enter`, `Escape`, `C-z`, `M-b`, `S-Left`, `PPage`, `F1`, `x`.
  func press(_ keys: String...) throws {
    try run(["send-keys", "--"] + keys)
  }

  /// Pastes text in one piece, bracketed if the program asked for that.
  func paste(_ text: String) throws {
    let file = directory.appendingPathComponent(".paste")
    try text.write(to: file, atomically: true, encoding: .utf8)
    try run(["load-buffer", file.path])
    try run(["paste-buffer", "-p"])
  }

  func resize(columns: Int, rows: Int) throws {
    try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Sends a signal to the program.
  func send(signal: Int32) throws {
    kill(try processIdentifier(), signal)
  }

  func processIdentifier() throws -> pid_t {
    try waitUntil("the program runs") { _ in
      (try? String(contentsOf: processFile, encoding: .utf8))?.hasSuffix("\n") == true
    }
    let text = try String(contentsOf: processFile, encoding: .utf8)
    return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }
}

// MARK: - Output

extension TmuxSession {
  /// The screen as text, row by row, blanks at the ends left out; with styles as escape sequences if asked.
  func capture(styled: Bool = false) throws -> String {
    try run(["capture-pane", "-p"] + (styled ? ["-e"] : []))
  }

  /// One row of the screen, from 0.
  func row(_ index: Int) throws -> String {
    let rows = try capture().split(separator: "\n", omittingEmptySubsequences: false)
    return index < rows.count ? String(rows[index]) : ""
  }

  /// Waits until the screen shows everything expected at once; answers the screen.
  ///
  /// What is seen may be half of a frame: the terminal takes a long one in pieces. So all that a frame should show is
  /// waited for, not looked for on the first screen that shows some of it.
  @discardableResult
  func waitFor(_ expected: any Visible..., within seconds: TimeInterval = patience) throws -> String {
    let words = expected.map(\.name).joined(separator: " and ")
    return try waitUntil(words, within: seconds) { screen in expected.allSatisfy { $0.isOn(screen) } }
  }

  /// Waits until the screen no longer shows a text; answers the screen.
  @discardableResult
  func waitForNo(_ text: String, within seconds: TimeInterval = patience) throws -> String {
    try waitUntil("no \"\(text)\"", within: seconds) { !$0.contains(text) }
  }

  /// Waits until something is true of the screen; answers the screen, or throws with the last one.
  @discardableResult
  func waitUntil(
    _ what: String, within seconds: TimeInterval = patience, _ isMet: (String) throws -> Bool
  ) throws -> String {
    let end = Date() + seconds
    var screen = try capture()
    while try !isMet(screen) {
      guard Date() < end else { throw Timeout(expected: what, screen: screen) }
      usleep(10_000)
      screen = try capture()
    }
    return screen
  }

  /// Waits for the end of the program and answers its exit status (128 and the number of a signal that killed it).
  func exitStatus() throws -> Int {
    let screen = try waitUntil("the end of the program") { $0.contains(/EXIT:\d+/) }
    let match = try #require(screen.matches(of: /EXIT:(\d+)/).last)
    return try #require(Int(match.output.1))
  }

  /// Whether the program, which has ended, left the terminal as it found it.
  func isTerminalRestored() throws -> Bool {
    _ = try exitStatus()
    let modes = try [modeBefore, modeAfter].map { try String(contentsOf: $0, encoding: .utf8) }
    return try modes[0] == modes[1] && property("alternate_on") == "0" && property("cursor_flag") == "1"
  }

  /// The cell in which a text begins on a row of the screen, as the terminal counts cells.
  func column(of text: String, row: Int) throws -> Int {
    try run(["copy-mode"])
    defer { _ = try? run(["send-keys", "-X", "cancel"]) }
    try run(["send-keys", "-X", "top-line"])
    if row > 0 { try run(["send-keys", "-X", "-N", "\(row)", "cursor-down"]) }
    try run(["send-keys", "-X", "start-of-line"])
    try run(["send-keys", "-X", "search-forward-text", text])
    let place = try property("copy_cursor_y},#{copy_cursor_x").split(separator: ",").compactMap { Int($0) }
    try #require(place.count == 2 && place[0] == row, "\(text) is not on row \(row)")
    return place[1]
  }

  /// Where the cursor is.
  func cursor() throws -> (row: Int, column: Int) {
    (try #require(Int(property("cursor_y"))), try #require(Int(property("cursor_x"))))
  }

  /// What the program put on the clipboard last.
  func clipboard() throws -> String {
    try run(["show-buffer"])
  }

  /// A format variable of tmux for the pane, such as `alternate_on`.
  func property(_ name: String) throws -> String {
    try run(["display-message", "-p", "#{\(name)}"]).trimmingCharacters(in: .newlines)
  }

  /// What did not come in time, and what was on the screen instead.
  struct Timeout: Error, CustomStringConvertible {
    var expected: String
    var screen: String

    var description: String { "waited in vain for \(expected); the screen shows:\n\(screen)" }
  }
}
