import Mantle
import MantleQuery

/// The rows of a table that pass a filter, sorted by a query, as the JSON of their models.
final class RowScan {
  private let connection: Connection
  private let layout: TableLayout
  private let request: RowRequest
  private let statement: Statement
  private var writer = JSONWriter()
  /// The numbers of the rows still to read, in the order of the query; nil to read the rows one by one in table order.
  private var sorted: ArraySlice<Int64>?
  private var left: Int

  /// Starts a scan of a table.
  ///
  /// - Parameter connection: a connection that is not used for anything else until the scan ends.
  init(_ layout: TableLayout, _ request: RowRequest, on connection: Connection) throws {
    (self.connection, self.layout, self.request) = (connection, layout, request)
    left = request.limit ?? .max
    let bound = request.filter?.bound(in: layout)
    statement = try connection.statement(layout.selection(narrowedBy: bound?.text))
    try statement.bind(bound?.values ?? [])
    if let query = request.order { sorted = try sortedRows(by: query)[...] }
  }

  deinit { statement.reset() }

  /// SQLite's number of a row, and the JSON of the row's model.
  typealias Row = (number: Int64, document: JSONDocument)

  /// Returns the next row of the result, in the requested order; nil at the end or if the limit is reached.
  func next() throws -> Row? {
    guard left > 0, let row = try sorted == nil ? passing() : nextSorted() else { return nil }
    left -= 1
    return row
  }

  /// Returns the next row of the table, in table order, that passes the filter; nil at the end.
  private func passing() throws -> Row? {
    while try statement.step() {
      let row = try read(statement)
      if request.holds(for: row.document) { return row }
    }
    return nil
  }

  private func nextSorted() throws -> Row? {
    guard let number = sorted?.popFirst() else { return nil }
    let single = try connection.statement(layout.selectionByNumber)
    defer { single.reset() }
    try single.bind([.integer(number)])
    return try single.step() ? read(single) : nil
  }

  /// Returns the numbers of the rows that pass the filter, sorted by the query.
  ///
  /// - Complexity: memory for one sort key of each row.
  private func sortedRows(by query: Query) throws -> [Int64] {
    var rows: [(keys: [OrderKey], number: Int64)] = []
    while let row = try passing() {
      rows.append((query.orders(of: request.subject(row.document)), row.number))
    }
    rows.sort { a, b in
      a.keys == b.keys ? a.number < b.number : a.keys.lexicographicallyPrecedes(b.keys)
    }
    return rows.map(\.number)
  }

  private func read(_ statement: Statement) throws -> Row {
    let number = statement.integer(at: layout.columns.count)
    writer.removeAll()
    try layout.write(statement, to: &writer)
    do throws(JSONSyntaxError) { return (number, try JSONDocument(writer.finish())) } catch {
      throw StoreError(.damaged, "a string is not UTF-8: \(error)").at(layout.table, row: "\(number)")
    }
  }
}

/// A request for rows: a filter, an order and a limit.
struct RowRequest: Sendable {
  let model: ModelDescription
  var filter: Filter?
  var order: Query?
  var limit: Int?

  /// Creates a request for the rows of a model.
  ///
  /// - Throws: a ``StoreError`` with the position of an error in the condition or the order.
  init(
    _ model: ModelDescription, where condition: StoreCondition? = nil, order: StoreOrder? = nil,
    limit: Int? = nil
  ) throws(StoreError) {
    (self.model, self.limit) = (model, limit)
    let names = FilterNames(model: model, samples: [])
    do throws(FilterError) {
      filter = try condition.map { condition throws(FilterError) in try Filter(condition.text, names: names) }
    } catch {
      throw StoreError(.query, "where: \(error)")
    }
    if filter?.isOfFile == true {
      throw StoreError(.query, "where: $index, $key and modified exist in files only, not in a store")
    }
    do throws(QueryError) {
      self.order = try order.map { order throws(QueryError) in
        try Query(QueryText([.sort: order.text]), names: names)
      }
    } catch { throw StoreError(.query, "\(error)") }
  }

  func subject(_ document: JSONDocument) -> FilterSubject { FilterSubject(document.root, model: model) }

  func holds(for document: JSONDocument) -> Bool { filter?.holds(for: subject(document)) ?? true }
}
