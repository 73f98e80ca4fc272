extension Browser {
  /// Asks the world for the file with the edits an earlier session left behind.
  ///
  /// - Parameter index: of those there are, the latest first.
  func recover(_ index: Int, _ purpose: RecoverOrder.Purpose) -> [Effect] {
    guard let path = document.path, document.leftovers.indices.contains(index) else { return [] }
    return [.recover(RecoverOrder(path: path, leftover: document.leftovers[index], purpose: purpose))]
  }

  /// Shows what an earlier session left behind, or asks what to do with it.
  mutating func show(_ source: DocumentSource, _ order: RecoverOrder) {
    guard let index = document.leftovers.firstIndex(of: order.leftover) else { return }
    let found = BrowserDocument(source)
    if order.purpose == .show {
      let name = "\(document.name) with the edits of \(order.leftover.date)"
      mode = .reading(found.differences.screen(name, width: size.columns))
      return
    }
    var answers = [
      Question.Answer(key: "y", words: "yes") { $0.recover(index, .take) },
      Question.Answer(key: "d", words: "show") { $0.recover(index, .show) },
      Question.Answer(key: "x", words: "delete") { $0.askToDiscard(index) },
    ]
    if document.leftovers.count > 1 {
      let next = (index + 1) % document.leftovers.count
      answers.append(Question.Answer(key: "n", words: "next") { $0.recover(next, .ask) })
    }
    mode = .asking(
      Question(text: "Recover \(document.words(for: index)), \(found.recoveredWords)?", answers: answers))
  }

  /// Asks first, since nothing brings them back.
  mutating func askToDiscard(_ index: Int) -> [Effect] {
    guard document.leftovers.indices.contains(index) else { return [] }
    let next = (index + 1) % document.leftovers.count
    let path = Sanitized(document.leftovers[index].path).text
    mode = .asking(
      Question(
        text: "Delete \(document.words(for: index)), \(path)?",
        answers: [
          Question.Answer(key: "y", words: "yes") { $0.discard(index) },
          next == index
            ? Question.Answer(key: "n", words: "no") { _ in [] }
            : Question.Answer(key: "n", words: "next") { $0.askToDiscard(next) },
        ]))
    return []
  }

  private mutating func discard(_ index: Int) -> [Effect] {
    let leftover = document.leftovers.remove(at: index)
    message = .note("Deleted: \(leftover.path)")
    return [.discard([leftover])]
  }

  /// Says where unsaved edits are kept, where that is not as it should be.
  mutating func take(_ outcome: JournalOutcome) {
    switch outcome {
    case .kept(_, nil): isJournalMissing = false
    case .kept(let path, let reason?):
      isJournalMissing = false
      message = .warning("Unsaved edits are kept in \(path)  (\(reason))")
    case .failed(let reason):
      isJournalMissing = true
      message = .error("Unsaved edits are kept nowhere: \(reason)  (:w saves them)")
    }
  }
}

extension BrowserDocument {
  /// What is said of edits that an earlier session left behind, or that were taken over from it.
  var recoveryMessage: Message? {
    if recovery != nil {
      return .note("The unsaved edits are back: :diff shows them, :w saves them, :e! leaves them")
    }
    guard let first = leftovers.first else {
      return isEditedElsewhere ? .warning("Another session has unsaved edits of this file") : nil
    }
    let place = first.form == .text ? "in \(first.path)" : "of a session that ended at once"
    let others = leftovers.count > 1 ? ", and \(leftovers.count - 1) more" : ""
    return .warning(
      "There are unsaved edits \(place)\(others)  (:recover shows them and takes them over, :discard deletes them)"
    )
  }

  /// Which of several: `edits of 22 Nov 03:12 (1 of 2)`.
  fileprivate func words(for index: Int) -> String {
    let which = leftovers.count > 1 ? " (\(index + 1) of \(leftovers.count))" : ""
    return "edits of \(leftovers[index].date)\(which)"
  }

  /// What was changed, as far as that is found out in no time.
  fileprivate var recoveredWords: String {
    let differences = differences
    return differences.entries.isEmpty ? Words.count(base.count, "byte") : differences.words
  }
}
