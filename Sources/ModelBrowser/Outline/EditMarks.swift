import Mantle

/// The values that differ from the last saved state, found by comparing records. An edit that was undone
/// leaves no mark, and neither does a mere change of position.
///
/// A cache: comparing takes O(record), and every row on the screen asks.
final class EditMarks {
  /// The differences of a record: the paths of the changed values and of their ancestors.
  private struct Marks {
    var paths: Set<[JSONKeyPath.Component]> = []
    /// Of those that are gone.
    var removed: Set<[JSONKeyPath.Component]> = []
    /// Where in the record's text what differs begins.
    var offsets: [Int] = []
    /// The mistakes that were in the text before.
    var mistakes: Set<String> = []

    /// - Parameter hasValue: whether something is at the path now.
    func contains(_ path: [JSONKeyPath.Component], hasValue: Bool) -> Bool {
      paths.contains(path) || !hasValue && removed.contains(path)
    }
  }

  private var revision = 0
  private var known: [Record.Place: Marks?] = [:]

  /// Whether a row shows anything that was not saved, in itself or inside.
  func contains(_ row: Row, in document: Document) -> Bool {
    guard document.history.isModified, let record = row.record else { return false }
    guard let marks = marks(of: record, in: document) else { return false }
    if row.parent?.record == nil { return true }
    let path = row.editedPlace.path
    switch row.content {
    case .remark: return false
    case .mistake(let mistake):
      return record.damage.map { !marks.mistakes.contains($0.repair.mistake(mistake)) } ?? false
    case .absent, .unmapped:
      return row.childRows.contains { marks.contains(path + $0.step, hasValue: false) }
    default:
      guard marks.contains(path, hasValue: row.node != nil) else { return false }
      guard let node = row.node, node.sharesKey else { return true }
      return marks.offsets.contains(where: node.byteRange.contains)
    }
  }

  /// - Returns: nil if the record is unchanged since the last save.
  private func marks(of record: Record, in document: Document) -> Marks? {
    if revision != document.history.revision {
      revision = document.history.revision
      known = [:]
    }
    if let marks = known[record.place] { return marks }
    let marks = find(record, in: document)
    known[record.place] = .some(marks)
    return marks
  }

  private func find(_ record: Record, in document: Document) -> Marks? {
    let saved = document.savedText(of: record.place)
    guard saved != .same else { return nil }
    var marks = Marks()
    guard case .text(let before) = saved else { return marks }
    var differences = Differences()
    let (text, old) = (record.bytes.slice(record.range), Differences.read(before))
    differences.compare(before, old, text, Differences.read(text), at: JSONKeyPath())
    if record.damage != nil { marks.mistakes = Set(old?.repair?.mistakes ?? []) }
    let start = record.damage == nil ? record.range.lowerBound : 0
    for entry in differences.entries {
      if let offset = entry.offset { marks.offsets.append(start + offset) }
      let path = entry.path.components
      let isGone = entry.after == nil
      if isGone, case .key? = path.last { marks.removed.insert(path) }
      for length in 0...max(0, isGone ? path.count - 1 : path.count) {
        marks.paths.insert(Array(path.prefix(length)))
      }
    }
    return marks
  }
}

extension Document {
  /// The last saved text of a record.
  enum SavedText: Equatable {
    case same
    case text([UInt8])
    /// It was not there.
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
  /// Whether the row has unsaved edits, in itself or inside.
  func isEdited(_ row: Row) -> Bool {
    records.cache(EditMarks.init).contains(row, in: document)
  }
}

extension JSONNode {
  /// Whether another member of its object has the same key.
  fileprivate var sharesKey: Bool {
    guard let parent, parent.kind == .object,
      let key = parent.members.first(where: { $0.value == self })?.key.displayText
    else { return false }
    return parent.members.lazy.filter { ExactText($0.key.displayText) == ExactText(key) }.prefix(2).count > 1
  }
}
