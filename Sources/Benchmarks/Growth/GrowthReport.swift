import Foundation

/// The figures as a table in Markdown and as a picture.
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

  /// Two diagrams side by side, both axes logarithmic: time and memory over size, a line for each step.
  var svg: String {
    let time = Diagram(
      title: "time", left: 0, range: 1e-6...100,
      ticks: [1e-6, 1e-4, 1e-2, 1, 100].map { ($0, Self.time($0)) })
    let memory = Diagram(
      title: "anonymous memory", left: 460, range: 1e6...1e10,
      ticks: [1e6, 1e7, 1e8, 1e9, 1e10].map { ($0, Self.words(Int($0), "B")) })
    var body = time.frame(sizes) + memory.frame(sizes)
    for (number, step) in steps.enumerated() {
      let points = points[step] ?? []
      body += time.line(
        points.map { ($0.bytes, $0.seconds) }, color: Self.colors[number], label: step.rawValue)
      body += memory.line(
        points.map { ($0.bytes, Double($0.memory)) }, color: Self.colors[number], label: step.rawValue)
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 360" font-family="sans-serif" font-size="12">
      <rect width="920" height="360" fill="white"/>
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  private static let colors = ["#1b6ac9", "#c2410c", "#15803d", "#7e22ce", "#b91c1c", "#52525b"]
}

/// One diagram of the picture.
private struct Diagram {
  let title: String
  let left: Double
  let range: ClosedRange<Double>
  let ticks: [(value: Double, label: String)]

  private let width = 300.0
  private let height = 280.0
  private let top = 40.0
  private var originX: Double { left + 70 }

  private func x(_ bytes: Int) -> Double { originX + (log10(Double(max(bytes, 1000))) - 3) / 6 * width }

  private func y(_ value: Double) -> Double {
    let value = min(max(value, range.lowerBound), range.upperBound)
    let share = log10(value / range.lowerBound) / log10(range.upperBound / range.lowerBound)
    return top + height * (1 - share)
  }

  func frame(_ sizes: [Int]) -> [String] {
    var lines = [
      #"<text x="\#(originX)" y="\#(top - 16)" font-weight="bold">\#(title)</text>"#,
      #"<rect x="\#(originX)" y="\#(top)" width="\#(width)" height="\#(height)" fill="none" stroke="silver"/>"#,
    ]
    for (value, label) in ticks {
      lines.append(
        #"<line x1="\#(originX)" x2="\#(originX + width)" y1="\#(y(value))" y2="\#(y(value))" stroke="gainsboro"/>"#
      )
      lines.append(#"<text x="\#(originX - 6)" y="\#(y(value) + 4)" text-anchor="end">\#(label)</text>"#)
    }
    for size in sizes {
      let label = GrowthReport.words(size, "B")
      lines.append(
        #"<text x="\#(x(size))" y="\#(top + height + 18)" text-anchor="middle" font-size="10">\#(label)</text>"#
      )
    }
    return lines
  }

  func line(_ points: [(bytes: Int, value: Double)], color: String, label: String) -> [String] {
    guard let last = points.last else { return [] }
    let path = points.map { "\(rounded(x($0.bytes))),\(rounded(y($0.value)))" }.joined(separator: " ")
    return [
      #"<polyline points="\#(path)" fill="none" stroke="\#(color)" stroke-width="2"/>"#,
      #"<text x="\#(x(last.bytes) + 6)" y="\#(y(last.value) + 4)" fill="\#(color)">\#(label)</text>"#,
    ]
  }

  private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
