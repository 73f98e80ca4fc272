import Mantle

extension Document {
  /// The path as it is shown; the whole text is called by its name.
  func pathText(of row: Row) -> String { row.path.isEmpty ? self.name : row.path.description }

  /// The line and column of a row's value; for edited records, counted on from where they begin.
  func location(of row: Row) -> SourceLocation? {
    if case .broken(let error) = row.content { return location(at: error.offset, in: row.record) }
    if let range = row.textRange { return location(at: range.lowerBound, in: row.record) }
    return row.originalOffset.map { base.location(at: $0) }
  }

  /// The line and column of a problem of a record, as ``location(of:)`` counts them; of JSON in a string, those in the string.
  func location(of diagnostic: Diagnostic, in record: Record?) -> SourceLocation? {
    guard let place = diagnostic.location, record?.bytes === record?.outermost.bytes else {
      return diagnostic.location
    }
    return location(at: place.offset, in: record)
  }

  /// Whether a row's line and column are there without counting lines for long.
  func knowsLocation(of row: Row) -> Bool {
    var offset = row.originalOffset ?? 0
    if let record = row.record, case .original(let start) = record.place { offset = start.offset }
    return offset - base.countedLinesEnd < Self.fewBytes
  }

  /// The number of bytes whose lines can be counted within a millisecond.
  private static var fewBytes: Int { 1 << 22 }

  /// The line and column at an offset of a record's text; for edited records, counted on from where they begin.
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

  /// Returns the range of the row's value in the original file.
  func byteRange(of row: Row) -> Range<Int>? {
    if let range = row.textRange, row.record?.outermost.bytes === base { return range }
    return row.originalOffset.map { $0..<$0 }
  }

  /// The place at an offset from where a record begins, edited or not.
  func place(_ record: Record.Place, offset: Int) -> TextPlace {
    if case .original(let child) = record, history.overlay[.value(child)] == nil {
      return .original(child.offset + offset)
    }
    return .edited(record, offset: offset)
  }

  /// Where a row's own text begins or ends: for what holds other rows, its key.
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

  /// The text of a row's value as it is now; nil where there is none.
  func currentText(of row: Row, _ records: Records) -> [UInt8]? {
    if let node = row.node { return node.rawBytes }
    if let container = row.container { return currentText(of: container, records).map { Array($0.utf8) } }
    guard case .long = row.content, let start = row.originalOffset else { return nil }
    let values = JSONChildIndex(base, .concatenated(in: start..<base.count))
    return values.first().map { base.slice(values.measured($0).value) }
  }

  /// The beginning of a value that is too long to be parsed.
  func longText(of row: Row, _ most: Int) -> String {
    let start = row.originalOffset ?? 0
    return base.text(start..<start + most)
  }
}

extension Row {
  /// The range of the row's value, or of the mistake that it shows, in the text of its record; nil if it has
  /// none.
  var textRange: Range<Int>? {
    guard let record else { return nil }
    if let mistake { return mistake.range.isEmpty ? mistake.offset..<mistake.offset : mistake.range }
    return node.map(record.textRange)
  }

  /// The same with the key in front of it.
  var memberRange: Range<Int>? {
    guard let range = textRange else { return nil }
    return min(keyRange?.lowerBound ?? .max, range.lowerBound)..<range.upperBound
  }

  /// Where the key in front of the row's value is in the text of its record.
  private var keyRange: Range<Int>? {
    let key =
      switch content {
      case .property(let property, let owner, _): property.keyNode(in: owner)
      default: entry.key
      }
    return key.flatMap { record?.textRange(of: $0) }
  }

  /// Where the row's value begins in the text of its record. O(1) without mistakes in the text.
  private var textStart: Int? {
    guard let node, record?.damage == nil, record?.string == nil else { return textRange?.lowerBound }
    return record == nil ? nil : node.startInText
  }

  /// The key of the value, if the value is a member.
  var keyText: String? {
    if case .key(let key) = path.components.last { key } else { nil }
  }

  /// Whether a place is inside a key or a scalar value that the row shows.
  func isInValue(_ place: TextPlace) -> Bool {
    if case .original(let child) = position, child.key?.contains(place.offset) == true { return false }
    return textStart.map { $0 <= place.offset } ?? true
  }

  /// Whether a place is in the row's key or value, and not in punctuation around it.
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
