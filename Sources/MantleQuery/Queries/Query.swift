import Mantle

/// A query over many values: a filter, columns, aggregates and an order.
///
/// The text of a query consists of clauses, each of which begins with its name:
///
///     where state = open columns number, title, who = user.login sort comments desc limit 10
///     group user.login aggregate count, mean(comments) sort count desc
///
/// `[]` in a path explodes a list: `labels[].name` makes a row for each label. The clause `explode labels` has the
/// same effect; `explode labels outer` also makes a row for a value without labels. The clause `rows` is a condition
/// on these rows, `where` a condition on the values.
package struct Query: Sendable {
  /// A clause of a query.
  package enum Clause: String, CaseIterable, Sendable {
    case at
    case filter = "where"
    case explode, rows
    case columns, group, aggregate, sort, limit
  }

  /// A column with the values of a path or calculation.
  struct Column: Sendable {
    /// The title given in the query; nil to use the text of the path.
    let label: String?
    let path: FilterPath

    /// The title of the column in the result.
    var title: String { label ?? path.title }

    var words: String { Query.words(label, path.words) }
  }

  /// An aggregate of the rows of a group.
  struct Aggregate: Sendable {
    /// The title given in the query; nil to use the text of the call.
    var label: String?
    let function: AggregateFunction
    /// The path of the values that are aggregated; nil to count rows.
    let path: FilterPath?
    /// The number in the second argument: the probability of a quantile, or the number of frequent values to list; nil
    /// if there is none.
    var number: Double?

    /// The title of the aggregate's column in the result.
    var title: String { label ?? call }

    var words: String { Query.words(label, call) }

    /// The text of the function call: `quantile(comments, 0.9)`.
    private var call: String {
      guard let path else { return function.rawValue }
      let number = number.map { ", \(QueryCell.number($0).text)" } ?? ""
      return "\(function.rawValue)(\(path.words)\(number))"
    }
  }

  /// A sort key: a path for rows, or a column for groups.
  package struct SortKey: Sendable {
    /// The values that a sort key sorts by.
    enum Subject: Sendable {
      case path(FilterPath)
      /// The column with an index in the result of a query with groups.
      case column(Int)
    }

    package let words: String
    let subject: Subject
    package var isDescending = false
    /// Whether the sort key compares runs of digits in text as numbers.
    var isNatural = false

    /// Whether the sort key is the name of a property or of a key in the data.
    package var isNamed: Bool { if case .path(let path) = subject { path.isNamed } else { false } }
  }

  package var filter: Filter?
  var columns: [Column] = []
  var groups: [Column] = []
  var aggregates: [Aggregate] = []
  package var sort: [SortKey] = []
  package var limit: Int?
  /// The path of the list that the query is about; nil to use the records that are found in the document.
  var place: JSONKeyPath?
  /// The paths of the exploded lists, the outermost first.
  var lists: [FilterPath] = []
  /// The paths of the lists that the clause `explode` names.
  var explicitLists: [FilterPath] = []
  /// Whether a value whose exploded list has no elements still has a row.
  var keepsEmpty = false
  /// The condition on the rows that exploded lists make, from the clause `rows`; nil if there is none.
  var rowCondition: Filter.Condition?

  /// Creates a query for the records that pass a filter.
  package init(_ filter: Filter? = nil, limit: Int? = nil) { (self.filter, self.limit) = (filter, limit) }

  /// Whether the query has a row for each element of a list.
  package var isExploded: Bool { !lists.isEmpty }

  /// The paths of the columns of a query without groups.
  package var columnPaths: [FilterPath] { columns.map(\.path) }

  /// Whether rows are combined into groups; there may be only one group.
  package var isGrouped: Bool { !groups.isEmpty || !aggregates.isEmpty }

  /// The paths by which rows are grouped, which are the first columns.
  package var groupPaths: [FilterPath] { groups.map(\.path) }

  /// The properties whose values the columns contain; nil for calculated columns.
  package var columnProperties: [PropertyDescription?] {
    (columns + groups).map(\.path.property)
      + aggregates.map { $0.function.keepsKind ? $0.path?.property : nil }
  }

  /// Whether the query does not specify any columns.
  package var showsAny: Bool { !isGrouped && columns.isEmpty }

  /// The titles of the columns of the result.
  package var titles: [String] { isGrouped ? groupTitles : Self.numbered(columns.map(\.title)) }

  var groupTitles: [String] { Self.numbered(groups.map(\.title) + aggregates.map(\.title)) }

  /// Appends a number to each title that an earlier column has, because the members of a JSON object need distinct keys.
  private static func numbered(_ titles: [String]) -> [String] {
    var counts: [ExactText: Int] = [:]
    return titles.map { title in
      counts[ExactText(title), default: 0] += 1
      return counts[ExactText(title)].map { $0 > 1 ? "\(title) \($0)" : title } ?? title
    }
  }

  /// The text of the query, which parses to an equal query.
  var words: String {
    Clause.allCases.compactMap { clause in words(of: clause).map { "\(clause.rawValue) \($0)" } }
      .joined(separator: " ")
  }

  /// Returns the text of a clause; nil if the query does not have it.
  private func words(of clause: Clause) -> String? {
    let words =
      switch clause {
      case .at: place.map { "\($0)" } ?? ""
      case .filter: filter?.words ?? ""
      case .explode:
        explicitLists.map(\.words).joined(separator: ", ") + (keepsEmpty ? " outer" : "")
      case .rows: rowCondition?.words ?? ""
      case .columns: columns.map(\.words).joined(separator: ", ")
      case .group: groups.map(\.words).joined(separator: ", ")
      case .aggregate: aggregates.map(\.words).joined(separator: ", ")
      case .sort: sort.map(\.clause).joined(separator: ", ")
      case .limit: limit.map { "\($0)" } ?? ""
      }
    return words.isEmpty ? nil : words
  }

  private static func words(_ label: String?, _ value: String) -> String {
    guard let label else { return value }
    let isPlain = !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    return "\(isPlain ? label : label.inFilterQuotes) = \(value)"
  }
}

extension Query.SortKey {
  /// The text of the sort key with its direction.
  var clause: String { words + (isNatural ? " natural" : "") + (isDescending ? " desc" : "") }
}

/// An error in the text of a query.
package struct QueryError: Error, Hashable, CustomStringConvertible {
  /// The clause that contains the error; nil if no clause begins at the position.
  let clause: Query.Clause?
  /// The error with its position in the text of the query.
  package let error: FilterError

  /// The clause, the reason and the position, which is counted from 1.
  package var description: String { (clause.map { "\($0.rawValue): " } ?? "") + error.description }
}
