import Testing

@testable import CursesTerminal

@Suite struct ClipboardTests {
  @Test func clipboardSequenceIsWrappedForMultiplexers() {
    let plain = "\u{1B}]52;c;Zm9v\u{7}"
    #expect(ClipboardSequence(copying: "foo", inside: nil)?.text == plain)
    #expect(
      ClipboardSequence(copying: "foo", inside: .tmux)?.text == plain + "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\")
    #expect(ClipboardSequence(copying: "foo", inside: .screen)?.text == "\u{1B}P\(plain)\u{1B}\\")
    let long = ClipboardSequence(copying: String(repeating: "x", count: 3_000), inside: .screen)?.text
    #expect(long?.split(separator: "\u{1B}\\").allSatisfy { $0.utf8.count <= 514 } == true)
  }

  @Test func clipboardSequenceRejectsOversizedText() {
    let most = String(repeating: "x", count: ClipboardSequence.maximumBytes)
    #expect(ClipboardSequence(copying: most, inside: nil) != nil)
    #expect(ClipboardSequence(copying: most + "x", inside: nil) == nil)
  }

  @Test(
    arguments: [
      ("test \"$(cat)\" = hello", .exited(0)), ("exit 3", .exited(3)), ("no-such-command-here", .exited(127)),
      ("kill -9 $$", .exited(137)), ("echo noise; echo noise >&2", .exited(0)),
    ] as [(String, ShellCommand.Outcome)])
  func shellCommandReadsInputAndReportsOutcome(line: String, outcome: ShellCommand.Outcome) {
    #expect(ShellCommand(line).run(input: Array("hello".utf8)) == outcome)
  }

  @Test(arguments: [
    ("\u{1B}[H", "\u{1B}[H"), ("\u{1B}[J$<50>", "\u{1B}[J"), ("a$<2/>b$<3*>c", "abc"), ("$5", "$5"), ("", ""),
  ])
  func capabilitySequencesDropDelays(sequence: String, plain: String) {
    #expect(Capabilities.withoutDelays(sequence) == plain)
  }
}
