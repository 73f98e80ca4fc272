import Mantle

/// Partial results, by which several processes or machines infer models together.
extension Inference {
  /// The form of a partial result.
  private struct Partial: BridgedCodable {
    /// The version of the form.
    var mantleInference = Partial.version
    let isSequence: Bool
    let shape: Shape

    static let version = 1
  }

  /// Returns what was counted of the documents read so far, as JSON without line breaks.
  ///
  /// ```swift
  /// var whole = Inference()
  /// for part in parts { try whole.join(partial: JSONBytes(part.partial())) }
  /// ```
  ///
  /// The size is bounded by the shape of the data, not by its size. ``problems`` are not included.
  ///
  /// - Throws: The error of data that is too deep for the stack of the thread.
  public func partial() throws -> [UInt8] {
    Array(try Partial(isSequence: isSequence, shape: shape).json().utf8)
  }

  /// Whether a document is a result of ``partial()``.
  package static func isPartial(_ bytes: JSONBytes) -> Bool {
    let start = Array(#"{"mantleInference":"#.utf8)
    return bytes.count >= start.count && bytes.slice(0..<start.count) == start
  }

  /// Adds what another inference counted: the models are then those of all documents that either has read, whatever the
  /// order and the distribution.
  ///
  /// - Throws: a ``DecodingFailure`` if the bytes are no result of ``partial()`` of this version, in which case nothing is
  ///   added.
  public mutating func join(partial bytes: JSONBytes) throws {
    let root = try JSONDocument(parsing: bytes, limits: JSONLimits(depth: 1 << 12)).root
    let partial = try Partial.decode(root)
    guard partial.mantleInference == Partial.version else {
      throw TransformError(
        expected: "a partial result of version \(Partial.version)",
        found: "version \(partial.mantleInference)")
    }
    isSequence = isSequence || partial.isSequence
    shape.join(partial.shape.copy())
  }
}
