import Mantle

/// JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396).
package enum JSONPatch {
  /// An operation that cannot be performed.
  package struct Failure: Error, CustomStringConvertible {
    /// The reason, as a clause.
    let reason: String
    /// The operation in the patch, which the operation itself does not know.
    fileprivate(set) var operation: (number: Int, name: String, location: SourceLocation)?

    package var description: String {
      guard let (number, name, place) = operation else { return reason }
      return "\(place): error: operation \(number) (`\(name)`): \(reason)"
    }
  }

  /// Whether a patch is an array of operations, malformed ones included, rather than a merge patch that is an array.
  package static func isJSONPatch(_ patch: JSONNode) -> Bool {
    guard patch.kind == .array else { return false }
    let elements = Array(patch.elements)
    return elements.isEmpty || elements.contains { $0["op"] != nil || $0["path"] != nil }
  }

  /// Returns a value after applying a patch: a JSON Patch if the patch is an array of operations, otherwise a merge
  /// patch.
  ///
  /// - Throws: A ``Failure`` for an operation that is invalid or whose test fails, and the syntax error of a value that
  ///   is nested too deeply.
  package static func apply(_ patch: JSONNode, to target: JSONNode) throws -> JSONDocument {
    guard isJSONPatch(patch) else {
      return try JSONDocument(MergePatch.apply(patch, to: target))
    }
    var tree = PatchTree(target)
    for (number, operation) in patch.elements.enumerated() {
      do throws(Failure) { try tree.perform(operation) } catch {
        throw Failure(
          reason: error.reason, operation: (number, operation["op"]?.displayText ?? "", operation.location))
      }
    }
    return try JSONDocument(tree.json)
  }
}
