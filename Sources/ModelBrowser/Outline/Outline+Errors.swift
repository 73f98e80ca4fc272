import Mantle

/// How many errors, warnings and keys that nothing maps there are, or by how many more.
struct ProblemCounts: Sendable, Hashable {
  var errors = 0
  var warnings = 0
  /// By their paths, without those of which there are none.
  var unmapped: [JSONKeyPath: Int] = [:]

  static func + (one: ProblemCounts, other: ProblemCounts) -> ProblemCounts {
    ProblemCounts(
      errors: one.errors + other.errors, warnings: one.warnings + other.warnings,
      unmapped: one.unmapped.merging(other.unmapped, uniquingKeysWith: +).filter { $0.value != 0 })
  }

  static prefix func - (counts: ProblemCounts) -> ProblemCounts {
    ProblemCounts(
      errors: -counts.errors, warnings: -counts.warnings, unmapped: counts.unmapped.mapValues { -$0 })
  }
}

extension Outline {
  /// By how much the number of problems at some places differs from the original's.
  func problemDifferences(at slots: Set<Overlay.Slot>) -> [Overlay.Slot: ProblemCounts] {
    let outline = raw
    return Dictionary(uniqueKeysWithValues: slots.map { ($0, outline.problemDifference(at: $0)) })
  }

  /// What is larger is not checked once more when it is deleted.
  private static let mostRechecked = 1 << 24

  private func problemDifference(at slot: Overlay.Slot) -> ProblemCounts {
    switch (slot, document.history.overlay[slot]) {
    case (_, nil):
      return ProblemCounts()
    case (.value(let child), .removed) where child.child.value.count > Self.mostRechecked:
      return ProblemCounts()
    case (.value(let child), let content):
      let path = formerRow(at: child.offset).recordPath
      let before = document.problems(in: document.base.slice(child.child.value), at: path)
      guard case .bytes(let text) = content else { return -before }
      return document.problems(in: text, at: path) + -before
    case (.gap(let gap), .inserted(let insertions)):
      let sibling = gap.after.map { formerRow(at: $0.offset) }?.recordPath.components ?? []
      let path = JSONKeyPath(sibling.dropLast() + [.index(0)])
      return insertions.reduce(ProblemCounts()) { $0 + document.problems(in: $1.value, at: path) }
    default:
      return ProblemCounts()
    }
  }

}

extension Document {
  /// The problems of a record's text, read as what is at its path.
  fileprivate func problems(in text: [UInt8], at path: JSONKeyPath) -> ProblemCounts {
    // A model that follows the edits has nothing against them.
    let places =
      infersAnew
      ? []
      : pick.places.compactMap { place in
        place.path.remainder(after: path).map { ModelPlace(place.model, at: $0, isGuess: place.isGuess) }
      }
    var checker = Checker(JSONBytes(text), places: places)
    checker.harmlessDamage = .warning
    let summary = checker.run { _ in true }
    let around = path.components.map { if case .index = $0 { JSONKeyPath.Component.each } else { $0 } }
    let unmapped = summary.unmapped.map { (JSONKeyPath(around + $0.path.components), $0.count) }
    return ProblemCounts(
      errors: summary.errors, warnings: summary.warnings,
      unmapped: Dictionary(unmapped, uniquingKeysWith: +))
  }
}

extension Row {
  /// The path of the record a row is or is in.
  var recordPath: JSONKeyPath { record?.path ?? path }
}

extension JSONKeyPath {
  /// What is left of a path with "each" steps behind a concrete one; nil where that leads elsewhere.
  func remainder(after path: JSONKeyPath) -> JSONKeyPath? {
    guard path.components.count <= components.count else { return nil }
    for (step, taken) in zip(components, path.components) where step != taken {
      switch (step, taken) {
      case (.each, _): continue
      default: return nil
      }
    }
    return JSONKeyPath(Array(components.dropFirst(path.components.count)))
  }
}
