import Mantle

extension BrowserDocument {
  /// The JSON key path of a row's value, from the root of the text.
  func path(of row: Row) -> JSONKeyPath { row.path }

  /// The path for people; the whole text is called by its name.
  func pathText(of row: Row) -> String { row.path.isEmpty ? name : row.path.description }

  /// The key the row's value stands under, if it stands under one.
  func keyText(of row: Row) -> String? {
    if case .key(let key) = row.path.components.last { key } else { nil }
  }

  /// The line and column of a row's value; for edited records, counted on from where they begin.
  func location(of row: Row) -> SourceLocation? {
    if case .broken(let error) = row.content { return location(at: error.offset, in: row.record) }
    if let node = row.node { return location(at: node.byteRange.lowerBound, in: row.record) }
    return row.originalOffset.map { base.location(at: $0) }
  }

  /// Whether a row's line and column are there without counting lines for long.
  func knowsLocation(of row: Row) -> Bool {
    var offset = row.originalOffset ?? 0
    if let record = row.record, case .original(let start) = record.place { offset = start.offset }
    return offset - base.countedLinesEnd < Self.fewBytes
  }

  /// Lines in so many bytes are counted within a millisecond.
  private static var fewBytes: Int { 1 << 22 }

  private func location(at offset: Int, in record: Record?) -> SourceLocation? {
    guard let record else { return nil }
    if record.bytes === base { return base.location(at: offset) }
    guard case .original(let start) = record.place else { return nil }
    let first = base.location(at: start.offset)
    let inside = record.bytes.location(at: offset)
    return SourceLocation(
      line: first.line + inside.line - 1,
      column: inside.line == 1 ? first.column + inside.column - 1 : inside.column,
      offset: start.offset + offset)
  }

  /// Where the row's value is in the file as it was read.
  func byteRange(of row: Row) -> Range<Int>? {
    if let node = row.node, row.record?.bytes === base { return node.byteRange }
    return row.originalOffset.map { $0..<$0 }
  }

  /// A diagnostic as a line for people; edited records have the places of the edited text.
  ///
  /// - Parameter placed: with line and column, for which lines are counted.
  func words(for diagnostic: Diagnostic, placed: Bool) -> String {
    let location = placed ? diagnostic.location : nil
    let place = location.map { "\($0.line):\($0.column): " } ?? ""
    return place + diagnostic.severity.rawValue + ": " + (diagnostic.subject.map { "\($0): " } ?? "")
      + diagnostic.message
  }
}
