import Mantle
import MantleFiles
import MantleQuery

/// A request to write the rows of a table to a file.
struct TableExport: Sendable {
  let path: String
  let format: TableFormat
  let titles: [String]
  let source: Source
  let isForced: Bool

  /// The source of the exported rows: a query that is still to be run, or given rows.
  enum Source: Sendable {
    case list(ListQuery)
    case rows([QueryRow])

    func read(progress: (Double) -> Bool, take: ([QueryRow]) -> Bool) -> Bool {
      switch self {
      case .list(let query): query.read(progress: progress, take: take)
      case .rows(let rows): take(rows)
      }
    }
  }

  /// Writes the file.
  ///
  /// - Parameter progress: receives the share that was read, from 0 to 1; returns false to stop.
  /// - Returns: the number of rows.
  /// - Throws: a ``SaveError``; no file is then written.
  func perform(_ progress: (Double) -> Bool) throws(SaveError) -> Int {
    var saver = try FileSaver(to: path, replacing: isForced ? .anything : .nothing)
    var writer = format.writer(titles)
    var (count, failure): (Int, SaveError?) = (0, nil)
    let isWhole = source.read(progress: progress) { rows in
      do throws(SaveError) { try saver.write(Array(writer.write(rows).utf8)[...]) } catch { failure = error }
      count += rows.count
      return failure == nil
    }
    if let failure { throw failure }
    guard isWhole else { throw SaveError(path: path, cause: .system("stopped")) }
    try saver.write(Array(writer.finish().utf8)[...])
    try saver.finish(.text, source: JSONBytes(""))
    return count
  }
}

extension TableFormat {
  var isJSON: Bool { self == .json || self == .ndjson }

  /// The format that the name of a file implies; nil if it does not imply a table.
  init?(of path: String) {
    let suffix = path.split(separator: ".").last?.lowercased() ?? ""
    guard path.contains("."), suffix != "text" else { return nil }
    self.init(rawValue: suffix == "jsonl" ? "ndjson" : suffix)
  }
}

extension Table {
  /// Returns rows with the values that elements have in some columns.
  func rows(_ elements: [Row], in columns: [Grid.Column]) -> [QueryRow] {
    elements.map { element in
      let subject = element.subject
      return QueryRow(
        columns.map { column in
          subject.flatMap { column.path?.cell(in: $0) } ?? QueryCell(.unreadable)
        })
    }
  }
}

extension TableFormat {
  /// Returns the text of rows in the format.
  ///
  /// - Parameter titles: the titles of the columns for the header; empty to omit the header.
  func text(_ titles: [String], _ rows: [QueryRow]) -> String {
    var writer = writer(titles)
    let text = writer.write(rows) + writer.finish()
    // A header without titles is an empty line.
    return titles.isEmpty ? String(text.dropFirst()) : text
  }
}
