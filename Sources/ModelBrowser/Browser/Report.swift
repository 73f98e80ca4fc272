import Mantle
import MantleFiles

/// The result of an effect, or the progress or a result of background work, with its handler in the browser.
///
/// Most reports are created next to the code that starts the work; the reports about files are in `FileReports`.
struct Report: Sendable {
  /// The position of a report among all reports of the same work.
  enum Stage: Sendable {
    /// Only the share of the work that is done, from 0 to 1. A later share replaces it.
    case progress(Double)
    /// The report has a part of the result; more reports follow.
    case part
    /// The report has a part of the result that the user waits for; more reports follow.
    case awaitedPart
    /// The report is the last one of the work.
    case last
  }

  let stage: Stage
  /// Applies the report to the browser.
  let apply: @Sendable (inout Browser) -> Void

  init(_ stage: Stage = .last, _ apply: @escaping @Sendable (inout Browser) -> Void) {
    self.stage = stage
    self.apply = apply
  }

  /// The share of the work that is done; nil if the report is not about progress alone.
  var share: Double? {
    if case .progress(let share) = stage { share } else { nil }
  }

  var isLast: Bool {
    if case .last = stage { true } else { false }
  }

  /// Whether the report has a part of the result that the user waits for.
  var isAwaited: Bool {
    switch stage {
    case .awaitedPart, .last: true
    case .progress, .part: false
    }
  }
}

extension Report {
  /// Returns a report that shows a text as a note on the bottom line.
  static func noted(_ text: String) -> Report { Report { $0.editor.message = .note(text) } }

  /// Returns a report that shows a text as an error on the bottom line.
  static func failed(_ text: String) -> Report { Report { $0.editor.message = .error(text) } }

  /// Returns a report of the completed share of the work, from 0 to 1.
  static func progress(_ share: Double) -> Report { Report(.progress(share)) { _ in } }

  /// A report that work without a result has ended.
  static let done = Report { _ in }

  /// Returns the report of an action, or of the error that the action throws.
  ///
  /// - Parameter failure: the start of the message if the action fails, such as `not saved`.
  static func attempting(_ failure: String, _ action: () throws -> Report) -> Report {
    do { return try action() } catch { return .failed("\(failure): \(error)") }
  }

  /// Writes settings into the user's configuration, and reports the path of the file.
  static func keeping(_ settings: [Setting]) -> Report {
    .attempting("not saved") {
      let words = settings.map(\.description).joined(separator: " ")
      return .noted("saved in \(try Configuration.keep(settings, in: nil)): \(words)")
    }
  }
}

extension Browser {
  /// Applies a report about an effect.
  mutating func receive(_ report: Report) {
    let before = tablePlace
    report.apply(&self)
    inferAgain()
    settle(since: before)
  }

  /// Handles a report of background work. Reports of canceled work are ignored.
  mutating func receive(_ report: WorkReport) {
    guard running.awaits(report) else { return }
    if report.report.isLast { running.end(report.kind) }
    if let share = report.report.share { running.note(share, of: report.kind) }
    receive(report.report)
  }
}
