import Mantle
import TerminalText

extension EditBuilder {
  /// Reverts a difference between another text and a row's value: restores the value of the other text at each location.
  ///
  /// - Parameters:
  ///   - difference: the difference from the other text to the value.
  ///   - summary: the description of the step.
  /// - Throws: an ``EditRefused`` if a large list or object is of another kind in the other text.
  func undoing(_ difference: JSONDifference, at row: Row, as summary: String) throws -> Edit {
    var edit = DifferenceEdit(builder: self)
    try edit.undo(difference, at: row)
    return edit.changes.edit(edit.parts, as: summary)
  }
}

/// A builder of the edit that reverts a difference. Large containers are changed child by child.
private struct DifferenceEdit {
  private let builder: EditBuilder
  private(set) var changes: OverlayChanges
  private(set) var parts: [EditStep.Part] = []
  private var nextSerial: Int

  /// A new child of a large container: its index in the other text, the child that it follows (nil at the start), and
  /// its content.
  private typealias NewChild = (place: Int, anchor: Row?, insertion: Overlay.Insertion)

  init(builder: EditBuilder) {
    self.builder = builder
    changes = builder.noChanges
    nextSerial = builder.document.nextSerial
  }

  mutating func undo(_ difference: JSONDifference, at row: Row) throws {
    try builder.outline.records.goOn()
    guard let container = row.container else { return try rewrite(row, difference) }
    switch difference {
    case .value:
      let name = builder.document.pathText(of: row)
      throw EditRefused(description: "\(name) has another JSON type in the other file")
    case .members(let members): try undo(members, in: row, container)
    case .elements(let elements, _): try undo(elements, in: row, container)
    }
  }

  /// Reverts the difference of a record, or of a value inside a record.
  private mutating func rewrite(_ row: Row, _ difference: JSONDifference) throws {
    guard let record = row.record else { throw EditRefused.notWhole }
    try changes.set(record, to: text(of: row, undoing: difference))
    guard let first = difference.parts.first else { return }
    let path = JSONKeyPath(row.path.components + first.path.components)
    var part = EditStep.Part(
      .changed, builder.outline.row(at: path).row, before: first.after?.rawText, after: first.before?.rawText,
      in: builder.document)
    part.rewritten = row.recordPlace
    parts.append(part)
  }

  private func text(of row: Row, undoing difference: JSONDifference?) throws -> RecordText {
    guard let record = row.record, let node = row.node else { throw EditRefused.notWhole }
    guard let difference else { return RecordText(record.bytes.slice(record.range)) }
    return try record.applying(node.splices(undoing: difference))
  }

  private func child(_ component: JSONKeyPath.Component, of row: Row) throws -> Row {
    let (child, rest) = builder.outline.row(at: row.path.appending(component))
    guard rest.isEmpty else {
      throw EditRefused(description: "the elements of \(row.path) are still being counted")
    }
    return child
  }

  // MARK: - Large containers

  private mutating func undo(
    _ members: [(key: JSONNode, difference: JSONDifference)], in row: Row, _ container: LazyContainer
  ) throws {
    var gone: [Row] = []
    var new: [NewChild] = []
    let last = builder.outline.lastChild(of: row)
    for (key, difference) in members {
      let name = JSONKeyPath.Component.key(key.displayText)
      switch difference {
      case .value(let value?, nil):
        new.append((new.count, last, insertion(of: value, key: key.displayText, in: row)))
      case .value(nil, _): gone.append(removed(try child(name, of: row)))
      default: try undo(difference, at: child(name, of: row))
      }
    }
    try replace(gone, with: new, in: row, container)
  }

  private mutating func undo(
    _ elements: [JSONDifference.Element], in row: Row, _ container: LazyContainer
  ) throws {
    var gone: [Row] = []
    var new: [NewChild] = []
    for element in elements {
      let own = try element.after.map { try child(.index($0), of: row) }
      var anchor: Row? { get throws { try element.anchor.map { try child(.index($0), of: row) } } }
      switch (element.before, own, element.difference) {
      case (let place?, nil, .value(let value?, _)?):
        new.append((place, try anchor, insertion(of: value, key: nil, in: row)))
      case (let place?, let own?, let difference) where element.isMoved:
        let moved = try moved(own, to: try text(of: own, undoing: difference).bytes, in: row)
        new.append((place, try anchor, moved))
        gone.append(own)
      case (_?, let own?, let difference?): try undo(difference, at: own)
      case (nil, let own?, _): gone.append(removed(own))
      default: break
      }
    }
    try replace(gone, with: new, in: row, container)
  }

  private mutating func insertion(of value: JSONNode, key: String?, in row: Row) -> Overlay.Insertion {
    let compact = JSONFormatter.compact.format(value)
    var json = builder.laidOut(compact, asElementOf: row)
    if json == compact {
      let style = builder.outline.firstChild(of: row)?.node?.formOfLine ?? .compact
      json = JSONFormatter(style).format(value)
    }
    defer { nextSerial += 1 }
    let place = EditedPlace(outer: row.id.child(.inserted(nextSerial)), path: [])
    parts.append(
      .inserted(at: place, path: row.path.description, after: String(decoding: json, as: UTF8.self)))
    return Overlay.Insertion(serial: nextSerial, key: key, value: json)
  }

  private mutating func moved(_ row: Row, to text: [UInt8], in list: Row) throws -> Overlay.Insertion {
    guard let position = row.position else { throw EditRefused.notWhole }
    let moved = position.insertion(value: text, serial: nextSerial)
    nextSerial += 1
    let words = String(decoding: text, as: UTF8.self)
    var part = EditStep.Part(.changed, row, before: words, after: words, in: builder.document)
    part.place = EditedPlace(outer: list.id.child(.inserted(moved.serial)), path: [])
    if part.place.outer != row.id { part.shifts = [.replaced(row.id, by: part.place.outer)] }
    parts.append(part)
    return moved
  }

  private mutating func removed(_ row: Row) -> Row {
    parts.append(EditStep.Part(.deleted, row, before: row.node?.rawText, after: nil, in: builder.document))
    return row
  }

  private mutating func replace(
    _ gone: [Row], with new: [NewChild], in row: Row, _ container: LazyContainer
  ) throws {
    changes.remove(gone.compactMap(\.position), from: container)
    // The children are inserted backward, so that the first of two children with the same anchor ends up next to the anchor.
    for child in new.sorted(by: { $0.place > $1.place }) {
      let place = EditBuilder.InsertionPlace(parent: row, after: child.anchor)
      var (gap, index) = builder.gap(at: place, in: container)
      if case .inserted(_, _, let anchor)? = child.anchor?.position {
        // Other insertions in the gap may have been removed.
        index = (changes.insertions(in: gap).firstIndex { $0.serial == anchor.serial } ?? -1) + 1
      }
      changes.insert([child.insertion], at: (gap, index))
    }
  }
}

extension EditStep.Part {
  /// Creates the description of an edit of a row's value.
  init(_ kind: Kind, _ row: Row, before: String?, after: String?, in document: Document) {
    let place = row.editedPlace
    self.init(
      kind: kind, place: place, origin: place, path: document.pathText(of: row),
      before: before.map(Self.shorten), after: after.map(Self.shorten))
  }

  /// Returns the description of an edit that inserts a value.
  static func inserted(at place: EditedPlace, path: String, after: String) -> Self {
    Self(
      kind: .inserted, place: place, origin: nil, path: path, before: nil, after: Self.shorten(after))
  }

  /// Returns shortened JSON on one line. Line breaks can be replaced, because they only occur between values.
  private static func shorten(_ json: String) -> String {
    let lines = json.prefix(1000).split(whereSeparator: \.isNewline)
    return Truncation.end.fit(
      lines.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: " "), to: 200)
  }
}
