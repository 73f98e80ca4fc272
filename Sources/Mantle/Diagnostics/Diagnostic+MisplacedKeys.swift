// Missing keys that an object lacks because all of them are in another value.
extension [Diagnostic] {
  /// The number of preceding diagnostics that are candidates for merging.
  private static var near: Int { 16 }

  /// The diagnostics, with missing keys that are all in the same other value merged into the first of them.
  ///
  /// Such keys have one cause, for example one nesting level too many. The merged diagnostic lists the keys
  /// in its hint.
  var withMisplacedKeysTogether: [Diagnostic] {
    guard count > 1 else { return self }
    var kept: [Diagnostic] = []
    for diagnostic in self {
      let known = kept.indices.suffix(Self.near)
      if let index = known.first(where: { diagnostic.isMisplaced(with: kept[$0]) }),
        let hint = kept[index].hint?.with(diagnostic.hint)
      {
        kept[index].hint = hint
      } else {
        kept.append(diagnostic)
      }
    }
    return kept
  }
}

extension Diagnostic {
  /// Whether both diagnostics report keys that the same object lacks and the same other value has.
  fileprivate func isMisplaced(with other: Diagnostic) -> Bool {
    code == .missing && other.code == .missing && other.severity == severity && other.hint?.with(hint) != nil
      && other.path.components.dropLast() == path.components.dropLast()
  }
}
