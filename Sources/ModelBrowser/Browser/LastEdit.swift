/// The latest edit, to be made again elsewhere: the command, and what was typed or picked then.
struct LastEdit: Sendable {
  let invocation: Invocation
  var answer: String?
}

extension Browser {
  /// Notes an edit that a command made, or opened an editor for.
  mutating func noteEdit(_ invocation: Invocation) {
    if isEditing { begun = invocation } else { lastEdit = LastEdit(invocation: invocation) }
  }

  /// Notes what was typed or picked in the editor.
  mutating func noteAnswer(_ answer: String) {
    if let begun { lastEdit = LastEdit(invocation: begun, answer: answer) }
  }

  /// Makes the latest edit again, of the value under the cursor.
  mutating func repeatEdit(_ last: LastEdit, count: Int?) -> [Effect] {
    let call = last.invocation
    let effects = perform(
      Invocation(call.command, count: count ?? call.count, argument: call.argument))
    guard let answer = last.answer else { return effects }
    switch mode {
    case .editing(var edit):
      edit.retype(answer)
      mode = .editing(edit)
      return effects + handle(.key(.enter))
    case .choosing(var picker):
      guard picker.select(answer) else { return effects }
      mode = .choosing(picker)
      return effects + handle(.key(.enter))
    default: return effects
    }
  }
}
