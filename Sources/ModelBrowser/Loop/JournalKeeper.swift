import Mantle
import MantleFiles

/// The writer of the journal of the browser's document. It writes shortly after an edit, even during continuous typing, and on
/// another thread, so that keys are not delayed.
struct JournalKeeper {
  /// A point in time of the monotonic clock.
  typealias Time = ContinuousClock.Instant

  private var file: JournalFile?
  /// The original text of the document whose edits are recorded; nil before the first change.
  private var text: JSONBytes?
  /// The unsaved state that was last passed to the writing thread; nil if the current state must be written again.
  private var kept: Browser.Unsaved?
  /// The time at which the unsaved edits must be written; nil if nothing is to be written.
  private var deadline: Time?
  /// The outcome that was last reported to the browser; nil if the journal is written normally.
  private var told: JournalFile.Outcome?

  /// The delay between the first unwritten edit and the write, so that close edits are written together.
  static let delay = Duration.milliseconds(100)
  /// The time after a failure until the next attempt.
  private static let retry = Duration.seconds(1)
  /// The time to wait for a disk that has not completed the previous write.
  private static let busy = Duration.milliseconds(20)

  /// Updates the schedule after a change of the browser, and removes a journal that is no longer needed.
  ///
  /// - Returns: the outcome of the latest write if it must be reported to the browser; otherwise nil.
  mutating func follow(_ browser: Browser, at now: Time = .now) -> JournalFile.Outcome? {
    let isSame = text === browser.document.base
    let unsaved = browser.unsaved
    if unsaved.isEmpty { end(keeping: false) }
    // After a reload or a growth of the text, the recorded edits refer to the former text and must be recorded again.
    if !isSame { kept = nil }
    text = browser.document.base
    guard !unsaved.isEmpty, browser.document.journalFingerprint != nil else { return nil }
    if kept != unsaved, deadline == nil { deadline = now + Self.delay }
    guard let outcome = file?.outcome else { return nil }
    if case .failed = outcome, deadline == nil {
      kept = nil
      deadline = now + Self.retry
    }
    guard told != outcome, told != nil || outcome.isTrouble else { return nil }
    if case .kept(_, nil) = outcome { told = nil } else { told = outcome }
    return outcome
  }

  /// Returns the time in milliseconds until edits must be written; nil if there are none.
  func timeout(at now: Time = .now) -> Int? {
    deadline.map { max(0, Int((now.duration(to: $0) / .milliseconds(1)).rounded(.up))) }
  }

  /// Returns the work of writing the edits; nil if nothing is due.
  mutating func work(for browser: Browser, at now: Time = .now) -> Work? {
    guard let due = deadline, due <= now else { return nil }
    if file?.isBusy == true {
      deadline = now + Self.busy
      return nil
    }
    guard let (file, journal) = prepare(browser) else { return nil }
    let revision = Revision.next()
    return Work(.journal, ticket: 0) { _ in file.write(revision: revision, journal) }
  }

  /// Writes the journal immediately.
  ///
  /// - Returns: the path of the journal; nil if writing failed.
  mutating func writeNow(_ browser: Browser) -> String? {
    guard let (file, journal) = prepare(browser) else { return nil }
    guard case .kept(let path, _) = file.write(revision: Revision.next(), journal) else { return nil }
    return path
  }

  mutating func end(keeping: Bool) {
    file?.end(keeping: keeping)
    file = nil
    kept = nil
    deadline = nil
    told = nil
  }

  private mutating func prepare(_ browser: Browser) -> (
    JournalFile, @Sendable () throws -> JournalFile.Content
  )? {
    deadline = nil
    kept = browser.unsaved
    // The draft is added to a copy, because the user has not accepted it as an edit.
    var written = browser
    written.keepDraft()
    guard let journal = written.document.journal(of: written.currentText),
      let path = browser.document.journalPath
    else { return nil }
    let file = file ?? JournalFile(for: path)
    self.file = file
    return (file, journal)
  }
}

extension JournalFile.Outcome {
  /// Whether the outcome must be reported: writing failed, or the journal is not in the state folder.
  var isTrouble: Bool {
    if case .kept(_, nil) = self { false } else { true }
  }
}
