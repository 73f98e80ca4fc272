import Foundation
import TestSupport
import Testing

/// Signals at random moments of random sessions: the terminal is left as it was found, the file whole, and unsaved edits
/// can be recovered.
///
/// Five of each in a run; `MANTLE_SESSIONS=2000 MANTLE_SESSION_LENGTH=200 swift test --filter '^EndToEndTests.SignalTests'`
/// makes more. One of them again: `MANTLE_SESSION_SEED=N` with the same length.
@Suite(.serialized) struct SignalTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  static let seeds =
    number("MANTLE_SESSION_SEED").map { [UInt64($0)] }
    ?? (0..<(number("MANTLE_SESSIONS") ?? 5)).map { UInt64($0) }
  private static let length = number("MANTLE_SESSION_LENGTH") ?? 40

  private static let signals = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPIPE, SIGXCPU,
    SIGXFSZ, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGKILL,
  ]

  /// What is done in a session; none of it takes back or deletes the edit that is looked for afterwards, also where the
  /// beginning of an escape sequence swallows the first letters. What edits does so far away from it.
  private static let keys = [
    "j", "k", "h", "l", "J", "G", "gg", "^", "$", "\u{4}", "\u{15}", "\u{6}", "\u{2}", "zR", "zM", "zo", "zc",
    "zO", "zt",
    "za", "\t", "5j", "3k", "w", "b", "{", "}", "/a\r", "?e\r", "n", "N", "*", "/x", "\u{1B}", "\r",
    "&id>3\r",
    ":goto [3].title\r", ":problems\r", ":diff\r", ":help\r", ":set nowrap\r", ":set detail\r", ":w\r", ":w",
    "gr",
    "yy", "p", "D", "]m", "[m", "o7\r", "e12\u{1B}\u{1B}", "]e", "gl", "ma", "'a", "\u{C}", "v", "\u{1B}[A",
    "\u{1B}[200~pasted\u{1B}[201~", "\u{1B}[<0;5;5M", "\u{1B}[", "é",
  ]

  @Test(arguments: seeds) func signalsRestoreTerminalAndKeepEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let signal = Self.signals[Int(seed) % Self.signals.count]
    let scratch = try Scratch()
    _ = try scratch.sample("issues.json")
    let before = try scratch.bytes("issues.json")
    let session = try PseudoTerminal("issues.json", in: scratch)
    let edit = "kept-\(seed)-kept"
    session.type(":goto [8].title\re\u{15}\(edit)\r")
    try session.wait(for: "the journal") { session.kept.contains(edit) }
    session.type("zMgg")
    var typed: [String] = []
    for _ in 0..<Int.random(in: 0...Self.length, using: &random) {
      typed.append(Self.keys.randomElement(using: &random) ?? "j")
      session.type(typed.last ?? "")
    }
    usleep(UInt32.random(in: 0...30_000, using: &random))
    try session.send(signal: signal)
    // A limit of the size of files is not reached by this, so the signal is left aside.
    if signal == SIGXFSZ { try session.send(signal: SIGTERM) }
    _ = try session.exitStatus()

    let what: Comment = "seed \(seed), signal \(signal) after \(typed)"
    if signal != SIGKILL { #expect(session.traces == [], what) }
    let after = try scratch.bytes("issues.json")
    #expect(after == before || (try? JSONSerialization.jsonObject(with: Data(after))) != nil, what)
    #expect((session.kept + after.text).contains(edit), what)
  }

  /// A text that takes long to write is not written whole: its edits are left for the next session.
  @Test func terminationKeepsLargeFileEditsInJournal() throws {
    let scratch = try Scratch()
    let line = #"{"a":"\#(String(repeating: "x", count: 1_000))"}"# + "\n"
    _ = try scratch.file("large.ndjson", String(repeating: line, count: 20_000))
    let session = try PseudoTerminal("large.ndjson", in: scratch)
    session.type(":goto [8].a\re\u{15}changed\r")
    try session.wait(for: "the journal") { session.kept.contains("changed") }
    session.type(":w\r")
    try session.send(signal: SIGTERM)
    #expect(try session.exitStatus() == 128 + Int(SIGTERM))
    #expect(session.traces == [])
    #expect((session.kept + (try scratch.bytes("large.ndjson")).text).contains("changed"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("large.ndjson.unsaved")))
  }

  /// A session whose terminal is not read waits in a write, hears nothing, and ends all the same.
  @Test func browserTerminatesWhileTerminalBlocks() throws {
    let scratch = try Scratch()
    _ = try scratch.sample("issues.json")
    let session = try PseudoTerminal("issues.json", in: scratch)
    session.type(":goto [0].title\re\u{15}kept\r")
    try session.wait(for: "the journal") { session.kept.contains("kept") }
    session.typeWithoutReading(String(repeating: "zRGzMgg", count: 20))
    try session.send(signal: SIGTERM)
    #expect(try session.exitStatus(reading: false) == 128 + Int(SIGTERM))
    #expect(session.kept.contains("kept"))
    #expect(!session.traces.contains { $0.hasPrefix("stty") })
  }

  /// Swift's handlers, which print where a fault happened and wait for a key, are for faults of our own.
  @Test(arguments: [SIGQUIT, SIGSEGV, SIGILL, SIGTRAP]) func fatalSignalsSkipBacktrace(signal: Int32) throws {
    let scratch = try Scratch()
    _ = try scratch.sample("issues.json")
    let session = try PseudoTerminal("issues.json", in: scratch, backtraces: true)
    session.type("zRj")
    try session.send(signal: signal)
    let status = try session.exitStatus()
    #expect(status == 128 + Int(signal == SIGQUIT ? SIGTERM : signal))
    #expect(session.traces == [])
  }

  /// A process that is killed while it saves leaves the file as it was or as it should be, and nothing in between.
  @Test(arguments: seeds) func killedSaveLeavesOldOrNewFile(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scratch = try Scratch()
    let rest = String(repeating: ", {\"id\": 2, \"title\": \"another\"}", count: 30_000)
    let edit = "kept-\(seed)-kept"
    let (old, new) = ("[{\"title\": \"old\"}\(rest)]", "[{\"title\": \"\(edit)\"}\(rest)]")
    _ = try scratch.file("list.json", old)
    let session = try PseudoTerminal("list.json", in: scratch)
    session.type("gg/old\re\u{15}\(edit)\r")
    try session.wait(for: "the journal") { session.kept.contains(edit) }
    session.type(":w\r")
    // From before the save begins until after it has ended.
    usleep(UInt32.random(in: 0...150_000, using: &random))
    try session.send(signal: SIGKILL)
    _ = try session.exitStatus()
    let after = try scratch.bytes("list.json").text
    #expect(after == old || after == new, "seed \(seed): \(after.utf8.count) bytes")
    #expect(after == new || session.kept.contains(edit), "seed \(seed)")
  }
}
