import Mantle
import MantleChecking
import MantleDocuments
import MantleQuery
import MantleStore

/// `mantle sql`: a query in SQL over files.
struct SQLCommand: ProgramCommand {
  /// The query; nil to list the tables.
  private let query: String?
  private let sources: [FileName]
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "sql",
    forms: ["mantle sql QUERY FILE… [OPTION…]", "mantle sql --tables FILE…", "… | mantle sql QUERY"],
    options: [OptionSyntax(name: "--tables", help: "list the tables and their columns")]
      + TableRequest.output,
    summary: "Runs a query of SQLite over files, each list as a table.",
    help: """
      Runs a query of SQLite over files: joins, windows and unions of what `table` shows. Each list is a table with a column for
      each property: an array or NDJSON has the name of its file, and the lists in an object have their keys. Signs that SQL
      does not take in names become _. Lists and objects are JSON text, which SQLite's functions read: json_extract(tags, '$[0]').
      Booleans are 1 and 0, absent values are null, and integers beyond 64 bits are floating-point numbers.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    let listsTables = parsed.has("--tables")
    query = listsTables ? nil : parsed.values.first?.shown
    guard listsTables || query?.contains(where: { !$0.isWhitespace }) == true else {
      throw parsed.usage("needs a QUERY, such as 'SELECT * FROM orders'")
    }
    sources = try parsed.files(after: listsTables ? 0 : 1)
    options = parsed
  }

  func run(_ console: Console) throws -> ExitStatus {
    var lists: [(name: String, list: RecordList)] = []
    let status = try console.reading(InputList(sources).sources, comments: options.takesComments) { input in
      let (values, status) = try input.soundValues(console, takesLarge: true)
      lists += Self.lists(in: values, of: input.source)
      return status
    }
    let database = try QueryDatabase()
    var names = TakenNames()
    for (name, list) in lists {
      let columns = try fill(database, names.free(name, separator: "_"), with: list)
      if query == nil { console.print(columns) }
    }
    guard let query else { return status }
    do { try write(query, database, console) } catch let error as StoreError {
      throw CommandError.usage("sql: \(error.message)  (--tables lists the tables)")
    }
    return status
  }

  /// Creates a table of the values of a list.
  ///
  /// - Returns: The name of the table and its columns.
  private func fill(_ database: QueryDatabase, _ name: String, with list: RecordList) throws -> String {
    var queries = [try Query(QueryText([:]), names: list.names)]
    do throws(TooManyColumns) { try queries.showAll(of: [list], hasKeys: true) } catch {
      throw CommandError(message: "sql: \(name): \(error)")
    }
    var titles = TakenNames()
    let columns = queries[0].titles.map { titles.free($0, separator: " ") }
    try database.create(name, columns) { insert in
      var failure: (any Error)?
      _ = QueryRun([(list, queries[0])], skipsBroken: true).run { rows in
        do { try insert(rows) } catch { failure = error }
        return failure == nil
      }
      if let failure { throw failure }
    }
    return "\(name.asNameInSQL) (\(columns.map(\.asNameInSQL).joined(separator: ", ")))"
  }

  private func write(_ query: String, _ database: QueryDatabase, _ console: Console) throws {
    var output: TableOutput?
    try database.run(query) { titles in
      let format: TableFormat = options.choice("--format") ?? .text
      var keys = TakenNames()
      let titles = [.json, .ndjson].contains(format) ? titles.map { keys.free($0, separator: " ") } : titles
      let width = options["--width"].flatMap { Int($0.shown) } ?? TableRequest.width
      output = TableOutput(
        format == .text
          ? TextTable(titles, width: width)
          : format.writer(titles, guardsFormulas: options.has("--guard-formulas")))
    } _: { rows in
      output?.write(rows, console) ?? false
    }
    output?.finish(console)
  }

  /// The lists of a document, each with the name of its table.
  private static func lists(
    in values: TextReading, of source: InputSource
  ) -> [(name: String, list: RecordList)] {
    let bytes = values.bytes
    let places = ModelChoice(of: ProgramModels.models(for: source, in: bytes), in: bytes).places
    let whole = RecordList(bytes, places, sequence: values.sequence)
    let ways = whole.isOneValue ? RecordList.lists(in: bytes) : []
    let inner = ways.compactMap { way in
      RecordList(bytes, places, at: way).map { (name: way.lastKey ?? "", list: $0) }
    }
    let file = source.path?.split(separator: "/").last.map { $0.split(separator: ".")[0] } ?? "stdin"
    return (inner.isEmpty ? [(String(file), whole)] : inner).map { ($0.name.asTableName, $0.list) }
  }
}

/// Names that a database does not take twice, in letters of either case.
private struct TakenNames {
  private var taken: Set<String> = []

  /// The name, with a number if it is taken.
  mutating func free(_ name: String, separator: String) -> String {
    var (free, number) = (name, 2)
    while !taken.insert(free.lowercased()).inserted {
      free = "\(name)\(separator)\(number)"
      number += 1
    }
    return free
  }
}

extension String {
  /// The name with `_` in place of each character that requires quotes in SQL.
  fileprivate var asTableName: String {
    let name = String(map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return name.first.map { $0.isLetter || $0 == "_" } == true ? name : "_" + name
  }

  /// The name as an SQL identifier, in quotes if it requires them.
  fileprivate var asNameInSQL: String {
    asTableName == self ? self : "\"\(replacing(["\"": "\"\""]))\""
  }
}

extension JSONKeyPath {
  fileprivate var lastKey: String? {
    for case .key(let key) in components.reversed() { return key }
    return nil
  }
}
