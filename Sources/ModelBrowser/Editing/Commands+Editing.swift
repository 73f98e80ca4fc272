import Mantle
import TerminalText

extension Command {
  static let editing: [Command] = [
    Command(
      "edit", .editing, keys: ["e", "A", "i start", "I start", "<Insert> start"],
      "Edit the value (Enter accepts, Esc cancels)",
      takesSelection: true, inTable: .cellOrNew, disabled: { $0.permission.editLine },
      perform: repeatable { browser, call in
        if browser.outline.isEmpty { return insert(&browser, .inside) }
        browser.startEditing()
        if call.argument == "start", browser.mode.isTyping { browser.handle(.key(.home)) }
      }),
    Command(
      "replace value", .editing, keys: ["cc", "C", "S", "r"], "Replace the value",
      takesSelection: true, inTable: .cellOrNew, disabled: { $0.permission.edit },
      perform: repeatable { browser, _ in
        browser.startEditing()
        switch browser.mode {
        // The source line of a mistake also contains valid values, so it is not cleared.
        case .editing(let edit) where edit.isSource && browser.cursor.mistake?.cause != .comment: break
        case .editing(var edit):
          edit.retype("")
          browser.mode = .editing(edit)
        case .writing(var edit):
          edit.retype("")
          browser.mode = .writing(edit)
        default: break
        }
      }),
    Command(
      "edit elsewhere", .editing, keys: ["E"], "Edit the value in $VISUAL or $EDITOR",
      inTable: .cell,
      disabled: {
        $0.editorOrder == nil ? "Not editable as one text: open it, and edit its children" : nil
      },
      perform: confirmed { browser, _ in
        if let order = browser.editorOrder { browser.request(.edit(order)) }
      }),
    Command(
      "repeat", .editing, keys: ["."], "Repeat the latest edit", takesSelection: true,
      disabled: { $0.lastEdit == nil ? "There is no edit to repeat" : nil }
    ) { browser, call in
      if let last = browser.lastEdit { LastEdit.make(&browser, last, count: call.count) }
    },
    stepping(
      "increase", keys: ["^A", "^X back"], "Increase a number or a date (^X decreases it)",
      refusal: "Cannot increase this value: not a boolean, enum, date or 64-bit number"
    ) { $0.json(steps: $1) },
    stepping(
      "flip", keys: ["~"], "Toggle a boolean or cycle an enum",
      refusal: "Cannot toggle this value: not a boolean or enum  (^A increases numbers)"
    ) { $0.flipped(steps: $1) },
    Command(
      "edit or toggle", .editing, keys: ["<Enter>"],
      "Edit a value, or open or close a container", takesSelection: true,
      disabled: { $0.cursor.isContainer || $0.isPicking ? nil : $0.permission.edit }
    ) { browser, call in
      if browser.isPicking { return browser.pick() }
      guard browser.cursor.isContainer else {
        return try repeatable { browser, _ in browser.startEditing() }(&browser, call)
      }
      browser.view.toggleFold()
    },
    Command(
      "set null", .editing, keys: ["dn"], "Set the value to null", takesSelection: true,
      inTable: .cell, disabled: { $0.editor.reasonAgainstAll(\.setNull) },
      perform: repeatable { browser, _ in
        changeEach(&browser) { row, outline in
          EditPermission(outline: outline, cursor: row).setNull == nil ? Array("null".utf8) : nil
        }
      }),
    Command(
      "delete", .editing, keys: ["dd", "x", "<Delete>"], line: ["d", "delete"],
      "Delete the element or the key", takesSelection: true,
      inTable: .cellOrRows, disabled: { $0.editor.reasonAgainstAll(\.delete) },
      perform: repeatable { browser, call in
        if let question = deletionInTable(browser) { return browser.mode = .asking(question) }
        browser.editor.delete(call.times)
      }),
    Command(
      "delete to", .editing, bindings: motionBindings("d", ["j", "k", "G", "gg"]),
      "Delete from here to a sibling: d2j, dG",
      inTable: .row, disabled: { $0.permission.delete },
      perform: repeatable { browser, call in
        selectRows(&browser, to: call)
        browser.editor.delete()
      }),
    Command(
      "append", .editing, keys: ["a"],
      "Append an element, or a member as \"key\": value",
      inTable: .list, disabled: { $0.permission.insert(.inside) },
      perform: repeatable { browser, _ in insert(&browser, .inside) }),
    Command(
      "insert after", .editing, keys: ["o"], "Insert an element or a key after this one",
      inTable: .row, disabled: { $0.permission.insert(.after) },
      perform: repeatable { browser, _ in insert(&browser, .after) }),
    Command(
      "insert before", .editing, keys: ["O"], "Insert an element or a key before this one",
      inTable: .row, disabled: { $0.permission.insert(.before) },
      perform: repeatable { browser, _ in insert(&browser, .before) }),
    putAfter,
    Command(
      "put before", .editing, keys: ["P"], "Put the copied or deleted value before this one",
      inTable: .row, disabled: { $0.permission.put($0.registers, .before) },
      perform: repeatable { try put(&$0, $0.registers.chosen, .before, $1.times) }),
    useRegister,
    Command(
      "registers", .editing, line: ["registers", "reg", "di", "display"],
      "List the registers: copied and deleted values", takesSelection: true
    ) { browser, _ in browser.mode = .reading(browser.registers.screen) },
    Command(
      "duplicate", .editing, line: ["duplicate", "t", "co"],
      "Duplicate the value",
      inTable: .row,
      disabled: { $0.cursor.node == nil ? "There is no value here" : $0.permission.insert(.after) },
      perform: repeatable { browser, call in
        var copy = Registers()
        copy.keep([browser.cursor], browser.document.history)
        try put(&browser, copy.chosen, .after, call.times)
      }),
    Command(
      "set all", .editing, line: ["set-all"], argument: Argument("PROPERTY VALUE", .assignment),
      "Set a property of all elements: :set-all price price * 2",
      takesSelection: true, perform: confirmed(about: { _, _ in [] }) { try setAll(&$0, $1.argument) }),
    Command(
      "rename all", .editing, line: ["rename-all"], argument: Argument("KEY NEW"),
      "Rename a key of all elements shown",
      takesSelection: true, perform: confirmed(about: { _, _ in [] }) { try renameAll(&$0, $1.argument) }),
    Command(
      "delete all", .editing, line: ["delete-all"], argument: Argument("KEY", .assignment),
      "Delete a key of all elements shown",
      takesSelection: true, perform: confirmed(about: { _, _ in [] }) { try deleteAll(&$0, $1.argument) }),
    convertValues,
    Command(
      "sort", .editing, line: ["sort"], argument: Argument("[KEY] [desc][, KEY…]", .filter),
      "Sort the list, by its values or by keys: :sort age desc",
      perform: repeatable(about: { rowsToSort($0, $1.argument) }) { try sort(&$0, $1.argument) }),
    Command(
      "sort keys", .editing, line: ["sort-keys"], argument: Argument("[all]", .words(["all"])),
      "Sort the keys of the object (all: of nested objects, too)",
      perform: repeatable { try sortKeys(&$0, $1.argument) }),
    Command(
      "fix", .editing, line: ["fix"],
      "Repair malformed JSON"
    ) { browser, _ in browser.mend() },
    Command(
      "rename", .editing, keys: ["cw", "<F2>"], line: ["rename"], argument: Argument("[KEY]"),
      "Rename the key, in a table that of the column in all rows", takesSelection: true,
      disabled: { browser in
        guard browser.view.table == nil else { return browser.permission.renameColumn }
        return browser.selection.isActive
          ? "This command works on one row (Esc ends the selection)" : browser.permission.rename
      },
      perform: repeatable { browser, call in
        guard let column = browser.view.table?.grid.current else { return rename(&browser, call.argument) }
        guard browser.selection.isActive else { return try renameColumn(&browser, to: call.argument) }
        let line = LineEditor("rename-all \(column.title) \(call.argument)")
        browser.mode = .typing(LinePrompt(purpose: .command, line: line))
      }),
    moveDown,
    moveUp,
    Command(
      "undo", .editing, keys: ["u"], line: ["undo", "u"], "Undo the latest edit", takesSelection: true,
      disabled: { $0.document.hasStep(undone: true) ? nil : "There is nothing to undo" }
    ) { retrace(&$0, $1.times, undone: true) },
    Command(
      "redo", .editing, keys: ["^R"], line: ["redo", "red"], "Redo the edit that was undone",
      takesSelection: true,
      disabled: { $0.document.hasStep(undone: false) ? nil : "There is nothing to redo" }
    ) { retrace(&$0, $1.times, undone: false) },
  ]

  /// Creates a command that replaces each value by its successor, such as a number by a greater one.
  private static func stepping(
    _ name: String, keys: [String], _ help: String, refusal: String,
    _ json: @escaping @Sendable (SteppedValue, Int) -> [UInt8]?
  ) -> Command {
    Command(
      name, .editing, keys: keys, help, takesSelection: true, inTable: .cell,
      disabled: { browser in
        browser.editor.reasonAgainstAll {
          $0.edit ?? (json(SteppedValue(row: $0.cursor), 1) == nil ? refusal : nil)
        }
      },
      perform: repeatable { browser, call in
        let steps = call.argument.isEmpty ? call.times : -call.times
        changeEach(&browser) { row, _ in json(SteppedValue(row: row), steps) }
      })
  }

  static let convertValues = Command(
    "convert", .editing, line: ["convert"], argument: Argument("TYPE", .types),
    "Convert all values of the property to another type", disabled: cannotDecide,
    perform: confirmed { try TypeConversion.perform(&$0, to: $1.argument) })

  static let putAfter = Command(
    "put after", .editing, keys: ["p"], "Put the copied or deleted value after this one",
    inTable: .row, disabled: { $0.permission.put($0.registers, .after) },
    perform: repeatable { try put(&$0, $0.registers.chosen, .after, $1.times) })

  static let useRegister = Command(
    "use register", .editing, bindings: letters("\""),
    "Use the register of a letter: \"ayy copies, \"ap puts",
    isAllowedWhileSaving: true, takesSelection: true
  ) { $0.registers.wanted = $1.argument.first }

  static let moveDown = Command(
    "move down", .editing, keys: ["]m", "<Alt-Down>"], "Move the element down",
    takesSelection: true, inTable: .row, disabled: { $0.permission.move },
    perform: repeatable { moveElements(&$0, $1.times) })

  static let moveUp = Command(
    "move up", .editing, keys: ["[m", "<Alt-Up>"], "Move the element up", takesSelection: true,
    inTable: .row, disabled: { $0.permission.move }, perform: repeatable { moveElements(&$0, -$1.times) })
}

private func retrace(_ browser: inout Browser, _ times: Int, undone: Bool) {
  let types = browser.document.decisions
  browser.editor.retrace(times, undone: undone)
  if browser.document.decisions != types { browser.restartChecking() }
}

/// Returns a binding for each motion that an operator takes, such as `dj`.
func motionBindings(_ key: String, _ motions: [String]) -> [Command.Binding] {
  motions.map { Command.Binding(keys: key + $0, argument: $0, takesInnerCount: true) }
}

/// Selects the rows from the cursor to the target of a motion, among the siblings of the cursor.
func selectRows(_ browser: inout Browser, to call: Invocation) {
  browser.selection.begin(at: browser.cursor.id)
  switch call.argument {
  case "j": browser.view.moveSibling(call.times)
  case "k": browser.view.moveSibling(-call.times)
  case "G": browser.view.moveToEdge(browser.outline.lastChild)
  default: browser.view.moveToEdge(browser.outline.firstChild)
  }
}

/// Returns an action that asks for confirmation like ``confirmed(about:_:)``, and that `.` repeats.
///
/// - Parameter rows: the rows that the action changes; by default the selected rows, or the row under the cursor.
func repeatable(
  about rows: @escaping ChangedRows = { browser, _ in browser.targets },
  _ change: @escaping Command.Action
) -> Command.Action {
  confirmed(about: rows) { browser, call in
    try change(&browser, call)
    LastEdit.note(&browser, call)
  }
}

/// A function that returns the rows that a command changes.
typealias ChangedRows = @Sendable (Browser, Invocation) -> [Row]

/// Returns an action that asks for confirmation first if it changes a value of a read-only property.
///
/// - Parameter rows: returns the rows that the action changes; by default the selected rows, or the row under the cursor.
func confirmed(
  about rows: @escaping ChangedRows = { browser, _ in browser.targets }, _ action: @escaping Command.Action
) -> Command.Action {
  { browser, call in
    if let reason = browser.document.readOnlyReason { throw Message.warning(reason) }
    let changed = rows(browser, call)
    if browser.document.archive?.isReadable == false, let newer = changed.lazy.compactMap(\.newerObject).first
    {
      throw Message.warning(newer.whyUnchangeable)
    }
    let locks = changed.lazy.compactMap(\.lock)
    guard let lock = locks.first(where: { !browser.unlocked.contains($0) }) else {
      return try action(&browser, call)
    }
    let yes = Question.Answer(key: "y", words: "yes, through its transformer") { browser in
      browser.unlocked.insert(lock)
      try confirmed(about: rows, action)(&browser, call)
    }
    browser.mode = .asking(
      Question(
        text: "\(lock.words). Change its JSON?", answers: [yes]))
  }
}

/// Opens an editor or a form for a new element or member; the text changes only when the user accepts the value.
private func insert(_ browser: inout Browser, _ side: InsertionSide) {
  guard let place = browser.outline.insertionPlace(side, of: browser.cursor) else { return }
  guard place.parent.isList else { return typeMember(&browser, side, of: place.parent, start: "") }
  if let form = ElementForm(inserting: side, into: place.parent) {
    browser.mode = .filling(form)
    return
  }
  let neighbor = (place.after ?? browser.outline.firstChild(of: place.parent))?.node?.kind
  browser.mode = .editing(
    EditOpening.element(
      of: place.parent, like: neighbor, inserting: side, isInferred: browser.document.isReadAsInferred))
}

private func typeMember(
  _ browser: inout Browser, _ side: InsertionSide, of object: Row, start: String
) {
  browser.mode = .editing(
    ValueEdit(
      .member(taken: browser.outline.keys(of: object)), inserting: side,
      start: .suggestion(start)))
}

/// Pastes the copied values `times` times next to the cursor: into a list directly, into an object after the
/// key was confirmed.
private func put(
  _ browser: inout Browser, _ values: [Registers.Value], _ side: InsertionSide, _ times: Int
) throws {
  guard let first = values.first, let place = browser.outline.insertionPlace(side, of: browser.cursor)
  else { return }
  let isList = place.parent.isList
  guard isList || values.count > 1 else {
    let (key, value) = (
      JSONText.quoted(first.key ?? ""), String(decoding: JSONNode.line(first.json), as: UTF8.self)
    )
    return typeMember(&browser, side, of: place.parent, start: "\(key): \(value)")
  }
  if let reason = reason(against: values, into: place.parent, browser.outline) {
    throw Message.error("Not put here: \(reason)")
  }
  let count = browser.document.history.done.count
  let new = (0..<(isList ? min(times, maximumPut) : 1)).flatMap { _ in
    values.map {
      (key: isList ? nil : $0.key, json: JSONNode.line($0.json), source: isList ? $0.source : nil)
    }
  }
  if browser.editor.changeAndReveal({ builder, _ in builder.inserting(new, at: place) }) { return }
  // Inserting a value moves the cursor to it, so the next value is inserted after it.
  for (index, value) in new.enumerated() {
    let here = index == 0 ? place : browser.outline.insertionPlace(.after, of: browser.cursor)
    guard let here, browser.editor.insert(value.json, key: value.key, at: here, from: value.source) else {
      break
    }
  }
  browser.editor.joinSteps(after: count)
}

/// Returns why copied values cannot be inserted into a list or an object; nil if they can.
private func reason(against values: [Registers.Value], into parent: Row, _ outline: Outline) -> String? {
  if parent.isList {
    // An inferred model adapts to new values. An element of the same list may be pasted even if it is invalid.
    if outline.document.isReadAsInferred { return nil }
    let foreign = values.lazy.filter { $0.list != parent.id }
    return foreign.compactMap { notElementReason($0.json, of: parent) }.first
  }
  guard values.allSatisfy({ $0.key != nil }) else {
    return "the values have no keys, and members of an object need them"
  }
  let taken = outline.keys(of: parent)
  return values.lazy.compactMap(\.key).first { taken.contains(ExactText($0)) }
    .map { "the object has a key \(JSONText.quoted($0)) already" }
}

private let maximumPut = 1000

/// Performs `:rename KEY`; without an argument, opens an editor with the current key.
private func rename(_ browser: inout Browser, _ argument: String) {
  guard let key = browser.cursor.keyText, let object = browser.outline.keyHolder(of: browser.cursor) else {
    return
  }
  var taken = object
  taken.remove(ExactText(key))
  guard !argument.isEmpty else {
    browser.mode = .editing(ValueEdit(.key(taken: taken), start: .text(key)))
    return
  }
  if taken.contains(ExactText(argument)) {
    browser.message = .error("The object has a key \(JSONText.quoted(argument)) already")
  } else {
    browser.editor.rename(to: argument)
  }
}
