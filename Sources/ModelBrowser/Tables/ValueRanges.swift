import Mantle
import MantlePlatform
import MantleQuery

/// Frequencies of numbers in ranges of equal width, or of dates by periods of the calendar, in the order of the values.
struct ValueRanges {
  /// The rows of the table of frequencies: a range or another value, its count and its percentage.
  let rows: [QueryRow]
  /// The conditions that the elements of ranges pass, by the names of the ranges.
  let conditions: [String: String]
  /// The unit of the periods of dates; nil for numbers.
  let unit: CalendarUnit?

  /// A half-open range of numbers or dates.
  private struct Range {
    let start: Double
    let name: String
    let condition: String
  }

  private static let maximumRanges = 20.0
  private static let maximumPeriods = 60

  /// Divides the values of a property into ranges.
  ///
  /// - Parameters:
  ///   - path: the path of the property.
  ///   - found: the frequencies of the property's values.
  ///   - count: the index of the column of frequencies.
  ///   - wanted: the unit of the periods of dates; nil for the shortest unit with few enough periods.
  /// - Returns: nil unless there are at least two different numbers or two different dates.
  init?(of path: FilterPath, _ found: ResultTable.Found, count: Int, by wanted: CalendarUnit? = nil) {
    let areDates = !found.rows.contains { $0.cells[0].kind == .number }
    let values = found.rows.map { row in
      (position: Self.position(of: row.cells[0], areDates), cell: row.cells[0], count: row.count(count))
    }
    let positions = values.compactMap(\.position)
    guard let least = positions.min(), let most = positions.max(), least < most else { return nil }
    let areDays = positions.allSatisfy { $0.truncatingRemainder(dividingBy: 86400) == 0 }
    unit = areDates ? wanted ?? Self.unit(from: least, to: most, areDays) : nil
    let ranges =
      unit.map { Self.periods($0, of: path, from: least, to: most) } ?? Self.ranges(of: path, least, most)
    guard !ranges.isEmpty else { return nil }
    var counts = [Int](repeating: 0, count: ranges.count)
    for case (let position?, _, let count) in values {
      counts[max(0, ranges.countOfPrefix { $0.start <= position } - 1)] += count
    }
    let others = values.filter { $0.position == nil }.map { ($0.cell, $0.count) }
    rows = (zip(ranges, counts).map { (QueryCell(.text, $0.name), $1) } + others).map { cell, count in
      QueryRow([cell, QueryCell(.number, "\(count)"), .percent(count, of: found.elements)])
    }
    conditions = Dictionary(ranges.map { ($0.name, $0.condition) }) { first, _ in first }
  }

  private static func position(of cell: QueryCell, _ areDates: Bool) -> Double? {
    switch cell.kind {
    case .number where !areDates: Double(cell.text).flatMap { $0.isFinite ? $0 : nil }
    case .date where areDates, .text where areDates: cell.text.dateSeconds
    default: nil
    }
  }

  // MARK: - Dates

  /// Returns the shortest unit with few enough periods, which is at least a day if the dates have no time of day.
  private static func unit(from least: Double, to most: Double, _ areDays: Bool) -> CalendarUnit {
    let units = CalendarUnit.allCases.drop { areDays && $0 != .day }
    return units.first { $0.periods(from: least, to: most, most: maximumPeriods) != nil } ?? .year
  }

  private static func periods(
    _ unit: CalendarUnit, of path: FilterPath, from least: Double, to most: Double
  ) -> [Range] {
    (unit.periods(from: least, to: most, most: .max) ?? []).compactMap { start, end in
      guard let seconds = start.dateSeconds else { return nil }
      let words = path.words
      let condition = "\(words) >= \(start)" + (end.map { " and \(words) < \($0)" } ?? "")
      return Range(start: seconds, name: unit.name(of: start), condition: condition)
    }
  }

  // MARK: - Numbers

  private static func ranges(of path: FilterPath, _ least: Double, _ most: Double) -> [Range] {
    let width = width(most - least)
    let first = (least / width).rounded(.down)
    guard first.magnitude < 1e15 else { return [] }
    // The ends are multiples of the width, rounded to remove the errors of binary fractions.
    let scale = pow(10, max(0, -log10(width).rounded(.down)))
    let ends = (0...Int((most / width).rounded(.down) - first) + 1).map { index in
      ((first + Double(index)) * width * scale).rounded() / scale
    }
    return zip(ends, ends.dropFirst()).map { start, end in
      let (from, to) = (QueryCell.number(start).text, QueryCell.number(end).text)
      let condition = "\(path.words) >= \(from) and \(path.words) < \(to)"
      return Range(start: start, name: "\(from) ..< \(to)", condition: condition)
    }
  }

  /// Returns the width of the ranges that divide a distance: 1, 2 or 5 times a power of ten.
  private static func width(_ distance: Double) -> Double {
    let least = distance / maximumRanges
    let power = pow(10, log10(least).rounded(.down))
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? least
  }
}

extension CalendarUnit {
  /// Returns the start and the end of each period between two moments; nil if there are more than `most` periods.
  fileprivate func periods(
    from least: Double, to last: Double, most: Int
  ) -> [(start: String, end: String?)]? {
    var periods: [(start: String, end: String?)] = []
    var start = self.start(of: least)
    while let here = start, here.dateSeconds.map({ $0 <= last }) == true {
      guard periods.count < most else { return nil }
      let end = self.end(of: here)
      periods.append((here, end))
      start = end
    }
    return periods
  }
}
