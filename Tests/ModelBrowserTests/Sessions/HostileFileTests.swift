import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// After any key, on any file, the next one is answered.
///
/// `MANTLE_HOSTILE_SIZE=100000 swift test --filter HostileFileTests` presses every key there is on every file, made of so
/// many pieces, and prints what took longer than 0.1 s of processor time; a second and more is a failure.
@Suite(.serialized) struct HostileFileTests {
  private static let size = ProcessInfo.processInfo.environment["MANTLE_HOSTILE_SIZE"].flatMap { Int($0) }

  /// What walks, searches, opens and edits deep inside.
  private static let deepKeys = ["k", "G", "zR", "?needle<Enter>", "zO", "zC", "gg", "J"]

  /// Four times the nesting is at most eight times the work; the square would be sixteen.
  @Test(arguments: [HostileFile.brackets, .comb]) func keyCostIsSubquadraticInNesting(file: HostileFile) {
    let (small, large) = (prepared(file, 250), prepared(file, 1000))
    for key in Self.deepKeys {
      // What else runs on this core may cost something.
      let costs = (0..<3).lazy.map { _ in (cost(of: key, in: small), cost(of: key, in: large)) }
      #expect(costs.contains { $0.1 < 0.04 || $0.1 < $0.0 * 8 }, "\(file), \(key): \(Array(costs))")
    }
  }

  /// To the mistakes of a text that is broken near its beginning, whatever follows.
  @Test func errorNavigationCostDoesNotGrowWithFileSize() {
    func session(_ count: Int) -> Session {
      let rest = String(repeating: #"{"b": [1, 2], "c": "text"}, "#, count: count)
      var source = DocumentSource(JSONBytes("[{\"a\": \"x}, \(rest) tru]"), name: "t", models: [])
      source.largestRecord = 256
      return Session(source, columns: 80, rows: 24)
    }
    let (small, large) = (session(500), session(8000))
    for key in ["]e", "]e]e", "G[e", "G"] {
      let costs = (0..<3).lazy.map { _ in (cost(of: key, in: small), cost(of: key, in: large)) }
      #expect(costs.contains { $0.1 < 0.04 || $0.1 < $0.0 * 4 }, "\(key): \(Array(costs))")
    }
  }

  private func prepared(_ file: HostileFile, _ size: Int) -> Session {
    var source = DocumentSource(JSONBytes(file.text(size)), name: "t", models: [])
    source.largestRecord = 256
    var session = Session(source, columns: 80, rows: 24)
    session.press("/needle<Enter>")
    return session
  }

  // MARK: - All keys

  private static let allKeys =
    CommandTable.standard.all.flatMap { $0.bindings.map(\.keys) }
    .filter { key in
      !["q", "ZQ", "ZZ", "^Z", "<F1>", ":", "!", "|"].contains(key)
        && !["m", "'"].contains { key.hasPrefix($0) }
    } + deepKeys
    + [
      "/needle<Enter>", "?1<Enter>", "/nothing<Enter>", ":goto 1:100<Enter>", ":goto [0][0].k99<Enter>",
      "e^U5<Enter>u", "o7<Enter>", "yyp", "&needle<Enter>", ":sort<Enter>", ":fix<Enter>", ":diff<Enter>",
      ":problems<Enter>",
      ":w /dev/null/x<Enter>", ":export /dev/null/x<Enter>",
    ]

  @Test(.enabled(if: size != nil), arguments: HostileFile.allCases)
  func everyKeyIsAnsweredOrCancellable(file: HostileFile) {
    let text = file.text(Self.size ?? 0)
    for state in HostileFile.states {
      var session = Session(
        DocumentSource(JSONBytes(text), name: "t", models: Session.gitHub), columns: 80, rows: 24)
      session.press(state)
      for key in Self.allKeys { expectAnswer(file, state, key, session) }
      for key in ["dd", "u", "^R"] {
        expectAnswer(file, state, key, session)
        session.press(key)
      }
    }
  }

  private func expectAnswer(_ file: HostileFile, _ state: String, _ key: String, _ session: Session) {
    let cost = cost(of: key, in: session)
    if cost > 0.1 { print("\(file): \(state) \(key): \(Int(cost * 1000)) ms") }
    guard cost >= 1 else { return }
    // What takes longer can be stopped.
    session.browser.outline.records.stop.cancel()
    #expect(self.cost(of: key, in: session) < 1, "\(file), \(state), \(key)")
    session.browser.outline.records.stop.reset()
  }

  private func cost(of key: String, in session: Session) -> Double {
    var session = session
    let start = processorSeconds()
    session.press(key)
    _ = session.screen
    return processorSeconds() - start
  }
}
