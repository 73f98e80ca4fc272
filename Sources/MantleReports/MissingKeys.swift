import Mantle

/// Makes one problem of the required keys that are missing in one object.
struct MissingKeys {
  /// The last ones that came, all of one object.
  private var found: [Diagnostic] = []

  /// - Returns: the problems that no further one can be part of. What else is wrong with an object comes before its missing
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
    // What is wrong with other members of the object comes in between.
    let isOfSameObject = found.first.map { $0.location == diagnostic.location } ?? false
    return isOfSameObject ? [diagnostic] : finish() + [diagnostic]
  }

  /// What is left.
  mutating func finish() -> [Diagnostic] {
    defer { found = [] }
    return joined
  }

  private var joined: [Diagnostic] {
    guard var all = found.first, found.count > 1 else { return found }
    let keys = found.compactMap { $0.path.components.last }.map { "`\(JSONKeyPath([$0]))`" }
    all.path = JSONKeyPath(Array(all.path.components.dropLast()))
    (all.property, all.expected, all.found) = (nil, nil, nil)
    all.detail = "\(found.count) required keys are missing: \(keys.joined(separator: ", "))"
    all.hint = "where they may be absent, make their properties optional, or give them `.default(…)`"
    return [all]
  }
}

extension [Diagnostic] {
  /// The same, with the required keys that are missing in one object as one problem.
  package var joiningMissingKeys: [Diagnostic] {
    var keys = MissingKeys()
    return flatMap { keys.take($0) } + keys.finish()
  }
}

extension Diagnostic {
  /// Whether a required key is missing without a trace.
  fileprivate var isPlainlyMissing: Bool { code == .missing && severity == .error && hint == .keyNotThere }

  fileprivate func lacksKey(ofSameObjectAs other: Diagnostic) -> Bool {
    model == other.model && location == other.location
      && path.components.dropLast().elementsEqual(other.path.components.dropLast())
  }
}
