import Mantle

/// The values of a record that differ from the last saved state: the paths of the changed values and of their
/// ancestors.
///
/// An edit that was undone leaves no mark. A value that only changed its position has no mark.
private struct EditMarks {
  private var paths: Set<[JSONKeyPath.Component]> = []
  /// The paths of values that were removed since the last save.
  private var removed: Set<[JSONKeyPath.Component]> = []
  /// The offsets in the record's text at which the changed values begin.
  private var offsets: [Int] = []
  /// The descriptions of the syntax errors in the saved text.
  private var mistakes: Set<String> = []

  /// Compares a record with its last saved text; nil if the record is unchanged.
  init?(_ record: Record, in document: Document) {
    let saved = document.savedText(of: record.place)
    guard saved != .same else { return nil }
    guard case .text(let before) = saved else { return }
    var differences = Differences()
    let (text, old) = (record.bytes.slice(record.range), Differences.read(before))
    differences.compare(before, old, text, Differences.read(text), at: JSONKeyPath())
    if record.damage != nil { mistakes = Set(old?.repair?.mistakes ?? []) }
    let start = record.damage == nil ? record.range.lowerBound : 0
    for entry in differences.entries {
      if let offset = entry.offset { offsets.append(start + offset) }
      let path = entry.path.components
      let isGone = entry.after == nil
      if isGone, case .key? = path.last { removed.insert(path) }
      for length in 0...max(0, isGone ? path.count - 1 : path.count) {
        paths.insert(Array(path.prefix(length)))
      }
    }
  }

  func contains(_ row: Row, of record: Record) -> Bool {
    if row.parent?.record == nil { return true }
    let path = row.editedPlace.path
    switch row.content {
    case .remark: return false
    case .mistake(let mistake):
      return record.damage.map { !mistakes.contains($0.repair.mistake(mistake)) } ?? false
    case .absent, .unmapped:
      // A local property has no path.
      return row.childRows.contains { !$0.step.isEmpty && contains(path + $0.step, hasValue: false) }
    default:
      guard contains(path, hasValue: row.node != nil) else { return false }
      guard let node = row.node, node.sharesKey else { return true }
      return offsets.contains(where: node.byteRange.contains)
    }
  }

  /// Returns whether the value at a path was changed, or removed and not replaced.
  ///
  /// - Parameter hasValue: whether there is a value at the path now.
  private func contains(_ path: [JSONKeyPath.Component], hasValue: Bool) -> Bool {
    paths.contains(path) || !hasValue && removed.contains(path)
  }
}

extension Document {
  /// The last saved text of a record.
  enum SavedText: Equatable {
    case same
    case text([UInt8])
    /// The record did not exist when the document was last saved.
    case nothing
  }

  func savedText(of place: Record.Place) -> SavedText {
    switch place {
    case .original(let child):
      guard let saved = history.saved(.value(child)) else { return .same }
      return savedText(saved, of: child)
    case .inserted(let gap, let serial):
      let now = history.overlay.insertion(serial)?.insertion
      guard let saved = history.saved(.gap(gap)) else { return .same }
      if case .inserted(let insertions)? = saved, let old = insertions.first(where: { $0.serial == serial }) {
        return old == now ? .same : .text(old.value)
      }
      if let origin = now?.origin, let saved = history.saved(.value(origin)) {
        return savedText(saved, of: origin)
      }
      return .nothing
    }
  }

  private func savedText(_ saved: Overlay.Content?, of child: ChildID) -> SavedText {
    switch saved {
    case .text(let text): .text(text.bytes)
    case .removed: .nothing
    case nil, .inserted: .text(base.slice(child.child.value))
    }
  }
}

extension Outline {
  /// Returns whether the row or one of its descendants has unsaved edits.
  func isEdited(_ row: Row) -> Bool {
    guard document.history.isModified, let record = row.record else { return false }
    let marks = records.cache(ValueCache<Record.Place, EditMarks?>.init)
      .value(record.place, at: document.history.revision) { EditMarks(record, in: document) }
    return marks?.contains(row, of: record) ?? false
  }
}

extension JSONNode {
  /// Whether another member of the object that contains this value has the same key.
  fileprivate var sharesKey: Bool {
    guard let parent, parent.kind == .object,
      let key = parent.members.first(where: { $0.value == self })?.key.displayText
    else { return false }
    return parent.members.lazy.filter { ExactText($0.key.displayText) == ExactText(key) }.prefix(2).count > 1
  }
}
