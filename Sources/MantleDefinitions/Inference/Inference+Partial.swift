import Mantle

/// Partial results, by which several processes or machines infer models together.
extension Inference {
  /// The contents of a partial result, as they are encoded in JSON.
  private struct Partial: CodableConvertible {
    /// The version of the encoding of partial results.
    var mantleInference = Partial.version
    let isSequence: Bool
    let shape: Shape

    static let version = 2
  }

  /// Returns the evidence of the documents read so far as JSON without line breaks.
  ///
  /// ```swift
  /// var whole = Inference()
  /// for part in parts { try whole.join(partial: JSONBytes(part.partial())) }
  /// ```
  ///
  /// The length of the result depends on the shape of the data, not on its size. ``problems`` are not included.
  ///
  /// - Throws: The error of data that is too deep for the stack of the thread.
  package func partial() throws -> [UInt8] {
    Array(try Partial(isSequence: isSequence, shape: shape).json().utf8)
  }

  /// Returns whether a document is a partial result that ``partial()`` returned.
  package static func isPartial(_ bytes: JSONBytes) -> Bool {
    let start = Array(#"{"mantleInference":"#.utf8)
    return bytes.count >= start.count && bytes.slice(0..<start.count) == start
  }

  /// Adds the evidence of another inference. The models are then those of all documents that either inference has read,
  /// regardless of their order and distribution.
  ///
  /// - Throws: an error if the bytes are not a result of ``partial()`` of this version; then nothing is added.
  package mutating func join(partial bytes: JSONBytes) throws {
    let partial = try Partial.decode(JSONDocument(parsing: bytes).root)
    guard partial.mantleInference == Partial.version else {
      throw TransformError(
        expected: "a partial result of version \(Partial.version)",
        found: "version \(partial.mantleInference)")
    }
    guard partial.shape.isPlausible else {
      throw TransformError(expected: "a partial result", found: "counts that no data has")
    }
    isSequence = isSequence || partial.isSequence
    shape.join(partial.shape.copy())
  }
}

extension Shape {
  /// Whether all counts are small enough to be added without overflow. A file from elsewhere may contain any numbers.
  fileprivate var isPlausible: Bool {
    [
      nulls, booleans, unread, tooDeep, numbers?.integers, numbers?.fractions, numbers?.unsigned,
      numbers?.unheld, texts?.seen, texts?.empty, texts?.longest, arrays?.seen,
    ].allSatisfy(Self.isPlausible) && arrays?.element.isPlausible != false && objects?.isPlausible != false
  }

  /// Returns whether a count is at most 2⁴⁰, so that thousands of counts can be added without overflow; true
  /// for nil.
  fileprivate static func isPlausible(_ count: Int?) -> Bool { (0...1 << 40).contains(count ?? 0) }
}

extension ObjectEvidence {
  fileprivate var isPlausible: Bool {
    ([seen, empty, memberCount] + members.flatMap { [$0.seen, $0.positions] }).allSatisfy(Shape.isPlausible)
      && members.allSatisfy(\.value.isPlausible) && collapsedValues?.isPlausible != false
      && variants.allSatisfy { $0.isKnown && $0.shape.isPlausible }
  }
}
