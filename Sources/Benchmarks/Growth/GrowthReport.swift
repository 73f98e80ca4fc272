import Foundation

/// The measured times and memory by file size, as a table in Markdown.
struct GrowthReport {
  let points: [GrowthStep: [Growth.Point]]

  private var steps: [GrowthStep] { GrowthStep.allCases.filter { points[$0] != nil } }
  private var sizes: [Int] { steps.first.flatMap { points[$0] }?.map(\.bytes) ?? [] }

  var markdown: String {
    let head = ["| size |"] + steps.map { " \($0.rawValue) |" }
    let rows = sizes.indices.map { index in
      ["| \(Self.words(sizes[index], "B")) |"]
        + steps.map { step in
          let point = points[step]?[index]
          return " \(Self.time(point?.seconds ?? 0)), \(Self.words(point?.memory ?? 0, "B")) |"
        }
    }
    let rule = "|---|" + String(repeating: "---|", count: steps.count)
    return ([head.joined(), rule] + rows.map { $0.joined() }).joined(separator: "\n")
  }

  static func words(_ number: Int, _ unit: String) -> String {
    let scales: [(Int, String)] = [(1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")]
    for (scale, prefix) in scales where number >= scale { return "\(number / scale) \(prefix)\(unit)" }
    return "\(number) \(unit)"
  }

  static func time(_ seconds: Double) -> String {
    func rounded(_ value: Double, _ unit: String) -> String {
      (value < 10 ? String(format: "%.1f", value) : String(format: "%.0f", value)) + " " + unit
    }
    if seconds >= 1 { return rounded(seconds, "s") }
    return seconds >= 0.001 ? rounded(seconds * 1e3, "ms") : rounded(seconds * 1e6, "µs")
  }
}
