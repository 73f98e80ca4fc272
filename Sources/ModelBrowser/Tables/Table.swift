import Mantle
import MantleQuery
import TerminalText
import TextCells

/// A list as a table: its elements are the rows, and their values the cells.
///
/// A table shares the cursor of the outline: the element that contains the cursor is the current row, and the column that shows
/// the value under the cursor is the current column.
struct Table: Sendable {
  private(set) var list: ElementFilter.List
  var grid: Grid
  /// The order of the rows; nil for the order of the list.
  var order: TableSort?
  /// The sums of columns below the rows.
  var totals = TableTotals()
  /// The row to which the cursor returns from the list itself, where it is while an element is appended.
  var origin: RowID?
  /// The width of the row labels: the indices or keys of the elements.
  var labelWidth: Int

  /// Creates the table of a list.
  ///
  /// - Parameter paths: the paths of the values to show; nil to show all values of the elements.
  init(_ list: Row, _ paths: [FilterPath]?, in outline: Outline) {
    self.list = list.filteredAs
    let elements = Self.measuredElements(of: list, in: outline)
    let columns = paths ?? Self.allPaths(of: list, elements, in: outline)
    let isModel = list.childInterpretation.typeModel != nil
    grid = Grid(
      columns.map { path in
        var column = Self.column(path, elements, in: outline)
        column.isUnmapped = isModel && path.isNamed && !path.isMapped
        column.isHidden = column.isUnmapped && paths == nil
        return column
      })
    labelWidth = Self.labelWidth(of: list, elements, in: outline)
  }

  /// Returns the width of the numbers or keys of the elements of a list.
  static func labelWidth(of list: Row, _ elements: Measured, in outline: Outline) -> Int {
    let labels =
      list.isList ? [String(outline.count(of: list) ?? 1_000_000)] : elements.compactMap(\.row.keyText)
    return min(labels.map { Sanitized($0).cellWidth }.max() ?? 1, widestLabel)
  }

  /// The cells of a line before the first column: two marks, the number or key of the element, and a border.
  var headWidth: Int { 2 + labelWidth + 3 }

  private static let widestLabel = 20
  static let widest = 32
  private static let widestLink = 16
  /// The number of elements at each end of the list whose values determine the width of a column.
  private static let maximumMeasured = 30

  /// Returns the table with updated row identifiers after an edit; nil if the list was removed.
  func moved(_ move: (RowID) -> RowID?) -> Table? {
    var copy = self
    guard let list = list.moved(move) else { return nil }
    copy.list = list
    return copy
  }

  // MARK: - Rows

  /// Returns the query that sorts the rows.
  ///
  /// - Parameter columns: the columns to read from the elements that pass the filters; empty to sort only.
  func query(
    _ keys: [TableSort.Key], columns: [Grid.Column] = [], in outline: Outline
  ) throws -> ListQuery {
    let clauses = [("columns ", columns.compactMap { $0.path?.words }), ("sort ", keys.map(\.clause))]
    let text = clauses.filter { !$0.1.isEmpty }.map { $0.0 + $0.1.joined(separator: ", ") }
    guard let list = outline.list(list), list.model == nil,
      let query = try ListQuery(
        text.joined(separator: " "), of: list, isFiltered: !columns.isEmpty, in: outline)
    else { throw Message.warning("The properties of one model cannot be sorted or exported as rows") }
    return query
  }

  // MARK: - Columns

  /// Elements of a list with the values from which column widths are measured.
  typealias Measured = [(row: Row, values: FilterSubject)]

  /// Returns the first elements of a list, and the last ones, which often have longer numbers, with their values. An array of
  /// titles is not one of them.
  static func measuredElements(of list: Row, in outline: Outline) -> Measured {
    let hasTitles = outline.filterNames(of: list).hasTitleRow
    func elements(from row: Row?, forward: Bool) -> [Row] {
      let rows = sequence(state: row) { next in
        let row = next
        next = row.flatMap { outline.sibling(of: $0, forward: forward) }
        return row
      }
      return Array(
        rows.lazy.filter { $0.node != nil && $0.isTableRow && !(hasTitles && $0.isFirstElement) }
          .prefix(maximumMeasured))
    }
    let rows =
      elements(from: outline.firstChild(of: list), forward: true)
      + elements(from: outline.lastChild(of: list), forward: false)
    return rows.compactMap { row in
      row.subject.map { subject in
        var subject = subject
        subject.findMembers()
        return (row, subject)
      }
    }
  }

  /// Returns the paths of all named values in the elements, and of the element itself if some elements are not objects.
  private static func allPaths(
    of list: Row, _ elements: Measured, in outline: Outline
  ) -> [FilterPath] {
    let names = outline.filterNames(of: list)
    let known = names.paths()
    let named =
      known.isEmpty && elements.isEmpty
      ? outline.document.base.titles.compactMap { FilterPath(column: $0.filterName, names) } : known
    let hasOthers = !names.areArrays && elements.contains { $0.row.node.map { $0.kind != .object } ?? false }
    return (named.isEmpty || hasOthers ? [.own] : []) + named.prefix(Query.maximumColumns)
  }

  static func column(
    _ path: FilterPath, _ elements: Measured, in outline: Outline
  ) -> Grid.Column {
    let cells = elements.map { cell(path, of: $0.row, $0.values, in: outline) }
    let kinds = cells.map(\.kind).filter { ![.absent, .null, .unreadable].contains($0) }
    let title = title(of: path)
    let widths = cells.map { Sanitized($0.shown, cells: widest).cellWidth } + [title.cellWidth]
    var column = Grid.Column(
      title: title, path: path, width: min(widths.max() ?? 0, widest),
      isRightAligned: !kinds.isEmpty && kinds.allSatisfy { $0 == .number })
    if column.isLink { column.width = min(column.width, max(widestLink, title.cellWidth)) }
    column.usualWidth = column.width
    return column
  }

  private static func title(of path: FilterPath) -> String {
    let words = path.words.hasPrefix(".") ? String(path.words.dropFirst()) : path.title
    let isAsTyped = words.contains("[\"") || path.isCalculated
    return words == FilterPath.own.words ? "value" : isAsTyped ? words : words.replacing("\\", with: "")
  }

  /// Renames the columns and sort keys at or inside a key that a step has renamed in all elements, and those that are
  /// calculated from it.
  mutating func follow(_ key: EditStep.RenamedKey, in outline: Outline) {
    guard let list = outline.list(list), list.id == key.list else { return }
    let names = outline.filterNames(of: list)
    grid.rename { path in
      let isDefined = outline.calculations.contains { $0.title.filterName == path.words }
      let renamed =
        isDefined
        ? try? FilterPath(path.words, names) : path.replacingPaths(names) { key.renamed($0, names) }
      guard let renamed else { return nil }
      order?.rename(path.words, to: renamed.words)
      totals.rename(path.words, to: renamed.words)
      return (renamed, Self.title(of: renamed))
    }
  }

  /// Finds the values of the columns again after a change of the elements or of their model. A column stays readable whose
  /// key was removed from all elements.
  mutating func resolveColumns(in outline: Outline) {
    guard let list = outline.list(list) else { return }
    let names = outline.filterNames(of: list)
    grid.resolve { path in
      guard let found = FilterPath(column: path.words, names) else { return nil }
      order?.rename(path.words, to: found.words)
      totals.rename(path.words, to: found.words)
      return found
    }
  }

  /// Returns the index of the column that shows a row: the column with the longest path, preferably a visible one.
  func column(showing row: Row, in element: Row) -> Int? {
    let steps = row.path.components.dropFirst(element.path.components.count)
    guard !steps.isEmpty else { return nil }
    func fit(_ column: Grid.Column) -> (Int, Int)? {
      let fitting = column.path?.routes.filter { $0.leads(into: steps) }.map(\.count).max()
      return fitting.map { ($0, column.isHidden ? 0 : 1) }
    }
    let candidates = grid.columns.indices.compactMap { index in
      fit(grid.columns[index]).map { (fit: $0, index: index) }
    }
    return candidates.max { $0.fit < $1.fit }?.index
  }

  /// Replaces the current column by a column for each value inside its objects.
  ///
  /// - Returns: false if the column has no objects.
  mutating func expand(in outline: Outline) -> Bool {
    guard let path = grid.current?.path, let list = outline.list(list) else { return false }
    let paths = outline.filterNames(of: list).paths(inside: path)
    let elements = Self.measuredElements(of: list, in: outline)
    let hasOthers = elements.flatMap { path.values(of: $0.values) }.contains { value in
      if case .node(let node) = value { !node.isNull && !node.kind.isContainer } else { false }
    }
    grid.expand(
      into: (hasOthers && !paths.isEmpty ? [path] + paths : paths).map {
        Self.column($0, elements, in: outline)
      })
    return !paths.isEmpty
  }

  // MARK: - Rows

  /// Returns the element before or after the element that contains a row; for the list itself, the first element. Returns nil
  /// if there is none.
  func row(_ forward: Bool, of row: Row, in outline: Outline) -> Row? {
    guard let element = row.element(of: list) else {
      return forward && row.filteredAs == list ? edge(first: true, in: outline) : nil
    }
    if let order = order(in: outline) {
      let place = order.place(of: element.filterKey)
      // An element that is not sorted comes before the element at its place.
      let isSorted = order.elements.indices.contains(place) && order.elements[place] == element.filterKey
      return sortedRow(
        from: forward ? (isSorted ? place + 1 : place) : place - 1, forward: forward, in: outline)
    }
    return tableRow(from: outline.sibling(of: element, forward: forward), forward: forward, in: outline)
  }

  /// Returns the first or the last row of the table, in the order of the rows; nil if the table has no rows.
  func edge(first: Bool, in outline: Outline) -> Row? {
    if let order = order(in: outline) {
      return sortedRow(from: first ? 0 : order.elements.count - 1, forward: first, in: outline)
    }
    return outline.list(list).flatMap { list in
      tableRow(
        from: first ? outline.firstChild(of: list) : outline.lastChild(of: list), forward: first, in: outline)
    }
  }

  /// Returns the order of the rows; nil for the order of the list, or if the order of the shown elements is not known yet.
  private func order(in outline: Outline) -> TableSort? {
    guard let order, !order.elements.isEmpty, order.state?.filters == state(in: outline).filters else {
      return nil
    }
    return order
  }

  /// Returns the element at an index of the order; if it was removed, the next remaining element in a direction. Returns nil
  /// if there is none.
  private func sortedRow(from index: Int, forward: Bool, in outline: Outline) -> Row? {
    guard let order, let list = outline.list(list) else { return nil }
    var index = index
    while order.elements.indices.contains(index), !outline.records.stop.isCancelled {
      if let row = list.element(knownAs: order.elements[index], in: outline) { return row }
      index += forward ? 1 : -1
    }
    return nil
  }

  /// Returns the state of the list that the order of the rows depends on.
  func state(in outline: Outline) -> TableSort.State {
    let filters = outline.filters.filter { $0.list == list }
    let count =
      switch list {
      case .container(let offset): outline.document.history.overlay.shift(before: .max, in: offset)
      case .row: outline.list(list)?.childRows.count ?? 0
      }
    let size = outline.document.base.count
    return TableSort.State(
      filters: filters.map(\.words), isFiltering: filters.last?.isComplete(size) == false, count: count,
      size: size, fingerprint: outline.document.fingerprint)
  }

  /// Returns a row if it is an element, otherwise the next element in a direction; nil if there is none.
  private func tableRow(from row: Row?, forward: Bool, in outline: Outline) -> Row? {
    var row = row
    while let here = row, !here.isTableRow { row = outline.sibling(of: here, forward: forward) }
    return row
  }

  // MARK: - Cells

  /// Returns the row of an element's value in the current column. An absent property has a row, but an absent key does not.
  func cellRow(of element: Row, in outline: Outline) -> Row? {
    guard let path = grid.current?.path, element.node != nil else { return nil }
    let rows = path.rows(in: element, outline)
    guard let first = rows.first, let last = rows.last else { return nil }
    return sequence(first: first, next: \.parent).first { $0.id.contains(last.id) }
  }

  /// Returns the value of a path in an element; containers and long strings are cut to the length that a cell shows.
  static func cell(
    _ path: FilterPath, of element: Row, _ values: FilterSubject? = nil, in outline: Outline
  ) -> QueryCell {
    guard let subject = values ?? element.subject else { return QueryCell(.unreadable) }
    let values = path.values(of: subject)
    if values.count == 1, case .node(let node)? = values.first {
      if node.kind.isContainer {
        let text = path.summary(of: node, in: element.record, outline)
        return QueryCell(node.kind == .array ? .list : .object, text)
      }
      if node.kind == .string, node.byteRange.count > longest {
        return QueryCell(.text, node.shortText(widest))
      }
    }
    return path.cell(in: subject)
  }

  /// The maximum size in bytes of a string that is read as a whole to show a cell.
  private static let longest = 1 << 12
}

extension Row {
  /// Whether the row can be a row of a table, rather than a group of the list itself or a remark.
  var isTableRow: Bool {
    switch label {
    case .element, .key, .property, .mistake: true
    case .file, .absent, .unmapped, .remark: false
    }
  }

  fileprivate var isFirstElement: Bool { if case .element(0) = label { true } else { false } }
}

extension FilterPath {
  /// Returns a short description of a list or an object, with the summaries of models.
  fileprivate func summary(of node: JSONNode, in record: Record?, _ outline: Outline) -> String {
    guard let model = shape?.innerModel, let record else { return Preview(of: node, cells: Self.shown).text }
    func summary(_ object: JSONNode) -> ModelSummary? {
      object.kind == .object ? outline.records.summary(of: model.description(for: object)) : nil
    }
    guard node.kind == .array else {
      return summary(node)?.spans(of: node, in: record, cells: Self.shown).text
        ?? Preview(of: node, cells: Self.shown).text
    }
    let names = node.elements.prefix(Self.maximumNames).map {
      summary($0)?.name(of: $0, in: record, cells: Self.shown).text ?? Preview(of: $0, cells: Self.shown).text
    }
    return "[\(node.count)] " + names.joined(separator: ", ")
  }

  private static let shown = 40
  private static let maximumNames = 4
}

extension [FilterPath.Step] {
  /// Returns whether a location is at the value of the path or inside it. Indices in the location may have no component in the
  /// path.
  fileprivate func leads(into steps: some Collection<JSONKeyPath.Component>) -> Bool {
    var rest = Array<JSONKeyPath.Component>(steps)[...]
    for step in self {
      if case .index = rest.first, case .key = step { rest = rest.dropFirst() }
      guard let next = rest.popFirst() else { return false }
      switch (step, next) {
      case (.key(let a), .key(let b)) where a == b: continue
      case (.index(let a), .index(let b)) where a == b: continue
      case (.each, _): continue
      default: return false
      }
    }
    return true
  }
}
