import Foundation
import Mantle
import TestSupport
import Testing

@testable import ModelBrowser
@testable import TerminalText

/// Keys, pastes, clicks and resizes without any sense to them: the browser always has a screen of the right size, and undoing
/// everything gives the text as it was.
@Suite(.ownFolders) struct RandomKeyTests {
  private static let texts = [
    Samples.issues, #"{"a": [1, {"aa": [2, 3]}], "b": {"c": "a", "d": null}, "e": "日本\u0301"}"#,
    "[1]\n[2, \"a\"]\n{\"a\": 3}\n",
    "{\"a\": [1,, // c\n 'x'}", "", "[", "\u{FEFF}[1]", "\0\0",
    "[\"\(String(repeating: "x", count: 3000))\"]",
  ]
  private static let special: [Key] = [
    .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
    .pageDown, .shiftLeft,
    .shiftRight, .altUp, .altDown, .wordLeft, .wordRight, .function(1), .function(12), .alt("b"),
    .alt("\u{7F}"),
  ]

  /// Without the keys that begin commands with names of files, or of the system.
  private static let typed = (0x20...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }.filter {
    !":!|".contains($0)
  }

  static let rounds = ProcessInfo.processInfo.environment["MANTLE_SESSIONS"].flatMap { UInt64($0) } ?? 15

  @Test(arguments: 0..<rounds) func randomKeysFitTheScreenAndCanBeUndone(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = Self.texts.randomElement(using: &random) ?? ""
    var source = DocumentSource(
      JSONBytes(text), name: "t", path: "/nonexistent/t", models: Session.gitHub)
    source.largestRecord = [16, 100, 1 << 20].randomElement(using: &random) ?? 16
    var session = Session(source, columns: 80, rows: 20)
    session.writesFiles = false
    var log: [Event] = []
    for _ in 0..<150 {
      let event = Self.event(&random)
      log.append(event)
      session.handle(event)
      let (size, frame) = (session.browser.size, session.browser.render())
      #expect(frame.lines.count <= size.rows, "seed \(seed), \(log)")
      for line in frame.lines {
        #expect(line.reduce(0) { $0 + $1.text.cellWidth } <= size.columns, "seed \(seed), \(log)")
      }
    }
    for _ in 0..<8 { session.press("<Esc>") }
    guard session.browser.document.base.slice(0..<session.browser.document.base.count) == Array(text.utf8)
    else { return }
    session.press("q<Esc><Esc>99999u")
    #expect(session.text == text, "seed \(seed), \(log)")
  }

  private static func event(_ random: inout SeededGenerator) -> Event {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<60: .key(.character(typed.randomElement(using: &random) ?? "j"))
    case 60..<78: .key(special.randomElement(using: &random) ?? .enter)
    case 78..<86: .key(.control(Character(Unicode.Scalar(UInt8.random(in: 0x61...0x79, using: &random)))))
    case 86..<90: .key(.character(Character(random.scalar())))
    case 90..<93:
      .paste(String((0..<Int.random(in: 0..<40, using: &random)).map { _ in Character(random.scalar()) }))
    case 93..<97:
      .mouse(

        MouseEvent(
          ([.press, .release, .drag, .wheelUp, .wheelDown] as [MouseEvent.Action]).randomElement(
            using: &random) ?? .press,
          row: Int.random(in: 0..<50, using: &random), column: Int.random(in: 0..<130, using: &random)))
    default:
      .resize(
        ScreenSize(
          rows: Int.random(in: 0..<50, using: &random), columns: Int.random(in: 0..<130, using: &random)))
    }
  }
}
