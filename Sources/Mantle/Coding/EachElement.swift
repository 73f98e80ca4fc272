/// The result of following a path with an each-element component, such as `labels[].name`, into one element of
/// the array.
struct EachElement {
  /// The possible results of following the path into one element.
  enum Outcome {
    /// The element has a value at the path that follows the each-element component.
    case value
    /// The element has no value at the path. The associated value contains the remaining components of the
    /// path.
    case missing(ArraySlice<JSONKeyPath.Component>)
    /// The path leads through a value that is not a container. The associated value is the path of that value.
    case blocked(JSONKeyPath)
  }

  /// The node index of the value at the path. If the element has no such value, the node index at which the
  /// problem is located.
  let node: Int
  let outcome: Outcome

  init(_ node: Int, _ outcome: Outcome) {
    self.node = node
    self.outcome = outcome
  }

  /// Whether the path passes through a value that is not a container.
  var isBlocked: Bool { if case .blocked = outcome { true } else { false } }

  /// Decodes the value of the element.
  ///
  /// - Parameters:
  ///   - json: the value of the element.
  ///   - absent: the value for an element that lacks the path; nil if that is an error.
  ///   - expected: a description of a valid value, as a phrase.
  func read<Value>(
    _ json: JSONCursor, _ decode: (JSONCursor) throws -> Value, absent: Value?, expected: String
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
  ///
  /// - Parameter object: a cursor at any value of the document.
  func read<Value>(
    in object: JSONCursor, _ decode: (JSONCursor) throws -> Value, absent: Value?, expected: String
  ) throws -> [Value] {
    guard let first else { return [] }
    var reader = ArrayReader<Value>(at: object.at(first.node))
    for element in self {
      try reader.read(object.at(element.node)) { json in
        try element.read(json, decode, absent: absent, expected: expected)
      }
    }
    return try reader.finished()
  }
}

/// An error of one array element, with the element's index.
struct ElementError: DescribedError, Sendable {
  /// The zero-based index of the element.
  let index: Int
  /// The error that the conversion of the element threw.
  let underlying: any Error

  var description: String { "element \(index): \(errorText(underlying))" }
}
