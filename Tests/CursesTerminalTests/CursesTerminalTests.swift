@testable import CursesTerminal
import ModelBrowser
import Testing

@testable import TerminalText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One terminal in a process, and one environment: one test after the other.
@Suite(.serialized) struct CursesTerminalTests {
  private func withTerminal(
    type: String = "xterm-256color", rows: UInt16 = 5, columns: UInt16 = 20,
    _ body: (CursesTerminal, PseudoTerminal) throws -> Void
  ) throws {
    setenv("TERM", type, 1)
    let device = try #require(PseudoTerminal(rows: rows, columns: columns))
    try CursesTerminal.withTerminal(.init(path: device.path)) { try body($0, device) }
  }

  @Test func terminalDrawsFramesAndRestoresScreen() throws {
    var device: PseudoTerminal?
    try withTerminal { terminal, opened in
      device = opened
      #expect(terminal.size == ScreenSize(rows: 5, columns: 20))
      terminal.draw(Frame(size: terminal.size, lines: [[Span("hello", Style(.name))], [Span("😀|end")]]))
      let output = opened.output(until: "|end")
      #expect(output.contains("hello"))
      #expect(output.contains("\u{1B}[?1049h") && output.contains("\u{1B}[?2004h"))
      #expect(output.contains("😀\u{1B}[2;3H|end"))
    }
    let rest = device?.output(until: "\u{1B}[?1049l")
    #expect(rest?.contains("\u{1B}[?2004l") == true)
    #expect(rest?.contains("\u{1B}[?1049l") == true)
  }

  @Test func placedRowsAreRedrawnWithChangedCursesRows() throws {
    try withTerminal { terminal, device in
      terminal.draw(Frame(size: terminal.size, lines: [[Span("one")], [Span("😀|end")]]))
      _ = device.output(until: "|end")
      terminal.draw(Frame(size: terminal.size, lines: [[Span("two")], [Span("😀|end")]]))
      #expect(device.output(until: "|end").contains("😀\u{1B}[2;3H|end"))
    }
  }

  @Test func terminalReportsKeysAndPastes() throws {
    try withTerminal { terminal, device in
      device.type("aé\u{1B}OA\u{1B}[200~two\rlines\u{1B}[201~\u{1B}")
      #expect(terminal.nextEvent(timeout: 5_000) == .key(.character("a")))
      #expect(terminal.nextEvent(timeout: 5_000) == .key(.character("é")))
      #expect(terminal.nextEvent(timeout: 5_000) == .key(.up))
      #expect(terminal.nextEvent(timeout: 5_000) == .paste("two\nlines"))
      #expect(terminal.nextEvent(timeout: 5_000) == .key(.escape))
      #expect(terminal.nextEvent(timeout: 0) == nil)
    }
  }

  /// The first frame does not wait for the answer, and an answer that comes late loses no key.
  @Test func lateBackgroundReplyChangesColors() throws {
    unsetenv("COLORFGBG")
    unsetenv("NO_COLOR")
    try withTerminal { terminal, device in
      terminal.draw(Frame(size: terminal.size, lines: [[Span("name", Style(.name)), Span("|end")]]))
      #expect(device.output(until: "\u{1B}]11;?").contains("\u{1B}[38;5;30mname"))
      device.type("ab\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\c")
      for key in "abc" { #expect(terminal.nextEvent(timeout: 5_000) == .key(.character(key))) }
      #expect(device.output(until: "|end").contains("\u{1B}[38;5;24mname"))
      terminal.setTheme(.dark)
      terminal.draw(Frame(size: terminal.size, lines: [[Span("name", Style(.name)), Span("|end")]]))
      #expect(device.output(until: "|end").contains("\u{1B}[38;5;80mname"))
    }
  }

  @Test func signalsAndWakesBecomeEvents() throws {
    try withTerminal { terminal, device in
      kill(getpid(), SIGTERM)
      #expect(terminal.nextEvent(timeout: 60_000) == .terminate)
      device.resize(rows: 9, columns: 40)
      kill(getpid(), SIGWINCH)
      #expect(terminal.nextEvent(timeout: 5_000) == .resize(ScreenSize(rows: 9, columns: 40)))
      #expect(terminal.size == ScreenSize(rows: 9, columns: 40))
      let wake = try #require(terminal.waker)
      wake()
      wake()
      #expect(terminal.nextEvent(timeout: 5_000) == .wake)
      #expect(terminal.nextEvent(timeout: 0) == nil)
      kill(getpid(), SIGCONT)
      #expect(terminal.nextEvent(timeout: 5_000) == .resumed)
    }
  }

  /// Every signal that ends a process by default and is no fault of its own.
  @Test(arguments: [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGXCPU, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGIO, SIGALRM,
    SIGPWR, SIGSTKFLT,
  ])
  func fatalSignalsBecomeTerminateEvents(signal: Int32) throws {
    try withTerminal { terminal, _ in
      kill(getpid(), signal)
      #expect(terminal.nextEvent(timeout: 60_000) == .terminate)
    }
  }

  @Test func fileSizeSignalIsIgnored() throws {
    try withTerminal { terminal, _ in
      kill(getpid(), SIGXFSZ)
      #expect(terminal.nextEvent(timeout: 50) == nil)
    }
  }

  @Test(arguments: [(1, 1), (1, 200), (50, 1), (2, 2)] as [(UInt16, UInt16)])
  func framesAreDrawnAtAnyScreenSize(rows: UInt16, columns: UInt16) throws {
    try withTerminal(rows: rows, columns: columns) { terminal, device in
      let lines = (0..<60).map { _ in [Span("中😀 wide text", Style(.match, reversed: true))] }
      let frame = Frame(
        size: ScreenSize(rows: 60, columns: 80), lines: lines, cursor: Frame.Position(row: 99, column: 99))
      terminal.draw(frame)
      device.resize(rows: columns, columns: rows)
      kill(getpid(), SIGWINCH)
      let turned = ScreenSize(rows: Int(columns), columns: Int(rows))
      #expect(terminal.nextEvent(timeout: 5_000) == .resize(turned))
      terminal.draw(frame)
      terminal.draw(Frame(size: turned, lines: []))
    }
  }

  @Test(arguments: [("dumb", "cannot move its cursor"), ("no-such-type", "not known here"), ("", "set TERM")])
  func unusableTerminalsAreRejectedWithAReason(type: String, words: String) {
    do {
      try withTerminal(type: type) { _, _ in Issue.record("opened") }
    } catch let error as TerminalError {
      #expect("\(error)".contains(words))
    } catch {
      Issue.record(error)
    }
  }

  @Test func nonTerminalDeviceIsRejected() {
    #expect(throws: TerminalError.noTerminal(reason: "/dev/null is not a terminal")) {
      try CursesTerminal(.init(path: "/dev/null"))
    }
    #expect(throws: TerminalError.self) { try CursesTerminal(.init(path: "/no/such/device")) }
  }

  @Test func thrownErrorRestoresScreen() throws {
    struct Failure: Error {}
    var device: PseudoTerminal?
    #expect(throws: Failure.self) {
      try withTerminal { _, opened in
        device = opened
        throw Failure()
      }
    }
    #expect(device?.output(until: "\u{1B}[?1049l").contains("\u{1B}[?1049l") == true)
  }

  @Test func copyReportsSizeOrRefusal() throws {
    unsetenv("TMUX")
    unsetenv("STY")
    try withTerminal { terminal, device in
      #expect(terminal.copy("x") == "copied 1 byte: sent to the terminal (OSC 52)")
      #expect(device.output(until: "52;c;eA==\u{7}").contains("\u{1B}]52;c;eA==\u{7}"))
      let refused = terminal.copy(String(repeating: "x", count: 80_000))
      #expect(refused == "not copied: 80000 bytes exceed the clipboard limit of terminals (74994)")
    }
  }
}
