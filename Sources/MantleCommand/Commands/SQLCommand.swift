import Mantle
import MantleChecking
import MantleQuery
import MantleStore

/// `mantle sql`: runs an SQL query over files.
struct SQLCommand: ProgramCommand {
  /// The SQL query; nil to list the tables.
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
      each property: an array or NDJSON has the name of its file, and the lists in an object have their keys. Characters that SQL
      does not allow in names become _. Lists and objects are JSON text, which SQLite's functions read: json_extract(tags, '$[0]').
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
    var tables = SQLTables()
    let status = try console.reading(InputList(sources).sources, comments: options.takesComments) { input in
      let (values, status) = try input.soundValues(console, takesLarge: true)
      let places = ModelChoice(
        of: ProgramModels.models(for: input.source, in: values.bytes), in: values.bytes
      ).places
      tables.add(values, places, named: input.source.path ?? "stdin")
      return status
    }
    guard let query else {
      for table in tables.all { console.print(try table.declaration) }
      return status
    }
    do { try write(query, tables, console) } catch let error as StoreError {
      throw CommandError.usage("sql: \(error.message)  (--tables lists the tables)")
    }
    return status
  }

  private func write(_ query: String, _ tables: SQLTables, _ console: Console) throws {
    var output: TableOutput?
    try tables.run(query) { titles in
      let format: TableFormat = options.choice("--format") ?? .text
      let titles = [.json, .ndjson].contains(format) ? SQLTables.keys(titles) : titles
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
}
