import Foundation
import Testing

/// The browser in a bare pseudo-terminal: every byte it writes is kept, and a signal reaches it at any moment.
///
/// Much faster to start than a ``TmuxSession``, and there is no screen: for what is done hundreds of times.
final class PseudoTerminal {
  let scratch: Scratch
  /// All that was written to the terminal so far.
  private(set) var output: [UInt8] = []
  private let terminal: Int32
  private let shell: pid_t
  private var hasEnded = false

  private struct Failed: Error { let call: String }

  /// Opens a file of a folder, and waits until it is shown.
  ///
  /// - Parameter backtraces: whether Swift's own handlers of signals are there first, which print where a fault happened.
  init(_ file: String, in scratch: Scratch, backtraces: Bool = false) throws {
    self.scratch = scratch
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    guard openpty(&ours, &theirs, nil, nil, nil) == 0, let name = ttyname(theirs) else {
      throw Failed(call: "openpty")
    }
    let tty = String(cString: name)
    close(theirs)
    terminal = ours
    _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    let own = scratch.path(".own")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    let script = """
      export HOME=\(own) XDG_STATE_HOME=\(own)/state XDG_CONFIG_HOME=\(own) TERM=xterm-256color
      export SWIFT_BACKTRACE=enable=\(backtraces ? "yes" : "no")
      ulimit -c 0
      cd \(Executable.quoted(scratch.folder.path)) || exit
      stty rows 30 cols 100
      stty -a > \(own)/before
      sh -c 'echo $$ > "$0"; exec "$@"' \(own)/process \(Executable.quoted(try MantleBinary.url().path)) \(file)
      status=$?
      stty -a > \(own)/after
      echo $status > \(own)/status
      """
    shell = try Executable.start("/bin/sh", ["-c", script], input: tty, output: tty, errors: tty)
    // Keys that are typed before would be taken by the shell's line.
    let shown = Array(file.utf8)
    try wait(for: "the first screen") { output.firstRange(of: shown) != nil }
  }

  deinit {
    if !hasEnded, let process { kill(process, SIGKILL) }
    _ = try? exitStatus()
    close(terminal)
  }

  /// The browser's process; nil before it runs.
  private var process: pid_t? {
    pid_t(scratch.text(".own/process").trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Types keys, all of which are taken: what is written meanwhile is read.
  func type(_ keys: String) {
    var rest = Array(keys.utf8)[...]
    while !rest.isEmpty, !isOver {
      let count = send(rest)
      rest = rest.dropFirst(count)
      read()
      if count == 0 { usleep(2000) }
    }
  }

  /// Types keys until no more are taken, and reads nothing: the browser comes to wait for its terminal.
  func typeWithoutReading(_ keys: String) {
    let bytes = Array(keys.utf8)
    while case let count = send(bytes[...]), count > 0 { usleep(20_000) }
  }

  /// - Returns: how many bytes were taken.
  private func send(_ bytes: ArraySlice<UInt8>) -> Int {
    max(0, bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) })
  }

  func send(signal: Int32) throws {
    kill(try #require(process), signal)
  }

  /// Waits for something, and reads what is written meanwhile.
  func wait(for what: String, reading: Bool = true, until isMet: () throws -> Bool) throws {
    let end = Date() + TmuxSession.patience
    while try !isMet() {
      if reading { read() }
      guard Date() < end else {
        let last = String(decoding: output.suffix(2000), as: UTF8.self)
        throw TmuxSession.Timeout(expected: what, screen: last.debugDescription)
      }
      usleep(2000)
    }
    if reading { read() }
  }

  /// Waits for the end of the browser, and answers its exit status.
  ///
  /// - Parameter reading: whether what it writes meanwhile is read.
  func exitStatus(reading: Bool = true) throws -> Int {
    try wait(for: "the end of the browser", reading: reading) { isOver }
    if !hasEnded {
      hasEnded = true
      var status: Int32 = 0
      while waitpid(shell, &status, 0) < 0, errno == EINTR {}
      read()
    }
    return try #require(Int(scratch.text(".own/status").trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  private var isOver: Bool { scratch.text(".own/status").hasSuffix("\n") }

  private func read() {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = Foundation.read(terminal, &piece, piece.count), count > 0 {
      output += piece[..<count]
    }
  }
}

// MARK: - What is left behind

extension PseudoTerminal {
  /// What of the terminal is not as it was before the browser was started; empty where all of it is.
  var traces: [String] {
    var traces: [String] = []
    if scratch.text(".own/before") != scratch.text(".own/after") {
      traces.append("stty: " + scratch.text(".own/after"))
    }
    let text = String(decoding: output, as: UTF8.self)
    var modes: [Substring: Bool] = [:]
    for match in text.matches(of: /\u{1B}\[\?([0-9;]+)([hl])/) {
      for mode in match.output.1.split(separator: ";") { modes[mode] = match.output.2 == "h" }
    }
    // The cursor is shown, lines wrap, and everything else is off; whether the cursor blinks is the terminal's affair.
    for (mode, isOn) in modes where mode != "12" && isOn != ["25", "7"].contains(mode) {
      traces.append("mode \(mode) \(isOn ? "on" : "off")")
    }
    if let keypad = text.matches(of: /\u{1B}[=>]/).last, keypad.output.hasSuffix("=") {
      traces.append("keypad")
    }
    return traces
  }

  /// Everything the browser keeps outside of the file: journals and what was rescued.
  var kept: String {
    let own = scratch.path(".own/state/mantle")
    let journals = (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []
    let beside = (try? FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)) ?? []
    let rescued = beside.filter { $0.contains(".unsaved") }
    return (journals.map { ".own/state/mantle/\($0)" } + rescued).map { scratch.text($0) }.joined()
  }
}
