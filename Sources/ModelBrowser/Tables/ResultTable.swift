import Mantle
import MantleFiles
import MantleQuery
import TerminalText
import TextCells

/// The result of a query over a list as a table: groups of elements, such as the frequencies of a property's values, statistics
/// of columns, or the elements of nested lists.
struct ResultTable: Sendable {
  /// The meaning of the rows of a result.
  enum Kind: Sendable {
    /// A row for each group of elements that have the same values of some properties.
    case groups([FilterPath])
    /// A row for each range of the values of a property: ranges of equal width, or calendar periods of a unit for dates. The
    /// conditions that select the elements of a range are stored by the name of the range.
    case ranges(FilterPath, conditions: [String: String], CalendarUnit?)
    /// A row for each column of the table, with the statistics of its values.
    case statistics([FilterPath])
    /// A row for each element of nested lists; its first cell identifies the element that contains the list.
    case elements(of: FilterPath)
  }

  /// The columns of a result.
  struct Columns: Sendable {
    let titles: [String]
    /// The property whose values each column shows; nil for a column without a property.
    var properties: [PropertyDescription?] = []
    /// The paths of the first columns, which show values of elements; the columns after them show computed numbers.
    var paths: [FilterPath] = []
    /// The noun for the counted values: `element`, or `row` for elements of nested lists.
    let counted: String
  }

  /// The query of a result, which runs again after an edit.
  struct Request: Sendable {
    var kind: Kind
    fileprivate(set) var list: ElementFilter.List
    /// The text of the query, without a filter.
    let text: String
    let title: String
    /// The noun for a row of the result, such as `range`.
    var noun: String
    /// The columns by which the query sorts its result.
    var keys: [TableSort.Key] = []
    /// The rows of nested lists that the query reads; nil if it reads the elements themselves.
    var rows: ExplodedRows?

    /// The statistics that the result consists of; nil for the rows of the query itself.
    var statistics: Statistics? { if case .statistics = kind { .withHistograms } else { nil } }
  }

  /// The rows of a result that were found so far.
  struct Found: Sendable {
    var rows: [QueryRow]
    /// The number of rows that were read: elements or, for groups of nested rows, the elements of nested lists.
    var elements = 0
    /// The share of the list that was read; nil if all of it was read.
    var share: Double?
    /// The number of elements left out because the maximum number of groups was reached.
    var leftOut = 0
    /// The titles of the columns whose numbers are estimates.
    var estimates: [String] = []
    /// The titles of the figures that leave out values, with the number of these values.
    var valuesLeftOut: [(title: String, count: Int)] = []
  }

  private(set) var request: Request
  private let columns: Columns
  /// The row of the tree that the cursor was on when the result was opened.
  private(set) var origin: RowID
  var grid: Grid
  /// The columns by which the user requested to sort the rows.
  var keys: [TableSort.Key]
  /// The columns of the latest sort of the rows, which may still be running.
  var sortedBy: [TableSort.Key] = []
  private(set) var found = Found(rows: [], share: 0)
  /// The greatest number in the column that is drawn as bars; its bar has the full width.
  private(set) var largest = 0.0
  private(set) var selected = 0
  private(set) var top = 0
  /// The number of filters before Enter showed the elements of a row; nil while the result itself is shown.
  var filtersBefore: Int?
  /// The state of the document from which the rows were computed.
  private(set) var state: State
  /// Whether the query runs again for a new state of the document while the former rows are shown.
  private var isRunAgain = false

  /// The state of the document that a result depends on; the query runs again after a change.
  struct State: Sendable, Equatable {
    /// The revision of the document's edits.
    let revision: Int
    let size: Int
    let fingerprint: FileFingerprint?

    init(_ document: Document) {
      revision = document.history.revision
      (size, fingerprint) = (document.base.count, document.fingerprint)
    }
  }

  init(_ request: Request, _ columns: Columns, origin: RowID, _ state: State) {
    (self.request, self.columns, keys) = (request, columns, request.keys)
    (self.origin, self.state) = (origin, state)
    grid = Grid(columns.titles.map { Grid.Column(title: $0, width: $0.cellWidth, usualWidth: $0.cellWidth) })
  }

  /// Returns the result with its values grouped into ranges; nil unless the values are numbers or dates of one property.
  ///
  /// - Parameter unit: the unit of the periods of dates; nil for the shortest unit with few enough periods.
  func inRanges(by unit: CalendarUnit? = nil) -> ResultTable? {
    guard case .groups(let paths) = request.kind, paths.count == 1, let count,
      let ranges = ValueRanges(of: paths[0], found, count: count, by: unit)
    else { return nil }
    var request = request
    (request.kind, request.noun, request.keys) = (
      .ranges(paths[0], conditions: ranges.conditions, ranges.unit), ranges.unit?.rawValue ?? "range", []
    )
    let columns = Columns(titles: [titles[0], "count", "percent"], counted: columns.counted)
    var table = ResultTable(request, columns, origin: origin, state)
    table.take(Found(rows: ranges.rows, elements: found.elements))
    return table
  }

  /// Records that the query runs again for another state of the document.
  mutating func runAgain(for state: State) {
    (self.state, isRunAgain) = (state, !rows.isEmpty)
  }

  var rows: [QueryRow] { found.rows }

  var titles: [String] { columns.titles }

  /// The noun for the counted values: `element`, or `row` for elements of nested lists.
  var counted: String { columns.counted }

  /// The number of cells before the first column.
  static let headWidth = 1
  private static let widest = 32
  private static let maximumMeasured = 100

  /// Returns the result with updated row identifiers after a reload; nil if the list was removed.
  func moved(_ move: (RowID) -> RowID?) -> ResultTable? {
    var copy = self
    guard let list = request.list.moved(move) else { return nil }
    (copy.request.list, copy.origin) = (list, move(origin) ?? origin)
    return copy
  }

  /// Replaces the rows. The first rows determine the widths of the columns. If the query runs again, the former rows are shown
  /// until the new result is complete, and the cursor stays on its group.
  mutating func take(_ found: Found) {
    guard !isRunAgain || found.share == nil else { return }
    let isFirst = self.found.rows.isEmpty
    if isFirst, !found.rows.isEmpty { measure(found.rows) }
    let group = isRunAgain ? currentRow.map { identity(of: $0) } : nil
    let wereEmpty = request.statistics == nil || isFirst ? [] : emptyColumns
    (self.found, isRunAgain) = (found, false)
    if request.statistics != nil, !rows.isEmpty {
      let columns = measured(rows)
      grid.fit { column in columns.first { $0.title == column.title }?.usualWidth ?? 0 }
      grid.setHidden(isFirst, isFirst ? emptyColumns : wereEmpty.subtracting(emptyColumns))
    }
    largest = bars.map { column in found.rows.reduce(0) { max($0, $1.figure(column)) } } ?? 0
    let place = group.flatMap { group in rows.firstIndex { identity(of: $0) == group } } ?? selected
    selected = max(0, min(place, rows.count - 1))
  }

  /// Returns the cells that identify a row.
  private func identity(of row: QueryRow) -> ArraySlice<QueryCell> { row.cells.prefix(identifiers) }

  /// The titles of the statistics that say nothing, because all of them are absent or zero.
  private var emptyColumns: Set<String> {
    Set(
      titles.indices.filter { index in
        rows.allSatisfy { $0.cells[index].kind == .absent || $0.cells[index].text == "0" }
      }.map { titles[$0] })
  }

  private func measured(_ rows: [QueryRow]) -> [Grid.Column] {
    titles.indices.map { index in
      let cells = rows.prefix(Self.maximumMeasured).map { cell(at: index, of: $0) }
      let kinds = Set(cells.map(\.kind)).subtracting([.absent, .null, .unreadable])
      let fraction = kinds == [.number] ? cells.map(\.fractionLength).max() ?? 0 : 0
      let widths = cells.map { cell in
        let isNumber = cell.kind == .number && kinds == [.number]
        return Sanitized(cell.shown, cells: Self.widest).cellWidth
          + (isNumber ? fraction - cell.fractionLength : 0)
      }
      // The title needs room for the sort indicator after it.
      let width = min(max(widths.max() ?? 0, titles[index].cellWidth + 2), Self.widest)
      return Grid.Column(
        title: titles[index], width: width, usualWidth: width, isRightAligned: kinds == [.number],
        fractionWidth: fraction)
    }
  }

  private mutating func measure(_ rows: [QueryRow]) {
    grid = Grid(measured(rows))
    // The first column, which names a column or an element, does not scroll.
    if request.statistics != nil || isOfRows { grid.freeze() }
    if let rows = request.rows, isOfRows,
      let first = titles.firstIndex(where: { $0.hasPrefix(rows.path.words + "[]") })
    {
      grid.select(first)
    }
  }

  /// Whether each row of the result stands for a group of elements.
  private var hasGroups: Bool {
    switch request.kind {
    case .groups, .ranges: true
    case .statistics, .elements: false
    }
  }

  /// The index of the column of counts; nil without such a column.
  private var count: Int? { hasGroups ? titles.firstIndex(of: "count") : nil }

  /// The index of the column that is drawn as bars: the column of numbers by which the rows are sorted, otherwise the column
  /// of counts. Nil if there is neither.
  private var bars: Int? {
    let sorted = sortedBy.first.flatMap { titles.firstIndex(of: $0.words) }
    guard hasGroups, let sorted, sorted >= identifiers, found.rows.areNumbers(column: sorted) else {
      return count
    }
    return sorted
  }

  /// The title of the column that is drawn as bars; nil for the column of counts.
  var barsTitle: String? { bars == count ? nil : bars.map { titles[$0] } }

  /// Returns the number that a row's bar shows, divided by the greatest such number; nil for a result without bars.
  func share(of row: QueryRow) -> Double? {
    bars.flatMap { largest > 0 ? max(0, row.figure($0) / largest) : nil }
  }

  /// The number of leading columns that identify a row.
  private var identifiers: Int { if case .groups(let paths) = request.kind { paths.count } else { 1 } }

  /// The rows found so far, sorted by the columns that the user requested.
  var sorted: Found {
    let order = keys.compactMap { key in
      titles.firstIndex(of: key.words).map { (column: $0, isDescending: key.isDescending) }
    }
    // The names of ranges are text that contains numbers.
    let isNatural = if case .ranges = request.kind { true } else { false }
    var copy = found
    copy.rows = found.rows.sorted(by: order, properties: columns.properties, isNatural: isNatural)
    return copy
  }

  // MARK: - Cells

  /// Returns the cell of a row in a column. A group of absent values is labeled `absent`.
  func cell(_ column: Grid.Column, of row: QueryRow) -> QueryCell {
    titles.firstIndex(of: column.title).map { cell(at: $0, of: row) } ?? QueryCell(.absent)
  }

  private func cell(at index: Int, of row: QueryRow) -> QueryCell {
    let cell = row.cells[index]
    return cell.kind == .absent && hasGroups ? QueryCell(.list, "· absent") : cell
  }

  var currentRow: QueryRow? { rows.indices.contains(selected) ? rows[selected] : nil }

  /// Returns the path of the values in a column; nil for a column of computed numbers.
  func path(of column: Grid.Column) -> FilterPath? {
    titles.firstIndex(of: column.title).flatMap {
      columns.paths.indices.contains($0) ? columns.paths[$0] : nil
    }
  }

  /// Returns rows that have only the cells of some columns.
  func rows(_ rows: some Sequence<QueryRow>, in columns: [Grid.Column]) -> [QueryRow] {
    let indices = columns.compactMap { column in titles.firstIndex(of: column.title) }
    return rows.map { row in QueryRow(indices.map { row.cells[$0] }) }
  }

  // MARK: - The cursor

  /// Returns the indices of the rows that are visible on the given number of lines.
  func visible(_ height: Int) -> Range<Int> { top..<min(rows.count, top + height) }

  mutating func move(_ lines: Int, height: Int) {
    selected = max(0, min(selected + max(-rows.count, min(lines, rows.count)), rows.count - 1))
    top = max(min(top, selected), selected - max(1, height) + 1, 0)
  }

  // MARK: - The elements that a figure counts

  /// The view that Enter opens: the elements that satisfy a condition, with the cursor on a property, or without a
  /// condition the frequencies of the property. Nil if no row is selected.
  var destination: (condition: String?, path: FilterPath)? {
    guard let row = currentRow else { return nil }
    let first = row.cells[0]
    switch request.kind {
    case .groups(let paths):
      let conditions = zip(paths, row.cells).map { $0.filter(for: $1) }
      return paths.first.map { (conditions.joined(separator: " and "), $0) }
    case .ranges(let path, let conditions, _):
      return (conditions[first.text] ?? path.filter(for: first), path)
    case .elements(let path):
      return ("\(titles[0]) === \(String(decoding: first.json, as: UTF8.self))", path)
    case .statistics(let paths):
      return paths.first { $0.words == first.text }.map { (condition(of: $0, in: row), $0) }
    }
  }

  /// Returns the filter for the elements that the current statistic counts; nil for a statistic of all
  /// elements.
  private func condition(of path: FilterPath, in row: QueryRow) -> String? {
    let title = grid.current?.title ?? ""
    return switch title {
    case "null", "absent": "\(path.words) = \(title)"
    case "errors": "\(path.words) = unreadable"
    case "min", "max": titles.firstIndex(of: title).map { path.filter(for: row.cells[$0]) }
    default: nil
    }
  }
}

extension QueryRow {
  /// Returns the count in a column; 0 if the cell has no count.
  func count(_ column: Int) -> Int { Int(cells[column].text) ?? 0 }

  /// Returns the number in a column; 0 if the cell has no finite number.
  fileprivate func figure(_ column: Int) -> Double {
    Double(cells[column].text).flatMap { $0.isFinite ? $0 : nil } ?? 0
  }
}
