import Mantle
import MantleChecking

/// The progress and results of checking the whole file in the background.
struct CheckStatus: Sendable {
  private(set) var latest: CheckEvent?
  private(set) var problems: [Int] = []
  /// The problems of the original file, by cause.
  private var found: [ProblemCause] = []
  private(set) var isRunning = false
  /// The offset at which the text that is or was checked ends.
  private(set) var end = 0
  /// The checked share when the check was canceled; nil if it was not canceled.
  private(set) var stoppedAt: Double?
  /// The change in the number of problems that edits have caused since the file was read, by the place of the edit.
  private var corrections: [Overlay.Slot: ProblemCounts] = [:]
  /// The sum of all values of `corrections`, without the causes of the problems.
  private var corrected = ProblemCounts()

  /// Discards the results of the last check and starts another one.
  ///
  /// - Parameter end: the end of the checked text. A problem at the end belongs to the incomplete last value.
  mutating func start(end: Int) {
    self.end = end
    latest = nil
    problems = []
    found = []
    (corrections, corrected) = ([:], ProblemCounts())
    isRunning = true
    stoppedAt = nil
  }

  mutating func stop() {
    if isRunning { stoppedAt = latest?.share ?? 0 }
    isRunning = false
  }

  /// Records that text was appended after the checked part, so that the check is incomplete.
  mutating func stop(before textEnd: Int) {
    if !isRunning, stoppedAt == nil, end < textEnd { stoppedAt = Double(end) / Double(textEnd) }
  }

  mutating func apply(_ event: CheckEvent) {
    latest = event
    problems += event.problems
    for cause in event.causes {
      if cause.number < found.count {
        found[cause.number].add(cause)
      } else {
        found.append(cause)
      }
    }
    if event.isDone { isRunning = false }
  }

  /// Updates the problem counts for edited places.
  ///
  /// - Parameter differences: for each place, the number of problems in the edited value minus the number in the original
  ///   value; nil for a place that is unchanged.
  mutating func correct(_ differences: [Overlay.Slot: ProblemCounts?]) {
    for (slot, difference) in differences {
      if let before = corrections[slot] { corrected.add(before, times: -1) }
      // A place without problems before and after the edit needs no correction.
      corrections[slot] = difference == ProblemCounts() ? nil : difference
      if let difference { corrected.add(difference, times: 1) }
    }
  }

  /// The current problems by cause: the problems of the original file, updated for the edited values.
  var causes: [ProblemCause] {
    guard !corrections.isEmpty else { return found }
    let edited = corrections.sorted { $0.key.order < $1.key.order }
    let parts = edited.compactMap { slot, _ in
      guard case .value(let child) = slot else { return nil as Range<Int>? }
      let range = child.child.range
      return range.upperBound < end ? range : range.lowerBound..<end + 1
    }
    var causes = found.map { $0.without(parts) }
    for cause in edited.flatMap(\.value.causes) {
      if let index = causes.firstIndex(where: { $0.title == cause.title && $0.severity == cause.severity }) {
        causes[index].add(cause)
      } else {
        causes.append(cause)
      }
    }
    return causes.filter { $0.count > 0 }
  }

  /// The places of the errors in values that were edited since the file was read.
  var editedErrors: [TextPlace] {
    corrections.values.flatMap(\.causes).filter { $0.severity == .error }.flatMap(\.edited)
  }

  /// The unmapped keys with their numbers of occurrences, the most frequent first.
  var unmapped: [Checker.Summary.UnmappedCount] {
    counted.sorted { ($1.count, $0.path.description) < ($0.count, $1.path.description) }
  }

  /// The unmapped keys with their numbers of occurrences, in no particular order.
  private var counted: [Checker.Summary.UnmappedCount] {
    guard !corrected.unmapped.isEmpty else { return latest?.unmapped ?? [] }
    var changes = corrected.unmapped
    let known = (latest?.unmapped ?? []).map {
      (path: $0.path, count: $0.count + (changes.removeValue(forKey: $0.path) ?? 0))
    }
    return (known + changes.map { (path: $0.key, count: $0.value) }).filter { $0.count > 0 }
  }

  var errors: Int { max(0, (latest?.errors ?? 0) + corrected.errors) }
  private var warnings: Int { max(0, (latest?.warnings ?? 0) + corrected.warnings) }

  /// Whether the last check of the file reached its end.
  private var isWhole: Bool { !isRunning && stoppedAt == nil }

  /// Whether the original file was checked completely and has no problems.
  var isSound: Bool {
    isWhole && latest.map { $0.errors == 0 && $0.warnings == 0 && $0.unmapped.isEmpty } ?? false
  }

  /// The message that no errors were found, and how much of the file was checked.
  var noErrorsText: String {
    if isRunning { return "No errors so far; the check is still running" }
    return stoppedAt.map { "No errors in the first \(Self.percent($0)); the check was stopped there" }
      ?? "There are no errors" + warningsText
  }

  private var warningsText: String {
    switch warnings {
    case 0: ""
    case 1: ", but 1 warning  (ge lists it)"
    case let count: ", but \(count) warnings  (ge lists them)"
    }
  }

  private static func percent(_ share: Double) -> String { "\(Int(share * 100)) %" }

  /// Returns the findings and the progress of the check for the status bar: `2 errors`, `12 unmapped keys`.
  ///
  /// - Parameter isShort: whether to abbreviate the findings: `12 unmapped`.
  func statusPieces(isShort: Bool) -> [String] {
    var pieces: [String] = []
    if latest != nil {
      let more = isWhole ? "" : "…"
      pieces.append(errors == 0 && isWhole ? "no errors" : Words.count(errors, "error") + more)
      if warnings > 0 { pieces.append(Words.count(warnings, "warning") + more) }
      let unmapped = counted.count
      if unmapped > 0 {
        pieces.append((isShort ? "\(unmapped) unmapped" : Words.count(unmapped, "unmapped key")) + more)
      }
    }
    if isRunning { pieces.append("checking \(Self.percent(latest?.share ?? 0))") }
    if let stoppedAt { pieces.append("check stopped at \(Self.percent(stoppedAt))") }
    return pieces
  }
}

extension ProblemCounts {
  /// Adds other counts, multiplied by a factor, but not the causes of the problems.
  fileprivate mutating func add(_ counts: ProblemCounts, times: Int) {
    errors += counts.errors * times
    warnings += counts.warnings * times
    for (path, count) in counts.unmapped {
      let sum = unmapped[path, default: 0] + count * times
      unmapped[path] = sum == 0 ? nil : sum
    }
  }
}
