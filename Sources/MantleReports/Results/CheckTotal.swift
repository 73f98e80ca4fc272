/// The accumulated result of checking all inputs.
package struct CheckTotal: Sendable {
  /// The number of inputs.
  private(set) var files = 0
  /// The number of inputs that failed, including unreadable ones.
  package private(set) var failed = 0
  /// The number of inputs that could not be checked at all.
  package private(set) var unreadable = 0
  /// The number of values that were decoded as models.
  private(set) var models = 0
  /// The number of errors that were not suppressed.
  private(set) var errors = 0
  /// The number of warnings that were not suppressed.
  private(set) var warnings = 0
  /// The sum over all inputs of the number of distinct unmapped key paths in the input.
  private(set) var unmapped = 0
  /// The number of problems that the baseline or the allow list suppressed.
  private(set) var suppressed = 0
  /// The policy of the check; nil if there were no inputs.
  private(set) var policy: CheckPolicy?

  /// The rules of the allow list that accepted a problem of any input.
  private var usedRules: Set<String> = []

  /// Creates the total before any input is checked, with all numbers zero.
  package init() {}

  /// Messages about rules of the allow list that accepted no problem. Such rules are misspelled or obsolete.
  package var remarks: [String] {
    (policy?.allowed.unused(usedRules) ?? []).map { rule in
      let hint = rule.contains("@") ? " (indices are written `[]`; `mantle help check` has the forms)" : ""
      return "--allow \(rule): no problem matched this rule\(hint)"
    }
  }

  /// Adds the result of a checked input to the totals.
  package mutating func add(_ file: FileResult) {
    files += 1
    failed += file.hasFailed ? 1 : 0
    unreadable += file.isUnusable ? 1 : 0
    models += file.models
    errors += file.errors
    warnings += file.warnings
    unmapped += file.unmapped.count
    suppressed += file.suppressed
    usedRules.formUnion(file.usedRules)
    policy = file.policy
  }
}
