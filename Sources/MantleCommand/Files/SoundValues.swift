import Mantle

/// The values of an input that are JSON; the damaged ones are reported and skipped.
struct SoundValues {
  let values: InputValues
  /// The outcome of reading: `dataProblems` where values are damaged, `unusable` where none is JSON.
  let status: ExitStatus
  private let damaged: Set<Int>

  /// - Throws: the problems of a text that is one value and not JSON.
  init(_ input: Input, _ console: Console) throws {
    var values = try input.values
    let damage = try values.findDamage()
    self.values = values
    damaged = damage.starts
    guard !damaged.isEmpty else {
      status = .success
      return
    }
    status = damage.skipped == damage.count ? .unusable : .dataProblems
    input.problems.joined().forEach(console.report)
    if damage.skipped > 0 {
      let count = Words.count(damage.count, "value")
      console.report("\(input.name): skipped \(damage.skipped) of \(count), which are not JSON")
    }
  }

  /// Whether a value is JSON.
  func contains(_ range: Range<Int>) -> Bool { !damaged.contains(range.lowerBound) }
}
