import Mantle
import TerminalText

/// Makes, announces and undoes edits.
extension Editor {
  /// Replaces the JSON of the value under the cursor.
  mutating func commit(_ bytes: [UInt8]) {
    if let source = SourceText(around: cursor), let record = cursor.record {
      change { try $0.setting($1, to: bytes) }
      // The typed text may have become a value, a comment or another mistake.
      if let row = outline.row(at: document.place(record.place, offset: source.start)) { view.reveal(row) }
      return
    }
    if let words = ModelRule(around: cursor)?.broken(by: bytes) {
      return message = .error("Not changed: \(words)")
    }
    let absent = cursor.node == nil ? cursor.editedPlace : nil
    change { try $0.setting($1, to: bytes) }
    // The property that was absent is now among the existing properties.
    if let absent { view.reveal(outline.row(nearest: absent)) }
  }

  /// Deletes the selected rows, or a number of rows starting at the cursor, as one undo step.
  mutating func delete(_ times: Int = 1) {
    if emptied == cursor.editedPlace {
      emptied = nil
      return message = .warning("Its last child was just deleted; dd again deletes this value, too")
    }
    delete(selection.isActive ? targets : rowsToDelete(times))
  }

  /// Deletes rows as one undo step.
  mutating func delete(_ rows: [Row]) {
    let outline = self.outline
    if let reason = rows.lazy.compactMap({ EditPermission(outline: outline, cursor: $0).delete }).first {
      return message = .warning(reason)
    }
    guard rows.count <= Selection.most else {
      return message = .error("More than \(Selection.most) values: select fewer")
    }
    keep(rows)
    let (container, place) = (cursor.parent?.editedPlace, cursor.editedPlace)
    let anchor = selection.anchor.flatMap { outline.row($0)?.editedPlace }
    // A deleted property moves to the absent properties, so the cursor goes to a sibling first.
    if cursor.property != nil, rows.contains(where: { $0.id == cursor.id }),
      let beside = outline.nextSibling(of: cursor) ?? outline.previousSibling(of: cursor)
    {
      view.setCursor(beside)
    }
    let count = document.history.done.count
    if let edit = try? EditBuilder(outline: outline).removing(rows) {
      change { _, _ in edit }
    } else {
      for row in rows.reversed() {
        // The row is looked up again because its record may have been replaced.
        if let row = self.outline.row(row.id) { change(of: row) { try $0.removing($1) } }
      }
      joinSteps(after: count)
    }
    if document.history.done.count > count {
      update { document in
        document.history.lastView?.cursor = place
        document.history.lastView?.selection = anchor.map { (outline.view == .raw, $0, place) }
      }
    }
    selection.end(at: cursor.id)
    let isEmpty =
      container.flatMap { self.outline.row(at: $0) }.map { self.outline.unfiltered.isEmpty($0) } ?? false
    emptied = isEmpty ? container : nil
  }

  /// Stores the values of rows in the registers.
  mutating func keep(_ rows: [Row]) { registers.keep(rows, document.history) }

  private func rowsToDelete(_ times: Int) -> [Row] {
    let rows = sequence(first: cursor, next: outline.nextSibling).prefix(min(times, Selection.most + 1))
    return Array(
      rows.prefix { $0.id == cursor.id || EditPermission(outline: outline, cursor: $0).delete == nil })
  }

  /// Inserts a new element into a list, or a new member into an object, and moves the cursor to it.
  ///
  /// - Parameters:
  ///   - key: the key of a member; nil for an element.
  ///   - source: the place of the value in the original text; nil for a new value.
  /// - Returns: whether the value was inserted.
  @discardableResult
  mutating func insert(
    _ value: [UInt8], key: String? = nil, at place: EditBuilder.InsertionPlace,
    from source: EditedPlace? = nil
  ) -> Bool {
    changeAndReveal { builder, _ in try builder.inserting(value, key: key, at: place, from: source) }
  }

  /// Merges all edits after the first `count` into one undo step, and shows the summary of that step.
  ///
  /// - Parameter summary: the summary of the merged step; nil to describe its edits.
  mutating func joinSteps(after count: Int, as summary: String? = nil) {
    guard document.history.done.count > count else { return }
    update { $0.history.joinSteps(after: count, as: summary) }
    say(document.history.done.last)
  }

  /// Makes an edit of a row and applies it, or shows why the edit is impossible.
  ///
  /// - Parameter row: nil for the row under the cursor.
  /// - Returns: the place of the value that was edited last; nil if nothing was edited.
  @discardableResult
  mutating func change(
    of row: Row? = nil, _ make: (EditBuilder, Row) throws -> Edit?
  ) -> EditedPlace? {
    do {
      if let reason = document.readOnlyReason { throw EditRefused(description: reason) }
      guard let edit = try make(EditBuilder(outline: outline), row ?? cursor) else { return nil }
      if let step = apply(edit) { say(step) }
      return edit.step.parts.last?.place
    } catch {
      message = .error("Not changed: \(error)")
      return nil
    }
  }

  /// Makes an edit of the row under the cursor, and moves the cursor to the edited value.
  ///
  /// - Returns: whether a value was edited.
  @discardableResult
  mutating func changeAndReveal(_ make: (EditBuilder, Row) throws -> Edit?) -> Bool {
    guard let place = change(make) else { return false }
    view.reveal(outline.row(nearest: place))
    return true
  }

  /// Shows a message that describes an edit and names the key that undoes it; shows nothing for nil.
  private mutating func say(_ step: EditStep?) {
    guard let step else { return }
    let sharing = step.leading.flatMap { outline.row(nearest: $0.place).sharing }.map { sharing in
      copiesShared
        ? ": \(sharing), saving changes a copy"
        : ": \(sharing), saving changes all of them  (:set copy changes a copy)"
    }
    message = .note("\(step.words)\(sharing ?? "")  (u undoes)")
  }

  /// Whether the edits since the file was read change objects that the archive shares.
  var hasSharedEdits: Bool {
    !copiesShared && document.archive != nil
      && document.history.done.contains { step in
        step.parts.contains { outline.row(nearest: $0.place).sharing != nil }
      }
  }

  /// Replaces the whole text by another text, as one undo step.
  mutating func become(_ text: JSONBytes, as summary: String) throws {
    _ = apply(try EditBuilder(outline: outline).becoming(text, as: summary))
  }

  /// Performs an edit and clears the redo history.
  ///
  /// - Returns: the step; nil if nothing changed.
  mutating func apply(_ edit: Edit) -> EditStep? { perform(undone: false) { $0.apply(edit) } }

  /// Performs or undoes a step; folds, jumps, marks and the cursor stay on their rows.
  private mutating func perform(undone: Bool, _ change: (inout Document) -> EditStep?) -> EditStep? {
    let (old, oldOther, place) = (outline, otherOutline, cursor.editedPlace)
    guard let step = view.outline.update(change) else { return nil }
    let shown = RowFollower(from: old, to: outline, by: step, undone: undone)
    let other = RowFollower(from: oldOther, to: otherOutline, by: step, undone: undone)
    if !undone, step.view == nil {
      let before = viewBeforeStep(cursor: place, [shown, other])
      view.outline.update { $0.history.lastView = before }
    }
    follow(shown, other)
    if let key = step.renamedKey { view.follow(undone ? key.reversed : key, from: old) }
    let outline = outline
    view.table?.resolveColumns(in: outline)
    guard !document.reinfersAfterEdits else { return step }
    if step.renamesSeveral { view.outline.update { $0.noteRenamedKeys() } }
    let slots = Set(step.changes.map(\.slot))
    findings.correct(EditedProblems(outline, isSound: findings.isSound).differences(at: slots))
    return step
  }

  /// Keeps folds, jumps, marks, the selection and the cursor on their rows after a change.
  ///
  /// - Parameters:
  ///   - shown: maps the rows of the shown view.
  ///   - other: maps the rows of the view that is not shown: raw JSON or models.
  mutating func follow(_ shown: RowFollower, _ other: RowFollower) {
    view.follow(shown)
    marks = marks.compactMapValues { mark in
      let isShown = mark.view == outline.view
      return (isShown ? shown : other).id(after: mark.row).map {
        Mark(row: $0, view: mark.view, place: mark.place)
      }
    }
    otherFolds = otherFolds.moved(other.id)
    selection.follow(shown.id)
  }

  /// The rows of the view that is not shown: raw JSON or models.
  var otherOutline: Outline {
    Outline(like: outline, view: outline.view == .model ? .raw : .model, folds: otherFolds)
  }

  /// Undoes or redoes steps, and moves the cursor to the place of the last step. Changes of a property's type are part of
  /// the same history.
  mutating func retrace(_ times: Int, undone: Bool) {
    var (count, last): (Int, String?) = (0, nil)
    while count < times, let step = (undone ? document.history.done : document.history.undone).last {
      guard document.applies(step, undone: undone), retrace(step, undone: undone) else {
        // A type decision that is not in effect any more is skipped.
        _ = view.outline.update { $0.history.retrace(undone: undone) }
        continue
      }
      (count, last) = (count + 1, step.words)
    }
    guard let last else { return }
    let verb = undone ? "undone" : "redone"
    message = .note(count == 1 ? "\(verb): \(last)" : "\(verb): \(count) edits, at last \(last)")
  }

  /// Undoes or redoes the step that is next.
  ///
  /// - Returns: false if the type decisions of the step cannot be applied.
  private mutating func retrace(_ step: EditStep, undone: Bool) -> Bool {
    if let types = step.types {
      guard (try? read(deciding: undone ? types.before : types.after)) != nil else { return false }
      return view.outline.update { $0.history.retrace(undone: undone) } != nil
    }
    if !undone, let place = step.view?.cursor, let row = outline.row(at: place) {
      view.reveal(row)
    } else if step.landing(undone: undone) == nil {
      leave(step)
    }
    _ = perform(undone: undone) { $0.history.retrace(undone: undone) }
    if undone, let view = step.view { restore(view) }
    let landing = step.landing(undone: undone)
    let before = undone || step.leading?.kind != .inserted ? step.view?.cursor : nil
    if undone || before == nil, let place = before ?? landing { view.reveal(outline.row(nearest: place)) }
    return true
  }

  /// Moves the cursor to the row that the step removes, so that the cursor ends on a sibling of that row.
  private mutating func leave(_ step: EditStep) {
    if let gone = step.leading?.place, let row = outline.row(at: gone) { view.setCursor(row) }
  }

  mutating func rename(to key: String) {
    changeAndReveal { builder, row in try builder.renaming(row, to: key) }
  }

  /// Replaces the JSON of rows as one undo step, and shows a message about the result.
  mutating func set(_ values: (Editor) throws -> [(row: Row, json: [UInt8])]) {
    do {
      let values = try values(self)
      guard values.count <= Selection.most else {
        throw EditRefused(description: "more than \(Selection.most) values; select fewer")
      }
      // A model that was inferred has no rules.
      for (row, json) in values where !document.isReadAsInferred && row.node?.rawBytes != json {
        if let words = ModelRule(around: row)?.broken(by: json) {
          throw EditRefused(description: "\(row.path): \(words)")
        }
      }
      guard let edit = try EditBuilder(outline: outline).setting(values) else {
        return message = .note("All \(values.count) have that value already")
      }
      say(apply(edit))
    } catch {
      message = .error("Not changed: \(error)")
    }
  }
}
