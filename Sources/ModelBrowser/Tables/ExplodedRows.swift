import Mantle
import MantleQuery

/// The elements of nested lists as rows: a row for each element of the list at a path, inside each element of an outer list.
/// Conditions may restrict the rows.
struct ExplodedRows: Sendable {
  /// The path of the nested list inside each element of the outer list.
  let path: FilterPath
  /// The columns, the first of which identifies the element that a row is in.
  let columns: [String]
  private(set) var conditions: [String] = []

  /// Returns the same rows, restricted by a further condition.
  func keeping(_ condition: String) -> ExplodedRows {
    var copy = self
    copy.conditions.append(condition)
    return copy
  }

  /// The first clauses of a query over these rows: the path of the nested lists, and the conditions.
  fileprivate var clauses: String {
    let condition = conditions.map { "(\($0))" }.joined(separator: " and ")
    return "explode \(path.words) " + (condition.isEmpty ? "" : "rows \(condition) ")
  }

  /// Returns the text of the query that reads columns of all rows.
  fileprivate func text(_ columns: [String]) -> String {
    clauses + "columns " + columns.joined(separator: ", ")
  }

  /// Returns the request for a result that shows the rows.
  func request(in list: ElementFilter.List) -> ResultTable.Request {
    ResultTable.Request(
      kind: .elements(of: path), list: list, text: text(columns) + " limit \(Selection.most)",
      title: "elements of \(path.words)", noun: "row", rows: self)
  }
}

extension ExplodedRows? {
  /// The first clauses of a query over these rows; empty for nil, which stands for the elements of the outer list.
  var clauses: String { self?.clauses ?? "" }
}

/// Results whose rows are the elements of lists inside the elements.
extension ResultTable {
  /// Whether the rows of the result are elements of nested lists, rather than groups or statistics.
  var isOfRows: Bool { if case .elements = request.kind { true } else { false } }

  /// The path of the values in the current column; nil if the column has no path.
  var currentPath: FilterPath? { grid.current.flatMap(path) }

  /// The condition for rows with the value of the current cell; nil if the rows of the result are not elements of nested
  /// lists.
  var conditionOfCell: String? {
    guard isOfRows, let row = currentRow, let column = grid.current, let path = path(of: column) else {
      return nil
    }
    return path.filter(for: cell(column, of: row))
  }

  /// Shows the rows that also pass a condition, as a result from which `q` returns.
  ///
  /// - Throws: a `QueryError` if the condition is invalid.
  static func narrow(_ browser: inout Browser, _ condition: String) throws {
    guard let request = browser.view.result?.request, let rows = request.rows,
      let list = browser.outline.list(request.list)
    else { return }
    let clauses: [Query.Clause: String] = [.explode: rows.path.words, .rows: condition]
    _ = try Query(QueryText(clauses), names: browser.outline.filterNames(of: list))
    try show(&browser, rows.keeping(condition).request(in: request.list))
  }

  /// Returns the rows to export: the rows of the result in their order, or a query for all rows if the result has only the
  /// first ones.
  func source(of columns: [Grid.Column], in outline: Outline) throws -> TableExport.Source {
    guard isOfRows, rows.count >= Selection.most, let exploded = request.rows,
      let list = outline.list(request.list),
      let query = try ListQuery(
        exploded.text(columns.compactMap { path(of: $0)?.words }), of: list, in: outline)
    else { return .rows(rows(rows, in: columns)) }
    return .list(query)
  }
}
