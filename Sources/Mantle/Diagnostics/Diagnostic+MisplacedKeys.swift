/// Keys that an object lacks because they all stand in another value.
extension [Diagnostic] {
  private static var near: Int { 16 }

  /// Such keys are one mistake: the first of them is reported.
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
  /// Whether both are about keys that the same object lacks, and another value has.
  fileprivate func isMisplaced(with other: Diagnostic) -> Bool {
    code == .missing && other.code == .missing && other.severity == severity && other.hint?.with(hint) != nil
      && other.path.components.dropLast() == path.components.dropLast()
  }
}
