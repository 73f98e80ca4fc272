/// Keeps the journal of the browser's document while nobody types: no key waits for it.
struct JournalKeeper {
  private var file: JournalFile?
  private var document: BrowserDocument?
  /// The state of the edits that was handed over last.
  private var revision = 0
  /// Nothing can be written anywhere: asking once is enough.
  private var isHopeless = false

  /// How long after an edit it is written down, in milliseconds; whoever types on is left alone.
  static let patience = 100

  /// Whether there are edits that are not written down.
  func isBehind(_ browser: Browser) -> Bool {
    !isHopeless && browser.document.history.isModified && browser.document.written != nil
      && revision != browser.document.history.revision
  }

  /// Follows the browser to another document, and clears away what is not needed any more.
  mutating func follow(_ browser: Browser) {
    let isSame = document === browser.document
    guard !isSame || !browser.document.history.isModified else { return }
    end(keeping: false)
    if !isSame { isHopeless = false }
    document = browser.document
  }

  /// Work that writes the edits down; nil where there is nothing to write, or nowhere.
  mutating func work(for browser: Browser) -> Work? {
    guard isBehind(browser), let (file, order) = prepare(browser) else { return nil }
    let revision = revision
    return Work(.journal, ticket: 0) { _ in file.write(order.journal.bytes, revision: revision) }
  }

  /// Writes the edits down at once.
  ///
  /// - Returns: the journal's path; nil where that failed.
  mutating func writeNow(_ browser: Browser) -> String? {
    guard let (file, order) = prepare(browser) else { return nil }
    return file.write(order.journal.bytes, revision: revision) ? file.path : nil
  }

  mutating func end(keeping: Bool) {
    file?.end(keeping: keeping)
    file = nil
    revision = 0
  }

  private mutating func prepare(_ browser: Browser) -> (JournalFile, JournalOrder)? {
    guard let order = browser.document.journalOrder, let path = browser.document.path else { return nil }
    if file == nil { file = JournalFile(for: path) }
    isHopeless = file == nil
    revision = browser.document.history.revision
    return file.map { ($0, order) }
  }
}
