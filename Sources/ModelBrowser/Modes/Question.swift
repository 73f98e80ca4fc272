/// A question with a key for each answer; Esc answers none of them.
struct Question: Sendable {
  struct Answer: Sendable {
    let key: Character
    let words: String
    let invocations: [Invocation]
  }

  let text: String
  let answers: [Answer]

  /// The question with its answers: `Save the edits?  y yes · n no · Esc stay`.
  var line: String {
    let choices = answers.map { "\($0.key) \($0.words)" } + ["Esc stay"]
    return text + "  " + choices.joined(separator: " · ")
  }

  func answer(to key: Key) -> Answer? {
    guard case .character(let character) = key else { return nil }
    return answers.first { $0.key == Character(character.lowercased()) }
  }
}

extension Question {
  /// Asked before unsaved edits would be lost.
  static func leaving(_ name: String, edits: Int, then leave: Invocation) -> Question {
    let what = edits == 1 ? "an unsaved edit" : "\(edits) unsaved edits"
    return Question(
      text: "\(name) has \(what).",
      answers: [
        Answer(key: "y", words: "save and leave", invocations: [Invocation(.writeAndQuit)]),
        Answer(key: "n", words: "leave without saving", invocations: [leave]),
        Answer(key: "d", words: "show them", invocations: [Invocation(.diff)]),
      ])
  }
}
