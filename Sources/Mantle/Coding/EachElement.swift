/// The result of following an each-element path into one element.
struct EachElement {
  /// The possible results for one element.
  enum Outcome {
    /// The value at the end of the path.
    case value
    /// The remaining path, which the element lacks.
    case missing(ArraySlice<JSONKeyPath.Component>)
    /// The path to an intermediate value that is not a container.
    case blocked(JSONKeyPath)
  }

  let json: JSONCursor
  let outcome: Outcome

  init(_ json: JSONCursor, _ outcome: Outcome) {
    self.json = json
    self.outcome = outcome
  }

  /// Whether the path passes through a value that is not a container.
  var isBlocked: Bool { if case .blocked = outcome { true } else { false } }

  /// - Parameters:
  ///   - absent: the value for an element that lacks the path; nil if that is an error.
  ///   - expected: a description of a valid value, as a phrase.
  func read<Value>(
    _ decode: (JSONCursor) throws -> Value, absent: Value?, expected: String
  ) throws -> Value {
    switch outcome {
    case .value: return try decode(json)
    case .blocked(let path): throw json.blocked(path)
    case .missing(let rest):
      if let absent { return absent }
      throw DecodingProblem(
        .missing, at: json.index, suffix: Array(rest), expected: expected,
        found: "no key `\(JSONKeyPath(Array(rest)))`")
    }
  }
}

extension [EachElement] {
  /// Decodes the value of every element as in an array: all problems are recorded, and the policy decides
  /// about elements that cannot be decoded.
  func read<Value>(
    _ decode: (JSONCursor) throws -> Value, absent: Value?, expected: String
  ) throws -> [Value] {
    guard let first else { return [] }
    var reader = ArrayReader<Value>(at: first.json)
    for element in self {
      try reader.read(element.json) { _ in
        try element.read(decode, absent: absent, expected: expected)
      }
    }
    return try reader.finished()
  }
}
