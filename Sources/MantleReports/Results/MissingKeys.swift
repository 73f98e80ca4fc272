import Mantle

/// A filter that merges the diagnostics about missing required keys of one object into one diagnostic.
struct MissingKeys {
  /// The diagnostics about missing keys of the current object, which are not returned yet.
  private var found: [Diagnostic] = []

  /// Passes a diagnostic to the filter. Diagnostics must be passed in document order.
  ///
  /// - Returns: The diagnostics that can be reported now. Other problems of an object are reported before its missing
  ///   keys.
  mutating func take(_ diagnostic: Diagnostic) -> [Diagnostic] {
    if diagnostic.isPlainlyMissing, let first = found.first, first.lacksKey(ofSameObjectAs: diagnostic) {
      found.append(diagnostic)
      return []
    }
    if diagnostic.isPlainlyMissing {
      defer { found = [diagnostic] }
      return joined
    }
    // Between the missing keys of an object, problems of its other members may occur.
    let isOfSameObject = found.first.map { $0.location == diagnostic.location } ?? false
    return isOfSameObject ? [diagnostic] : finish() + [diagnostic]
  }

  /// Returns the diagnostics that the filter still holds, after the last one was passed to it.
  mutating func finish() -> [Diagnostic] {
    defer { found = [] }
    return joined
  }

  /// The diagnostics about missing keys of the current object, merged into one. A diagnostic about a single missing key
  /// is unchanged.
  private var joined: [Diagnostic] {
    guard var all = found.first, found.count > 1 else { return found }
    let keys = found.compactMap { $0.path.components.last }.map { "`\(JSONKeyPath([$0]))`" }
    all.path = JSONKeyPath(Array(all.path.components.dropLast()))
    (all.property, all.expected, all.found) = (nil, nil, nil)
    all.detail = "\(found.count) required keys are missing: \(keys.joined(separator: ", "))"
    all.hint = .keysNotThere
    return [all]
  }
}

extension [Diagnostic] {
  /// The diagnostics with the missing required keys of each object merged into one problem.
  package var joiningMissingKeys: [Diagnostic] {
    var keys = MissingKeys()
    return flatMap { keys.take($0) } + keys.finish()
  }
}

extension Diagnostic {
  /// Whether the diagnostic reports a missing required key without a similar key in the object.
  fileprivate var isPlainlyMissing: Bool { code == .missing && severity == .error && hint == .keyNotThere }

  /// Returns whether both diagnostics report keys that are missing in the same object.
  fileprivate func lacksKey(ofSameObjectAs other: Diagnostic) -> Bool {
    model == other.model && location == other.location
      && path.components.dropLast().elementsEqual(other.path.components.dropLast())
  }
}
