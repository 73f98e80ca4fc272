import ModelBrowser
import Testing

@testable import CursesTerminal

/// What a terminal sends: any bytes mean the same however they are cut, nothing stays behind, and text comes through.
struct TerminalInputFuzzTests {
  private static let corpus = [
    "abc\u{1B}[A\u{1B}OP\u{1B}[1;5C", "\u{1B}[200~a\rb\u{1B}[31m\u{1B}[201~d",
    "\u{1B}[<0;4;2M\u{1B}[<64;1;1M\u{1B}[<0;4;2m",
    "é中😀\u{301}\u{200D}", "\u{1B}\u{1B}[Z\u{1B}[3~\u{1B}[15~\u{1B}[24~",
    "\u{1B}]10;rgb:0/0/0\u{7}\u{1B}P1$r0m\u{1B}\\x", "\u{1}\u{1A}\0\u{1F}\u{7F}",
  ]
  private static let tokens = [
    "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[<", ";", "M", "m", "~",
    "9999999999999999999", "\u{9B}", "\u{1B}]", "\u{7}",
    "\u{1B}\\", "é", "😀", "\r", "\n", "\0", "\u{1B}[?", "\u{18}", "x",
  ]

  private func decode(_ pieces: [ArraySlice<UInt8>]) -> (inputs: [KeyDecoder.Input], isDone: Bool) {
    var decoder = KeyDecoder()
    var inputs: [KeyDecoder.Input] = []
    for piece in pieces {
      decoder.feed(piece)
      while let input = decoder.next() { inputs.append(input) }
    }
    while let input = decoder.next(nothingFollows: true) { inputs.append(input) }
    if case .nothing = decoder.pending { return (inputs, true) }
    return (inputs, false)
  }

  @Test func splitBytesDecodeLikeWholeInput() {
    Fuzzer.run(corpus: Self.corpus, tokens: Self.tokens) { bytes, seed in
      let whole = decode([bytes[...]])
      #expect(whole.isDone, "MANTLE_FUZZ_SEED=\(seed): bytes stay behind: \(bytes)")
      let single = decode(bytes.indices.map { bytes[$0...$0] })
      #expect(single.inputs == whole.inputs, "MANTLE_FUZZ_SEED=\(seed): one by one: \(bytes)")
      var fuzzer = Fuzzer(seed: seed, corpus: [], tokens: [])
      let cut = fuzzer.below(bytes.count + 1)
      #expect(
        decode([bytes[..<cut], bytes[cut...]]).inputs == whole.inputs,
        "MANTLE_FUZZ_SEED=\(seed): cut at \(cut): \(bytes)")
    }
  }

  /// Pasted text arrives unchanged except for its line ends.
  @Test func pastedTextArrivesUnchanged() {
    Fuzzer.run(corpus: ["text é中😀 {\"a\": [1]}\u{1B}[31m", "\r\n\t\0"], tokens: Self.tokens) { bytes, seed in
      let text = String(decoding: bytes, as: UTF8.self)
      guard !text.utf8.contains(0x1B), !text.utf8.contains(0x0D) else { return }
      let inputs = decode([Array("\u{1B}[200~\(text)\u{1B}[201~q".utf8)[...]]).inputs
      #expect(inputs == [.paste(text), .key(.character("q"))], "MANTLE_FUZZ_SEED=\(seed): \(bytes)")
    }
  }
}
