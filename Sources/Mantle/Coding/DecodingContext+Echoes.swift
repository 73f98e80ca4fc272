extension [DecodingContext.Record] {
  /// One cause is reported once, where several properties read the same value: by the property that reads most of it.
  var withoutEchoes: [DecodingContext.Record] {
    var kept: [DecodingContext.Record] = []
    for record in self {
      guard record.severity == .error, let last = kept.indices.last, kept[last].isAbout(record) else {
        kept.append(record)
        continue
      }
      if kept[last].problem.code == .blockedPath { kept[last] = record }
    }
    return kept
  }
}

extension DecodingContext.Record {
  /// Whether both are errors with the same cause: what a value is, or what it lacks.
  fileprivate func isAbout(_ other: DecodingContext.Record) -> Bool {
    guard severity == .error, problem.nodeIndex == other.problem.nodeIndex,
      problem.suffix == other.problem.suffix
    else { return false }
    if problem.code == .blockedPath || other.problem.code == .blockedPath { return true }
    // Of one property everything is said, and of a rule whatever it says.
    return (model, property) != (other.model, other.property) && problem.code != .validation
      && problem.code == other.problem.code && problem.expected == other.problem.expected
      && problem.detail == other.problem.detail
  }
}
