import ModelBrowser
import Testing

@testable import CursesTerminal
@testable import TerminalText

@Suite struct KeyDecoderTests {
  /// Everything some bytes mean, fed in pieces; at the end nothing follows.
  private func decode(_ pieces: [[UInt8]], known: [[UInt8]: Key] = [:]) -> [KeyDecoder.Input] {
    var decoder = KeyDecoder(known: known)
    var inputs: [KeyDecoder.Input] = []
    for piece in pieces {
      decoder.feed(piece)
      while let input = decoder.next() { inputs.append(input) }
    }
    while let input = decoder.next(nothingFollows: true) { inputs.append(input) }
    return inputs
  }

  static let table: [(String, [KeyDecoder.Input])] = [
    ("a", [.key(.character("a"))]),
    ("\u{1B}[<0;4;2M", [.mouse(MouseEvent(.press, row: 1, column: 3))]),
    ("\u{1B}[<0;4;2mx", [.mouse(MouseEvent(.release, row: 1, column: 3)), .key(.character("x"))]),
    ("\u{1B}[<32;300;2M", [.mouse(MouseEvent(.drag, row: 1, column: 299))]),
    (
      "\u{1B}[<64;1;1M\u{1B}[<65;1;1M",
      [.mouse(MouseEvent(.wheelUp, row: 0, column: 0)), .mouse(MouseEvent(.wheelDown, row: 0, column: 0))]
    ),
    ("\u{1B}[<2;1;1Ma\u{1B}[<0;1Mb", [.key(.character("a")), .key(.character("b"))]),
    ("é中😀", [.key(.character("é")), .key(.character("中")), .key(.character("😀"))]),
    ("\r\n\t", [.key(.enter), .key(.enter), .key(.tab)]),
    ("\u{7F}\u{8}", [.key(.backspace), .key(.backspace)]),
    (
      "\u{1}\u{1A}\0\u{1F}",
      [.key(.control("a")), .key(.control("z")), .key(.control("@")), .key(.control("_"))]
    ),
    ("\u{1B}", [.key(.escape)]), ("\u{1B}\u{1B}", [.key(.escape), .key(.escape)]),
    ("\u{1B}b\u{1B}中", [.key(.alt("b")), .key(.alt("中"))]), ("\u{1B}\u{7F}", [.key(.alt("\u{7F}"))]),
    ("\u{1B}[A\u{1B}OA", [.key(.up), .key(.up)]), ("\u{1B}[B\u{1B}OB", [.key(.down), .key(.down)]),
    ("\u{1B}[C\u{1B}[D", [.key(.right), .key(.left)]), ("\u{1B}[H\u{1B}OF", [.key(.home), .key(.end)]),
    ("\u{1B}[1;2C\u{1B}[1;2D", [.key(.shiftRight), .key(.shiftLeft)]),
    ("\u{1B}[1;3A\u{1B}[1;3B", [.key(.altUp), .key(.altDown)]),
    ("\u{1B}[1;5C\u{1B}[1;3D", [.key(.wordRight), .key(.wordLeft)]), ("\u{1B}[Z", [.key(.backTab)]),
    ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.key(.home), .key(.end), .key(.home), .key(.end)]),
    ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.key(.delete), .key(.pageUp), .key(.pageDown)]),
    ("\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[[A", [1, 5, 12, 1].map { .key(.function($0)) }),
    ("\u{1B}[200~a\rb\r\nc\u{1B}[201~d", [.paste("a\nb\nc"), .key(.character("d"))]),
    ("\u{1B}[200~\u{1B}[31m\u{1B}[201~", [.paste("\u{1B}[31m")]), ("\u{1B}[200~open", [.paste("open")]),
    ("\u{1B}[", [.key(.alt("["))]), ("\u{1B}O", [.key(.alt("O"))]), ("\u{1B}[?1;2c", []),
    (
      "a\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\b",
      [.key(.character("a")), .background(.light), .key(.character("b"))]
    ),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}[A", [.background(.dark), .key(.up)]),
    ("\u{1B}]11;?\u{7}x", [.key(.character("x"))]), ("\u{1B}]", [.key(.alt("]"))]),
    ("\u{1B}]x", [.key(.alt("]")), .key(.character("x"))]),
    ("\u{1B}]1x", [.key(.alt("]")), .key(.character("1")), .key(.character("x"))]),
    ("\u{1B}[12;34Rx", [.key(.character("x"))]),
    ("\u{1B}[\(String(repeating: "1;", count: 50))~x", [.key(.character("x"))]),
    ("\u{1B}[\(String(repeating: "1", count: 80))\u{1B}[Ax", [.key(.up), .key(.character("x"))]),
    ("\u{1B}[\(String(repeating: "1", count: 80))", []),
  ]

  @Test(arguments: table) func decodesKeySequences(bytes: String, inputs: [KeyDecoder.Input]) {
    #expect(decode([Array(bytes.utf8)]) == inputs)
  }

  @Test(arguments: table) func splitBytesDecodeLikeWholeSequences(bytes: String, inputs: [KeyDecoder.Input]) {
    let bytes = Array(bytes.utf8)
    #expect(decode(bytes.map { [$0] }) == inputs)
    for cut in bytes.indices { #expect(decode([Array(bytes[..<cut]), Array(bytes[cut...])]) == inputs) }
  }

  @Test(
    arguments: [
      ([0xFF], 1), ([0xC3], 1), ([0xE4, 0xB8, 0x61], 2), ([0xC0, 0x80], 2), ([0xED, 0xA0, 0x80, 0x61], 2),
    ] as [([UInt8], Int)])
  func invalidUTF8BecomesReplacementCharacter(bytes: [UInt8], keys: Int) {
    let inputs = decode([bytes])
    #expect(inputs.count == keys)
    #expect(inputs.first == .key(.character("\u{FFFD}")))
  }

  @Test func terminfoSequencesTakePrecedence() {
    let known: [[UInt8]: Key] = [Array("\u{1B}K".utf8): .home, Array("\u{1B}KL".utf8): .end]
    #expect(decode([Array("\u{1B}KLx".utf8)], known: known) == [.key(.end), .key(.character("x"))])
    #expect(decode([Array("\u{1B}Kx".utf8)], known: known) == [.key(.home), .key(.character("x"))])
  }

  @Test func decoderConsumesAllBytes() {
    for seed in 0..<200 {
      let bytes = (0..<30).map {
        UInt8(truncatingIfNeeded: (seed * 31 + $0 * $0 * 7 + seed * $0) ^ ($0 % 4 == 0 ? 0x1B : 0))
      }
      var decoder = KeyDecoder()
      decoder.feed(bytes)
      var count = 0
      while decoder.next(nothingFollows: true) != nil { count += 1 }
      #expect(count <= bytes.count)
      decoder.feed(Array("\u{1B}[201~k".utf8))
      var last: KeyDecoder.Input?
      while let input = decoder.next(nothingFollows: true) { last = input }
      #expect(last == .key(.character("k")))
    }
  }
}
