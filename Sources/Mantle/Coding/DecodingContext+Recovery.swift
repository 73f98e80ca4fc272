extension DecodingContext {
  /// What to do about an array element or dictionary value that could not be read.
  @usableFromInline enum Recovery {
    case fail, drop, hold
  }

  /// Puts an element's problem on record and says how to go on.
  @usableFromInline func recover(
    from error: any Error, at element: JSONCursor, since mark: Int
  ) throws(MappingError) -> Recovery {
    try record(error, at: element, model: nil, property: nil)
    return recovery(at: element.index, since: mark)
  }

  /// How to go on after an element whose problem is on record.
  ///
  /// - Parameter canHold: whether nil can stand in the element's place.
  func recovery(at node: Int, since mark: Int, canHold: Bool = true) -> Recovery {
    keepFailures(since: mark)
    guard policy.substitutes else { return .fail }
    let holds = policy.keepsIndices && canHold
    if policy.demotes { demoteErrors(since: mark) }
    record(
      .warning,
      DecodingProblem(
        .elementDropped, at: node,
        detail: holds
          ? "the element cannot be read; nil holds its place" : "the element cannot be read and was left out"),
      model: nil, property: nil)
    return holds ? .hold : .drop
  }

  /// Puts a problem on record as an error, unless it is there already.
  ///
  /// - Throws: what is wrong with a mapping. That is no news about the data, and must reach the caller.
  @usableFromInline func record(
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

  /// The same for a view, which shows what is wrong with a mapping too.
  func recordForView(_ error: any Error, at json: JSONCursor, model: String?, property: String?) {
    do { try record(error, at: json, model: model, property: property) } catch {
      record(
        .error,
        DecodingProblem(.definition, at: json.index, detail: error.description, underlying: error),
        model: error.model, property: error.properties.first)
    }
  }

  /// Leaves a note on the value being read, e.g. that a coercion was applied.
  public func note(_ code: Diagnostic.Code, _ words: String, at json: JSONCursor) {
    guard notes || tellsLosses && code == .lossyRoundTrip else { return }
    record(
      .note, DecodingProblem(code, at: json.index, found: json.foundText, detail: words), model: nil,
      property: nil)
  }
}

extension DecodingContext {
  /// Names model and property on the records added since that have none of their own.
  @usableFromInline func attribute(since mark: Int, model: String, property: String?) {
    editRecords(since: mark) { record in
      if record.model == nil {
        record.model = model
        record.property = property
      }
    }
  }
}
