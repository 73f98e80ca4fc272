extension Command {
  static let editing: [Command] = [
    Command(
      "edit", .editing, keys: ["e"],
      "edit the value; Enter keeps it once it is valid, Esc leaves it as it was",
      disabled: { $0.cannotEdit($0.cursor) }, change: { browser, _ in browser.startEditing() }),
    Command(
      "editOrToggle", .editing, keys: ["<Enter>"], "edit a value; open or close what holds values",
      disabled: { $0.cursor.isContainer ? nil : $0.cannotEdit($0.cursor) },
      change: { browser, _ in
        if browser.cursor.isContainer {
          browser.setFold(browser.cursor, open: !browser.outline.isOpen(browser.cursor))
        } else {
          browser.startEditing()
        }
      }),
    Command(
      "setNull", .editing, keys: ["dn"], "set to null", disabled: { $0.cannotSetNull($0.cursor) },
      change: { browser, _ in browser.commit(Array("null".utf8)) }),
    Command(
      "delete", .editing, keys: ["dd"], "delete an element; make a property absent",
      disabled: { $0.cannotDelete($0.cursor) }, change: { $0.delete($1.times) }),
    Command(
      "append", .editing, keys: ["a"],
      "add an element at the end of this array, or a key to this object: type \"key\": value",
      disabled: { $0.cannotInsert(.inside) }, change: { browser, _ in browser.insert(.inside) }),
    Command(
      "insertAfter", .editing, keys: ["o"], "insert an element, or a key, after this one",
      disabled: { $0.cannotInsert(.after) }, change: { browser, _ in browser.insert(.after) }),
    Command(
      "insertBefore", .editing, keys: ["O"], "insert an element, or a key, before this one",
      disabled: { $0.cannotInsert(.before) }, change: { browser, _ in browser.insert(.before) }),
    Command(
      "putAfter", .editing, keys: ["p"], "put what was copied (yy) or deleted (dd) after this one",
      disabled: { $0.cannotPut(.after) }, change: { browser, _ in browser.put(.after) }),
    Command(
      "putBefore", .editing, keys: ["P"], "put it before this one",
      disabled: { $0.cannotPut(.before) }, change: { browser, _ in browser.put(.before) }),
    Command(
      "rename", .editing, keys: ["cw"], line: ["rename"], argument: Argument("[KEY]"),
      "give the value another key", disabled: { $0.cannotRename }, change: { $0.rename($1.argument) }),
    Command(
      "moveDown", .editing, keys: ["<Alt-j>"], "move the element down", disabled: { $0.cannotMove },
      change: { $0.moveElement($1.times) }),
    Command(
      "moveUp", .editing, keys: ["<Alt-k>"], "move the element up", disabled: { $0.cannotMove },
      change: { $0.moveElement(-$1.times) }),
    Command(
      "undo", .editing, keys: ["u"], line: ["undo"], "undo; any number of times",
      disabled: { $0.document.history.done.isEmpty ? "There is nothing to undo" : nil },
      change: { browser, call in browser.step(call.times, "undone") { $0.undo() } }),
    Command(
      "redo", .editing, keys: ["^R"], line: ["redo"], "do again what was undone",
      disabled: { $0.document.history.undone.isEmpty ? "There is nothing to redo" : nil },
      change: { browser, call in browser.step(call.times, "done again") { $0.redo() } }),
  ]
}
