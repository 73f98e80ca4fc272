/// A comparison that runs contenders in turns, so that a disturbance of the machine affects all of them.
struct Race {
  let contenders: [Contender]
  let rounds: Int
  /// Whether the results of the contenders are compared. The comparison is not timed, but appears in a profile.
  var isChecked = true

  /// A mismatch between the results of two contenders of the same task.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The times of one contender in all rounds.
  struct Result {
    let contender: Contender
    let times: [Stopwatch.Time]

    var wall: UInt64 { times.map(\.wall).median }
    var cpu: UInt64 { times.map(\.cpu).median }
  }

  /// Runs one round to warm up and then the given number of rounds, and returns the times of each contender.
  ///
  /// - Throws: a ``Failure`` if two contenders of the same work produce different results.
  func run() throws -> [Result] {
    var times: [[Stopwatch.Time]] = contenders.map { _ in [] }
    var tallies: [Contender.Work: Tally] = [:]
    for round in 0...rounds {
      // Every other round runs in reverse order, because each contender leaves the heap in a state that affects the next.
      for turn in contenders.indices {
        let index = round.isMultiple(of: 2) ? turn : contenders.count - 1 - turn
        let contender = contenders[index]
        var watch = Stopwatch()
        let tally = try contender.run(&watch, isChecked)
        if let tally {
          let expected = tallies[contender.work] ?? tally
          guard tally == expected else {
            throw Failure(description: "\(contender.name) came to \(tally), the others to \(expected)")
          }
          tallies[contender.work] = tally
        }
        if round > 0 { times[index].append(watch.elapsed) }
      }
    }
    return zip(contenders, times).map { Result(contender: $0, times: $1) }
  }
}

extension [UInt64] {
  var median: UInt64 {
    let sorted = sorted()
    return isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
