/// What checking all inputs came to.
package struct CheckTotal: Sendable {
  package private(set) var files = 0
  package private(set) var failed = 0
  package private(set) var unreadable = 0
  package private(set) var models = 0
  package private(set) var errors = 0
  package private(set) var warnings = 0
  package private(set) var unmapped = 0
  package private(set) var suppressed = 0
  /// What the files were checked with; nil where there were none.
  package private(set) var policy: CheckPolicy?

  private var usedRules: Set<String> = []

  package init() {}

  /// What to say of the rules of the allow list that accepted no problem of any input; they may be misspelt, or no longer
  /// be needed.
  package var remarks: [String] {
    (policy?.allowed.unused(usedRules) ?? []).map { rule in
      let hint = rule.contains("@") ? " (indices are written `[]`; `mantle help check` has the forms)" : ""
      return "--allow \(rule): no problem matched this rule\(hint)"
    }
  }

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
