import Mantle

/// A query over many values: a filter, columns, an order and aggregates.
///
/// A query has a text, in which each clause begins with its name:
///
///     where state = open columns number, title, who = user.login sort comments desc limit 10
///     group user.login aggregate count, mean(comments) sort count desc
///
/// `[]` in a path explodes a list: `labels[].name` has a row for each label. So has `explode labels`, and `explode labels outer`
/// has a row for a value without labels, too. `rows` is a condition on these rows, and `where` one on the values.
package struct Query: Sendable {
  /// A part of a query.
  package enum Clause: String, CaseIterable, Sendable {
    case at
    case filter = "where"
    case explode, rows
    case columns, group, aggregate, sort, limit
  }

  /// A property, and the title of its column.
  struct Column: Sendable {
    /// The title; nil for the path.
    let label: String?
    let path: FilterPath

    /// The title of the column.
    var title: String { label ?? path.title }

    var words: String { Query.words(label, path.words) }
  }

  /// A calculation over the rows of a group.
  struct Aggregate: Sendable {
    /// The title; nil for the calculation.
    var label: String?
    let function: AggregateFunction
    /// The values; nil to count rows.
    let path: FilterPath?
    /// The probability of a quantile, or the number of most frequent values.
    var number: Double?

    /// The title of the column.
    var title: String { label ?? call }

    var words: String { Query.words(label, call) }

    /// The calculation: `quantile(comments, 0.9)`.
    private var call: String {
      guard let path else { return function.rawValue }
      let number = number.map { ", \(QueryCell.number($0).text)" } ?? ""
      return "\(function.rawValue)(\(path.words)\(number))"
    }
  }

  /// A property by which rows are sorted, or a column by which groups are.
  package struct SortKey: Sendable {
    /// The subject of a sort key.
    enum Subject: Sendable {
      case path(FilterPath)
      /// The index of a column of groups.
      case column(Int)
    }

    package let words: String
    let subject: Subject
    package var isDescending = false
    /// Whether digits in text are compared as numbers.
    var isNatural = false

    /// Whether it is a property or a key that values have.
    package var isNamed: Bool { if case .path(let path) = subject { path.isNamed } else { false } }
  }

  package var filter: Filter?
  var columns: [Column] = []
  var groups: [Column] = []
  var aggregates: [Aggregate] = []
  package var sort: [SortKey] = []
  package var limit: Int?
  /// The place of the list that the query is about.
  var place: JSONKeyPath?
  /// The lists that are exploded, the outermost first.
  var lists: [FilterPath] = []
  /// The lists that the clause `explode` names.
  var explicitLists: [FilterPath] = []
  /// Whether a value without elements in an exploded list has a row.
  var keepsEmpty = false
  /// The condition that the rows of exploded lists pass.
  var rowCondition: Filter.Condition?

  /// Creates a query of all records that pass a filter, or of the first ones.
  package init(_ filter: Filter? = nil, limit: Int? = nil) { (self.filter, self.limit) = (filter, limit) }

  /// Whether the query has a row for each element of a list.
  package var isExploded: Bool { !lists.isEmpty }

  /// The paths of the columns of a query without groups.
  package var columnPaths: [FilterPath] { columns.map(\.path) }

  /// Whether rows are put together in groups, of which there may be only one.
  package var isGrouped: Bool { !groups.isEmpty || !aggregates.isEmpty }

  /// The properties whose values the groups have in their first columns.
  package var groupPaths: [FilterPath] { groups.map(\.path) }

  /// The properties whose values the columns of the result have; nil for calculated ones.
  package var columnProperties: [PropertyDescription?] {
    (columns + groups).map(\.path.property)
      + aggregates.map { $0.function.keepsKind ? $0.path?.property : nil }
  }

  /// Whether the query leaves it open which columns to show.
  package var showsAny: Bool { !isGrouped && columns.isEmpty }

  /// The titles of the columns of the result.
  package var titles: [String] { isGrouped ? groupTitles : Self.numbered(columns.map(\.title)) }

  var groupTitles: [String] { Self.numbered(groups.map(\.title) + aggregates.map(\.title)) }

  /// Adds a number to each title that another column has already, because the members of an object need different keys.
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
  /// The key with its direction.
  var clause: String { words + (isNatural ? " natural" : "") + (isDescending ? " desc" : "") }
}

/// An error in the text of a query.
package struct QueryError: Error, Hashable, CustomStringConvertible {
  /// The clause; nil if none begins at the position.
  let clause: Query.Clause?
  /// The error, at its position in the text.
  package let error: FilterError

  /// The clause, the reason and the position, counted from 1.
  package var description: String { (clause.map { "\($0.rawValue): " } ?? "") + error.description }
}
