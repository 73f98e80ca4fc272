import Mantle
import MantleChecking

/// The result of checking one input.
///
/// Identical problems are stored once, so that the required memory does not grow with their number.
///
/// ```swift
/// var result = FileResult("issues.json", bytes: bytes, kind: .models, format: "json", policy: policy)
/// for diagnostic in diagnostics { result.add(diagnostic) }
/// ```
package struct FileResult: Sendable {
  /// The outcome of opening an input and selecting its models.
  package enum Kind: String, Sendable {
    /// The input was decoded as models.
    case models
    /// No model fits, so only the syntax was checked.
    case none
    /// The input could not be opened, or is a damaged archive.
    case unreadable
  }

  /// The name of the input, which is a file or standard input.
  let name: String
  /// The content of the input; nil if the input could not be opened.
  package let bytes: JSONBytes?
  /// The outcome of opening the input and selecting its models.
  package var kind: Kind
  /// The format of the input: `json`, `ndjson`, `archive` or `xml-archive`, or `definition` if the definition of the
  /// models has a problem; nil if the input could not be opened.
  package var format: String?
  /// The models as which the input was decoded, each with its path and the number of its values.
  var places: [Checker.Summary.ModelCount] = []
  /// The model that fits the input best if none fits well enough; nil if the input was decoded as models.
  package var closest: ModelFit?
  /// The reported problems, grouped by cause.
  private(set) var groups: DiagnosticGroups
  /// The individual problems up to the limit of the policy, and at least the first of each group.
  private(set) var problems: [Diagnostic] = []
  /// The number of reported problems that are not in ``problems``.
  private(set) var unlisted = 0
  /// The paths of unmapped keys, with the number of occurrences of each.
  private(set) var unmapped: [Checker.Summary.UnmappedCount] = []
  /// The paths at which an input with models has values that belong to no model, with the number of values at each.
  private(set) var unread: [Checker.Summary.UnmappedCount] = []
  /// The number of reported errors.
  private(set) var errors = 0
  /// The number of reported warnings.
  private(set) var warnings = 0
  /// The number of reported notes.
  private(set) var notes = 0
  /// The number of problems and unmapped keys that the baseline or the allow list suppressed.
  private(set) var suppressed = 0
  /// Whether the whole input was checked; false if there were too many errors.
  var isComplete = true
  /// The policy of the check.
  let policy: CheckPolicy
  /// The problems for the baseline that this check writes: each problem, whether or not the report lists it or joins
  /// it with others.
  private(set) var known = KnownProblems()
  /// The rules of the allow list that accepted a problem of this input.
  private(set) var usedRules: Set<String> = []
  /// The known problems of the baseline that this input may still have without their being reported.
  private var allowance: Baseline.Allowance
  /// The missing keys that are not reported yet, because further missing keys of the same object may follow.
  private var missing = MissingKeys()

  /// Whether the models are Swift types rather than definitions, on which the wording of suggestions depends.
  package var isCompiled = true

  /// Creates a result to which no problem has been added yet.
  ///
  /// - Parameters:
  ///   - name: The name of the input, which is also used in the baseline.
  ///   - bytes: The content of the input; nil if it could not be opened.
  ///   - kind: The outcome of opening the input.
  ///   - format: The format of the input.
  ///   - policy: The policy, whose baseline and allow list suppress problems.
  package init(_ name: String, bytes: JSONBytes?, kind: Kind, format: String?, policy: CheckPolicy) {
    self.name = name
    self.bytes = bytes
    self.kind = kind
    self.format = format
    self.policy = policy
    groups = DiagnosticGroups(most: policy.maximumProblems)
    allowance = policy.baseline?.allowance(for: name) ?? Baseline.Allowance()
  }

  /// Adds the problems of diagnostics, which must be in document order.
  ///
  /// - Returns: whether to continue checking the file; false if it has too many errors.
  package mutating func add(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.forEach { add($0) }
    return errors < policy.maximumErrors
  }

  /// Adds the problem of a diagnostic, unless it is suppressed. The diagnostics must be added in document order. The
  /// policy may turn a warning into an error.
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

  /// Returns whether the allow list accepts a problem, and records the rule as used.
  private mutating func isAllowed(_ problem: ProblemRule, at path: JSONKeyPath? = nil) -> Bool {
    guard let rule = policy.allowed.rule(for: problem, at: path) else { return false }
    usedRules.insert(rule)
    return true
  }

  /// Counts a diagnostic and, up to the limits of the policy, stores it.
  private mutating func record(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    if !isCompiled { diagnostic.hint = diagnostic.hint.map { .sentence($0.words(isCompiled: false)) } }
    switch diagnostic.severity {
    case .error: errors += 1
    case .warning: warnings += 1
    case .note: notes += 1
    }
    if policy.isQuiet, diagnostic.severity < .error { return }
    if groups.add(diagnostic) || problems.count < policy.maximumProblems {
      problems.append(diagnostic)
    } else {
      unlisted += 1
    }
  }

  /// Completes the result after the whole input has been checked.
  ///
  /// - Parameter summary: The summary of the check.
  package mutating func finish(_ summary: Checker.Summary) {
    missing.finish().forEach { record($0) }
    isComplete = summary.isComplete
    places = summary.places
    unread = summary.unread
    addUnmapped(summary.unmapped)
    if kind == .none, policy.failsOn.contains(.noModel) {
      add(
        Diagnostic(
          .error, .noModel, detail: "no model fits", hint: closest?.closestWords.map { .sentence($0) }))
    }
  }

  /// Adds those unmapped keys that neither the allow list nor the baseline accepts.
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

  /// Whether the data could not be checked at all, because the input or the definition of its models is unusable.
  var isUnusable: Bool { kind == .unreadable && (bytes == nil || format == "definition") }

  /// The number of reported problems that are in none of the groups, because there are too many groups.
  var omitted: Int { groups.omitted }

  /// The number of values that were decoded as models.
  var models: Int { places.reduce(0) { $0 + $1.count } }

  /// Whether the check of this input failed according to the policy.
  var hasFailed: Bool {
    errors > 0 || (policy.failsOn.contains(.warning) && warnings > 0)
      || (policy.failsOn.contains(.unmapped) && !unmapped.isEmpty)
  }
}

extension Diagnostic.Code {
  /// The code of the diagnostic that an input could not be opened.
  package static let unreadable: Self = "unreadable"
}
