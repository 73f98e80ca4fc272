import Mantle
import MantleQuery
import TerminalText

/// The result of a query over a list as a table: the frequencies of the values of a property, groups of elements, or the
/// statistics of columns.
struct ResultTable: Sendable {
  /// What the rows of a result are.
  enum Kind: Sendable {
    /// The values of a property.
    case frequency(FilterPath)
    /// Ranges of equal width of the values of a property.
    case ranges(FilterPath)
    /// The elements with the same values of some properties.
    case groups([FilterPath])
    /// Columns.
    case statistics([FilterPath])
  }

  /// The query of a result, which is asked again after an edit.
  struct Request: Sendable {
    let kind: Kind
    let list: ElementFilter.List
    /// The text of the query, without a filter.
    let text: String
    /// The columns by which the query sorts its result.
    var keys: [TableOrder.Key] = []
  }

  /// The rows that were found so far.
  struct Found: Sendable {
    let rows: [QueryRow]
    /// The number of elements that were read.
    var elements = 0
    /// The share of the list that was read; nil if all was.
    var share: Double?
    /// The number of elements in groups beyond the greatest number of groups.
    var leftOut = 0
    /// The columns that the rows were sorted by after they were found.
    var keys: [TableOrder.Key]?
  }

  let request: Request
  let titles: [String]
  /// The row of the tree that the cursor was on.
  let origin: RowID
  var grid: Grid
  /// The columns that the rows are sorted by.
  var keys: [TableOrder.Key]
  private(set) var found = Found(rows: [], share: 0)
  /// The greatest count of a row, whose bar has the full width.
  private(set) var largest = 0
  private(set) var selected = 0
  private(set) var top = 0
  /// The number of filters before Enter showed the rows behind a figure; nil while the result itself is shown.
  var filtersBefore: Int?
  /// The number of edits that the result takes into account.
  var revision: Int

  init(_ request: Request, titles: [String], origin: RowID, revision: Int) {
    (self.request, self.titles, keys) = (request, titles, request.keys)
    (self.origin, self.revision) = (origin, revision)
    grid = Grid(titles.map { Grid.Column(title: $0, width: $0.cellWidth, usualWidth: $0.cellWidth) })
  }

  var rows: [QueryRow] { found.rows }

  /// The cells before the first column.
  static let headWidth = 1
  private static let widest = 32
  private static let mostMeasured = 100

  /// Takes in rows. The columns get their widths by the first ones.
  mutating func take(_ found: Found) {
    if self.found.rows.isEmpty, !found.rows.isEmpty { measure(found.rows) }
    self.found = found
    largest = count.map { column in found.rows.reduce(0) { max($0, Int($1.cells[column].text) ?? 0) } } ?? 0
    selected = max(0, min(selected, rows.count - 1))
  }

  private mutating func measure(_ rows: [QueryRow]) {
    let columns = titles.indices.map { index in
      let cells = rows.prefix(Self.mostMeasured).map { cell(at: index, of: $0) }
      let widths = cells.map { Sanitized($0.tableText, cells: Self.widest).cellWidth }
      // Room for the sign of the order after the title.
      let width = min(max(widths.max() ?? 0, titles[index].cellWidth + 2), Self.widest)
      let kinds = Set(cells.map(\.kind)).subtracting([.absent, .null, .unreadable])
      return Grid.Column(
        title: titles[index], width: width, usualWidth: width, isRightAligned: kinds == [.number])
    }
    grid = Grid(columns)
    // The names of columns stay in sight.
    if case .statistics = request.kind { grid.freeze() }
  }

  /// The column of the counts that bars show; nil if there is none.
  private var count: Int? {
    if case .statistics = request.kind { nil } else { titles.firstIndex(of: "count") }
  }

  /// The share of the greatest count that a row has; nil for a result without bars.
  func share(of row: QueryRow) -> Double? {
    guard let count, largest > 0, let number = Int(row.cells[count].text) else { return nil }
    return Double(number) / Double(largest)
  }

  // MARK: - Cells

  /// The cell of a row in a column, in which a value that is absent has a word.
  func cell(_ column: Grid.Column, of row: QueryRow) -> QueryCell {
    titles.firstIndex(of: column.title).map { cell(at: $0, of: row) } ?? QueryCell(.absent)
  }

  private func cell(at index: Int, of row: QueryRow) -> QueryCell {
    guard row.cells.indices.contains(index) else { return QueryCell(.absent) }
    let cell = row.cells[index]
    if case .statistics = request.kind { return cell }
    return cell.kind == .absent ? QueryCell(.list, "· absent") : cell
  }

  var currentRow: QueryRow? { rows.indices.contains(selected) ? rows[selected] : nil }

  /// The rows with the cells of some columns.
  func rows(_ rows: some Sequence<QueryRow>, in columns: [Grid.Column]) -> [QueryRow] {
    let indices = columns.compactMap { column in titles.firstIndex(of: column.title) }
    return rows.map { row in QueryRow(indices.map { row.cells[$0] }) }
  }

  // MARK: - The cursor

  /// The rows in sight.
  func visible(_ height: Int) -> Range<Int> { top..<min(rows.count, top + height) }

  mutating func move(_ lines: Int, height: Int) {
    selected = max(0, min(selected + max(-rows.count, min(lines, rows.count)), rows.count - 1))
    keepInSight(height)
  }

  mutating func keepInSight(_ height: Int) {
    top = max(min(top, selected), selected - max(1, height) + 1, 0)
  }

  // MARK: - The elements behind a figure

  /// What Enter shows.
  enum Destination {
    /// The elements that pass a filter, and the property to go to in the first of them.
    case elements(String, goal: String)
    case frequency(FilterPath)
  }

  /// What Enter shows; nil without a row.
  var destination: Destination? {
    guard let row = currentRow else { return nil }
    switch request.kind {
    case .frequency(let path): return .elements(path.filter(for: row.cells[0]), goal: path.words)
    case .ranges(let path):
      let range = ValueRanges.ends(of: row.cells[0].text).map { ends in
        "\(path.words) >= \(ends.0) and \(path.words) < \(ends.1)"
      }
      return .elements(range ?? path.filter(for: row.cells[0]), goal: path.words)
    case .groups(let paths):
      let conditions = zip(paths, row.cells).map { $0.filter(for: $1) }
      return paths.first.map { .elements(conditions.joined(separator: " and "), goal: $0.words) }
    case .statistics(let paths):
      return paths.first { $0.words == row.cells[0].text }.map { destination(of: $0, in: row) }
    }
  }

  /// The elements behind a statistic. A figure that is not of certain elements leads to the frequencies.
  private func destination(of path: FilterPath, in row: QueryRow) -> Destination {
    let title = grid.current?.title ?? ""
    let value: QueryCell? =
      switch title {
      case "null": QueryCell(.null)
      case "absent": QueryCell(.absent)
      case "min", "max": titles.firstIndex(of: title).map { row.cells[$0] }
      default: nil
      }
    return value.map { .elements(path.filter(for: $0), goal: path.words) } ?? .frequency(path)
  }
}

extension FilterPath {
  /// The path as filters have it, which compare each element of a list.
  var unexploded: FilterPath {
    var copy = self
    copy.words = words.replacing("[]", with: "")
    return copy
  }
}

extension ResultTable {
  /// The numbers of the columns that the rows are sorted by.
  private var order: [(column: Int, isDescending: Bool)] {
    keys.compactMap { key in titles.firstIndex(of: key.words).map { ($0, key.isDescending) } }
  }

  /// The rows in the order of the columns that they are sorted by.
  var sorted: Found {
    // The numbers of ranges are in text.
    let isNatural = if case .ranges = request.kind { true } else { false }
    return Found(
      rows: found.rows.sorted(by: order, isNatural: isNatural), elements: found.elements, share: found.share,
      leftOut: found.leftOut,
      keys: keys)
  }

  /// Whether the order of the rows was changed while they were found.
  var needsSorting: Bool { found.keys.map { $0 != keys } ?? (keys != request.keys) }
}
