import Mantle

extension Browser {
  /// Opens the editor that suits the value under the cursor.
  mutating func startEditing() {
    switch EditOpening(cursor) {
    case .typing(let edit): mode = .editing(edit)
    case .choosing(let chooser): mode = .choosing(chooser)
    case .value(let bytes): commit(bytes)
    case nil: break
    }
  }

  mutating func continueEditing(_ key: Key, _ edit: ValueEdit) -> [Effect] {
    switch key {
    case .escape, .control("c"):
      mode = .browsing
      message = .note("Left as it was")
    case .enter:
      commit(edit)
    case .control("l"):
      return [.redraw]
    default:
      var edit = edit
      edit.handle(key)
      mode = .editing(edit)
    }
    return []
  }

  private mutating func commit(_ edit: ValueEdit) {
    if case .invalid = edit.verdict { return }
    mode = .browsing
    switch edit.verdict {
    case .valid(let bytes) where !edit.keepsWhatIs: commit(bytes)
    case .member(let key, let value): insertMember(key, value, edit.target)
    case .key(let key) where !edit.keepsWhatIs: rename(to: key)
    default: message = .note("Left as it was")
    }
  }

  mutating func continueChoosing(_ key: Key, _ chooser: ListPicker) -> [Effect] {
    switch key {
    case .escape, .control("c"):
      mode = .browsing
    case .enter:
      mode = .browsing
      guard let item = chooser.selection else { return [] }
      return choose(item.choice)
    default:
      var chooser = chooser
      chooser.handle(key)
      mode = .choosing(chooser)
    }
    return []
  }

  private mutating func choose(_ choice: ListPicker.Choice) -> [Effect] {
    switch choice {
    case .value(let bytes): commit(bytes)
    case .absent: delete()
    case .model(let pick): return read(as: pick)
    }
    return []
  }

  // MARK: - Changing the document

  /// Gives the value under the cursor new JSON.
  mutating func commit(_ bytes: [UInt8]) {
    let absent = cursor.node == nil ? cursor.editedPlace : nil
    change { try $0.setting($1, to: bytes) }
    // What was absent stands among the other properties now.
    if let absent { view.reveal(outline.row(nearest: absent)) }
  }

  mutating func delete() {
    if let reason = permission.delete {
      message = .warning(reason)
      return
    }
    let beside =
      cursor.position == nil ? nil : outline.nextSibling(of: cursor) ?? outline.previousSibling(of: cursor)
    change { try $0.removing($1) }
    if let beside { view.cursor = outline.row(nearest: beside.id) }
    view.keepInSight()
  }

  /// Puts a new element into a list, and the cursor on it.
  @discardableResult
  mutating func insertElement(_ value: [UInt8], at place: EditBuilder.InsertionPlace) -> Row? {
    guard let inserted = change({ builder, _ in try builder.inserting(value, at: place) }) else { return nil }
    let row = outline.row(nearest: inserted)
    view.reveal(row)
    return row
  }

  /// Makes an edit of the row under the cursor and applies it; says why where it cannot be made.
  ///
  /// - Returns: what was made beside the edit; nil where nothing was changed.
  mutating func change<Made>(_ make: (EditBuilder, Row) throws -> (Edit, Made)?) -> Made? {
    do {
      guard let (edit, made) = try make(EditBuilder(outline: outline), cursor) else { return nil }
      view.outline.update { $0.apply(edit) }
      takeChanges(at: edit.changes.map(\.slot))
      return made
    } catch {
      message = .error("Not changed: \(error)")
      return nil
    }
  }

  mutating func change(_ make: (EditBuilder, Row) throws -> Edit?) {
    _ = change { builder, row in try make(builder, row).map { ($0, ()) } }
  }

  mutating func takeChanges(at slots: [Overlay.Slot]) {
    findings.correct(outline.errorDifferences(at: Set(slots)))
    refresh()
  }

  private mutating func insertMember(_ key: String, _ value: [UInt8], _ target: ValueEdit.Target) {
    guard case .member(let side, _) = target, let place = outline.insertionPlace(side, of: cursor) else {
      return
    }
    if let inserted = change({ builder, _ in try builder.insertingMember(key, value, at: place) }) {
      view.reveal(outline.row(nearest: inserted))
    }
  }

  mutating func rename(to key: String) {
    if let renamed = change({ builder, row in try builder.renaming(row, to: key) }) {
      view.reveal(outline.row(nearest: renamed))
    }
  }

  /// Keeps the value under the cursor, to be put elsewhere.
  mutating func yank() {
    guard let node = cursor.node else { return }
    register = Register(key: cursor.keyText, value: node.rawBytes)
  }
}

/// A value that was copied or deleted.
struct Register: Sendable {
  let key: String?
  let value: [UInt8]
}
