import Mantle

extension Command {
  static let nesting: [Command] = [
    Command(
      "move in", .editing, aliases: [">"], line: ["move-in"], argument: Argument("[KEY]"),
      "Move the value into the container before it",
      takesSelection: true, perform: repeatable { try moveIn(&$0, key: $1.argument) }),
    Command(
      "move out", .editing, aliases: ["<"], line: ["move-out"], argument: Argument("[KEY]"),
      "Move the value out of its container",
      takesSelection: true, perform: repeatable { try moveOut(&$0, key: $1.argument) }),
  ]
}

private func moveIn(_ browser: inout Browser, key: String) throws {
  let (rows, outline) = (browser.targets, browser.outline)
  guard let first = rows.first,
    let before = outline.value(from: outline.unfiltered.previousSibling(of: first)), outline.takesNew(before)
  else {
    throw Message.warning("Nothing before it holds other values: > moves into the list or object above")
  }
  let last = outline.value(from: outline.unfiltered.lastChild(of: before))
  browser.editor.move(
    rows, to: .init(parent: before, after: last, isAtEnd: true), key: key, command: "move-in")
}

private func moveOut(_ browser: inout Browser, key: String) throws {
  let rows = browser.targets
  guard let holder = rows.first?.holder, let outer = holder.holder else {
    throw Message.warning("The value is at the top level already")
  }
  guard browser.outline.takesNew(outer) else {
    let model = outer.model?.name ?? "the enclosing value"
    throw Message.warning(
      "\(model) accepts only its own properties (gr shows the raw JSON, which accepts any key)")
  }
  browser.editor.move(rows, to: .init(parent: outer, after: holder), key: key, command: "move-out")
}

extension Row {
  /// Returns the typed key or, if it is empty, the current key of the row; nil if the row has no key either.
  fileprivate func key(renamed key: String) -> String? { key.isEmpty ? keyText : key }

  /// The row of the list or object that contains the row's value, skipping rows that only group keys; nil for
  /// the root.
  fileprivate var holder: Row? {
    sequence(first: self, next: \.parent).dropFirst().first { !$0.step.isEmpty || $0.parent == nil }
  }
}

extension Editor {
  /// Moves sibling rows into another list or object as one undo step, or shows why that is impossible.
  ///
  /// - Parameters:
  ///   - key: the key of an element that is moved into an object; empty if none was typed.
  ///   - command: the command that takes such a key, for the message.
  fileprivate mutating func move(
    _ rows: [Row], to place: EditBuilder.InsertionPlace, key: String, command: String
  ) {
    if let reason = reason(against: rows, movingTo: place, key: key, command: command) {
      return message = .error("Not moved: \(reason)")
    }
    let count = document.history.done.count
    var arrived: EditedPlace?
    // Moving the last row first keeps the places of the other rows unchanged.
    for row in rows.reversed() {
      // The rows are looked up again because their record may have been replaced.
      guard let row = outline.row(row.id), let parent = outline.row(place.parent.id) else { break }
      let here = EditBuilder.InsertionPlace(
        parent: parent, after: place.after.flatMap { outline.row($0.id) },
        isAtEnd: place.isAtEnd && row.id == rows.last?.id)
      let key = row.key(renamed: rows.count == 1 ? key : "") ?? key
      guard let moved = change({ builder, _ in try builder.moving(row, to: here, key: key) }) else { break }
      if let former = outline.row(row.id) { change(of: former) { try $0.removing($1) } }
      arrived = moved
    }
    joinSteps(after: count)
    selection.end(at: cursor.id)
    if let arrived { view.reveal(outline.row(nearest: arrived)) }
  }

  private func reason(
    against rows: [Row], movingTo place: EditBuilder.InsertionPlace, key: String, command: String
  ) -> String? {
    let outline = self.outline
    if rows.count > Selection.maximumMoved {
      return "more than \(Selection.maximumMoved) values; select fewer"
    }
    if rows.contains(where: { $0.node == nil }) { return "large or malformed values cannot be moved" }
    if let reason = rows.lazy.compactMap({ EditPermission(outline: outline, cursor: $0).delete }).first {
      return reason
    }
    guard !place.parent.isList else {
      return rows.lazy.compactMap { $0.node.flatMap { notElementReason($0.rawBytes, of: place.parent) } }
        .first
    }
    var taken = outline.keys(of: place.parent)
    for row in rows {
      let key = row.key(renamed: rows.count == 1 ? key : "") ?? key
      if key.isEmpty { return "a value in an object needs a key  (:\(command) KEY)" }
      guard taken.insert(ExactText(key)).inserted else {
        return "the object has a key \(JSONText.quoted(key)) already (cw renames the key first)"
      }
    }
    return nil
  }
}

extension Selection {
  fileprivate static let maximumMoved = 1000
}
