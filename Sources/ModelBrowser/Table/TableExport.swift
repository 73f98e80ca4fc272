import Mantle
import MantleQuery

/// A request to write the rows of a table to a file.
struct TableExport: Sendable {
  let path: String
  let format: TableFormat
  let titles: [String]
  let query: TableQuery
  let isForced: Bool

  /// Writes the file.
  ///
  /// - Parameter progress: receives the share that was read, from 0 to 1; returns false to stop.
  /// - Returns: the number of rows.
  /// - Throws: a ``SaveError``; there is then no file.
  func perform(_ progress: (Double) -> Bool) throws(SaveError) -> Int {
    var saver = try FileSaver(to: path, replacing: isForced ? .anything : .nothing)
    var writer = format.writer(titles)
    var (count, failure): (Int, SaveError?) = (0, nil)
    let isWhole = query.read(progress: progress) { rows in
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
  /// The format that the name of a file implies; nil if it does not imply a table.
  init?(of path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    switch path[path.index(after: dot)...].lowercased() {
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "md": self = .md
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    default: return nil
    }
  }
}

extension Table {
  /// The text of some elements in a format.
  ///
  /// - Parameter hasTitles: whether the titles of the columns come first.
  func text(of elements: [Row], _ columns: [Grid.Column], as format: TableFormat, hasTitles: Bool = true)
    -> String
  {
    var writer = format.writer(hasTitles ? columns.map(\.title) : [])
    let rows = elements.map { element in
      let subject = element.node.map { FilterSubject($0, key: element.keyText, index: element.elementIndex) }
      return QueryRow(
        columns.map { column in
          guard let path = column.path, let subject else { return QueryCell(.unreadable) }
          return path.cell(in: subject)
        })
    }
    let text = writer.write(rows) + writer.finish()
    // A header without titles is an empty line.
    return hasTitles ? text : String(text.dropFirst())
  }
}
