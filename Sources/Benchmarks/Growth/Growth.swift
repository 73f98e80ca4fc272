import Foundation
import Synchronization

/// The measurement of how time and memory grow with the size of a file. Each operation is measured at each size in a
/// separate process.
struct Growth {
  /// The measured time and memory at one file size.
  struct Point {
    let bytes: Int
    /// The median of the measured times, in seconds.
    let seconds: Double
    /// The peak anonymous memory, in bytes; 0 if the system does not report it.
    let memory: Int
  }

  let largest: Int
  let rounds: Int
  let folder: String

  /// The file sizes, from a kilobyte to the largest in powers of ten.
  var sizes: [Int] {
    Array(sequence(first: 1000) { $0 * 10 <= largest ? $0 * 10 : nil })
  }

  func run() throws -> [GrowthStep: [Point]] {
    var points: [GrowthStep: [Point]] = [:]
    for size in sizes {
      let file = "\(folder)/growth-\(size).json"
      try GrowthFile.make(bytes: size, at: file)
      defer { try? FileManager.default.removeItem(atPath: file) }
      for step in GrowthStep.allCases {
        points[step, default: []].append(try measure(step, file, size))
      }
    }
    return points
  }

  private func measure(_ step: GrowthStep, _ file: String, _ size: Int) throws -> Point {
    let runs = try (0..<rounds).map { _ in try runAlone(step, file) }
    let times = runs.map(\.seconds).sorted()
    return Point(bytes: size, seconds: times[times.count / 2], memory: runs.map(\.memory).max() ?? 0)
  }

  private func runAlone(_ step: GrowthStep, _ file: String) throws -> (seconds: Double, memory: Int) {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["--step", step.rawValue, "--file", file]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let numbers = text.split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .newlines)) }
    guard process.terminationStatus == 0, numbers.count == 2 else {
      throw Options.Mistake(description: "\(step.rawValue) of \(file) failed: \(text)")
    }
    return (numbers[0], Int(numbers[1]))
  }

  /// Measures a step and returns the output of the measuring process: the seconds, and the bytes of memory.
  static func report(_ step: GrowthStep, on file: String) throws -> String {
    let memory = AnonymousMemory()
    let seconds = try step.run(on: file)
    return "\(seconds) \(memory.peak)"
  }
}

/// A measurement of the process's peak anonymous memory, which is sampled every few milliseconds.
private final class AnonymousMemory: Sendable {
  private let greatest = Atomic(0)

  init() {
    let thread = Thread { [weak self] in
      while let self {
        look()
        usleep(5000)
      }
    }
    thread.start()
  }

  /// The peak of the samples so far, in bytes.
  var peak: Int {
    look()
    return greatest.load(ordering: .relaxed)
  }

  private func look() { greatest.max(Self.now, ordering: .relaxed) }

  private static var now: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
    return (line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first ?? 0) * 1024
  }
}
