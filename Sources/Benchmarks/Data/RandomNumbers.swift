/// A small generator of pseudo-random numbers (SplitMix64, Steele et al. 2014): the same seed gives the same
/// data on every machine.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
