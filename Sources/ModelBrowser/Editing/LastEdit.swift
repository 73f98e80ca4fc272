import TerminalText
import TextCells

/// The latest edit, which `.` repeats: the command and the value that was typed or picked.
struct LastEdit: Sendable {
  let invocation: Invocation
  var answer: String?
  /// The letter of the register that the edit pasted from; nil for the latest copied or deleted values.
  var register: Character?

  /// Records the command that made an edit or opened an editor.
  static func note(_ browser: inout Browser, _ invocation: Invocation) {
    if browser.isEditing {
      browser.begun = invocation
    } else {
      browser.lastEdit = LastEdit(invocation: invocation, register: browser.registers.wanted)
    }
  }

  /// Records the value that was typed or picked in the editor.
  static func noteAnswer(_ browser: inout Browser, _ answer: String) {
    if let begun = browser.begun { browser.lastEdit = LastEdit(invocation: begun, answer: answer) }
  }

  /// Repeats the latest edit on the value under the cursor.
  ///
  /// - Parameter count: the count for the repeated command; nil for the count of the original command.
  static func make(_ browser: inout Browser, _ last: LastEdit, count: Int?) {
    let call = last.invocation
    browser.registers.wanted = last.register
    browser.perform(Invocation(call.command, count: count ?? call.count, argument: call.argument))
    guard let answer = last.answer else { return }
    switch browser.mode {
    case .editing(var edit):
      edit.retype(answer)
      browser.mode = .editing(edit)
      browser.handle(.key(.enter))
    case .writing(var edit):
      edit.retype(EscapedText.unescape(answer))
      browser.mode = .writing(edit)
      browser.handle(.key(.control("s")))
    case .filling(let form):
      form.insert(Array(answer.utf8), into: &browser)
    case .choosing(var picker):
      guard picker.select(answer) else { return }
      browser.mode = .choosing(picker)
      browser.handle(.key(.enter))
    default: break
    }
  }
}
