import Mantle

extension Document {
  /// Returns the display form of a row's path; the document's name if the path is empty.
  func pathText(of row: Row) -> String { row.path.isEmpty ? self.name : row.path.description }

  /// Returns the line and column of a row's value; in an edited record, counted from the record's start in the
  /// original; nil if they are unknown.
  func location(of row: Row) -> SourceLocation? {
    if case .broken(let error) = row.content { return location(at: error.offset, in: row.record) }
    if let range = row.textRange { return location(at: range.lowerBound, in: row.record) }
    return row.originalOffset.map { base.location(at: $0) }
  }

  /// Returns the line and column of a diagnostic of a record, counted as by ``location(of:)``; for JSON in a string,
  /// relative to that string.
  func location(of diagnostic: Diagnostic, in record: Record?) -> SourceLocation? {
    guard let place = diagnostic.location, record?.bytes === record?.outermost.bytes else {
      return diagnostic.location
    }
    return location(at: place.offset, in: record)
  }

  /// Returns whether the line and column of a row can be computed without a noticeable delay.
  func knowsLocation(of row: Row) -> Bool {
    var offset = row.originalOffset ?? 0
    if let record = row.record, case .original(let start) = record.place { offset = start.offset }
    return offset - base.countedLinesEnd < Self.fewBytes
  }

  /// The number of bytes whose lines can be counted within a millisecond.
  private static var fewBytes: Int { 1 << 22 }

  /// Returns the line and column at an offset of a record's text; in an edited record, counted from the record's start
  /// in the original; nil for an inserted record.
  func location(at offset: Int, in record: Record?) -> SourceLocation? {
    guard let record = record?.outermost else { return nil }
    if record.bytes === base { return base.location(at: offset) }
    guard case .original(let start) = record.place else { return nil }
    let first = base.location(at: start.offset)
    let inside = record.bytes.location(at: offset)
    return SourceLocation(
      line: first.line + inside.line - 1,
      column: inside.line == 1 ? first.column + inside.column - 1 : inside.column,
      offset: start.offset + offset)
  }

  /// Returns the range of the row's value in the original file, empty if only its start is known; nil if even the start
  /// is unknown.
  func byteRange(of row: Row) -> Range<Int>? {
    if let range = row.textRange, row.record?.outermost.bytes === base { return range }
    return row.originalOffset.map { $0..<$0 }
  }

  /// Returns the place at an offset from the start of a record, whether the record is edited or not.
  func place(_ record: Record.Place, offset: Int) -> TextPlace {
    if case .original(let child) = record, history.overlay[.value(child)] == nil {
      return .original(child.offset + offset)
    }
    return .edited(record, offset: offset)
  }

  /// Returns the place of the first or last byte of a row's value. For a container it is always the start of the value,
  /// and for a row without text that of the innermost ancestor with text.
  func textPlace(of row: Row, end: Bool) -> TextPlace {
    for row in sequence(first: row, next: \.parent) {
      if let range = row.textRange, let record = row.record?.outermost {
        let isScalar = row.node?.kind.isContainer == false
        let offset = end && isScalar ? range.upperBound - 1 : range.lowerBound
        return record.bytes === base ? .original(offset) : .edited(record.place, offset: offset)
      }
      if let offset = row.originalOffset { return .original(offset) }
    }
    return .original(end ? -1 : 0)
  }

  /// Returns the current text of a row's value; nil if the row has no text.
  func currentText(of row: Row, _ records: Records) -> [UInt8]? {
    if let node = row.node { return node.rawBytes }
    if let container = row.container { return currentText(of: container, records).map { Array($0.utf8) } }
    guard case .long = row.content, let start = row.originalOffset else { return nil }
    let values = JSONChildIndex(base, .concatenated(in: start..<base.count))
    return values.first().map { base.slice(values.measured($0).value) }
  }

  /// Returns a prefix of a value that is too long to be parsed.
  func longText(of row: Row, _ most: Int) -> String {
    let start = row.originalOffset ?? 0
    return base.text(start..<start + most)
  }
}

extension Row {
  /// The range of the row's value, or of its syntax error, in the text of the record; nil if the row has no text.
  var textRange: Range<Int>? {
    guard let record else { return nil }
    if let mistake { return mistake.range.isEmpty ? mistake.offset..<mistake.offset : mistake.range }
    return node.map(record.textRange)
  }

  /// The range of the row's value including its key; nil if the row has no text.
  var memberRange: Range<Int>? {
    guard let range = textRange else { return nil }
    return min(keyRange?.lowerBound ?? .max, range.lowerBound)..<range.upperBound
  }

  /// The range of the row's key in the text of its record; nil if it has no key.
  private var keyRange: Range<Int>? {
    let key =
      switch content {
      case .property(let property, let owner, _): property.keyNode(in: owner)
      default: entry.key
      }
    return key.flatMap { record?.textRange(of: $0) }
  }

  /// The offset of the row's value in the text of its record; nil if it has no text. O(1) if the text has no syntax errors.
  private var textStart: Int? {
    guard let node, record?.damage == nil, record?.string == nil else { return textRange?.lowerBound }
    return record == nil ? nil : node.startInText
  }

  /// The key of the row's value if the value is a member of an object; otherwise nil.
  var keyText: String? {
    if case .key(let key) = path.components.last { key } else { nil }
  }

  /// Returns whether a place is at or after the start of the row's value, rather than in or before its key; true if
  /// the start is unknown.
  func isInValue(_ place: TextPlace) -> Bool {
    if case .original(let child) = position, child.key?.contains(place.offset) == true { return false }
    return textStart.map { $0 <= place.offset } ?? true
  }

  /// Returns whether a place is in the row's key or value, and not in the surrounding punctuation.
  func isToken(_ place: TextPlace) -> Bool {
    let offset = place.offset
    if node?.kind.isContainer == false, textRange?.contains(offset) == true { return true }
    if case .original(let child) = position, child.key?.contains(offset) == true { return true }
    switch content {
    case .broken, .long:
      if case .original(let child) = position { return offset >= child.value.lowerBound }
      return true
    case .mistake(let mistake): return mistake.range.contains(offset)
    default: break
    }
    guard let start = textStart, let key = keyRange else { return false }
    return key.lowerBound <= offset && offset < start
  }
}
