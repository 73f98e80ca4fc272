import Mantle
import Testing

@testable import ModelBrowser

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
    var loop = BrowserLoop(
      DocumentSource(JSONBytes("[1]"), name: "t"), on: ScriptedTerminal("j", then: [.terminate]))
    loop.run()
    #expect(loop.wasTerminated)
    #expect(loop.lastWords.isEmpty)
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
