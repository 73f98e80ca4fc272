import Foundation

/// The results of a race as Markdown tables, one for each task.
struct Report {
  let results: [Race.Result]

  var markdown: String {
    Contender.Work.allCases
      .map { work in results.filter { $0.contender.work == work } }
      .filter { !$0.isEmpty }
      .map(table)
      .joined(separator: "\n")
  }

  /// Returns the table of one task. Its ratios compare processor time with that of the first contender, which is
  /// Mantle.
  private func table(_ results: [Race.Result]) -> String {
    guard let ours = results.first else { return "" }
    let rows = results.map { result in
      let (wall, cpu) = (Double(result.wall) / 1e6, Double(result.cpu) / 1e6)
      let speed = Double(result.contender.bytes) / 1e6 / (wall / 1e3)
      let ratio = cpu / (Double(ours.cpu) / 1e6)
      return
        "| \(result.contender.name) | \(wall.with(1)) | \(cpu.with(1)) | \(speed.with(0)) | \(ratio.with(2))× |"
    }
    return """
      | \(ours.contender.work.rawValue) | median ms | CPU ms | MB/s | CPU ratio |
      |---|--:|--:|--:|--:|
      \(rows.joined(separator: "\n"))

      """
  }
}

extension Double {
  fileprivate func with(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
