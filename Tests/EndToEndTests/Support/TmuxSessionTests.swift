import Foundation
import Testing

/// The driver itself, with programs every system has.
@Suite(.needsTmux) struct TmuxSessionTests {
  @Test func typedTextIsRead() throws {
    let session = try TmuxSession(["sh", "-c", "read line; echo got:$line; exit 7"])
    try session.type("héllo; -x 中")
    try session.press("Enter")
    try session.waitFor("got:héllo; -x 中")
    #expect(try session.exitStatus() == 7)
    #expect(try session.isTerminalRestored())
  }

  @Test func inputIsPipedWhileKeysComeFromTheTerminal() throws {
    let program = "cat; read key </dev/tty; echo key:$key"
    let session = try TmuxSession(["sh", "-c", program], input: Data("piped 'text'\n".utf8))
    try session.waitFor("piped 'text'")
    try session.type("k")
    try session.press("Enter")
    try session.waitFor("key:k")
    #expect(try session.exitStatus() == 0)
  }

  @Test func sessionHasRequestedSize() throws {
    let program = "stty size; trap 'stty size' WINCH; while :; do sleep 0.05; done"
    let session = try TmuxSession(["sh", "-c", program], columns: 60, rows: 10)
    try session.waitFor("10 60")
    try session.resize(columns: 33, rows: 7)
    try session.waitFor("7 33")
    try session.send(signal: SIGKILL)
    #expect(try session.exitStatus() == 128 + Int(SIGKILL))
  }

  @Test func detectsTerminalLeftInDisorder() throws {
    let session = try TmuxSession(["sh", "-c", "stty -echo; printf '\\033[?25l'"])
    #expect(try session.exitStatus() == 0)
    #expect(try !session.isTerminalRestored())
  }

  @Test func timeoutReportsScreen() throws {
    let session = try TmuxSession(["sh", "-c", "echo instead; cat"])
    try session.waitFor("instead")
    do {
      try session.waitFor("never", within: 0.1)
      Issue.record("found what is not there")
    } catch let timeout as TmuxSession.Timeout {
      #expect("\(timeout)".contains("instead"))
    }
  }

  @Test func pastesAreBracketedOnRequest() throws {
    let read = "dd bs=1 count=15 2>/dev/null | od -An -tx1 | tr -d ' '"
    let session = try TmuxSession(["sh", "-c", "stty raw -echo; printf '\\033[?2004hready'; \(read)"])
    try session.waitFor("ready")
    try session.paste("abc")
    try session.waitFor("1b5b3230307e6162631b5b3230317e")
  }

  @Test func aShellStopsAndContinuesJobs() throws {
    let session = try TmuxSession.shell()
    // The job is known to run before it is stopped: a stop that comes while the line is read discards the line. It is one
    // process: a child that is stopped before it executes its program keeps its parent, which waits for that, from stopping.
    try session.type("sh -c 'echo job-'runs'; exec cat'")
    try session.press("Enter")
    try session.waitFor("job-runs\n")
    try session.press("C-z")
    try session.waitFor("Stopped")
    try session.type("fg; exit 5")
    try session.press("Enter")
    try session.type("typed")
    try session.press("Enter")
    try session.waitFor("typed\ntyped")
    try session.press("C-d")
    #expect(try session.exitStatus() == 5)
  }

  @Test func theBinaryIsFound() throws {
    #expect(try FileManager.default.isExecutableFile(atPath: MantleBinary.url().path))
  }
}
