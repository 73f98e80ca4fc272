extension Browser {
  /// `:recover`: opens the file with the edits an earlier session left behind.
  func recover() -> [Effect] {
    guard let path = document.path, let leftover = document.leftovers.first else { return [] }
    return [.recover(RecoverOrder(path: path, leftover: leftover))]
  }

  /// `:discard`: asks first, since nothing brings them back.
  mutating func discard(_ answer: String) -> [Effect] {
    let leftovers = document.leftovers
    guard answer != "yes" else {
      document.leftovers = []
      message = .note("Deleted: " + leftovers.map(\.path).joined(separator: ", "))
      return [.discard(leftovers)]
    }
    mode = .asking(
      Question(
        text: "Delete \(Sanitized(leftovers.map(\.path).joined(separator: ", ")).text)?",
        answers: [
          Question.Answer(key: "y", words: "yes", invocations: [Invocation(.discard, argument: "yes")]),
          Question.Answer(key: "n", words: "no", invocations: []),
        ]))
    return []
  }

  /// Why there is nothing to take over, or why not now; nil when there is.
  var cannotRecover: String? {
    if document.leftovers.isEmpty { return "No earlier session left unsaved edits of this file" }
    return document.isModified ? "There are unsaved edits (:w saves them, :e! drops them)" : nil
  }
}

extension BrowserDocument {
  /// What is said of edits that an earlier session left behind, or that were taken over from it.
  var recoveryMessage: Message? {
    if recovery != nil {
      return .note("The unsaved edits are back: :diff shows them, :w saves them, :e! leaves them")
    }
    guard let first = leftovers.first else { return nil }
    let place = first.form == .text ? "in \(first.path)" : "of a session that ended at once"
    return .warning("There are unsaved edits \(place)  (:recover takes them over, :discard deletes them)")
  }
}
