extension ArchiveDecoder {
  /// How many diagnostics there are: a place in the record.
  var mark: Int { context.mark }

  func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, model: String? = nil,
    at path: [JSONKeyPath.Component] = [], expected: String? = nil, found: String? = nil,
    detail: String? = nil
  ) {
    report(
      DecodingProblem(code, expected: expected, found: found, detail: detail), severity, model: model,
      at: path)
  }

  func report(_ diagnostic: Diagnostic) { report(DecodingContext.Record(diagnostic)) }

  func report(_ record: DecodingContext.Record) {
    if mark < ArchiveBudget.diagnostics(objects: isOpen.count) { return context.record(record) }
    omitted.count += 1
    if record.severity == .error { omitted.hasErrors = true }
  }

  /// What was reported, ending with the number of those that were too many to keep.
  var diagnostics: [Diagnostic] {
    let recorded = context.records(since: 0).map(\.diagnosticWithoutPlace)
    guard omitted.count > 0 else { return recorded }
    let rest = Diagnostic(
      omitted.hasErrors ? .error : .note, .limit,
      detail: "\(omitted.count) more diagnostics were found; only the first \(recorded.count) are listed")
    return recorded + [rest]
  }

  /// Puts what a value threw on record, unless it is there already.
  func report(_ error: any Error) {
    switch error {
    case is ProblemsRecorded: break
    case let problem as DecodingProblem: report(problem, at: [])
    case let error as ArchiveError: report(error.diagnostic)
    case is ArchiveCycle:
      report(
        .error, .archive, expected: "no reference cycle",
        detail: "the object contains itself; only an optional `var` of a class can refer back")
    case let error as TransformError:
      report(.error, error.code, expected: error.expected, found: error.found)
    default:
      report(.error, .validation, detail: String(describing: error))
    }
  }

  func report(
    _ problem: DecodingProblem, _ severity: Diagnostic.Severity = .error, model: String? = nil,
    at path: [JSONKeyPath.Component]
  ) {
    var placed = problem
    placed.suffix = path
    report(DecodingContext.Record(severity: severity, problem: placed, model: model))
  }

  /// Puts a step in front of the paths of what was recorded since.
  func prepend(_ step: JSONKeyPath.Component, since mark: Int) {
    prepend([step], since: mark)
  }

  func prepend(_ path: [JSONKeyPath.Component], since mark: Int) {
    context.editRecords(since: mark) { $0.problem.suffix.insert(contentsOf: path, at: 0) }
  }

  /// Places what was recorded since in a property, and names model and property where none are named.
  func attribute(since mark: Int, model: String, property: String) {
    prepend(.key(property), since: mark)
    context.attribute(since: mark, model: model, property: property)
  }

  /// Puts the problem of an element on record, and says how to go on.
  ///
  /// - Parameter canHold: whether nil can stand in the element's place.
  /// - Throws: what is wrong with a mapping.
  func recover(
    from error: any Error, since mark: Int, canHold: Bool = false
  ) throws -> DecodingContext.Recovery {
    guard !(error is MappingError) else { throw error }
    report(error)
    if error is ArchiveCycle { return .fail }
    return context.recovery(at: DecodingContext.Record.noNode, since: mark, canHold: canHold)
  }
}

extension DecodingProblem {
  /// Why one value cannot be read from an archive, or put into one.
  init(
    _ code: Diagnostic.Code = .typeMismatch, expected: String? = nil, found: String? = nil,
    detail: String? = nil
  ) {
    self.init(
      code, at: DecodingContext.Record.noNode, expected: expected, found: found, detail: detail)
  }
}

extension DecodingContext.Record {
  /// Where a record belongs to no text.
  static let noNode = -1

  init(_ diagnostic: Diagnostic) {
    severity = diagnostic.severity
    model = diagnostic.model
    property = diagnostic.property
    problem = DecodingProblem(
      diagnostic.code, at: Self.noNode, suffix: diagnostic.path.components, expected: diagnostic.expected,
      found: diagnostic.found, detail: diagnostic.detail, underlying: diagnostic.underlying)
  }

  /// As a diagnostic of a value that stands in no text.
  var diagnosticWithoutPlace: Diagnostic {
    Diagnostic(
      severity, problem.code, model: model, property: property, path: JSONKeyPath(problem.suffix),
      expected: problem.expected, found: problem.found, detail: problem.detail, underlying: problem.underlying
    )
  }
}
