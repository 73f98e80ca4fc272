extension DecodingError {
  /// Creates the `DecodingError` for a problem, which becomes its underlying error.
  ///
  /// - Parameters:
  ///   - problem: The problem to convert. A type mismatch becomes `typeMismatch`, an unexpected null becomes
  ///     `valueNotFound`, and every other problem becomes `dataCorrupted`.
  ///   - codingPath: The coding path of the value.
  ///   - type: The type that was being decoded.
  init<Value>(_ problem: DecodingProblem, codingPath: [any CodingKey], type: Value.Type) {
    let words = DecodingProblem.words(expected: problem.expected, found: problem.found, problem.detail)
    let context = Context(codingPath: codingPath, debugDescription: words, underlyingError: problem)
    switch problem.code {
    case .typeMismatch: self = .typeMismatch(type, context)
    case .unexpectedNull: self = .valueNotFound(type, context)
    default: self = .dataCorrupted(context)
    }
  }

  /// The context of this error, with its coding path and message; nil for an error case that a later version
  /// of Swift adds.
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

extension JSONNode {
  /// Converts an error that a type threw while it decoded this node through `Codable` to a problem of the
  /// whole document.
  ///
  /// - Parameter root: The number of this node in the whole document.
  /// - Returns: A ``DecodingProblem``; a ``MappingError`` and the error for problems that are already recorded
  ///   are returned unchanged.
  func problem(from error: any Error, rootedAt root: Int) -> any Error {
    guard var problem = problem(from: error) as? DecodingProblem else { return error }
    problem.nodeIndex += root
    return problem
  }

  /// Converts an error that a `Codable` type threw to a problem that is located at a node of this document.
  private func problem(from error: any Error) -> any Error {
    guard let error = error as? DecodingError else {
      return withCursor(DecodingContext(minimumSeverity: .error)) { $0.problem(from: error) }
    }
    var problem = error.context?.underlyingError as? DecodingProblem ?? located(error)
    problem.underlying = problem.underlying ?? error
    return problem
  }

  /// Returns the problem for a `DecodingError` that the code of a `Codable` type created.
  ///
  /// The problem is located at the deepest node that exists on the error's coding path; the rest of the path
  /// becomes the suffix of the problem.
  private func located(_ error: DecodingError) -> DecodingProblem {
    var place = self
    var rest = error.context?.codingPath[...] ?? []
    while let key = rest.first, let child = place.child(key) {
      place = child
      rest = rest.dropFirst()
    }
    let suffix = rest.map { $0.intValue.map { .index($0) } ?? JSONKeyPath.Component.key($0.stringValue) }
    let words = error.context?.debugDescription
    let found = place.withCursor(DecodingContext(minimumSeverity: .error)) { $0.foundText }
    switch error {
    case .keyNotFound(let key, _):
      return DecodingProblem(
        .missing, at: place.index, suffix: suffix + [.key(key.stringValue)], expected: "a value",
        found: "no key `\(key.stringValue)`", detail: words)
    case .typeMismatch(let type, _):
      return DecodingProblem(
        .typeMismatch, at: place.index, suffix: suffix, expected: "\(type)", found: found, detail: words)
    case .valueNotFound(let type, _):
      return DecodingProblem(
        .unexpectedNull, at: place.index, suffix: suffix, expected: "\(type)", found: found, detail: words)
    default:
      return DecodingProblem(.invalidValue, at: place.index, suffix: suffix, found: found, detail: words)
    }
  }

  /// Returns the value that a coding key selects in this object or array; nil if there is none.
  private func child(_ key: any CodingKey) -> JSONNode? {
    if kind == .array { return key.intValue.flatMap { self[$0] } }
    return self[key.stringValue]
  }
}
