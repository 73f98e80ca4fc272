import Mantle
import MantleFiles
import TerminalText
import TextCells

extension RecoveryRequest {
  /// Shows the unsaved edits of an earlier session, or asks whether to restore them.
  func show(_ source: DocumentSource, in browser: inout Browser) {
    let document = browser.document
    guard let index = document.leftovers.firstIndex(of: leftover), let text = source.recovery?.text else {
      return
    }
    var found = Editor(Document(source), browser.layout)
    do { try found.become(text, as: "") } catch { return passOver("\(error)", in: &browser) }
    if purpose == .show {
      let name = "\(document.name) with the edits of \(leftover.date)"
      browser.mode = .reading(found.outline.differences.screen(name, width: browser.size.columns))
      browser.modeToReturnTo = .asking(.recovering(index, of: document, found.outline))
    } else {
      browser.mode = .asking(.recovering(index, of: document, found.outline))
    }
  }

  /// Shows the reason why edits cannot be restored, and the alternatives.
  func passOver(_ reason: String, in browser: inout Browser) {
    browser.message = .error("Not recovered: \(reason)")
    let leftovers = browser.document.leftovers
    guard leftovers.count > 1, let index = leftovers.firstIndex(of: leftover) else { return }
    browser.mode = .asking(.passingOver(index, of: browser.document, reason))
  }
}

extension Browser {
  /// Reports the location of unsaved edits if the journal could not be written normally.
  mutating func apply(_ outcome: JournalFile.Outcome) {
    switch outcome {
    case .kept(_, nil): isJournalMissing = false
    case .kept(let path, let reason?):
      isJournalMissing = false
      editor.message = .warning("Unsaved edits are backed up in \(path)  (\(reason))")
    case .failed(let reason):
      isJournalMissing = true
      editor.message = .error("Unsaved edits are not backed up: \(reason)  (:w saves them)")
    }
  }

  // MARK: - Unfinished input

  /// The open editor of a long string, if the user has changed its text; otherwise nil.
  private var draft: TextEdit? {
    let draft: TextEdit? =
      switch mode {
      case .writing(let edit): edit
      case .asking(let question): question.draft
      default: nil
      }
    return editor.selection.isActive || draft?.isChanged != true ? nil : draft
  }

  /// The state that an abnormal end would lose: the unsaved edits, and the text that is being typed.
  struct Unsaved: Equatable {
    fileprivate let edits: Int?
    fileprivate let draft: Int?

    var isEmpty: Bool { edits == nil && draft == nil }
  }

  var unsaved: Unsaved {
    Unsaved(edits: document.isModified ? document.history.revision : nil, draft: draft?.revision)
  }

  /// Applies the text that is being typed as an edit.
  mutating func keepDraft() {
    if let draft { commit(draft.value) }
  }

  /// Requests the file with the unsaved edits of an earlier session.
  ///
  /// - Parameter index: the index of the session, the latest first.
  mutating func recover(_ index: Int, _ purpose: RecoveryRequest.Purpose) {
    guard let path = document.readableName, document.leftovers.indices.contains(index) else { return }
    request(.recover(RecoveryRequest(path: path, leftover: document.leftovers[index], purpose: purpose)))
  }
}

extension Document {
  /// Returns the name of the unsaved edits of a session: `edits of 22 Nov 03:12 (1 of 2)`.
  fileprivate func words(for index: Int) -> String {
    let which = self.leftovers.count > 1 ? " (\(index + 1) of \(self.leftovers.count))" : ""
    return "edits of \(self.leftovers[index].date)\(which)"
  }

  /// Returns whether the file was changed after the whole text with the unsaved edits was recorded, so that recovering the text
  /// undoes the change.
  fileprivate func isNewer(than leftover: Leftover) -> Bool {
    guard leftover.form == .text, let modified = self.journalFingerprint?.modified else { return false }
    return leftover.written.lexicographicallyPrecedes(modified)
  }
}

extension Outline {
  /// A summary of the recovered changes, or the size of the text if computing the changes would take too
  /// long.
  fileprivate var recoveredWords: String {
    let differences = differences
    return differences.entries.isEmpty ? Words.count(document.base.count, "byte") : differences.words
  }
}

extension Question {
  /// Asks whether to restore the unsaved edits of an earlier session.
  ///
  /// - Parameter found: the file with the edits.
  fileprivate static func recovering(_ index: Int, of document: Document, _ found: Outline) -> Question {
    let answers = [
      Answer(key: "y", words: "yes") { $0.recover(index, .take) },
      Answer(key: "d", words: "show") { $0.recover(index, .show) },
    ]
    let undoing =
      document.isNewer(than: document.leftovers[index]) ? ", undoing later changes of the file" : ""
    return Question(
      text: "Recover \(document.words(for: index))\(undoing), \(found.recoveredWords)?",
      answers: answers + otherAnswers(index, of: document))
  }

  /// Asks whether to delete unsaved edits that cannot be restored.
  fileprivate static func passingOver(_ index: Int, of document: Document, _ reason: String) -> Question {
    Question(
      text: "Not recovered, \(document.words(for: index)): \(reason)",
      answers: otherAnswers(index, of: document))
  }

  private static func otherAnswers(_ index: Int, of document: Document) -> [Answer] {
    let delete = Answer(key: "x", words: "delete") { browser in
      browser.mode = .asking(.discarding(index, of: browser.document))
    }
    guard document.leftovers.count > 1 else { return [delete] }
    let next = (index + 1) % document.leftovers.count
    return [delete, Answer(key: "n", words: "next") { $0.recover(next, .ask) }]
  }

  /// Asks before the unsaved edits of an earlier session are deleted, since deletion cannot be undone.
  ///
  /// - Parameter index: the index of the recoverable edits.
  static func discarding(_ index: Int, of document: Document) -> Question {
    let next = (index + 1) % document.leftovers.count
    let path = Sanitized(document.leftovers[index].path).text
    return Question(
      text: "Delete \(document.words(for: index)), \(path)?",
      answers: [
        Answer(key: "y", words: "yes") { browser in
          let leftover = browser.editor.update { $0.removeLeftover(at: index) }
          browser.message = .note("Deleted: \(leftover.path)")
          browser.request(.discard([leftover]))
        },
        next == index
          ? Answer(key: "n", words: "no") { _ in }
          : Answer(key: "n", words: "next") { browser in
            browser.mode = .asking(.discarding(next, of: browser.document))
          },
      ])
  }
}
