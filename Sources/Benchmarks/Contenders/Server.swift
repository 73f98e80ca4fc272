import Foundation

/// A server that runs contenders on request, for a program that compares several processes and requests a round of each
/// in turn.
///
/// The server first prints the names, one on each line, then `ready`. Each line of input is a name. The answer consists
/// of the wall time and the CPU time in nanoseconds, and the checksum, separated by spaces.
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
