extension [DecodingContext.Record] {
  /// The records without duplicates: if several properties read the same value, only the property that reads
  /// the most of it reports a given cause.
  var withoutEchoes: [DecodingContext.Record] {
    var kept: [DecodingContext.Record] = []
    var lastError: Int?
    for record in self {
      if let lastError, kept[lastError].isAbout(record) {
        if kept[lastError].problem.code == .blockedPath { kept[lastError] = record }
        continue
      }
      if record.severity == .error { lastError = kept.count }
      kept.append(record)
    }
    return kept
  }
}

extension DecodingContext.Record {
  /// Whether both records are errors with the same cause, such as a wrong kind of value or a missing key.
  fileprivate func isAbout(_ other: DecodingContext.Record) -> Bool {
    guard severity == .error, other.severity == .error, problem.nodeIndex == other.problem.nodeIndex,
      problem.suffix == other.problem.suffix
    else { return false }
    if problem.code == .blockedPath || other.problem.code == .blockedPath { return true }
    // All problems of one property are reported, and all violations of a validation rule.
    return (model, property) != (other.model, other.property) && problem.code != .validation
      && problem.code == other.problem.code && problem.expected == other.problem.expected
      && problem.detail == other.problem.detail
  }
}
