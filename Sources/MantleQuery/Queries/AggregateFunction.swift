import Mantle

/// A calculation over the values of a group of rows.
///
/// Values that are null, absent or unreadable are ignored, except by the functions that count them.
enum AggregateFunction: String, CaseIterable, Sendable {
  /// The number of rows, or the number of values of a property.
  case count
  /// The count as a percentage of all rows that pass the filter.
  case percent
  /// The number of rows whose value is null, absent, or not of the property's type.
  case nulls, absent, errors
  /// The number of distinct values. Beyond a million, it is an estimate with an error of about 0.3 %.
  case distinct
  /// The exact sum, or the mean, of numbers.
  case sum, mean
  /// The standard deviation of a sample of numbers.
  case stddev
  /// The least, or the greatest, value in sort order.
  case min, max
  /// Interpolated quantiles of numbers and dates. Beyond a million values, they are computed from a sample.
  case median, quantile
  /// The counts of numbers and dates in eight ranges of equal width between the least and the greatest value.
  case histogram
  /// The first, or the last, value in row order.
  case first, last
  /// All values, up to a thousand, as a list.
  case list
  /// The most frequent values with their counts.
  case top

  /// Whether the function counts rows if it has no argument.
  var isOfRows: Bool { self == .count || self == .percent }

  /// Whether the result is one of the values, and so has their type.
  var keepsKind: Bool { self == .min || self == .max || self == .first || self == .last }

  /// Whether the function has a second argument, which is a number: a probability or a count.
  var takesNumber: Bool { self == .quantile || self == .top }

  /// The functions by the names that other languages use for them.
  private static let synonyms: [String: AggregateFunction] = [
    "avg": .mean, "average": .mean, "total": .sum, "stdev": .stddev, "std": .stddev, "percentile": .quantile,
    "unique": .distinct, "uniq": .distinct, "countdistinct": .distinct, "n": .count, "mode": .top,
    "collect": .list, "missing": .absent, "null": .nulls, "minimum": .min, "maximum": .max,
  ]

  /// Returns the function that was probably meant by an unknown name; nil if none is similar.
  static func nearest(to name: String) -> String? {
    synonyms[name.lowercased()]?.rawValue ?? Spelling.nearest(to: name, among: allCases.map(\.rawValue))
  }
}
