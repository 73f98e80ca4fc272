/// Random numbers that are the same on every machine and in every run (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

  /// A scalar, mostly one that is troublesome on a screen.
  package mutating func scalar() -> Unicode.Scalar {
    let troublesome: [ClosedRange<UInt32>] = [
      0...0x7F, 0x80...0x9F, 0x300...0x36F, 0x1100...0x11FF, 0x200B...0x202F, 0x2060...0x206F,
      0x4E00...0x4E10,
      0xFE00...0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0x1F466...0x1F469, 0xE0020...0xE007F, 0...0xD7FF,
    ]
    let range = troublesome.randomElement(using: &self) ?? 0...0x7F
    return Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? "?"
  }
}
