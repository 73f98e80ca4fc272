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
