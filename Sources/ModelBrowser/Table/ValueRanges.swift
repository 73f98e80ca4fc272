import Mantle
import MantlePlatform
import MantleQuery

/// Frequencies of numbers or dates in ranges of equal width, in the order of the values.
struct ValueRanges {
  /// The rows of the table of frequencies: a range or another value, its count and its percentage.
  let rows: [QueryRow]

  private static let mostRanges = 20.0
  private static let sign = " ..< "

  /// - Parameter found: The frequencies of single values.
  /// - Returns: nil unless two values are numbers or two are dates.
  init?(of found: ResultTable.Found) {
    let values = found.rows
    let areDates = !values.contains { $0.cells[0].kind == .number }
    let measured = values.map { row in (position: Self.position(of: row.cells[0], areDates), row: row) }
    let positions = measured.compactMap(\.position)
    guard let least = positions.min(), let most = positions.max(), least < most,
      case let width = areDates ? Self.days(most - least) : Self.width(most - least),
      case let first = (least / width).rounded(.down), (first * width).magnitude < 1e15
    else { return nil }
    var counts = [Int](repeating: 0, count: Int((most / width).rounded(.down) - first) + 1)
    for (position, row) in measured {
      guard let position else { continue }
      let index = Int((position / width).rounded(.down) - first)
      counts[max(0, min(index, counts.count - 1))] += Int(row.cells[1].text) ?? 0
    }
    let ends = (0...counts.count).map { Self.text((first + Double($0)) * width, width, areDates) }
    let ranges = counts.indices.map { index in
      QueryRow([
        QueryCell(.text, ends[index] + Self.sign + ends[index + 1]), QueryCell(.number, "\(counts[index])"),
      ])
    }
    let others = measured.filter { $0.position == nil }.map { QueryRow(Array($0.row.cells.prefix(2))) }
    rows = ResultQuery.withPercent(ranges + others, of: found.elements)
  }

  /// The ends of a range as filters compare with them; nil for another value.
  static func ends(of text: String) -> (String, String)? {
    let ends = text.split(separator: sign).map(String.init)
    return ends.count == 2 ? (ends[0], ends[1]) : nil
  }

  private static func position(of cell: QueryCell, _ areDates: Bool) -> Double? {
    switch cell.kind {
    case .number where !areDates: Double(cell.text).flatMap { $0.isFinite ? $0 : nil }
    case .date where areDates, .text where areDates: cell.text.iso8601Seconds
    default: nil
    }
  }

  /// The width of ranges over a distance: 1, 2 or 5 times a power of ten.
  private static func width(_ distance: Double) -> Double {
    let least = distance / mostRanges
    let power = pow(10, log10(least).rounded(.down))
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? least
  }

  /// The width of ranges over a time in seconds: whole days, hours, minutes or seconds.
  private static func days(_ seconds: Double) -> Double {
    let least = seconds / mostRanges
    let unit = [86400.0, 3600, 60].first { least >= $0 / 2 } ?? 1
    return max(1, width(seconds / unit).rounded(.up)) * unit
  }

  private static func text(_ end: Double, _ width: Double, _ areDates: Bool) -> String {
    guard areDates else { return QueryCell.number(roundedTo(width, end)).text }
    let text = QueryCell(seconds: end).text
    return width >= 86400 ? String(text.prefix(10)) : text
  }

  /// A multiple of a width without the noise of binary fractions.
  private static func roundedTo(_ width: Double, _ number: Double) -> Double {
    let scale = pow(10, max(0, -log10(width).rounded(.down)))
    return (number * scale).rounded() / scale
  }
}
