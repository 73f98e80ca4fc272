import Mantle

extension Command {
  static let editing: [Command] = [
    Command(
      "edit", .editing, keys: ["e"],
      "edit the value; Enter keeps it once it is valid, Esc leaves it as it was",
      disabled: { $0.permission.edit }, change: { browser, _ in browser.startEditing() }),
    Command(
      "editOrToggle", .editing, keys: ["<Enter>"], "edit a value; open or close what holds values",
      disabled: { $0.cursor.isContainer ? nil : $0.permission.edit },
      change: { browser, _ in
        if browser.cursor.isContainer {
          browser.view.toggleFold()
        } else {
          browser.startEditing()
        }
      }),
    Command(
      "setNull", .editing, keys: ["dn"], "set to null", disabled: { $0.permission.setNull },
      change: { browser, _ in browser.commit(Array("null".utf8)) }),
    Command(
      "delete", .editing, keys: ["dd"], "delete an element; make a property absent",
      disabled: { $0.permission.delete }, change: { $0.delete($1.times) }),
    Command(
      "append", .editing, keys: ["a"],
      "add an element at the end of this array, or a key to this object: type \"key\": value",
      disabled: { $0.permission.insert(.inside) }, change: { browser, _ in insert(&browser, .inside) }),
    Command(
      "insertAfter", .editing, keys: ["o"], "insert an element, or a key, after this one",
      disabled: { $0.permission.insert(.after) }, change: { browser, _ in insert(&browser, .after) }),
    Command(
      "insertBefore", .editing, keys: ["O"], "insert an element, or a key, before this one",
      disabled: { $0.permission.insert(.before) }, change: { browser, _ in insert(&browser, .before) }),
    Command(
      "putAfter", .editing, keys: ["p"], "put what was copied (yy) or deleted (dd) after this one",
      disabled: { $0.permission.put($0.register, .after) }, change: { browser, _ in put(&browser, .after) }),
    Command(
      "putBefore", .editing, keys: ["P"], "put it before this one",
      disabled: { $0.permission.put($0.register, .before) }, change: { browser, _ in put(&browser, .before) }),
    Command(
      "rename", .editing, keys: ["cw"], line: ["rename"], argument: Argument("[KEY]"),
      "give the value another key", disabled: { $0.permission.rename }, change: { rename(&$0, $1.argument) }),
    Command(
      "moveDown", .editing, keys: ["]m", "<Alt-Down>"], "move the element down",
      disabled: { $0.permission.move },
      change: { moveElement(&$0, $1.times) }),
    Command(
      "moveUp", .editing, keys: ["[m", "<Alt-Up>"], "move the element up", disabled: { $0.permission.move },
      change: { moveElement(&$0, -$1.times) }),
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

/// Puts what was copied beside the cursor: into a list as it is, into an object once its key is right.
private func put(_ browser: inout Browser, _ side: InsertionSide) {
  guard let register = browser.register,
    let place = browser.outline.insertionPlace(side, of: browser.cursor)
  else { return }
  let value = JSONNode.line(register.value)
  guard place.parent.isList else {
    let key = JSONText.quoted(register.key ?? "")
    return typeMember(
      &browser, side, of: place.parent, start: "\(key): \(String(decoding: value, as: UTF8.self))")
  }
  if let reason = notElementReason(value, of: place.parent) {
    browser.message = .error("Not put here: \(reason)")
    return
  }
  browser.insertElement(value, at: place)
}

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

private func moveElement(_ browser: inout Browser, _ steps: Int) {
  let outline = browser.outline
  var other: Row? = browser.cursor
  for _ in 0..<abs(steps) {
    guard let here = other,
      let next = steps > 0 ? outline.nextSibling(of: here) : outline.previousSibling(of: here)
    else { break }
    other = next
  }
  guard let other, other.id != browser.cursor.id else { return }
  browser.change { try $0.moving($1, to: other, forward: steps > 0) }
}
