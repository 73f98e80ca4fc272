/// What an each-element path leads to in one element.
struct EachElement {
  enum Outcome {
    /// The value itself.
    case value
    /// Nothing: the element lacks the rest of the path.
    case missing(ArraySlice<JSONKeyPath.Component>)
    /// A value on the way that is no container.
    case blocked(JSONKeyPath)
  }

  let json: JSONCursor
  let outcome: Outcome

  init(_ json: JSONCursor, _ outcome: Outcome) {
    self.json = json
    self.outcome = outcome
  }

  /// - Parameters:
  ///   - absent: what an element that lacks its value has; nil where that is an error.
  ///   - expected: what a value is, as a phrase.
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
  /// Reads every element's value, as those of an array are read: all problems are found, and the policy decides
  /// about elements that cannot be read.
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
