import Foundation
import Mantle
import TestSupport
import Testing

@testable import MantleChecking
@testable import ModelBrowser
@testable import TerminalText

struct BrowserLoopTests {
  /// Of a file that fits on the screen every level is open that does; a long list shows its elements, also where it is all
  /// that a file holds.
  @Test(arguments: [
    (#"{"a": {"b": {"c": [1, 2]}}, "d": 3}"#, 20, 7), (#"{"a": {"b": {"c": [1, 2]}}, "d": 3}"#, 8, 5),
    ("[[1, 2, 3], [4, 5, 6]]", 7, 3), ("[\(String(repeating: "[1], ", count: 40))2]", 20, 42), ("7", 20, 1),
    (#"{"a": [\#(String(repeating: "[1], ", count: 40))2]}"#, 20, 43),
  ])
  func openingUnfoldsLevelsThatFitTheScreen(text: String, rows: Int, shown: Int) {
    var browser = Browser(
      DocumentSource(JSONBytes(text), name: "t"), size: ScreenSize(rows: rows, columns: 60))
    browser.view.openWhatFits()
    var (count, row): (Int, Row?) = (0, browser.outline.root)
    while let here = row {
      count += 1
      row = browser.outline.next(after: here)
    }
    #expect(count == shown)
  }

  private func run(_ keys: String, then events: [Event] = []) -> ScriptedTerminal {
    let terminal = ScriptedTerminal(keys, then: events)
    var loop = BrowserLoop(
      DocumentSource(JSONBytes(Samples.issues), name: "t", models: Session.gitHub), on: terminal)
    loop.patience = .seconds(60)
    loop.run()
    return terminal
  }

  @Test func effectsReachTheTerminal() {
    let terminal = run("jlyp^L^Zq")
    #expect(terminal.log == ["copy [0]", "invalidate", "suspend"])
    #expect(terminal.frames.contains { $0.plainLines.last == "JSON key path: sent" })
  }

  @Test func firstFrameShowsTheFile() {
    let terminal = run("q")
    #expect(terminal.frames.first?.plainLines.first == "  ▾ t  3 Issues")
  }

  @Test func terminateEventEndsTheLoop() {
    var loop = BrowserLoop(
      DocumentSource(JSONBytes("[1]"), name: "t"), on: ScriptedTerminal("j", then: [.terminate]))
    loop.patience = .seconds(60)
    loop.run()
    #expect(loop.wasTerminated)
    #expect(loop.exitMessages.isEmpty)
  }

  /// What is shown is the picture of the browser after each key.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func framesMatchBrowserAfterEachKey(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let keys = (0..<60).flatMap { _ in
      Array(
        repeating: ["j", "k", "l", "h", "J", "K", "<PgDn>", "<PgUp>", "zo", "m", "2"].randomElement(
          using: &random) ?? "j", count: Int.random(in: 1...4, using: &random))
    }
    let source = DocumentSource(JSONBytes(Samples.issues), name: "t", models: Session.gitHub)
    let terminal = ScriptedTerminal(keys.joined(), then: [.terminate], pauses: 3)
    var loop = BrowserLoop(source, on: terminal)
    loop.patience = .seconds(60)
    loop.run()

    var browser = Browser(source, size: terminal.size)
    var expected = [browser.render()]
    for key in KeyNotation.keys(keys.joined()) {
      browser.handle(.key(key))
      expected.append(browser.render())
    }
    // The status tells how far the check is, which differs from run to run; it is up to three rows above the last.
    let shown = terminal.frames.map { $0.plainLines.dropLast(4) }.removingRepetitions
    #expect(shown == expected.map { $0.plainLines.dropLast(4) }.removingRepetitions)
  }

  /// What takes long says so, is stopped by Esc or ^C as if it had not been begun, and what was typed meanwhile waits for its
  /// end.
  @Test(arguments: ["<Esc>", "^C", "u"]) func longTasksCanBeCancelled(key: String) {
    let isStopped = key != "u"
    let list = "[\((0..<2000).map { "{\"a\": \($0)}" }.joined(separator: ", "))]"
    var source = DocumentSource(JSONBytes(list), name: "t")
    source.largestRecord = 1000
    let terminal = HurriedTerminal(":set-all a 7000<Enter>", meanwhile: key)
    var loop = BrowserLoop(source, on: terminal)
    loop.patience = .zero
    loop.run()
    let lines = terminal.frames.compactMap(\.plainLines.last)
    #expect(lines.contains { $0.hasPrefix("Working…") })
    #expect(lines.contains { $0.hasPrefix("! Stopped: nothing was changed") } == isStopped)
    #expect(lines.contains { $0.hasPrefix("changed 2000 values") } == !isStopped)
    #expect(lines.contains { $0.hasPrefix("undone: changed 2000 values") } == !isStopped)
  }

  /// Esc and the end of the program do not wait for work that never looks whether it is stopped.
  @Test(arguments: ["<Esc>", "^C", ""]) func stuckWorkDoesNotDelayEscapeOrTermination(key: String) {
    let inference = StuckInference()
    let source = DocumentSource(JSONBytes("[{\"a\": 1}]"), name: "t", inference: inference)
    let terminal = HurriedTerminal(":goto [0].a<Enter>t", meanwhile: key, isTerminated: key.isEmpty)
    var loop = BrowserLoop(source, on: terminal)
    loop.patience = .milliseconds(1)
    loop.run()
    #expect(inference.isStuck)
    inference.release()
    let lines = terminal.frames.compactMap(\.plainLines.last)
    // The end of the program shows no message.
    #expect(key.isEmpty || lines.contains { $0.hasPrefix("! Stopped: nothing was changed") }, "\(lines)")
    #expect(loop.wasTerminated)
  }

  /// Results of background work are shown immediately.
  @Test func backgroundResultWakesTheLoop() {
    let terminal = WaitingTerminal { frame in
      frame.plainLines.contains { $0.contains("1 error · 1 unmapped key") }
    }
    var loop = BrowserLoop(
      DocumentSource(JSONBytes(Samples.issues), name: "t", models: Session.gitHub), on: terminal)
    loop.patience = .seconds(60)
    loop.run()
    #expect(terminal.isSatisfied)
  }

  @Test func backgroundWorkReportsBack() {
    let work = BackgroundWork()
    let checker = Checker(JSONBytes("[1, 2"), model: nil)
    work.start(
      Work(.check, ticket: 1) { link in
        let summary = checker.run { _ in !link.isCancelled() }
        link.report(.progress(Double(summary.errors)))
      })
    var reports: [WorkReport] = []
    while work.pollInterval != nil {
      usleep(1_000)
      reports += work.takeReports()
    }
    let counts = reports.compactMap(\.report.share)
    #expect(counts == [1])
    work.end()
  }
}

extension Array where Element: Equatable {
  fileprivate var removingRepetitions: [Element] {
    reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
