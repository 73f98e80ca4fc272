import Mantle
import MantleArchiving

/// Creates the rows of a document on demand.
struct RowSource {
  // The document has about a hundred references and is shared, because every key press copies the browser several times.
  @Shared var document: Document
  let records: Records
  let view: Row.View

  private var base: JSONBytes { document.base }

  func children(of container: LazyContainer, _ filter: ElementFilter? = nil) -> ContainerChildren {
    ContainerChildren(container: container, overlay: document.history.overlay, filter: filter)
  }

  /// Returns the root row, which represents the whole document.
  ///
  /// The elements of a list are parsed on demand. Any other value is parsed as a whole if it is small enough.
  func rootRow() -> Row {
    func row(_ content: Row.Content, record: Record? = nil) -> Row {
      Row(
        .root, in: nil,
        ChildRow(label: .file, content: content, interpretation: Interpretation(document.pick), step: []),
        record: record, view: view,
        archived: document.archive.flatMap { archive in records.cache { ArchivedObjects(archive) }.root })
    }
    if let whole = document.damagedValue {
      let record = records.record(.original(ChildID(whole)), at: { JSONKeyPath() }, in: document)
      // A malformed document that an edit has corrected remains one record.
      if case .success(let document) = record.content { return row(.value(document.root), record: record) }
    }
    switch document.layout {
    case .lines, .concatenated, .empty:
      return row(.container(records.container(at: LazyContainer.sequenceOffset, of: document)))
    case .array(let start):
      // The end of the array is found while its elements are counted.
      let whole = JSONChild(key: nil, value: start..<base.count, ordinal: 0, isMeasured: false)
      return row(.container(records.container(whole, in: nil, of: document)))
    case .scalar, .object: break
    }
    let values = JSONChildIndex(
      base, .concatenated(in: base.textStart..<base.count), lookahead: document.largestRecord)
    guard let first = values.first() else { return row(.nothing) }
    if first.isMeasured, first.value.count <= document.largestRecord {
      let record = records.record(.original(ChildID(first)), at: { JSONKeyPath() }, in: document)
      switch record.content {
      case .success(let document): return row(.value(document.root), record: record)
      // A container with a syntax error is shown as a container, because its valid children are still useful.
      case .failure(let error) where !startsContainer(first.value.lowerBound):
        return row(.broken(error), record: record)
      case .failure: break
      }
    }
    guard startsContainer(first.value.lowerBound) else { return row(.long(kind(at: first.value.lowerBound))) }
    return row(.container(records.container(first, in: nil, of: document)))
  }

  /// Returns the row of a child of a large container.
  func row(for position: LazyContainer.Position, of container: LazyContainer, in parent: Row) -> Row {
    let ordinal = children(of: container).ordinal(of: position)
    var label = Row.Label.element(ordinal)
    var step: JSONKeyPath.Component = ordinal.map { .index($0) } ?? .each
    var interpretation = parent.interpretation.element(at: ordinal)
    if container.form == .object {
      let key = keyText(of: position)
      (label, step, interpretation) = (.key(key), .key(key), parent.interpretation.member(key))
    }
    let (content, record) = content(
      at: position, of: container, ordinal, interpretation: interpretation,
      path: { parent.path.appending(step) })
    let entry = ChildRow(label: label, content: content, interpretation: interpretation, step: [step])
    return Row(
      parent.id.child(position.step), in: parent, entry, record: record, view: parent.view, position: position
    )
  }

  // MARK: - Content

  private func content(
    at position: LazyContainer.Position, of parent: LazyContainer, _ ordinal: Int?,
    interpretation: Interpretation, path: () -> JSONKeyPath
  ) -> (Row.Content, Record?) {
    let record: Record
    switch position {
    case .inserted(let gap, _, let insertion):
      record = records.record(
        .inserted(gap, serial: insertion.serial), ordinal: ordinal, at: path, in: document)
    case .original(let child):
      let offset = child.value.lowerBound
      let isEdited = document.history.overlay[.value(ChildID(child))] != nil
      if isEdited
        || child.isMeasured && child.value.count <= maximumParsed(at: offset) && !records.isLimited(offset)
      {
        record = records.record(.original(ChildID(child)), ordinal: ordinal, at: path, in: document)
      } else if startsContainer(offset), parent.nesting < LazyContainer.maximumNested {
        return (.container(records.container(child, in: parent, of: document)), nil)
      } else {
        return (.long(kind(at: offset)), nil)
      }
    }
    switch record.content {
    case .success(let document): return (.value(document.root), record)
    case .failure(let error):
      guard case .original(let child) = position, record.bytes === base,
        startsContainer(child.value.lowerBound), error.isLimit || interpretation.enclosesModels
      else { return (.broken(error), record) }
      if error.isLimit { records.noteLimited(child.value.lowerBound) }
      if parent.nesting >= LazyContainer.maximumNested {
        return (.long(kind(at: child.value.lowerBound)), nil)
      }
      // A container that is too deep or too large to be parsed whole can still be expanded. A syntax error must not
      // hide the models inside a container.
      return (.container(records.container(child, in: parent, of: document)), nil)
    }
  }

  func keyText(of position: LazyContainer.Position) -> String {
    switch position {
    case .inserted(_, _, let insertion):
      return insertion.key ?? ""
    case .original(let child):
      guard let key = child.key else { return "" }
      let document = try? JSONDocument(parsing: base, in: key)
      return document?.root.displayText ?? base.text(key)
    }
  }

  /// Returns the maximum size up to which the value at an offset is parsed. Containers have another limit
  /// than strings and numbers.
  private func maximumParsed(at offset: Int) -> Int {
    startsContainer(offset) ? document.largestRecord : document.longestString
  }

  private func kind(at offset: Int) -> JSONKind {
    switch base[offset] {
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "{"): .object
    default: .number
    }
  }

  private func startsContainer(_ offset: Int) -> Bool {
    base[offset] == UInt8(ascii: "[") || base[offset] == UInt8(ascii: "{")
  }
}
