import Mantle

extension Browser {
  /// Deletes the row under the cursor, and those that come in its place, as one step.
  mutating func delete(_ times: Int) {
    yank()
    let count = document.history.done.count
    for _ in 0..<min(times, Self.mostDeleted) { delete() }
    document.history.joinSteps(after: count)
  }

  private static let mostDeleted = 1000

  // MARK: - Typing a value

  /// Opens the editor that suits the value: a list of cases, the opposite for a boolean, or a line.
  mutating func startEditing() {
    guard let property = cursor.property else { return editJSON() }
    switch property.shape.unwrapped {
    case .enumeration(let cases): chooseCase(cases, property)
    case .boolean: toggleOrChoose(property)
    default: editText(property)
    }
  }

  private mutating func editText(_ property: PropertyDescription) {
    mode = .editing(ValueEdit(cursor.id, .property(property), start: start(of: property)))
  }

  private func start(of property: PropertyDescription) -> ValueEdit.Start {
    guard let node = cursor.node, !node.isNull else {
      if let template = Template.value(of: property.shape) { return .suggestion(template) }
      return .nothing(cursor.node == nil ? .absent : .null)
    }
    let decoded = cursor.record?.decode(property, node)
    let text = node.kind.isContainer ? document.line(node) : decoded?.editableText ?? node.displayText
    return decoded?.text == nil ? .wrong(text) : .text(text)
  }

  private mutating func editJSON() {
    guard let node = cursor.node else { return }
    let isTyped = outline.view == .model && cursor.reading.isTyped
    switch node.kind {
    case .string where isTyped:
      mode = .editing(ValueEdit(cursor.id, .text, start: .text(node.displayText)))
    case .null:
      let target: ValueEdit.Target = isTyped && cursor.reading.holdsTexts ? .text : .json
      mode = .editing(ValueEdit(cursor.id, target, start: .nothing(.null)))
    default:
      mode = .editing(ValueEdit(cursor.id, .json, start: .text(document.line(node))))
    }
  }

  /// A required boolean is one of two: the key that edits it flips it.
  private mutating func toggleOrChoose(_ property: PropertyDescription) {
    if !property.shape.isOptional, let opposite = opposite(of: property) { return commit(opposite) }
    chooseCase(["true", "false"], property)
  }

  /// The JSON of the other one of the two, however the property writes them.
  private func opposite(of property: PropertyDescription) -> [UInt8]? {
    guard let node = cursor.node, let now = cursor.record?.decode(property, node).reencoded,
      let yes = try? property.replacement(for: "true"), let no = try? property.replacement(for: "false")
    else { return nil }
    return now == yes ? no : now == no ? yes : nil
  }

  private mutating func chooseCase(_ cases: [String], _ property: PropertyDescription) {
    var items = cases.compactMap { word in
      (try? property.replacement(for: word)).map { Chooser.Item(label: word, detail: "", choice: .value($0)) }
    }
    if property.shape.isOptional {
      items.append(Chooser.Item(label: "null", detail: "no value", choice: .value(Array("null".utf8))))
      if !property.isRequired, cursor.node != nil {
        items.append(Chooser.Item(label: "absent", detail: "without the key", choice: .absent))
      }
    }
    let current =
      cursor.node.map { cursor.record?.decode(property, $0).editableText ?? $0.displayText } ?? "absent"
    mode = .choosing(
      Chooser(
        title: property.name, items: items, selected: items.firstIndex { $0.label == current } ?? 0))
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

  mutating func continueChoosing(_ key: Key, _ chooser: Chooser) -> [Effect] {
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

  private mutating func choose(_ choice: Chooser.Choice) -> [Effect] {
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
    change { document, row in try document.setValue(of: row, to: bytes) }
    // What was absent stands among the other properties now.
    if let absent { reveal(outline.row(nearest: absent)) }
  }

  private mutating func delete() {
    if let reason = cannotDelete(cursor) {
      message = .warning(reason)
      return
    }
    let beside =
      cursor.position == nil ? nil : outline.nextSibling(of: cursor) ?? outline.previousSibling(of: cursor)
    change { document, row in try document.remove(row) }
    if let beside { cursor = outline.row(nearest: beside.id) }
    keepInSight()
  }

  mutating func insert(_ side: InsertionSide) {
    guard let place = insertionPlace(side) else { return }
    guard place.parent.isList else { return typeMember(side, of: place.parent) }
    let bytes = document.template(for: place.parent, like: outline.firstChild(of: place.parent)?.node?.kind)
    guard let row = insertElement(bytes, at: place) else { return }
    if cannotEdit(row) == nil, !row.isContainer { startEditing() }
  }

  /// Puts a new element into a list, and the cursor on it.
  @discardableResult
  mutating func insertElement(_ value: [UInt8], at place: BrowserDocument.InsertionPlace) -> Row? {
    var inserted: RowID?
    change { document, _ in inserted = try document.insert(value, at: place) }
    guard let inserted else { return nil }
    let row = outline.row(nearest: inserted)
    reveal(row)
    return row
  }

  mutating func moveElement(_ steps: Int) {
    var other: Row? = cursor
    for _ in 0..<abs(steps) {
      guard let here = other,
        let next = steps > 0 ? outline.nextSibling(of: here) : outline.previousSibling(of: here)
      else { break }
      other = next
    }
    guard let other, other.id != cursor.id else { return }
    change { document, row in try document.exchange(row, other) }
    setCursor(outline.row(nearest: other.id))
  }

  /// Changes the document, and makes the rows anew.
  mutating func change(_ change: (BrowserDocument, Row) throws -> Void) {
    do {
      try change(document, cursor)
    } catch {
      message = .error("Not changed: \(error)")
    }
    findings.correct(document.takeChanges())
    refresh()
  }

  /// Rows hold what was parsed before the edit: those that stay in sight are found again by their identifiers.
  mutating func refresh() {
    outline = Outline(document, view: outline.view, folds: outline.folds, filter: outline.filter)
    cursor = outline.row(nearest: cursor.id)
    correctFilter()
    keepInSight()
  }

  mutating func step(
    _ times: Int, _ done: String, _ step: (inout EditHistory) -> EditHistory.Step?
  ) {
    var last: EditHistory.Step?
    var count = 0
    while count < times, let next = document.step(step) {
      last = next
      count += 1
    }
    guard let last, let place = last.traces.first?.place else { return }
    findings.correct(document.takeChanges())
    refresh()
    reveal(outline.row(nearest: place))
    message = .note(count == 1 ? "\(done): \(last.words)" : "\(done): \(count) edits, at last \(last.words)")
  }
}

extension Reading {
  /// Whether values read like this are texts.
  fileprivate var holdsTexts: Bool {
    if case .typed(let shape) = self, case .string = shape.unwrapped { true } else { false }
  }
}
