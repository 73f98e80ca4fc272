extension DecodingError {
  /// A problem as the error `Codable` code expects, with the problem underneath.
  init<Value>(_ problem: DecodingProblem, codingPath: [any CodingKey], type: Value.Type) {
    let words = DecodingProblem.words(expected: problem.expected, found: problem.found, problem.detail)
    let context = Context(codingPath: codingPath, debugDescription: words, underlyingError: problem)
    switch problem.code {
    case .typeMismatch: self = .typeMismatch(type, context)
    case .unexpectedNull: self = .valueNotFound(type, context)
    default: self = .dataCorrupted(context)
    }
  }

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
  /// Whatever a type threw while this node was read through `Codable`, as a problem with its place.
  ///
  /// - Parameter root: the number this node has in the whole document.
  func problem(from error: any Error, rootedAt root: Int) -> any Error {
    switch error {
    case var problem as DecodingProblem:
      problem.nodeIndex += root
      return problem
    case is ProblemsRecorded, is MappingError:
      return error
    case let error as DecodingError:
      var problem = error.context?.underlyingError as? DecodingProblem ?? located(error)
      problem.nodeIndex += root
      problem.underlying = problem.underlying ?? error
      return problem
    default:
      return DecodingProblem(
        .invalidValue, at: root, detail: String(describing: error), underlying: error)
    }
  }

  /// The problem of an error the type itself made, at the end of its coding path as far as that exists here.
  private func located(_ error: DecodingError) -> DecodingProblem {
    var place = self
    var rest = error.context?.codingPath[...] ?? []
    while let key = rest.first, let child = place.child(key) {
      place = child
      rest = rest.dropFirst()
    }
    let suffix = rest.map { $0.intValue.map { .index($0) } ?? JSONKeyPath.Component.key($0.stringValue) }
    let words = error.context?.debugDescription
    let found = place.withCursor(DecodingContext(leastSeverity: .error)) { $0.foundText }
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

  private func child(_ key: any CodingKey) -> JSONNode? {
    if kind == .array { return key.intValue.flatMap { self[$0] } }
    return self[key.stringValue]
  }
}
