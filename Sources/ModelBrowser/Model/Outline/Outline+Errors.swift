import Mantle
import MantleChecking
import MantleDocuments

/// The number of errors, warnings and unmapped keys, or a change of these numbers.
struct ProblemCounts: Sendable, Hashable {
  var errors = 0
  var warnings = 0
  /// The number of unmapped keys by path, without zero counts.
  var unmapped: [JSONKeyPath: Int] = [:]
  /// The problems in edited values, by cause.
  var causes: [ProblemCause] = []

  static func + (one: ProblemCounts, other: ProblemCounts) -> ProblemCounts {
    ProblemCounts(
      errors: one.errors + other.errors, warnings: one.warnings + other.warnings,
      unmapped: one.unmapped.merging(other.unmapped, uniquingKeysWith: +).filter { $0.value != 0 },
      causes: one.causes + other.causes)
  }

  static prefix func - (counts: ProblemCounts) -> ProblemCounts {
    ProblemCounts(
      errors: -counts.errors, warnings: -counts.warnings, unmapped: counts.unmapped.mapValues { -$0 })
  }
}

/// Checks edited values again, to correct the problem counts of the original text.
struct EditedProblems {
  private let outline: Outline
  /// Whether the original has neither problems nor unmapped keys. Then only new values are checked, and not the
  /// thousands of elements that were moved.
  private let isSound: Bool

  init(_ outline: Outline, isSound: Bool = false) {
    self.outline = outline.raw
    self.isSound = isSound
  }

  /// Returns the changes of the problem counts at some slots; nil for a slot that is unchanged.
  func differences(at slots: Set<Overlay.Slot>) -> [Overlay.Slot: ProblemCounts?] {
    Dictionary(uniqueKeysWithValues: slots.map { ($0, difference(at: $0)) })
  }

  /// The size in bytes above which a deleted value is not checked again.
  private static let maximumRechecked = 1 << 24

  private func difference(at slot: Overlay.Slot) -> ProblemCounts? {
    let document = outline.document
    switch (slot, document.history.overlay[slot]) {
    case (_, nil):
      return nil
    case _ where outline.records.stop.isCancelled:
      return nil
    case (.value, .removed) where isSound:
      return nil
    case (.value(let child), .removed) where child.child.value.count > Self.maximumRechecked:
      return ProblemCounts()
    case (.value(let child), let content):
      let path = outline.formerRow(at: child.offset).recordPath
      let base = document.base.slice(child.child.value)
      let before = isSound ? ProblemCounts() : document.problems(in: base, at: path)
      guard case .text(let text) = content else { return -before }
      return document.problems(in: text.bytes, at: path, of: .original(child)) + -before
    case (.gap(let gap), .inserted(let insertions)):
      let sibling = gap.after.map { outline.formerRow(at: $0.offset) }?.recordPath.components ?? []
      let path = JSONKeyPath(sibling.dropLast() + [.index(0)])
      // The error about the empty original no longer applies once a value was inserted.
      let isBegun = document.layout == .empty
      let nothing = isBegun ? -document.problems(in: [], at: JSONKeyPath()) : ProblemCounts()
      let new = isSound ? insertions.filter { !$0.isAsRead(in: document) } : insertions
      return new.reduce(nothing) {
        $0 + document.problems(in: $1.value, at: path, of: .inserted(gap, serial: $1.serial))
      }
    default:
      return ProblemCounts()
    }
  }

}

extension Document {
  /// Returns the problems of a record's text, checked with the models for its path.
  ///
  /// - Parameter record: the record whose current text this is; nil for the text of a former record.
  fileprivate func problems(
    in text: [UInt8], at path: JSONKeyPath, of record: Record.Place? = nil
  ) -> ProblemCounts {
    func inRecord(_ place: ModelPlace) -> ModelPlace? {
      place.path.remainder(after: path).map { place.moved(to: $0) }
    }
    // A record may be inside a model, such as that of the whole text.
    let places = pick.places.flatMap { place in
      inRecord(place).map { [$0] } ?? place.parts.compactMap(inRecord)
    }
    var checker = Checker(JSONBytes(text), places: places)
    checker.takesComments = takesComments
    var causes = CauseCollector()
    let summary = checker.run { progress in
      if record != nil { progress.diagnostics.forEach { causes.add($0) } }
      return true
    }
    let found = causes.takeNew().map { cause in
      var cause = cause
      cause.edited = record.map { record in cause.places.map { .edited(record, offset: $0) } } ?? []
      cause.places = []
      return cause
    }
    let around = path.components.map { if case .index = $0 { JSONKeyPath.Component.each } else { $0 } }
    let unmapped = summary.unmapped.map { (JSONKeyPath(around + $0.path.components), $0.count) }
    return ProblemCounts(
      errors: summary.errors, warnings: summary.warnings,
      unmapped: Dictionary(unmapped, uniquingKeysWith: +), causes: found)
  }
}

extension Overlay.Insertion {
  /// Returns whether the insertion is an element of the original that was moved without a change.
  fileprivate func isAsRead(in document: Document) -> Bool {
    origin.map { document.base.slice($0.child.value) == value } ?? false
  }
}

extension Row {
  /// The path of the record that contains the row, or the row's own path outside of all records.
  var recordPath: JSONKeyPath { record?.path ?? path }
}

extension JSONKeyPath {
  /// Returns the components of this path after a prefix that matches the given path, in which "each" matches any
  /// index; nil if there is no match.
  func remainder(after path: JSONKeyPath) -> JSONKeyPath? {
    guard path.components.count <= components.count else { return nil }
    for (step, taken) in zip(components, path.components) where step != taken && step != .each { return nil }
    return JSONKeyPath(Array(components.dropFirst(path.components.count)))
  }
}
