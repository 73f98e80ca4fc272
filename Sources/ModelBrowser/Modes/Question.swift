/// A question with a key for each answer; Esc answers none of them.
struct Question: Sendable {
  struct Answer: Sendable {
    let key: Character
    let words: String
    let invocations: [Invocation]
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

extension Question {
  /// Asked before unsaved edits would be lost.
  static func leaving(_ name: String, then leave: Invocation) -> Question {
    Question(
      text: "\(name) has unsaved edits. Save them?",
      answers: [
        Answer(key: "y", words: "yes", invocations: [Invocation(.writeAndQuit)]),
        Answer(key: "n", words: "no", invocations: [leave]),
        Answer(key: "d", words: "show", invocations: [Invocation(.diff)]),
      ])
  }
}
