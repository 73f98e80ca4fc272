import Mantle
import MantlePlatform
import MantleQuery

/// Frequencies of numbers or dates in ranges of equal width, in the order of the values.
struct ValueRanges {
  /// The rows of the table of frequencies: a range or another value, its count and its percentage.
  let rows: [QueryRow]
  /// The conditions that the elements of ranges pass, by the texts of the ranges.
  let conditions: [String: String]

  private static let maximumRanges = 20.0

  /// - Parameters:
  ///   - path: The property.
  ///   - found: The frequencies of its single values.
  ///   - count: The index of the column of frequencies.
  /// - Returns: Nil unless two values are numbers or two are dates.
  init?(of path: FilterPath, _ found: ResultTable.Found, count: Int) {
    let areDates = !found.rows.contains { $0.cells[0].kind == .number }
    let values = found.rows.map { row in
      (position: Self.position(of: row.cells[0], areDates), cell: row.cells[0], count: row.count(count))
    }
    let positions = values.compactMap(\.position)
    guard let least = positions.min(), let most = positions.max(), least < most,
      case let width = Self.width(most - least, areDates),
      case let first = (least / width).rounded(.down), first.magnitude < 1e15
    else { return nil }
    var counts = [Int](repeating: 0, count: Int((most / width).rounded(.down) - first) + 1)
    for case (let position?, _, let count) in values {
      counts[max(0, min(Int((position / width).rounded(.down) - first), counts.count - 1))] += count
    }
    let ends = (0...counts.count).map { Self.text((first + Double($0)) * width, width, areDates) }
    let names = counts.indices.map { "\(ends[$0]) ..< \(ends[$0 + 1])" }
    let ranges = zip(names, counts).map { (QueryCell(.text, $0), $1) }
    let others = values.filter { $0.position == nil }.map { ($0.cell, $0.count) }
    rows = (ranges + others).map { cell, count in
      QueryRow([cell, QueryCell(.number, "\(count)"), .percent(count, of: found.elements)])
    }
    let tests = counts.indices.map { "\(path.words) >= \(ends[$0]) and \(path.words) < \(ends[$0 + 1])" }
    conditions = Dictionary(zip(names, tests)) { first, _ in first }
  }

  private static func position(of cell: QueryCell, _ areDates: Bool) -> Double? {
    switch cell.kind {
    case .number where !areDates: Double(cell.text).flatMap { $0.isFinite ? $0 : nil }
    case .date where areDates, .text where areDates: cell.text.dateSeconds
    default: nil
    }
  }

  /// The width of ranges over a distance: 1, 2 or 5 times a power of ten; of dates whole days, hours, minutes or seconds.
  private static func width(_ distance: Double, _ areDates: Bool) -> Double {
    let least = distance / maximumRanges
    let unit = areDates ? [86400.0, 3600, 60].first { least >= $0 / 2 } ?? 1 : 1
    let power = pow(10, log10(least / unit).rounded(.down))
    let width = [1, 2, 5, 10].map { $0 * power }.first { $0 * unit >= least } ?? least / unit
    return areDates ? max(1, width.rounded(.up)) * unit : width
  }

  private static func text(_ end: Double, _ width: Double, _ areDates: Bool) -> String {
    if areDates { return String(QueryCell(seconds: end).text.prefix(width >= 86400 ? 10 : 30)) }
    // A multiple of a width without the noise of binary fractions.
    let scale = pow(10, max(0, -log10(width).rounded(.down)))
    return QueryCell.number((end * scale).rounded() / scale).text
  }
}
