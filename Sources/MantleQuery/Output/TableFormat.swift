import Mantle
import TerminalText
import TextCells

/// A text format in which the rows of a result are written.
package enum TableFormat: String, CaseIterable, Sendable {
  case text, csv, tsv, md, json, ndjson

  /// Creates a writer of rows in the format.
  ///
  /// - Parameters:
  ///   - titles: the titles of the columns.
  ///   - guardsFormulas: whether a `'` precedes each text in CSV and TSV that a spreadsheet would interpret as a
  ///     formula.
  package func writer(_ titles: [String], guardsFormulas: Bool = false) -> any RowWriter {
    switch self {
    case .text: TextTable(titles)
    case .csv: SeparatedText(titles, .comma, guardsFormulas: guardsFormulas)
    case .tsv: SeparatedText(titles, .tab, guardsFormulas: guardsFormulas)
    case .md: MarkdownTable(titles)
    case .json: JSONRows(titles, isArray: true)
    case .ndjson: JSONRows(titles, isArray: false)
    }
  }
}

/// A writer that converts rows to text in one format.
package protocol RowWriter {
  /// Returns the text for further rows, which may be empty if the writer holds rows back.
  mutating func write(_ rows: [QueryRow]) -> String
  /// Returns the rest of the text after the last row.
  mutating func finish() -> String
}

/// Comma-separated values (RFC 4180), or tab-separated values with the same quotes, as spreadsheets paste them.
struct SeparatedText: RowWriter {
  /// The character that separates values.
  enum Separator: Sendable {
    case comma, tab
  }

  private let separator: Separator
  private let guardsFormulas: Bool
  /// The titles of the columns; nil after they were written.
  private var titles: [String]?

  init(_ titles: [String], _ separator: Separator, guardsFormulas: Bool) {
    (self.titles, self.separator, self.guardsFormulas) = (titles, separator, guardsFormulas)
  }

  mutating func write(_ rows: [QueryRow]) -> String {
    var text = Array(header().utf8)
    for row in rows {
      for (column, cell) in row.cells.enumerated() {
        if column > 0 { text.append(separator.byte) }
        append(cell, to: &text)
      }
      text += separator.lineEnd.utf8
    }
    return String(decoding: text, as: UTF8.self)
  }

  mutating func finish() -> String { header() }

  private mutating func header() -> String {
    defer { titles = nil }
    guard let titles else { return "" }
    return titles.map(field).joined(separator: separator == .comma ? "," : "\t") + separator.lineEnd
  }

  private func append(_ cell: QueryCell, to text: inout [UInt8]) {
    switch cell.kind {
    case .absent, .null: break
    case .unreadable where cell.failure != nil || cell.text.isEmpty: break
    case .number, .boolean: text += cell.text.utf8
    case .unreadable, .date, .text, .list, .object: text += field(cell.text).utf8
    }
  }

  private func field(_ text: String) -> String {
    let isFormula = guardsFormulas && text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } == true
    let text = isFormula ? "'" + text : text
    // An empty string is quoted, because an empty field is null.
    let begin = text.utf8.first
    let isPlain =
      begin != nil && begin != UInt8(ascii: "\"") && !text.utf8.contains(where: separator.isSpecial)
    return isPlain ? text : "\"" + text.replacing(["\"": "\"\""]) + "\""
  }
}

extension SeparatedText.Separator {
  fileprivate var byte: UInt8 { self == .comma ? UInt8(ascii: ",") : UInt8(ascii: "\t") }
  fileprivate var lineEnd: String { self == .comma ? "\r\n" : "\n" }

  /// Returns whether a field that contains the byte must be quoted. In TSV, a quote is special at the start of a field only, so
  /// that JSON in a cell stays readable.
  fileprivate func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"), self.byte: true
    case UInt8(ascii: "\""): self == .comma
    default: false
    }
  }
}

/// A Markdown table. The values of the first rows determine the alignment of the columns.
struct MarkdownTable: RowWriter {
  private var titles: [String]?

  init(_ titles: [String]) { self.titles = titles }

  mutating func write(_ rows: [QueryRow]) -> String {
    var text = header(rows)
    for row in rows { text += line(row.cells.map { Self.escaped($0.shown) }) }
    return text
  }

  mutating func finish() -> String { header([]) }

  private mutating func header(_ rows: [QueryRow]) -> String {
    defer { titles = nil }
    guard let titles else { return "" }
    let signs = titles.indices.map { rows.areNumbers(column: $0) ? "---:" : "---" }
    return line(titles.map(Self.escaped)) + line(signs)
  }

  private func line(_ fields: [String]) -> String { "| " + fields.joined(separator: " | ") + " |\n" }

  private static func escaped(_ text: String) -> String {
    text.replacing(["\\": "\\\\", "|": "\\|"]).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).map { Sanitized($0).text }.joined(separator: "<br>")
  }
}

/// Rows as JSON objects: in an array, or one on each line. An absent value is omitted.
struct JSONRows: RowWriter {
  private let keys: [[UInt8]]
  private let isArray: Bool
  private var isFirst = true

  init(_ titles: [String], isArray: Bool) {
    keys = titles.map { Array((JSONText.quoted($0) + ":").utf8) }
    self.isArray = isArray
  }

  mutating func write(_ rows: [QueryRow]) -> String {
    var text: [UInt8] = []
    for row in rows {
      if isArray { text += (isFirst ? "[\n  " : ",\n  ").utf8 }
      append(row, to: &text)
      if !isArray { text.append(UInt8(ascii: "\n")) }
      isFirst = false
    }
    return String(decoding: text, as: UTF8.self)
  }

  mutating func finish() -> String { isArray ? (isFirst ? "[]\n" : "\n]\n") : "" }

  private func append(_ row: QueryRow, to text: inout [UInt8]) {
    var mark = UInt8(ascii: "{")
    for (key, cell) in zip(keys, row.cells) where cell.kind != .absent {
      text.append(mark)
      text += key
      cell.appendJSON(to: &text)
      mark = UInt8(ascii: ",")
    }
    text += (mark == UInt8(ascii: "{") ? "{}" : "}").utf8
  }
}

extension QueryCell {
  /// The text of a cell in a table for display, which distinguishes null, absent and unreadable values from all strings.
  package var shown: String {
    switch kind {
    case .absent: "·"
    case .null: "null"
    case .unreadable: "✗ " + text
    case .text where text.isEmpty || text == "null" || text == "·": JSONText.quoted(text)
    case .number: brief ?? text
    case .text, .boolean, .date, .list, .object: text
    }
  }
}

extension QueryCell {
  /// The number of characters of a displayed number from its decimal point on; 0 for a number without one and for other
  /// cells.
  package var fractionLength: Int {
    guard kind == .number else { return 0 }
    let shown = shown
    return shown.firstIndex(of: ".").map { shown[$0...].count } ?? 0
  }
}

extension [QueryRow] {
  /// Returns whether a column contains numbers and no other values.
  package func areNumbers(column: Int) -> Bool {
    let kinds = map(\.cells[column].kind).filter { $0 != .absent && $0 != .null && $0 != .unreadable }
    return !kinds.isEmpty && kinds.allSatisfy { $0 == .number }
  }
}
