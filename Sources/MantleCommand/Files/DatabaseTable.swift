import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform
import MantleStore
import ModelBrowser

/// A table of an SQLite file, which has a name like an NDJSON file in a directory: `data.sqlite/issues.ndjson`.
struct DatabaseTable: Sendable {
  private let file: FileName
  private let table: String
  private let replaced: ReplacedRows

  /// The file name and the name of the table as one path: `data.sqlite/issues.ndjson`.
  var name: FileName { file.appending((table + Self.suffix).utf8) }

  private static let suffix = ".ndjson"

  /// Returns the tables that a name denotes: all tables of an SQLite file, or the table after the file name. The
  /// suffix of the table is optional.
  ///
  /// - Returns: nil if the name denotes something else.
  /// - Throws: a `StoreError` if the file cannot be read, and a ``CommandError`` if it has no table, or no such table.
  static func named(_ name: FileName) throws -> [DatabaseTable]? {
    guard let (file, table) = name.databaseParts else { return nil }
    let all = try DatabaseFile(file.path).tables()
    guard !all.isEmpty else { throw CommandError(message: "\(file.shown): the database has no table") }
    guard let table else { return all.map { DatabaseTable(file: file, table: $0) } }
    let plain = table.hasSuffix(suffix) ? String(table.dropLast(suffix.count)) : table
    guard let found = [table, plain].first(where: all.contains) else {
      throw CommandError(message: "\(file.shown): no table `\(plain)`\(advice(all))")
    }
    return [DatabaseTable(file: file, table: found)]
  }

  /// Creates the only table that a name denotes; nil if the name denotes something else.
  ///
  /// - Throws: a ``CommandError``, also if the file has several tables.
  init?(_ source: InputSource) throws {
    guard case .file(let name) = source, let found = try Self.named(name) else { return nil }
    guard found.count == 1 else {
      let advice = Self.advice(found.map(\.table), in: name.shown + "/")
      throw CommandError(message: "\(name.shown): the database has \(found.count) tables\(advice)")
    }
    self = found[0]
  }

  private init(file: FileName, table: String) {
    (self.file, self.table, replaced) = (file, table, ReplacedRows())
  }

  /// Returns the part of an error message that suggests table names.
  private static func advice(_ tables: [String], in folder: String = "") -> String {
    tables.isEmpty ? "" : "; name one: \(tables.prefix(5).map { folder + $0 }.joined(separator: ", "))"
  }

  /// Appends the rows of the table to a temporary file, one per line.
  ///
  /// - Parameter goesOn: called with the number of bytes written so far; returns false to stop.
  func write(
    into spool: FileDraft, goesOn: (Int) -> Bool = { _ in true }
  ) throws(FileReadError) {
    do {
      var count = 0
      try DatabaseFile(file.path).writeLines(of: table) { lines in
        try spool.append(lines)
        count += lines.count
        return goesOn(count)
      }
    } catch let error as FileReadError { throw error } catch {
      throw FileReadError(path: name.shown, cause: .system((error as? StoreError)?.message ?? "\(error)"))
    }
  }

  /// Starts to read the rows of the table, and returns the stream after the first rows have arrived.
  ///
  /// - Returns: nil if no thread can be created.
  func stream() throws(FileReadError) -> StreamedInput? {
    let stream = try StreamedInput(.file(name), wake: {}) { spool, goesOn throws(FileReadError) in
      try write(into: spool, goesOn: goesOn)
    }
    let start = ContinuousClock.now
    while let stream, !stream.isOver,
      start.duration(to: .now) < (stream.count == 0 ? Self.patience : Self.delay)
    {
      usleep(1_000)
    }
    return stream
  }

  /// The maximum time to wait for the first rows, and for the rest of a small table.
  private static let patience = Duration.seconds(1)
  private static let delay = Duration.milliseconds(50)

  /// Returns the table and the filter for the rows that a foreign key in a row refers to; nil if the column is not part
  /// of a foreign key.
  var reference: @Sendable (_ key: String, _ row: JSONNode) -> DocumentSource.Reference? {
    let keys = (try? DatabaseFile(file.path).foreignKeys(of: table)) ?? []
    return { name, row in
      guard let key = keys.first(where: { $0.columns.contains { $0.own == name } }),
        let filter = key.filter(of: row)
      else { return nil }
      return DocumentSource.Reference(
        path: DatabaseTable(file: file, table: key.table).name.shown, filter: filter)
    }
  }

  /// The reason why the rows of the table cannot be edited; nil if they can.
  var reasonAgainstEditing: String? {
    get throws { try DatabaseFile(file.path).reasonAgainstEditing(table) }
  }

  /// Writes edited rows.
  ///
  /// - Parameters:
  ///   - isForced: whether to change a write-protected file, too.
  ///   - advice: the suggestion if another program has changed a row.
  /// - Returns: the text of the rows as they are stored; nil if it is the edited text.
  /// - Throws: a ``StoreError``, or a ``CommandError`` if the file is write-protected or if edited rows are malformed.
  @discardableResult
  func update(
    from old: TextReading, to new: TextReading, isForced: Bool = false, advice: String
  ) throws -> JSONBytes? {
    let mode = file.path.fileStatus()?.st_mode ?? 0
    guard isForced || mode & 0o222 != 0 else {
      throw CommandError(
        message: "\(name.shown): not saved: \(file.shown) is write-protected  (--force, or `chmod u+w`)")
    }
    let (before, after) = (try EditedRows(old), try EditedRows(new))
    guard before.malformed == after.malformed else {
      throw CommandError(
        message:
          "\(name.shown): not saved: a row with text that is not UTF-8 cannot be edited  (use `sqlite3`)")
    }
    let stored = try DatabaseFile(file.path).update(
      table, from: before.rows, to: after.rows, replaced: replaced, advice: advice)
    let splices = stored.sorted { $0.key < $1.key }.map { JSONSplice(after.ranges[$0.key], with: $0.value) }
    return splices.isEmpty ? nil : try SplicedBytes(new.bytes, splices: splices).text()
  }

  /// Returns the rows of the table as text, one per line.
  func text() throws(FileReadError) -> JSONBytes {
    let spool = try FileDraft.temporary()
    try write(into: spool)
    return try spool.text(named: name.shown)
  }
}

/// The rows of an edited table. Rows that contain invalid UTF-8 are not JSON and are listed separately.
private struct EditedRows {
  private(set) var rows: [JSONNode] = []
  /// The ranges of the well-formed rows in the text.
  private(set) var ranges: [Range<Int>] = []
  /// The texts of the rows that are not JSON.
  private(set) var malformed: [[UInt8]] = []

  init(_ text: TextReading) throws {
    for range in try text.ranges() {
      if let document = try? text.document(range) {
        rows.append(document.root)
        ranges.append(range)
      } else {
        malformed.append(text.bytes.slice(range))
      }
    }
  }
}

extension FileName {
  /// The SQLite file and the table that the name denotes. The table is nil if the name is that of a file; the result is
  /// nil if the name denotes something else.
  fileprivate var databaseParts: (file: FileName, table: String?)? {
    if isDatabase { return (self, nil) }
    let slashes =
      kind(followingLinks: true) == nil ? bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") } : []
    for slash in slashes {
      let file = FileName(bytes: bytes[..<slash])
      if file.isDatabase { return (file, String(decoding: bytes[(slash + 1)...], as: UTF8.self)) }
    }
    return nil
  }

  /// Whether the file is an SQLite file. An empty file is one without tables if its name has the suffix.
  var isDatabase: Bool {
    let signature = DatabaseFile.signature
    guard isRegular, let bytes = bytesOfFile else { return false }
    return bytes.slice(0..<signature.count) == signature || bytes.count == 0 && isNamedDatabase
  }

  /// Whether the name denotes an SQLite file, which need not exist yet, or a table in one.
  var denotesDatabase: Bool {
    databaseParts != nil || isNamedDatabase && kind(followingLinks: true) == nil
  }

  /// Whether the name has a suffix of SQLite files.
  var isNamedDatabase: Bool {
    ["sqlite", "sqlite3", "db"].contains { shown.lowercased().hasSuffix(".\($0)") }
  }

  /// The directory of the file; for a table, the directory of its database.
  var folder: FileName {
    let name = databaseParts?.file ?? self
    guard let slash = name.bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : FileName(bytes: name.bytes[..<slash])
  }
}
