import Mantle

/// What checking one input came to. Its memory does not grow with the number of problems: equal ones are kept once.
package struct FileResult: Sendable {
  package enum Kind: String, Sendable {
    /// Read as models.
    case models
    /// No model fits: only the form of the data was checked.
    case none
    /// The input could not be opened, or is a damaged archive.
    case unreadable
  }

  package let name: String
  /// Nil where the input could not be opened.
  package let bytes: JSONBytes?
  package var kind: Kind
  /// The form of the file: `json`, `ndjson`, `archive`, `xml-archive`, `plist`, `xml-plist`, or the `definition` of its models; nil where the input could not be opened.
  package var format: String?
  /// Which models were read where.
  package var places: [Checker.Summary.ModelCount] = []
  /// The model that comes closest where none fits.
  package var closest: ModelFit?
  package private(set) var groups: DiagnosticGroups
  /// The problems one by one, up to the limit of the policy, and the first of each group in any case.
  package private(set) var problems: [Diagnostic] = []
  /// How many problems are not among them.
  package private(set) var unlisted = 0
  package private(set) var unmapped: [Checker.Summary.UnmappedCount] = []
  /// The values that were not read as a model although others were.
  package private(set) var unread: [Checker.Summary.UnmappedCount] = []
  package private(set) var errors = 0
  package private(set) var warnings = 0
  package private(set) var notes = 0
  /// How many problems and unmapped keys the baseline or the allow list keeps quiet about.
  package private(set) var suppressed = 0
  /// False where the rest of the input was not looked at because of too many problems.
  package var isComplete = true
  package let policy: CheckPolicy
  /// The problems of the baseline that this check is written to: one by one, whatever is listed or joined.
  private(set) var known = KnownProblems()
  /// The rules of the allow list that accepted a problem.
  private(set) var usedRules: Set<String> = []
  private var allowance: Baseline.Allowance
  private var missing = MissingKeys()

  package init(_ name: String, bytes: JSONBytes?, kind: Kind, format: String?, policy: CheckPolicy) {
    self.name = name
    self.bytes = bytes
    self.kind = kind
    self.format = format
    self.policy = policy
    groups = DiagnosticGroups(most: policy.mostProblems ?? .max)
    allowance = policy.baseline?.allowance(for: name) ?? Baseline.Allowance()
  }

  package mutating func add(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    let isRefused =
      policy.warningsAreErrors || diagnostic.code == .noModel && policy.failsOn.contains(.noModel)
    if isRefused, diagnostic.severity == .warning { diagnostic.severity = .error }
    let rule = ProblemRule(diagnostic)
    if isAllowed(rule, at: diagnostic.path) || allowance.take(rule) > 0 {
      suppressed += 1
      return
    }
    if policy.writesBaseline, diagnostic.severity > .note { known.add(rule) }
    missing.take(diagnostic).forEach { record($0) }
  }

  private mutating func isAllowed(_ problem: ProblemRule, at path: JSONKeyPath? = nil) -> Bool {
    guard let rule = policy.allowed.rule(for: problem, at: path) else { return false }
    usedRules.insert(rule)
    return true
  }

  private mutating func record(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .error: errors += 1
    case .warning: warnings += 1
    case .note: notes += 1
    }
    if policy.isQuiet, diagnostic.severity < .error { return }
    if groups.add(diagnostic) || problems.count < policy.mostProblems ?? .max {
      problems.append(diagnostic)
    } else {
      unlisted += 1
    }
  }

  /// Takes in what is known when all of the input was looked at.
  package mutating func finish(_ summary: Checker.Summary, at places: [Checker.Summary.ModelCount]) {
    missing.finish().forEach { record($0) }
    isComplete = summary.isComplete
    self.places = places
    unread = summary.unread
    addUnmapped(summary.unmapped)
    if kind == .none, policy.failsOn.contains(.noModel) {
      add(
        Diagnostic(
          .error, .noModel, detail: "no model fits", hint: closest?.closestWords.map { .sentence($0) }))
    }
  }

  private mutating func addUnmapped(_ counts: [Checker.Summary.UnmappedCount]) {
    guard policy.reportsUnmapped else { return }
    for (path, count) in counts {
      let rule = ProblemRule(unmapped: path)
      let known = isAllowed(rule) ? count : allowance.take(rule, count)
      suppressed += known
      guard count > known else { continue }
      unmapped.append((path, count - known))
      if policy.writesBaseline { self.known.add(rule, count - known) }
    }
  }

  /// Whether nothing can be said of the data: it cannot be opened, or what defines its models cannot be used.
  package var isUnusable: Bool { kind == .unreadable && (bytes == nil || format == "definition") }

  /// How many problems are in none of the groups.
  package var omitted: Int { groups.omitted }

  /// How many values were read as models.
  package var models: Int { places.reduce(0) { $0 + $1.count } }

  package var hasFailed: Bool {
    errors > 0 || (policy.failsOn.contains(.warning) && warnings > 0)
      || (policy.failsOn.contains(.unmapped) && !unmapped.isEmpty)
  }
}

extension Diagnostic.Code {
  /// The input could not be opened.
  package static let unreadable: Self = "unreadable"
}
