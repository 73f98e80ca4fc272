import Mantle

/// What a check reports, and what it fails on.
package struct CheckPolicy: Sendable {
  /// What makes a check fail besides errors.
  package enum Failure: String, Sendable, CaseIterable {
    case unmapped, warning
    case noModel = "no-model"
  }

  /// How many different problems of a file are listed; nil for all of them.
  package var mostProblems: Int? = 1_000
  /// Whether only errors are reported: no warnings, unmapped keys, or files without errors.
  package var isQuiet = false
  /// Whether keys that nothing maps are reported.
  package var reportsUnmapped = true
  package var warningsAreErrors = false
  package var failsOn: Set<Failure> = []
  package var allowed = AllowList()
  package var baseline: Baseline?
  /// Whether all problems are collected for a new baseline.
  package var writesBaseline = false

  package init() {}

  /// After about so many problems of one file the rest of it is not looked at.
  package var mostOccurrences: Int {
    // A baseline knows what a later check finds, which may stop elsewhere.
    writesBaseline ? .max : mostProblems.map { max(100_000, $0) } ?? .max
  }
}
