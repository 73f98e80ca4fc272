import Mantle

/// The rules that determine which problems a check reports and which of them make it fail.
///
/// ```swift
/// var policy = CheckPolicy()
/// policy.failsOn = [.unmapped]
/// policy.allowed.add("unmapped-key@[].node_id")
/// ```
package struct CheckPolicy: Sendable {
  /// A condition other than an error that makes a check fail.
  package enum Failure: String, Sendable, CaseIterable {
    /// The check fails if there are unmapped keys, or if there are warnings.
    case unmapped, warning
    /// The check fails if no model fits the data.
    case noModel = "no-model"
  }

  /// The maximum number of distinct problems to list for each file.
  package var maximumProblems = 1_000
  /// Whether the report contains only errors: no warnings, no unmapped keys, and no files without errors.
  package var isQuiet = false
  /// Whether unmapped keys are reported.
  package var reportsUnmapped = true
  /// Whether warnings are reported as errors.
  package var warningsAreErrors = false
  /// The conditions that make a check fail in addition to errors.
  package var failsOn: Set<Failure> = []
  /// The problems that are accepted in all files.
  package var allowed = AllowList()
  /// The known problems, which a check does not report; nil if there is no baseline.
  package var baseline: Baseline?
  /// Whether the check collects all problems for a new baseline.
  package var writesBaseline = false

  /// Creates the default policy.
  package init() {}

  /// The approximate number of errors in a file after which its remaining contents are not checked.
  var maximumErrors: Int {
    // The baseline must contain all problems, because a later check may stop at another one.
    writesBaseline ? .max : max(100_000, maximumProblems)
  }
}
