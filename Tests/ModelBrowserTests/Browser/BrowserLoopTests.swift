import Mantle
import Testing

@testable import ModelBrowser

/// A terminal that presses what a script says and keeps what it was shown.
private final class ScriptedTerminal: Terminal {
  var size = ScreenSize(rows: 12, columns: 60)
  private(set) var frames: [Frame] = []
  private(set) var log: [String] = []
  private var events: [Event]

  init(_ keys: String, then events: [Event] = []) {
    self.events = KeyNotation.keys(keys).map { .key($0) } + events
  }

  func draw(_ frame: Frame) { frames.append(frame) }
  func nextEvent(timeout milliseconds: Int?) -> Event? {
    events.isEmpty ? .key(.character("Q")) : events.removeFirst()
  }
  func invalidate() { log.append("invalidate") }
  func suspend() { log.append("suspend") }
  func copy(_ text: String) -> String {
    log.append("copy \(text)")
    return "sent"
  }
}

struct BrowserLoopTests {
  private func run(_ keys: String, then events: [Event] = []) -> ScriptedTerminal {
    let terminal = ScriptedTerminal(keys, then: events)
    var loop = BrowserLoop(
      DocumentSource(JSONBytes(Samples.issues), name: "t", models: Session.gitHub), on: terminal)
    loop.run()
    return terminal
  }

  @Test func effectsReachTheTerminal() {
    let terminal = run("jlyp^L^Zq")
    #expect(terminal.log == ["copy [0]", "invalidate", "suspend"])
    #expect(terminal.frames.contains { $0.plainLines.last == "JSON key path: sent" })
  }

  @Test func theFirstFrameIsTheFile() {
    let terminal = run("q")
    #expect(terminal.frames.first?.plainLines.first == "  ▾ t  3 Issues")
  }

  @Test func terminateLeaves() {
    #expect(!run("j", then: [.terminate]).frames.isEmpty)
  }

  @Test func backgroundWorkReportsBack() {
    let work = BackgroundWork()
    let checker = Checker(JSONBytes("[1, 2"), model: nil)
    work.start(
      Work(.check, ticket: 1) { link in
        let summary = checker.run { _ in !link.isCancelled() }
        link.report(.progress(Double(summary.errors)))
      })
    while work.isActive, work.takeNews().isEmpty { Pause.aMillisecond() }
    work.cancelAll()
  }
}
