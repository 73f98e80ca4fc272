import Mantle
import TerminalText

extension Browser {
  /// Opens the editor that suits the value under the cursor.
  mutating func startEditing() {
    switch EditOpening.of(cursor, isInferred: document.isReadAsInferred) {
    case .typing(let edit):
      let isLong = edit.isText && (edit.line.text.cellWidth > layout.listColumns || edit.hasLineBreaks)
      mode = isLong ? .writing(TextEdit(edit)) : .editing(edit)
    case .choosing(let chooser): mode = .choosing(chooser)
    case nil: break
    }
  }

  mutating func continueEditing(_ key: Key, _ edit: ValueEdit) {
    switch key {
    case .escape, .control("c"): leaveEditing()
    case .enter: commit(edit)
    case .tab: completeModel(edit)
    default:
      var edit = edit
      edit.handle(key)
      mode = .editing(edit)
    }
  }

  mutating func commit(_ edit: ValueEdit) {
    if case .invalid = edit.verdict { return }
    mode = .browsing
    LastEdit.noteAnswer(&self, edit.line.text)
    if editor.selection.isActive { return Selection.set(&self, edit.line.text) }
    let place = edit.insertion.flatMap { outline.insertionPlace($0, of: cursor) }
    switch edit.verdict {
    case .valid(let bytes) where edit.insertion != nil:
      if let place { editor.insert(bytes, at: place) }
    case .valid(let bytes) where !edit.leavesValueUnchanged: editor.commit(bytes)
    case .member(let key, let value): if let place { editor.insert(value, key: key, at: place) }
    case .key(let key) where !edit.leavesValueUnchanged: editor.rename(to: key)
    default: leaveEditing()
    }
  }

  /// Closes the editor without changing the document.
  mutating func leaveEditing() {
    mode = .browsing
    editor.message = .note("Unchanged")
  }

  mutating func continueChoosing(_ key: Key, _ chooser: ListPicker) {
    switch key {
    case .escape, .control("c"):
      mode = .browsing
    case .enter:
      guard let item = chooser.selection else {
        if let perform = chooser.performTyped { attempt(perform) }
        return
      }
      if let words = item.objection?(self) {
        var chooser = chooser
        if chooser.contest() {
          mode = .choosing(chooser)
          return editor.message = .warning("\(words); press Enter again to choose it anyway")
        }
      }
      mode = .browsing
      attempt(item.perform)
    case .character(" ") where chooser.selection?.toggle != nil: chooser.selection?.toggle?(&self)
    default:
      var chooser = chooser
      chooser.handle(key)
      mode = .choosing(chooser)
      // The objection to one item must not remain on screen for another item.
      editor.message = nil
    }
  }

  /// Repairs malformed JSON and shows the resulting changes before they are saved.
  mutating func mend() {
    let count = document.history.done.count
    var left: String?
    editor.change { builder, _ in
      let mended = try builder.mending()
      left = mended?.1
      return mended?.0
    }
    guard document.history.done.count > count else {
      let isJSON = editor.findings.errors == 0
      editor.message =
        editor.message
        ?? .note(
          "There is nothing to repair\(isJSON ? ": the file is valid JSON" : " here (ge lists the problems)")"
        )
      return
    }
    if let left { editor.message = .warning("\(left): the repair is ambiguous") }
    mode = .reading(outline.differences.screen(document.name, width: size.columns))
  }
}
