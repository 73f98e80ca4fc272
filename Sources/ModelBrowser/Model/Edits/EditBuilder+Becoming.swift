import Mantle
import MantleDocuments

extension EditBuilder {
  /// Replaces the document's text by another text, such as a changed file with the unsaved edits merged into it.
  ///
  /// In large containers, only changed children are replaced, so that marks, undo and the change list identify them.
  ///
  /// - Parameter summary: the description of the step.
  /// - Throws: an ``EditRefused`` if the texts differ outside of the root value.
  func becoming(_ text: JSONBytes, as summary: String) throws -> Edit {
    var replacement = TextReplacement(outline: outline.raw, text: text)
    try replacement.replaceRoot()
    let edit = replacement.changes.edit(replacement.parts, as: summary)
    var edited = document
    _ = edited.apply(edit)
    let result = try edited.currentText(outline.records).held()
    guard result.isEqual(to: text) || JSONRepair.isSame(result, text) else { throw Self.isForeign }
    return edit
  }

  fileprivate static let isForeign = EditRefused(
    description: "the edits do not fit the format of the file")
}

/// A builder of the edit that replaces the text by another text.
private struct TextReplacement {
  private let outline: Outline
  private let text: JSONBytes
  private(set) var changes: OverlayChanges
  private(set) var parts: [EditStep.Part] = []
  private var nextSerial: Int

  private var base: JSONBytes { outline.document.base }

  init(outline: Outline, text: JSONBytes) {
    (self.outline, self.text) = (outline, text)
    changes = OverlayChanges(of: outline.document)
    nextSerial = outline.document.nextSerial
    parts = [EditStep.Part(.changed, outline.root, before: nil, after: nil, in: outline.document)]
  }

  mutating func replaceRoot() throws {
    let root = outline.root
    if let container = root.container {
      let start =
        switch container.index.children {
        case .array(let start), .object(let start): start
        case .lines(let range), .concatenated(let range): range.lowerBound
        }
      return try replaceChildren(of: root, container, by: start..<text.count)
    }
    guard let record = root.record, case .original(let child) = record.place else {
      throw EditBuilder.isForeign
    }
    // The text before and after the root value stays unchanged.
    let (start, rest) = (child.offset, base.count - child.child.value.upperBound)
    guard start + rest <= text.count else { throw EditBuilder.isForeign }
    try set(root, record, to: start..<text.count - rest)
  }

  private mutating func set(_ row: Row, _ record: Record, to range: Range<Int>) throws {
    try changes.set(record, to: RecordText(text.slice(range)))
    var part = EditStep.Part(.changed, row, before: nil, after: nil, in: outline.document)
    part.rewritten = row.recordPlace
    parts.append(part)
  }

  /// Replaces the changed children of a large container.
  ///
  /// - Parameter range: the range of the container in the new text.
  private mutating func replaceChildren(
    of row: Row, _ container: LazyContainer, by range: Range<Int>
  ) throws {
    let children: JSONChildren =
      switch container.index.children {
      case .array: .array(at: range.lowerBound)
      case .object: .object(at: range.lowerBound)
      case .lines: .lines(in: range)
      case .concatenated: .concatenated(in: range)
      }
    let index = JSONChildIndex(text, children, end: range.upperBound)
    let old = container.index.all.map(container.index.measured)
    let new = index.all.map(index.measured)
    let isObject = container.form == .object
    let alignment = Alignment(
      old.map { $0.identity(isObject, in: base) }, new.map { $0.identity(isObject, in: text) }
    ) { _, _ in !isObject }
    let kept = Set(alignment.origins.enumerated().compactMap { alignment.moved.contains($0) ? nil : $1 })
    for (number, child) in old.enumerated() where !kept.contains(number) {
      changes[.value(ChildID(child))] = .removed(container: container.offset)
    }
    var (gap, waiting) = (Overlay.Gap(container: container.offset, after: nil), [Overlay.Insertion]())
    for (to, from) in alignment.origins.enumerated() {
      try outline.records.goOn()
      if let from, kept.contains(from) {
        changes.insert(waiting, at: (gap, 0))
        (gap, waiting) = (Overlay.Gap(container: container.offset, after: ChildID(old[from])), [])
        try replace(old[from], in: row, container, by: new[to])
      } else {
        waiting.append(insertion(of: new[to], movedFrom: from.map { old[$0] }, into: row))
      }
    }
    changes.insert(waiting, at: (gap, 0))
  }

  private mutating func replace(
    _ old: JSONChild, in list: Row, _ container: LazyContainer, by new: JSONChild
  ) throws {
    guard old.value.count != new.value.count || base.slice(old.value) != text.slice(new.value) else { return }
    let row = outline.source.row(for: .original(old), of: container, in: list)
    if let record = row.record {
      try set(row, record, to: new.value)
    } else if let container = row.container, text[new.value.lowerBound] == base[old.value.lowerBound] {
      try replaceChildren(of: row, container, by: new.value)
    } else {
      changes.set(ChildID(old), to: RecordText(text.slice(new.value)))
    }
  }

  private mutating func insertion(
    of child: JSONChild, movedFrom origin: JSONChild?, into list: Row
  ) -> Overlay.Insertion {
    defer { nextSerial += 1 }
    let key = child.key.map { range in
      (try? JSONDocument(parsing: text, in: range))?.root.displayText ?? text.text(range)
    }
    if let origin {
      let id = list.id.child(.inserted(nextSerial))
      parts[0].shifts.append(.replaced(list.id.child(.child(ChildID(origin))), by: id))
    }
    return Overlay.Insertion(
      serial: nextSerial, key: key, value: text.slice(child.value), origin: origin.map { ChildID($0) })
  }
}

extension JSONChild {
  /// Returns a hash that identifies a member by its key, or an element by its text.
  fileprivate func identity(_ isMember: Bool, in bytes: JSONBytes) -> Int {
    var hasher = Hasher()
    bytes.withBytes(in: isMember ? key ?? value : value) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }
}
