import Mantle

/// Applies patches: JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396).
package enum JSONPatch {
  /// The error for an operation of a patch that cannot be performed.
  package struct Failure: Error, CustomStringConvertible {
    /// The reason why the operation cannot be performed, phrased as a clause.
    let reason: String
    /// The number, the name and the location of the operation in the patch; nil until they are added.
    fileprivate(set) var operation: (number: Int, name: String, location: SourceLocation)?

    package var description: String {
      guard let (number, name, place) = operation else { return reason }
      return "\(place): error: operation \(number) (`\(name)`): \(reason)"
    }
  }

  /// Returns whether a patch is an array of operations, even malformed ones, and not a merge patch that happens to be an array.
  package static func isJSONPatch(_ patch: JSONNode) -> Bool {
    guard patch.kind == .array else { return false }
    let elements = Array(patch.elements)
    return elements.isEmpty || elements.contains { $0["op"] != nil || $0["path"] != nil }
  }

  /// Returns a value after applying a patch. An array of operations is a JSON Patch; every other value is a merge patch.
  ///
  /// - Throws: A ``Failure`` if an operation is invalid or its test fails, or a syntax error if a value is nested too deeply.
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
