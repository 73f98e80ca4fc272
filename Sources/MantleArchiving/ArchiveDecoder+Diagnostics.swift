import Mantle

extension ArchiveDecoder {
  /// The number of diagnostics recorded so far. Later calls pass it to select the diagnostics recorded since then.
  var mark: Int { context.mark }

  /// Returns whether an error was recorded since `mark`. Errors omitted because of the maximum number of diagnostics
  /// count too.
  func hasErrors(since mark: Int) -> Bool {
    omitted.hasErrors || context.records(since: mark).contains { $0.severity == .error }
  }

  /// Records a diagnostic that is made of its severity, code, location and texts.
  func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, model: String? = nil,
    at path: [JSONKeyPath.Component] = [], expected: String? = nil, found: String? = nil,
    detail: String? = nil
  ) {
    report(
      DecodingProblem(code, expected: expected, found: found, detail: detail), severity, model: model,
      at: path)
  }

  /// Records a diagnostic, or only counts it once the maximum number of diagnostics is reached.
  func report(_ diagnostic: Diagnostic) { report(DecodingContext.Record(diagnostic)) }

  /// Records a problem, or only counts it once the maximum number of diagnostics is reached.
  func report(_ record: DecodingContext.Record) {
    if mark < ArchiveBudget.diagnostics(objects: isOpen.count) { return context.record(record) }
    omitted.count += 1
    if record.severity == .error { omitted.hasErrors = true }
  }

  /// The recorded diagnostics, followed by one that states the number of omitted diagnostics.
  var diagnostics: [Diagnostic] {
    let recorded = context.records(since: 0).map(\.diagnosticWithoutPlace)
    guard omitted.count > 0 else { return recorded }
    let rest = Diagnostic(
      omitted.hasErrors ? .error : .note, .limit,
      detail: "\(omitted.count) more diagnostics were found; only the first \(recorded.count) are listed")
    return recorded + [rest]
  }

  /// Records the error that decoding a value threw, unless it was recorded before.
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

  /// Records a problem at a path relative to the current value.
  func report(
    _ problem: DecodingProblem, _ severity: Diagnostic.Severity = .error, model: String? = nil,
    at path: [JSONKeyPath.Component]
  ) {
    var placed = problem
    placed.suffix = path
    report(DecodingContext.Record(severity: severity, problem: placed, model: model))
  }

  /// Prepends components to the paths of the problems recorded since `mark`.
  func prepend(_ path: [JSONKeyPath.Component], since mark: Int) {
    context.editRecords(since: mark) { $0.problem.suffix.insert(contentsOf: path, at: 0) }
  }

  /// Prepends a property to the paths of the problems recorded since `mark`. Problems that name no model get this model and
  /// property.
  func attribute(since mark: Int, model: String, property: String) {
    prepend([.key(property)], since: mark)
    context.attribute(since: mark, model: model, property: property)
  }

  /// Records the error of an element in a collection, and returns how decoding continues: it fails, drops the element, or
  /// replaces it by nil.
  ///
  /// - Parameters:
  ///   - mark: the number of diagnostics before the element.
  ///   - canHold: whether the collection can hold nil in place of the element.
  /// - Throws: the error if a mapping is invalid.
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
  /// Creates the problem of a value that cannot be converted from or to an archive.
  init(
    _ code: Diagnostic.Code = .typeMismatch, expected: String? = nil, found: String? = nil,
    detail: String? = nil
  ) {
    self.init(
      code, at: DecodingContext.Record.noNode, expected: expected, found: found, detail: detail)
  }
}

extension DecodingContext.Record {
  /// The node number of a recorded problem that has no location in a JSON text.
  static let noNode = -1

  /// Creates the record of a problem from its diagnostic.
  init(_ diagnostic: Diagnostic) {
    let problem = DecodingProblem(
      diagnostic.code, at: Self.noNode, suffix: diagnostic.path.components, expected: diagnostic.expected,
      found: diagnostic.found, detail: diagnostic.detail, underlying: diagnostic.underlying)
    self.init(
      severity: diagnostic.severity, problem: problem, model: diagnostic.model, property: diagnostic.property)
  }

  /// The diagnostic of the recorded problem, without a location in a JSON text.
  var diagnosticWithoutPlace: Diagnostic {
    Diagnostic(
      severity, problem.code, model: model, property: property, path: JSONKeyPath(problem.suffix),
      expected: problem.expected, found: problem.found, detail: problem.detail, underlying: problem.underlying
    )
  }
}
