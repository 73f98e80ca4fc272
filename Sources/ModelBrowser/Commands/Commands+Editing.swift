import Mantle

extension Command {
  static let editing: [Command] = [
    Command(
      "edit", .editing, keys: ["e"],
      "edit the value; Enter keeps it once it is valid, Esc leaves it as it was",
      disabled: { $0.permission.edit }, perform: unlocked { browser, _ in browser.startEditing() }),
    Command(
      "editAnew", .editing, keys: ["cc", "S"], "edit the value, beginning with nothing",
      disabled: { $0.permission.edit },
      perform: unlocked { browser, _ in
        browser.startEditing()
        if case .editing(var edit) = browser.mode {
          edit.retype("")
          browser.mode = .editing(edit)
        }
      }),
    Command(
      "editElsewhere", .editing, keys: ["E"], "edit a value, short or long, in $VISUAL or $EDITOR",
      disabled: {
        $0.editorOrder == nil ? "Not editable as one text: open it, and edit what is inside" : nil
      },
      perform: asked { browser, _ in browser.editorOrder.map { [.edit($0)] } ?? [] }),
    Command(
      "repeat", .editing, keys: ["."], "make the latest edit again, here",
      disabled: { $0.lastEdit == nil ? "There is no edit to repeat" : nil },
      perform: { browser, call in
        browser.lastEdit.map { LastEdit.make(&browser, $0, count: call.count) } ?? []
      }),
    Command(
      "increase", .editing, keys: ["^A"],
      "add 1 to a number or a day to a date; the next case, the other boolean",
      disabled: notCountable, perform: unlocked { count(&$0, $1.times) }),
    Command(
      "decrease", .editing, keys: ["^X"], "subtract 1; the previous case", disabled: notCountable,
      perform: unlocked { count(&$0, -$1.times) }),
    Command(
      "flip", .editing, keys: ["~"], "the other boolean, the next case", disabled: notCountable,
      perform: unlocked { count(&$0, $1.times) }),
    Command(
      "editOrToggle", .editing, keys: ["<Enter>"], "edit a value; open or close what holds values",
      disabled: { $0.cursor.isContainer ? nil : $0.permission.edit },
      perform: { browser, call in
        guard browser.cursor.isContainer else {
          return unlocked { browser, _ in browser.startEditing() }(&browser, call)
        }
        browser.view.toggleFold()
        return []
      }),
    Command(
      "setNull", .editing, keys: ["dn"], "set to null", disabled: { $0.permission.setNull },
      perform: unlocked { browser, _ in browser.commit(Array("null".utf8)) }),
    Command(
      "delete", .editing, keys: ["dd", "x", "<Delete>"],
      "delete an element; make a property absent",
      disabled: { $0.permission.delete }, perform: unlocked { $0.delete($1.times) }),
    Command(
      "append", .editing, keys: ["a"],
      "add an element at the end of this array, or a key to this object: type \"key\": value",
      disabled: { $0.permission.insert(.inside) },
      perform: unlocked { browser, _ in insert(&browser, .inside) }),
    Command(
      "insertAfter", .editing, keys: ["o"], "insert an element, or a key, after this one",
      disabled: { $0.permission.insert(.after) },
      perform: unlocked { browser, _ in insert(&browser, .after) }),
    Command(
      "insertBefore", .editing, keys: ["O"], "insert an element, or a key, before this one",
      disabled: { $0.permission.insert(.before) },
      perform: unlocked { browser, _ in insert(&browser, .before) }),
    Command(
      "putAfter", .editing, keys: ["p"], "put what was copied (yy) or deleted (dd) after this one",
      disabled: { $0.permission.put($0.register, .after) },
      perform: unlocked { put(&$0, .after, $1.times) }),
    Command(
      "putBefore", .editing, keys: ["P"], "put it before this one",
      disabled: { $0.permission.put($0.register, .before) },
      perform: unlocked { put(&$0, .before, $1.times) }),
    Command(
      "duplicate", .editing, keys: ["D"], line: ["duplicate"], "put a copy of the value after it",
      disabled: { $0.cursor.node == nil ? "There is no value here" : $0.permission.insert(.after) },
      perform: unlocked { browser, call in
        let register = browser.register
        browser.yank([browser.cursor])
        put(&browser, .after, call.times)
        browser.register = register
      }),
    Command(
      "setAll", .editing, line: ["set-all"], argument: Argument("PROPERTY VALUE", .filter),
      "give every element that is shown this value, as one step: `:set-all locked true`",
      change: { setAll(&$0, $1.argument) }),
    Command(
      "sort", .editing, line: ["sort"], argument: Argument("[KEY] [desc]", .filter),
      "sort the elements of this list, by a property or key of each; `desc`: the greatest first",
      perform: unlocked { sort(&$0, $1.argument) }),
    Command(
      "fix", .editing, line: ["fix"],
      "make JSON of a text that is not: comments and trailing commas go, quotes and brackets come; :w saves it",
      change: { browser, _ in browser.mend() }),
    Command(
      "rename", .editing, keys: ["cw"], line: ["rename"], argument: Argument("[KEY]"),
      "give the value another key", disabled: { $0.permission.rename },
      perform: unlocked { rename(&$0, $1.argument) }),
    Command(
      "moveDown", .editing, keys: ["]m", "<Alt-Down>"], "move the element down",
      disabled: { $0.permission.move },
      perform: unlocked { moveElement(&$0, $1.times) }),
    Command(
      "moveUp", .editing, keys: ["[m", "<Alt-Up>"], "move the element up",
      disabled: { $0.permission.move },
      perform: unlocked { moveElement(&$0, -$1.times) }),
    Command(
      "undo", .editing, keys: ["u"], line: ["undo"], "undo; any number of times",
      disabled: { $0.document.history.done.isEmpty ? "There is nothing to undo" : nil },
      change: { $0.retrace($1.times, undone: true) }),
    Command(
      "redo", .editing, keys: ["^R"], line: ["redo"], "do again what was undone",
      disabled: { $0.document.history.undone.isEmpty ? "There is nothing to redo" : nil },
      change: { $0.retrace($1.times, undone: false) }),
  ]
}

/// A change of the value under the cursor, or inside it, which `.` can repeat.
private func unlocked(_ change: @escaping @Sendable (inout Browser, Invocation) -> Void)
  -> Command.Deed
{
  asked { browser, call in
    change(&browser, call)
    LastEdit.note(&browser, call)
    return []
  }
}

/// A deed that is asked about first where a `let` property holds the value under the cursor.
private func asked(_ deed: @escaping Command.Deed) -> Command.Deed {
  { browser, call in
    guard let lock = browser.cursor.lock, !browser.unlocked.contains(lock) else {
      return deed(&browser, call)
    }
    let yes = Question.Answer(key: "y", words: "yes, through its transformer") { browser in
      browser.unlocked.insert(lock)
      return deed(&browser, call)
    }
    browser.mode = .asking(
      Question(
        text: "\(lock.property) is a let property of \(lock.model). Change its JSON?",
        answers: [yes]))
    return []
  }
}

/// Begins a new element or member, which is in the text once it is committed.
private func insert(_ browser: inout Browser, _ side: InsertionSide) {
  guard let place = browser.outline.insertionPlace(side, of: browser.cursor) else { return }
  guard place.parent.isList else { return typeMember(&browser, side, of: place.parent, start: "") }
  let neighbour = (place.after ?? browser.outline.firstChild(of: place.parent))?.node?.kind
  browser.mode = .editing(
    EditOpening.element(of: place.parent, like: neighbour, browser.cursor.id, inserting: side))
}

private func typeMember(
  _ browser: inout Browser, _ side: InsertionSide, of object: Row, start: String
) {
  browser.mode = .editing(
    ValueEdit(
      browser.cursor.id, .member(taken: browser.outline.keys(of: object)), inserting: side,
      start: .suggestion(start)))
}

/// Puts what was copied beside the cursor so many times: into a list as it is, into an object once its key is right.
private func put(_ browser: inout Browser, _ side: InsertionSide, _ times: Int) {
  guard let register = browser.register, let first = register.values.first,
    let place = browser.outline.insertionPlace(side, of: browser.cursor)
  else { return }
  guard place.parent.isList else {
    let (key, value) = (
      JSONText.quoted(first.key ?? ""), String(decoding: JSONNode.line(first.json), as: UTF8.self)
    )
    return typeMember(&browser, side, of: place.parent, start: "\(key): \(value)")
  }
  let values = register.values.map { JSONNode.line($0.json) }
  if let reason = values.lazy.compactMap({ notElementReason($0, of: place.parent) }).first {
    browser.message = .error("Not put here: \(reason)")
    return
  }
  let count = browser.document.history.done.count
  let all = (0..<min(times, mostPut)).flatMap { _ in values }
  // Each is put behind the one before, which the cursor is on then.
  for (index, value) in all.enumerated() {
    let here = index == 0 ? place : browser.outline.insertionPlace(.after, of: browser.cursor)
    guard let here, browser.insertElement(value, at: here) else { break }
  }
  browser.joinSteps(after: count)
}

private let mostPut = 1000

/// Why a value cannot be an element of a list of models; nil when it can, or where anything can be.
private func notElementReason(_ value: [UInt8], of list: Row) -> String? {
  let reading = list.interpretation.element(at: nil)
  guard case .typed(let shape) = reading, case .model(let reference) = shape.unwrapped,
    let node = try? JSONDocument(parsing: JSONBytes(value)).root
  else { return nil }
  guard let model = reading.model(for: node) else { return "not of type \(reference.name)" }
  return model.diagnose(node, leastSeverity: .error).first.map {
    "not a valid \(model.name): \($0.path.isEmpty ? "" : "\($0.path): ")\($0.shortMessage)"
  }
}

/// `:rename KEY`, or a prompt with the key as it is.
private func rename(_ browser: inout Browser, _ argument: String) {
  guard let key = browser.cursor.keyText, let object = browser.outline.keyHolder(of: browser.cursor) else {
    return
  }
  var taken = object
  taken.remove(ExactText(key))
  guard !argument.isEmpty else {
    browser.mode = .editing(ValueEdit(browser.cursor.id, .key(taken: taken), start: .text(key)))
    return
  }
  if taken.contains(ExactText(argument)) {
    browser.message = .error("The object has a key \(JSONText.quoted(argument)) already")
  } else {
    browser.rename(to: argument)
  }
}

@Sendable private func notCountable(_ browser: Browser) -> String? {
  browser.permission.edit
    ?? (SteppedValue(row: browser.cursor).json(steps: 1) == nil
      ? "There is nothing here to count on: no number, boolean, case or date" : nil)
}

private func count(_ browser: inout Browser, _ steps: Int) {
  if let json = SteppedValue(row: browser.cursor).json(steps: steps) { browser.commit(json) }
}

private func moveElement(_ browser: inout Browser, _ steps: Int) {
  let outline = browser.outline
  var other: Row? = browser.cursor
  for _ in 0..<abs(steps) {
    guard let here = other,
      let next = outline.value(
        from: steps > 0 ? outline.nextSibling(of: here) : outline.previousSibling(of: here),
        forward: steps > 0)
    else { break }
    other = next
  }
  guard let other, other.id != browser.cursor.id else { return }
  browser.change { try $0.moving($1, to: other, forward: steps > 0) }
}
