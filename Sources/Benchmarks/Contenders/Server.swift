import Foundation

/// Runs contenders on demand: a program that compares several processes asks each for a round in turn.
///
/// It first says the names, one a line, then `ready`. Each line of input is a name; the answer is wall and CPU
/// nanoseconds and the checksum, divided by spaces.
struct Server {
  let contenders: [Contender]

  func run() throws {
    for contender in contenders { say("\(contender.work.rawValue) \(contender.bytes) \(contender.name)") }
    say("ready")
    while let name = readLine() {
      guard let contender = contenders.first(where: { "\($0.work.rawValue) \($0.name)" == name }) else {
        say("unknown")
        continue
      }
      var watch = Stopwatch()
      let tally = try contender.run(&watch, true)
      say("\(watch.elapsed.wall) \(watch.elapsed.cpu) \(tally.map { "\($0)" } ?? "-")")
    }
  }

  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
