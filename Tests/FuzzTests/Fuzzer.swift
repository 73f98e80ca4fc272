import Foundation

/// Texts made of a corpus by chance, the same ones for the same seed: pieces of it put together, changed, repeated, torn.
///
/// A few hundred rounds in the test suite; `MANTLE_FUZZ_SECONDS=10` goes on for so long, with another seed in each run, and
/// `MANTLE_FUZZ_SEED=N` begins with a round that failed.
struct Fuzzer: RandomNumberGenerator {
  private var state: UInt64
  private let corpus: [[UInt8]]
  private let tokens: [[UInt8]]

  /// - Parameters:
  ///   - corpus: whole texts.
  ///   - tokens: what is put into them.
  init(seed: UInt64, corpus: [String], tokens: [String]) {
    state = seed
    self.corpus = corpus.map { Array($0.utf8) }
    self.tokens = tokens.map { Array($0.utf8) }
  }

  /// Runs a property with text after text.
  static func run(
    corpus: [String], tokens: [String], _ property: (_ text: [UInt8], _ seed: UInt64) throws -> Void
  ) rethrows {
    try forEachSeed { seed in
      var fuzzer = Fuzzer(seed: seed, corpus: corpus, tokens: tokens)
      try property(fuzzer.text(), seed)
    }
  }

  static func forEachSeed(rounds fewest: Int = 300, _ property: (_ seed: UInt64) throws -> Void) rethrows {
    let environment = ProcessInfo.processInfo.environment
    let seconds = environment["MANTLE_FUZZ_SECONDS"].flatMap { Double($0) }
    var seed =
      environment["MANTLE_FUZZ_SEED"].flatMap { UInt64($0) }
      ?? (seconds == nil ? 1 : UInt64.random(in: 0...(1 << 40)))
    let end = ContinuousClock.now + .seconds(seconds ?? 0)
    var rounds = 0
    while rounds < fewest || ContinuousClock.now < end {
      try property(seed)
      seed += 1
      rounds += 1
    }
    if seconds != nil { print("\(rounds) rounds, up to seed \(seed)") }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }

  mutating func text() -> [UInt8] {
    var text = corpus.randomElement(using: &self) ?? []
    for _ in 0..<(1 + below(6)) { change(&text) }
    return text
  }

  private mutating func change(_ text: inout [UInt8]) {
    let start = below(text.count + 1)
    let end = min(text.count, start + below(below(4) == 0 ? 60 : 6))
    switch below(9) {
    case 0: text.insert(contentsOf: tokens.randomElement(using: &self) ?? [], at: start)
    case 1: text.replaceSubrange(start..<end, with: tokens.randomElement(using: &self) ?? [])
    case 2: text.removeSubrange(start..<end)
    case 3: if start < text.count { text[start] = UInt8(below(256)) }
    case 4: if start < text.count { text[start] ^= 1 << UInt8(below(8)) }
    case 5: text.insert(contentsOf: text[start..<end], at: start)
    case 6:
      text.insert(contentsOf: repeatElement(text[start..<end], count: 1 + below(200)).joined(), at: start)
    case 7: text.removeSubrange(start...)
    default:
      let other = corpus.randomElement(using: &self) ?? []
      let from = below(other.count + 1)
      text.replaceSubrange(start..<end, with: other[from..<min(other.count, from + below(80))])
    }
  }
}
