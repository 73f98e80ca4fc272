import Mantle
import MantleFiles

/// The result of an effect, or the progress or a result of background work, with what the browser does about it.
///
/// A subject makes its reports where it starts the work; those about files are in `FileReports`.
struct Report: Sendable {
  /// The place of a report among those of its work.
  enum Stage: Sendable {
    /// Only the share of the work that is done, from 0 to 1. A later share replaces it.
    case progress(Double)
    /// A part of the result.
    case part
    /// A part of the result that the user waits for.
    case awaitedPart
    /// The last report.
    case last
  }

  let stage: Stage
  /// Changes the browser accordingly.
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

  /// Whether the user waits for it.
  var isAwaited: Bool {
    switch stage {
    case .awaitedPart, .last: true
    case .progress, .part: false
    }
  }
}

extension Report {
  /// Something was done, as described.
  static func noted(_ text: String) -> Report { Report { $0.editor.message = .note(text) } }

  /// An action failed, for the described reason.
  static func failed(_ text: String) -> Report { Report { $0.editor.message = .error(text) } }

  /// The share of the work that is done, from 0 to 1.
  static func progress(_ share: Double) -> Report { Report(.progress(share)) { _ in } }

  /// Work without a result of its own has ended.
  static let done = Report { _ in }

  /// The report of an action, or of its error.
  ///
  /// - Parameter failure: the start of the message if the action fails, such as `not saved`.
  static func attempting(_ failure: String, _ action: () throws -> Report) -> Report {
    do { return try action() } catch { return .failed("\(failure): \(error)") }
  }

  /// Writes settings into the user's configuration, and reports the path of the file.
  static func keeping(_ settings: [Setting]) -> Report {
    .attempting("not kept") {
      let words = settings.map(\.description).joined(separator: " ")
      return .noted("kept in \(try Configuration.keep(settings, in: nil)): \(words)")
    }
  }
}

extension Browser {
  /// Handles the result of an effect.
  mutating func receive(_ report: Report) {
    let before = tablePlace
    report.apply(&self)
    inferAnew()
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
