import Mantle
import Testing

@testable import ModelBrowser

/// `^O` and `''`: the way back from jumps out of sight.
struct JumpListTests {
  private static func session() -> Session {
    Session("[" + (0..<500).map { #"{"n": \#($0)}"# }.joined(separator: ", ") + "]", models: [])
  }

  @Test(arguments: [
    ("100G300G^O", "[99]"), ("100G300G^O^O", ""), ("100G300G2^O", ""), ("100G300G^O^O^O", ""),
    // Also where both ends are in sight, but not of a step.
    ("6G^O", ""), ("jma6G'a^O", "[5]"), ("jma6G`a^O", "[5]"), ("/5<Enter>^O", ""), ("j6G''", "[0]"),
    ("j6G``", "[0]"),
    ("3G^O]j", "[2]"),
    ("100Gjjk300Gkk^O", "[100]"), ("jjj^O", "[2]"),
    ("100G/499<Enter>^O", "[99]"), ("100G:goto [7].n<Enter>G^O^O", "[99]"),
    ("100G300G''", "[99]"), ("100G300G''''", "[299]"), ("100G300G''''''", "[99]"), ("100G300G''^O", "[299]"),
  ])
  func jumpsReturnToEarlierPositions(keys: String, path: String) {
    var session = Self.session()
    session.press(keys)
    #expect(session.cursorPath == path, "\(session.message)")
  }

  @Test func emptyJumpHistoryIsReported() {
    for keys in ["^O", "''", "jj^O"] {
      var session = Self.session()
      session.press(keys)
      #expect(session.message == "No earlier jump to go back to")
    }
  }

  @Test func jumpToDeletedElementFindsItsNeighbor() {
    var session = Self.session()
    session.press("100G300G100Gdd300G^O")
    #expect(session.cursorPath == "[99]")
  }

  /// The other view has other rows, and keeps its own way back.
  @Test func eachViewHasItsOwnJumpHistory() {
    var session = Session(Samples.issues, rows: 8)
    session.press("jl3jG")
    #expect(session.cursorPath == "[2]")
    session.press("gr^O")
    #expect(session.message == "No earlier jump to go back to")
    session.press("gr^O")
    #expect(session.cursorPath == "[0].id")
  }

  @Test func jumpHistoryIsBounded() {
    var session = Self.session()
    for _ in 0..<300 { session.press("G100G") }
    for _ in 0..<101 { session.press("^O") }
    #expect(session.message == "No earlier jump to go back to")
  }
}
