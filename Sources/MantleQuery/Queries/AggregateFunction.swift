import Mantle

/// A calculation over the values of a group of rows.
///
/// Values that are null, absent or unreadable take part in none but those that count them.
enum AggregateFunction: String, CaseIterable, Sendable {
  /// The number of rows; of a property, the number of values.
  case count
  /// The count as a percentage of all rows that pass the filter.
  case percent
  /// The numbers of rows whose value is null, absent, or not what the property expects.
  case nulls, absent, errors
  /// The number of different values; beyond a million, an estimate within 0.3 %.
  case distinct
  /// The exact sum and mean of numbers.
  case sum, mean
  /// The standard deviation of a sample of numbers.
  case stddev
  /// The least and the greatest value in sort order.
  case min, max
  /// Interpolated quantiles of numbers and dates; beyond a million values, those of a random sample.
  case median, quantile
  /// The counts of numbers and dates in eight ranges of equal width from the least to the greatest.
  case histogram
  /// The first and the last value in the order of the rows.
  case first, last
  /// All values up to the first thousand.
  case list
  /// The most frequent values, with the number of each.
  case top

  /// Whether the function counts rows if no property is given.
  var isOfRows: Bool { self == .count || self == .percent }

  /// Whether the result is one of the values.
  var keepsKind: Bool { self == .min || self == .max || self == .first || self == .last }

  /// Whether the function has a second argument.
  var takesNumber: Bool { self == .quantile || self == .top }

  /// The names of functions in other languages.
  private static let synonyms: [String: AggregateFunction] = [
    "avg": .mean, "average": .mean, "total": .sum, "stdev": .stddev, "std": .stddev, "percentile": .quantile,
    "unique": .distinct, "uniq": .distinct, "countdistinct": .distinct, "n": .count, "mode": .top,
    "collect": .list, "missing": .absent, "null": .nulls, "minimum": .min, "maximum": .max,
  ]

  /// The function that was probably meant by another name.
  static func nearest(to name: String) -> String? {
    synonyms[name.lowercased()]?.rawValue ?? Spelling.nearest(to: name, among: allCases.map(\.rawValue))
  }
}
