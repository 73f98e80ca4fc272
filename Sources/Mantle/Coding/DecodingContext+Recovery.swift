/// The kinds of invalid lists that a property accepts.
struct ListTolerance: OptionSet, Sendable, Hashable {
  let rawValue: Int

  /// The property drops elements that cannot be decoded.
  static let dropsElements = ListTolerance(rawValue: 1)
  /// The property accepts a value that is not a list, and decodes it as the only element of a list.
  static let acceptsOne = ListTolerance(rawValue: 2)
}

extension DecodingContext {
  /// The treatment of an array element or dictionary value that could not be decoded: `fail` makes decoding
  /// fail, `drop` omits the element, and `hold` stores nil in the element's position.
  @usableFromInline package enum Recovery {
    case fail, drop, hold
  }

  /// Records the problem of an array element or dictionary value that could not be decoded, and returns how
  /// decoding continues.
  ///
  /// - Parameters:
  ///   - list: the node index of the array or object.
  ///   - mark: the value of ``mark`` before the element was decoded.
  func recover(
    from error: any Error, at element: JSONCursor, in list: Int, since mark: Int
  ) throws(MappingError) -> Recovery {
    try record(error, at: element, model: nil, property: nil)
    let drops = tolerances[list]?.contains(.dropsElements) ?? false
    return recovery(at: element.index, since: mark, drops: drops)
  }

  /// Returns how decoding continues after an array element whose problem is already recorded.
  ///
  /// - Parameters:
  ///   - node: the node index of the element.
  ///   - mark: the value of ``mark`` before the element was decoded.
  ///   - canHold: whether nil is a valid value for the element.
  ///   - drops: whether the property drops elements that cannot be decoded, regardless of the policy.
  package func recovery(at node: Int, since mark: Int, canHold: Bool = true, drops: Bool = false) -> Recovery
  {
    keepFailures(since: mark)
    guard policy.substitutes || drops else { return .fail }
    let holds = policy.keepsIndices && canHold
    if policy.demotes || drops { demoteErrors(since: mark) }
    record(
      .warning,
      DecodingProblem(
        .elementDropped, at: node,
        detail: holds
          ? "the element cannot be decoded; nil replaces it"
          : "the element cannot be decoded and was left out"),
      model: nil, property: nil)
    return holds ? .hold : .drop
  }

  /// Records a problem as an error, unless it is already recorded.
  ///
  /// - Throws: a ``MappingError`` unchanged, because a mistake in a mapping is not a problem of the data and
  ///   must reach the caller.
  @usableFromInline package func record(
    _ error: any Error, at json: JSONCursor, model: String?, property: String?
  ) throws(MappingError) {
    switch json.problem(from: error) {
    case let error as MappingError: throw error
    case is ProblemsRecorded: break
    case let problem as DecodingProblem: recordFailure(problem, model: model, property: property)
    case let error:
      recordFailure(
        DecodingProblem(.invalidValue, at: json.index, underlying: error), model: model, property: property)
    }
  }

  private func recordFailure(_ problem: DecodingProblem, model: String?, property: String?) {
    record(Record(severity: .error, problem: problem, model: model, property: property, isOpen: true))
  }

  /// Records a problem to be displayed in a view of the document. Unlike a decode call, a view also displays a
  /// ``MappingError`` as a diagnostic.
  func recordForView(_ error: any Error, at json: JSONCursor, model: String?, property: String?) {
    do { try record(error, at: json, model: model, property: property) } catch {
      record(
        .error,
        DecodingProblem(.definition, at: json.index, detail: error.description, underlying: error),
        model: error.model, property: error.properties.first)
    }
  }

  /// Records a note on the value being decoded, for example that a coercion was applied.
  ///
  /// ```swift
  /// static func decode(_ json: JSONCursor) throws -> Level {
  ///   let number = try Int.decode(json)
  ///   if number > 5 { json.context.note(.coercion, "the level is limited to 5", at: json) }
  ///   return Level(number: min(number, 5))
  /// }
  /// ```
  public func note(_ code: Diagnostic.Code, _ words: String, at json: JSONCursor) {
    guard notes || tellsLosses && code == .lossyRoundTrip else { return }
    record(
      .note, DecodingProblem(code, at: json.index, found: json.foundText, detail: words), model: nil,
      property: nil)
  }
}

extension DecodingContext {
  /// Sets the model and the property of each problem that was recorded since `mark` and names no model.
  @usableFromInline package func attribute(since mark: Int, model: String, property: String?) {
    editRecords(since: mark) { record in
      if record.model == nil {
        record.model = model
        record.property = property
      }
    }
  }
}

extension [DecodingContext.Record] {
  /// The recorded problems without repeated errors. If several properties cannot be decoded from the same
  /// value for the same reason, only the first error is kept. An error for a path that a value other than an
  /// object blocks is replaced by a more specific error of the same value.
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
  /// Returns whether both problems are errors of the same value with the same cause, such as a wrong kind of
  /// value or a missing key.
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

/// The values that encoding writes differently from the input: numbers that their types cannot represent
/// exactly, and defaults for missing values.
package struct RewrittenValues: Sendable {
  /// The number of JSON numbers that encoding writes differently.
  package private(set) var rounded = 0
  /// The diagnostic for the first number in the document that encoding writes differently; nil if there is
  /// none.
  package private(set) var firstRounded: Diagnostic?
  /// The number of defaults that encoding writes for missing or null values, by key path.
  package private(set) var defaults: [String: Int] = [:]

  /// Creates a summary of rewritten values, which is empty by default.
  package init(rounded: Int = 0, first: Diagnostic? = nil, defaults: [String: Int] = [:]) {
    (self.rounded, firstRounded, self.defaults) = (rounded, first, defaults)
  }

  /// Adds the rewritten values of a later part of the document.
  package mutating func add(_ others: RewrittenValues) {
    rounded += others.rounded
    firstRounded = firstRounded ?? others.firstRounded
    if !others.defaults.isEmpty { defaults.merge(others.defaults, uniquingKeysWith: +) }
  }
}
