import Mantle
import MantlePlatform

/// Delimited text, such as CSV (RFC 4180) or TSV, and its conversion to JSON: a list with an object for each record.
///
///     id,name,paid           [
///     1,"Ann ""A""",true     {"id": 1, "name": "Ann \"A\"", "paid": true},
///     2,,false               {"id": 2, "name": null, "paid": false}
///                            ]
///
/// The first record has the titles, unless it begins with a number or a boolean. The values of a column are numbers or
/// are numbers or booleans if all of them are. An empty field is null and `""` is an empty string, as in PostgreSQL.
package struct DelimitedText: Sendable {
  private let bytes: JSONBytes
  private let name: String
  private let delimiter: UInt8
  private var columns: [Column] = []
  /// The offsets of the records with which the parts begin that are converted on several threads.
  private var starts: [Int] = []

  /// A field of a record, which is the value of one column.
  private struct Field {
    /// The range of the field without its quotes.
    let content: Range<Int>
    let isQuoted: Bool

    var isNull: Bool { content.isEmpty && !isQuoted }
  }

  /// The JSON type that a value is converted to.
  private enum Kind { case number, boolean, text }

  private struct Column {
    var title = ""
    /// The key of the column in the JSON, with quotes and colon.
    var key: [UInt8] = []
    /// The common type of the column's values; nil if all of them are null.
    var kind: Kind?
  }

  private static let delimiters = [ASCII.comma, UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
  /// The number of records that are inspected to detect the delimiter.
  private static let sampledRecords = 20

  /// Returns whether a text is delimited text: by the suffix of its name or, unless the suffix is that of JSON, by
  /// its first lines.
  package static func isTable(_ bytes: JSONBytes, named name: String) -> Bool {
    let kind = ForeignText.signed(bytes, bytes.count)
    if name.isTableName {
      let first = bytes[JSONScanner.skipWhitespace(bytes.base, bytes.textStart, bytes.count)]
      return kind == .utf16 || kind == nil && (first == ASCII.quote || !ForeignText.beginsAsJSON(bytes))
    }
    guard kind == nil, !name.isJSONName, !name.isNDJSONName else { return false }
    guard [.csv, .plainText].contains(ForeignText.kind(of: bytes, min(bytes.count, 1 << 16))) else {
      return false
    }
    return delimiters.contains { width(of: bytes, $0).common > 1 }
  }

  /// The titles of the columns.
  package var titles: [String] { columns.map(\.title) }

  /// Whether there is no record after the titles.
  package var isEmpty: Bool { starts.isEmpty }

  /// Returns an empty JSON list for a table without records, which remembers the titles of the columns.
  package static func emptyList(_ titles: [String]) -> JSONBytes {
    let text = Array("[]\n".utf8)
    return JSONBytes(count: text.count, titles: titles) { $0.copyBytes(from: text) }
  }

  /// Parses the titles of the columns, and determines the types of their values.
  ///
  /// - Throws: the location of a byte that is not valid UTF-8, or of a quoted field without a closing quote.
  package init(_ bytes: JSONBytes, named name: String) throws(UnreadableText) {
    self.bytes = bytes.utf8Text
    self.name = name
    delimiter = Self.delimiter(of: self.bytes, named: name)
    try survey()
  }

  // MARK: - Records

  /// Returns the delimiter with which records have the most fields; if there is none, the delimiter that the file name implies.
  private static func delimiter(of bytes: JSONBytes, named name: String) -> UInt8 {
    let widest = delimiters.map { ($0, width(of: bytes, $0)) }.reversed().max { $0.1 < $1.1 }
    if let widest, widest.1.first > 1 { return widest.0 }
    return name.isTabTableName ? UInt8(ascii: "\t") : ASCII.comma
  }

  /// Returns the number of fields that the first records have in common, which is 0 if the number varies, and the
  /// number of fields in the first record.
  private static func width(of bytes: JSONBytes, _ delimiter: UInt8) -> (common: Int, first: Int) {
    var (position, widths, fields) = (bytes.textStart, [Int](), [Field]())
    while widths.count < sampledRecords, position < bytes.count {
      _ = record(of: bytes, at: &position, delimiter, into: &fields)
      if fields.count > 1 || !fields[0].isNull { widths.append(fields.count) }
    }
    let first = widths.first ?? 0
    let isCommon = widths.count > 1 && first > 1 && widths.allSatisfy { $0 == first }
    return (isCommon ? first : 0, first)
  }

  /// Reads the fields of the record at a position, and moves the position to the next record.
  ///
  /// - Returns: the offset of a quote that is not closed; nil if there is none.
  private static func record(
    of bytes: JSONBytes, at position: inout Int, _ delimiter: UInt8, into fields: inout [Field]
  ) -> Int? {
    fields.removeAll(keepingCapacity: true)
    func isEnd(_ place: Int) -> Bool {
      let byte = bytes[place]
      return byte == delimiter || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
        || place >= bytes.count
    }
    while true {
      let first = position
      var isQuoted = false
      if bytes[first] == ASCII.quote {
        guard let end = closingQuote(of: bytes, after: first) else {
          position = bytes.count
          fields.append(Field(content: first + 1..<bytes.count, isQuoted: true))
          return first
        }
        isQuoted = isEnd(end + 1)
        if isQuoted { position = end + 1 }
      }
      while !isEnd(position) { position += 1 }
      fields.append(
        Field(content: isQuoted ? first + 1..<position - 1 : first..<position, isQuoted: isQuoted))
      guard position < bytes.count, bytes[position] == delimiter else { break }
      position += 1
    }
    if position < bytes.count {
      position += bytes[position] == ASCII.carriageReturn && bytes[position + 1] == ASCII.lineFeed ? 2 : 1
    }
    return nil
  }

  /// Returns the offset of the next quote that is not doubled; nil if there is none.
  private static func closingQuote(of bytes: JSONBytes, after quote: Int) -> Int? {
    var position = quote + 1
    while position < bytes.count {
      guard bytes[position] == ASCII.quote else {
        position += 1
        continue
      }
      guard position + 1 < bytes.count, bytes[position + 1] == ASCII.quote else { return position }
      position += 2
    }
    return nil
  }

  /// Calls a function with the offset and the fields of each record.
  private func forEachRecord<Failure: Error>(
    in range: Range<Int>, _ body: (Int, [Field], _ openQuote: Int?) throws(Failure) -> Void
  ) throws(Failure) {
    var (position, fields) = (range.lowerBound, [Field]())
    while position < range.upperBound {
      let start = position
      let openQuote = Self.record(of: bytes, at: &position, delimiter, into: &fields)
      try body(start, fields, openQuote)
    }
  }

  /// Returns whether a record is an empty line that is skipped. In a table of one column, an empty line is null.
  private static func isSkipped(_ fields: [Field], _ columns: Int) -> Bool {
    fields.count == 1 && fields[0].isNull && columns != 1
  }

  // MARK: - Columns

  private mutating func survey() throws(UnreadableText) {
    if let offset = bytes.firstInvalidUTF8 {
      throw problem(
        at: offset, "the table is not UTF-8  (iconv -f WINDOWS-1252 -t UTF-8 converts Windows-1252)")
    }
    var (columns, titles): ([Column], [Field]?) = ([], nil)
    var (hasTitles, starts) = (false, [Int]())
    try forEachRecord(in: bytes.textStart..<bytes.count) { start, fields, openQuote throws(UnreadableText) in
      if let openQuote { throw problem(at: openQuote, "the quoted field is not closed") }
      if Self.isSkipped(fields, columns.count) { return }
      if titles == nil {
        titles = fields
        columns = fields.map { _ in Column() }
        hasTitles = ![.number, .boolean].contains(kind(of: fields[0]))
        if hasTitles { return }
      }
      if starts.last.map({ start - $0 >= Self.partSize }) ?? true { starts.append(start) }
      while columns.count < fields.count { columns.append(Column()) }
      for (index, field) in fields.enumerated() where columns[index].kind != .text {
        guard let kind = kind(of: field) else { continue }
        columns[index].kind = [nil, kind].contains(columns[index].kind) ? kind : .text
      }
    }
    name(&columns, by: hasTitles ? titles ?? [] : [])
    (self.columns, self.starts) = (columns, starts)
  }

  /// The size of a part. It is so small that a group of parts and their JSON take a few megabytes.
  private static let partSize = WorkingSize.scaled(1 << 18)

  /// Gives each column a unique key: its title, or `column N`.
  private func name(_ columns: inout [Column], by titles: [Field]) {
    var used: Set<String> = []
    for index in columns.indices {
      let title = index < titles.count ? text(of: titles[index]) : ""
      let key = title.isEmpty ? "column \(index + 1)" : title
      var number = 1
      while !used.insert(number == 1 ? key : "\(key)_\(number)").inserted { number += 1 }
      columns[index].title = number == 1 ? key : "\(key)_\(number)"
      columns[index].key = Array((JSONText.quoted(columns[index].title) + ": ").utf8)
    }
  }

  /// Returns the type that a field's value can be converted to; nil for null.
  private func kind(of field: Field) -> Kind? {
    if field.isNull { return nil }
    let range = field.content
    guard let last = range.last, range.count <= 64 else { return .text }
    if ASCII.isDigit(bytes[last]),
      ASCII.isDigit(bytes[range.lowerBound]) || bytes[range.lowerBound] == ASCII.minus
    {
      let number = try? JSONScanner.number(bytes.base, range.lowerBound, range.upperBound)
      return number?.end == range.upperBound ? .number : .text
    }
    let isBoolean = range.count <= 5 && ["true", "false"].contains(bytes.text(range))
    return isBoolean ? .boolean : .text
  }

  private func text(of field: Field) -> String {
    guard field.isQuoted else { return bytes.text(field.content) }
    var (text, isSecond) = ([UInt8](), false)
    text.reserveCapacity(field.content.count)
    for byte in bytes.slice(field.content) {
      isSecond = byte == ASCII.quote && !isSecond
      // Each quote in a quoted field is doubled.
      if byte != ASCII.quote || isSecond { text.append(byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func problem(at offset: Int, _ words: String) -> UnreadableText {
    let place = bytes.location(at: offset).place(in: name)
    return UnreadableText(lines: ["\(place): error: \(words)"], isUnusable: true)
  }

  // MARK: - JSON

  /// Passes the records to a function in pieces of text that form a JSON list of objects.
  package func writeJSON<Failure: Error>(
    _ write: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let workers = Array(0..<ProcessInfo.processInfo.activeProcessorCount)
    let parts = zip(starts, starts.dropFirst() + [bytes.count]).map { $0..<$1 }
    try write(Array("[".utf8)[...])
    var isFirst = true
    for group in parts.runs(of: 8 * workers.count, { _ in 1 }) {
      for piece in workers.map(Array(group), { json(of: $1) }) where !piece.isEmpty {
        // No comma precedes the first record.
        try write(piece.dropFirst(isFirst ? 1 : 0))
        isFirst = false
      }
    }
    try write(Array("\n]\n".utf8)[...])
  }

  /// Returns the JSON of the records in a range, each after a comma and a line break.
  private func json(of range: Range<Int>) -> [UInt8] {
    var writer = JSONWriter(capacity: 3 * range.count)
    forEachRecord(in: range) { _, fields, _ in
      if Self.isSkipped(fields, columns.count) { return }
      writer.raw(",\n{")
      for (index, field) in fields.enumerated() {
        if index > 0 { writer.raw(", ") }
        writer.writeRawJSON(columns[index].key)
        write(field, of: columns[index].kind, to: &writer)
      }
      writer.raw("}")
    }
    return writer.finish()
  }

  private func write(_ field: Field, of kind: Kind?, to writer: inout JSONWriter) {
    if field.isNull { return writer.writeNull() }
    bytes.withBytes(in: field.content) { content in
      guard let start = content.baseAddress else { return }
      if kind != .text {
        writer.fragment(start, content.count)
      } else if field.isQuoted, content.contains(ASCII.quote) {
        writer.writeString(text(of: field))
      } else {
        writer.string(start, content.count)
      }
    }
  }
}

extension JSONBytes {
  /// The text in UTF-8, if it is UTF-16; otherwise the same bytes. Without a byte order mark, the zero byte of the first
  /// character shows the order of the bytes.
  fileprivate var utf8Text: JSONBytes {
    guard ForeignText.signed(self, count) == .utf16 else { return self }
    let isLittle = self[0] == 0xFF || self[1] == 0
    let hasMark = self[0] >= 0xFE
    let units = stride(from: hasMark ? 2 : 0, to: count - 1, by: 2).map { offset in
      let (first, second) = (UInt16(self[offset]), UInt16(self[offset + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return JSONBytes(String(decoding: units, as: UTF16.self))
  }

  /// The offset of the first byte that is not valid UTF-8; nil if there is none.
  fileprivate var firstInvalidUTF8: Int? {
    var position = 0
    while position < count {
      // ASCII is skipped eight bytes at a time.
      if position + 8 <= count,
        UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        position += 8
        continue
      }
      let length = self[position] < 0x80 ? 1 : JSONScanner.utf8Length(base + position)
      guard length > 0, position + length <= count else { return position }
      position += length
    }
    return nil
  }
}

extension String {
  /// Whether a file name has a suffix of delimited text.
  package var isTableName: Bool { lowercased().hasSuffix(".csv") || isTabTableName }

  /// Whether a file name has a suffix of tab-separated text.
  fileprivate var isTabTableName: Bool { [".tsv", ".tab"].contains(where: lowercased().hasSuffix) }
}
