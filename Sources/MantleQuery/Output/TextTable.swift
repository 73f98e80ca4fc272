import Mantle
import TerminalText

/// A table that fits a terminal. The first thousand rows determine the widths and the alignment of its columns.
package struct TextTable: RowWriter {
  /// A column of the table as it is laid out.
  private struct Layout {
    let width: Int
    let isRight: Bool
  }

  private let titles: [String]
  private let width: Int
  private var waiting: [QueryRow] = []
  private var columns: [Layout]?

  private static let sampled = 1_000
  /// The cells that a column keeps when not all columns fit.
  private static let narrowest = 6
  private static let gap = "  "

  /// - Parameter width: The number of cells of a line.
  package init(_ titles: [String], width: Int = .max) { (self.titles, self.width) = (titles, width) }

  /// The titles of the columns that do not fit.
  package var hidden: [String] { columns.map { Array(titles.dropFirst($0.count)) } ?? [] }

  package mutating func write(_ rows: [QueryRow]) -> String {
    if let columns { return rows.map { line($0, columns) }.joined() }
    waiting += rows
    return waiting.count < Self.sampled ? "" : begin()
  }

  package mutating func finish() -> String { columns == nil ? begin() : "" }

  /// Lays the table out, and returns its header and the rows that have waited for it.
  private mutating func begin() -> String {
    let columns = layout()
    self.columns = columns
    defer { waiting = [] }
    let header = zip(titles, columns).map { Self.pad($0, $1) }
    let rule = columns.map { String(repeating: "─", count: $0.width) }
    return Self.line(header) + Self.line(rule) + waiting.map { line($0, columns) }.joined()
  }

  private func line(_ row: QueryRow, _ columns: [Layout]) -> String {
    Self.line(zip(row.cells, columns).map { Self.pad($0.shown, $1) })
  }

  private static func line(_ fields: [String]) -> String {
    String(fields.joined(separator: gap).reversed().drop { $0 == " " }.reversed()) + "\n"
  }

  private static func pad(_ text: String, _ column: Layout) -> String {
    let text = Truncation.end.fit(visible(text, column.width), to: column.width)
    let blanks = String(repeating: " ", count: max(0, column.width - text.cellWidth))
    return column.isRight ? blanks + text : text + blanks
  }

  /// Returns the text with visible escapes, as far as a cell of a width shows it.
  private static func visible(_ text: String, _ width: Int) -> String {
    Sanitized(text, cells: width == .max ? width : width + 1).text
  }

  // MARK: - Widths

  private func layout() -> [Layout] {
    var natural = titles.indices.map { column in
      waiting.reduce(Self.visible(titles[column], width).cellWidth) {
        max($0, Self.visible($1.cells[column].shown, width).cellWidth)
      }
    }
    while natural.count > 1, Self.total(natural.map { min($0, Self.narrowest) }) > width {
      natural.removeLast()
    }
    let most = Self.widest(natural, in: width)
    return natural.indices.map { column in
      Layout(width: min(natural[column], most), isRight: waiting.areNumbers(column: column))
    }
  }

  private static func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + gap.count * (widths.count - 1) }

  /// Returns the greatest width of a column with which all columns fit.
  private static func widest(_ natural: [Int], in width: Int) -> Int {
    var most = natural.max() ?? 0
    while most > 1, total(natural.map { min($0, most) }) > width { most -= 1 }
    return most
  }
}
