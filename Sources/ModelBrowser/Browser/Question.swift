/// A question with a key for each answer; Esc answers none of them.
struct Question: Sendable {
  struct Answer: Sendable {
    let key: Character
    let words: String
    let perform: @Sendable (inout Browser) -> [Effect]
  }

  let text: String
  let answers: [Answer]

  /// The question with its answers: `Save the edits?  y yes · n no · Esc stay`; the answers are cut last.
  func line(cells: Int) -> String {
    let choices = "  " + (answers.map { "\($0.key) \($0.words)" } + ["Esc stay"]).joined(separator: " · ")
    return Truncation.end.fit(text, to: max(0, cells - choices.cellWidth)) + choices
  }

  func answer(to key: Key) -> Answer? {
    guard case .character(let character) = key else { return nil }
    return answers.first { $0.key == Character(character.lowercased()) }
  }
}
