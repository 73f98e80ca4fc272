import Mantle
import TerminalText
import TextCells

/// A table for a terminal. The first thousand rows determine the widths and the alignment of its columns.
package struct TextTable: RowWriter {
  /// The layout of a visible column.
  private struct Layout {
    /// The index of the column in the rows.
    let index: Int
    let width: Int
    let isRight: Bool
  }

  private let titles: [String]
  private let width: Int
  private var waiting: [QueryRow] = []
  private var columns: [Layout]?

  private static let sampled = 1_000
  private let isChosen: Bool
  private static let gap = "  "

  /// Creates a table with column titles.
  ///
  /// - Parameters:
  ///   - width: the maximum number of cells of a line.
  ///   - isChosen: whether the user chose the columns. Otherwise empty columns, lists, objects and links are hidden first.
  package init(_ titles: [String], width: Int = .max, isChosen: Bool = true) {
    (self.titles, self.width, self.isChosen) = (titles, width, isChosen)
  }

  /// The width to which wide columns are narrowed before columns are hidden.
  private var narrowest: Int { isChosen ? 8 : 16 }

  /// The titles of the hidden columns, which do not fit.
  package var hidden: [String] {
    let shown = columns?.map(\.index) ?? []
    return columns == nil ? [] : titles.indices.filter { !shown.contains($0) }.map { titles[$0] }
  }

  package mutating func write(_ rows: [QueryRow]) -> String {
    if let columns { return rows.map { line($0, columns) }.joined() }
    waiting += rows
    return waiting.count < Self.sampled ? "" : begin()
  }

  package mutating func finish() -> String { columns == nil ? begin() : "" }

  /// Computes the layout from the first rows, and returns the header and these rows.
  private mutating func begin() -> String {
    let columns = layout()
    self.columns = columns
    defer { waiting = [] }
    let header = columns.map { Self.pad(titles[$0.index], $0) }
    let rule = columns.map { String(repeating: "─", count: $0.width) }
    return Self.line(header) + Self.line(rule) + waiting.map { line($0, columns) }.joined()
  }

  private func line(_ row: QueryRow, _ columns: [Layout]) -> String {
    Self.line(columns.map { Self.pad(row.cells[$0.index].shown, $0) })
  }

  private static func line(_ fields: [String]) -> String {
    String(fields.joined(separator: gap).reversed().drop { $0 == " " }.reversed()) + "\n"
  }

  private static func pad(_ text: String, _ column: Layout) -> String {
    let text = Truncation.end.fit(visible(text, column.width), to: column.width)
    let blanks = String(repeating: " ", count: max(0, column.width - text.cellWidth))
    return column.isRight ? blanks + text : text + blanks
  }

  /// Returns the text with visible escapes, truncated to one cell more than the width of the column.
  private static func visible(_ text: String, _ width: Int) -> String {
    Sanitized(text, cells: width == .max ? width : width + 1).text
  }

  // MARK: - Widths

  private func layout() -> [Layout] {
    let natural = titles.indices.map { column in
      waiting.reduce(Self.visible(titles[column], width).cellWidth) {
        max($0, Self.visible($1.cells[column].shown, width).cellWidth)
      }
    }
    let shown = shown(natural)
    // The first column identifies the row, so it may always take a third of the line.
    let equal = Self.widest(shown.map { natural[$0] }, in: width)
    let first = shown.first.map { min(natural[$0], max(equal, width / 3)) } ?? 0
    let most = Self.widest(shown.dropFirst().map { natural[$0] }, in: width - first - Self.gap.count)
    return shown.map { column in
      Layout(
        index: column, width: column == shown.first ? first : min(natural[column], most),
        isRight: waiting.areNumbers(column: column))
    }
  }

  /// Returns the indices of the columns that fit into the width of the table when they are narrowed. Uninformative
  /// columns are hidden first, from last to first.
  ///
  /// - Parameter natural: the width that each column needs for its values.
  private func shown(_ natural: [Int]) -> [Int] {
    let all = Array(natural.indices)
    let little = isChosen ? [] : all.filter { !tells($0) }
    var total = Self.total(natural.map { min($0, narrowest) })
    var left: Set<Int> = []
    for column in (little.reversed() + all.reversed()) where total > width && left.count < all.count - 1 {
      if left.insert(column).inserted { total -= min(natural[column], narrowest) + Self.gap.count }
    }
    return all.filter { !left.contains($0) }
  }

  /// Returns whether a column is informative: whether one of its values is neither missing nor a list, an object or a
  /// link.
  private func tells(_ column: Int) -> Bool {
    let cells = waiting.lazy.map { $0.cells[column] }
    return cells.contains { ![.absent, .null, .list, .object].contains($0.kind) && !$0.text.contains("://") }
  }

  private static func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + gap.count * (widths.count - 1) }

  /// Returns the maximum width of a column with which all columns fit into the width of the table.
  ///
  /// - Parameter natural: the width that each column needs for its values.
  private static func widest(_ natural: [Int], in width: Int) -> Int {
    var most = natural.max() ?? 0
    while most > 1, total(natural.map { min($0, most) }) > width { most -= 1 }
    return most
  }
}
