import CNCurses
import Mantle
import MantleDocuments
import MantlePlatform
import MantleQuery

/// The request of a command that runs a query: its files, the clauses of the query, and its options.
final class TableRequest {
  private let sources: [FileName]
  private let queried: QueriedList
  private let clauses: [Query.Clause: String]
  private let options: ParsedWords
  private var command: String { options.command }
  /// The documents that the query reads, in order, for messages about them.
  private var documents: [(input: Input, values: TextReading)] = []
  /// The worst exit status of the inputs so far.
  private(set) var status = ExitStatus.success

  static let source: [OptionSyntax] = [
    .model, .definitions,
    OptionSyntax(
      name: "--at", value: "PLACE", isRepeatable: true,
      help: "read the values at this place: orders[]",
      details: "It is given once, or once for each --model."),
  ]
  static let columns = OptionSyntax(
    name: "--columns", value: "COLUMNS", isRepeatable: true,
    help: "select the columns: 'number, who = user.login'")
  static let filter = OptionSyntax(
    name: "--where", value: "EXPRESSION", isRepeatable: true,
    help: "select the values that pass a filter (see filter)")
  static let rows: [OptionSyntax] = [
    OptionSyntax(
      name: "--explode", value: "LIST", isRepeatable: true,
      help: "make a row of each element of a list: items",
      details: "'items outer' makes a row of a value without elements, too."),
    OptionSyntax(
      name: "--rows", value: "EXPRESSION", isRepeatable: true,
      help: "select the rows of exploded lists that pass a filter"),
  ]
  static let output: [OptionSyntax] = [
    OptionSyntax(
      name: "--format", value: "FORMAT", choices: TableFormat.allCases.map(\.rawValue),
      help: "set the output format"),
    OptionSyntax(
      name: "--width", value: "N", help: "set the width of text",
      details: "Without this option, it is that of the terminal, or 120."),
    OptionSyntax(
      name: "--guard-formulas", help: "write ' before formulas (csv, tsv)"),
    .comments,
  ]

  init(_ parsed: ParsedWords) throws(CommandError) {
    sources = try parsed.files()
    queried = try QueriedList(parsed)
    var clauses: [Query.Clause: String] = [:]
    for clause in Query.Clause.allCases where clause != .at {
      let texts = parsed.all("--\(clause.rawValue)").map(\.shown)
      guard !texts.isEmpty else { continue }
      let isConjunction = [.filter, .rows].contains(clause) && texts.count > 1
      clauses[clause] =
        isConjunction ? texts.map { "(\($0))" }.joined(separator: " and ") : texts.joined(separator: ", ")
    }
    self.clauses = clauses
    options = parsed
    if let width = parsed["--width"]?.shown, Int(width).map({ $0 > 0 }) != true {
      throw .usage("--width is a number of cells, not `\(width)`")
    }
  }

  /// Finds the lists of all files and resolves the names of the query in them.
  ///
  /// - Parameter change: returns the query to run instead of the requested one.
  /// - Returns: the run of the query over all files, and the requested query; nil if no file can be read.
  func start(
    _ console: Console, _ change: (Query) -> Query = { $0 }
  ) throws -> (run: QueryRun, query: Query)? {
    let text = QueryText(clauses)
    let hasNames = clauses.keys.contains { $0 != .limit && $0 != .filter }
    var inputs: [(values: TextReading, source: InputSource)] = []
    status = try console.reading(InputList(sources).sources, comments: options.takesComments) { input in
      guard input.isArchive || !input.isUnusable else {
        input.problems.joined().forEach(console.report)
        return .unusable
      }
      let (values, status) = try input.soundValues(console, takesLarge: true)
      documents.append((input, values))
      inputs.append((values, input.source))
      return status
    }
    var dates: (key: String, pattern: String)?
    let found = try queried.find(in: inputs, hasNames: { hasNames || $0.filter?.hasNames == true }) {
      let query = try Query(text, names: $0)
      dates = dates ?? $0.datesSortedAsText(by: query)
      return query
    }
    if let dates {
      console.report(
        "\(command): \(dates.key) is sorted as text, not by time  (declare the type date(\(dates.pattern)) in a definition)"
      )
    }
    let lists = found.map(\.list.withoutTitles)
    var queries = found.map(\.resolved)
    if let remark = queries.lazy.compactMap({ $0.filter?.remark }).first {
      console.report("\(command): \(remark)")
    }
    if queries.contains(where: \.showsAny) {
      do throws(TooManyColumns) { try queries.showAll(of: lists, hasKeys: command == "table") } catch {
        throw CommandError(message: "\(command): \(error)  (use --columns to select columns)")
      }
    }
    let run = QueryRun(zip(lists, queries.map(change)).map { ($0, $1) }, skipsBroken: true)
    return queries.first.map { (run, $0) }
  }

  // MARK: - Output

  /// Returns the writer for the rows of the result in the requested format.
  ///
  /// - Parameter titles: the titles of the columns.
  func output(_ titles: [String]) -> TableOutput {
    let format: TableFormat = options.choice("--format") ?? .text
    guard format == .text else {
      return TableOutput(format.writer(titles, guardsFormulas: options.has("--guard-formulas")))
    }
    let width = options["--width"].flatMap { Int($0.shown) } ?? Self.width
    let isChosen = command != "table" || [.columns, .group, .aggregate].contains { clauses[$0] != nil }
    return TableOutput(TextTable(titles, width: width, isChosen: isChosen))
  }

  /// The width of the terminal that standard output is connected to; 120 for any other output.
  static var width: Int {
    var (rows, columns): (Int32, Int32) = (0, 0)
    return cn_window_size(STDOUT_FILENO, &rows, &columns) ? Int(columns) : 120
  }

  /// Reports the rows and values that the result omits, and its problems.
  ///
  /// - Parameter found: the unreadable values and failed calculations in the rows.
  func report(
    _ summary: QueryRun.Summary, _ found: TableOutput.Problems, _ console: Console
  ) -> ExitStatus {
    let unreadable = found.unreadable
    if !summary.cutOff.isEmpty || summary.broken > 0 || unreadable + found.failed > 0
      || summary.rowsLeftOut > 0
    {
      status = max(status, .dataProblems)
    }
    for index in summary.cutOff { documents[index].input.problems.joined().forEach(console.report) }
    if let (source, offset) = summary.firstBroken {
      let document = documents[source]
      // Malformed lines and repaired texts were already reported when they were read.
      if document.values.damaged.isEmpty, document.values.bytes === document.input.bytes {
        let place = document.values.bytes.location(at: offset).place(in: document.input.name)
        let records = Words.count(summary.broken, "value")
        console.report("\(place): skipped \(records) of malformed JSON, of which this is the first")
      }
    }
    if unreadable > 0, summary.broken == 0 {
      let values = Words.count(unreadable, "value")
      console.report("\(command): \(values) not as the model expects (`mantle check` shows where)")
    }
    if let failure = found.firstFailure {
      console.report(
        "\(command): \(Words.count(found.failed, "value")) could not be calculated; the first: \(failure)")
    }
    if summary.rowsLeftOut > 0 {
      console.report("\(command): left out \(summary.rowsLeftOut) rows: too many groups")
    }
    if !summary.estimates.isEmpty {
      let titles = Words.list(summary.estimates, most: 3)
      console.report("\(command): too many different values for exact results; estimated: \(titles)")
    }
    // Statistics only report `max`. In a text column, `max` excludes nothing, while the other figures exclude all values.
    for (title, count) in summary.valuesLeftOut where command == "table" || title.hasPrefix("max(") {
      let figures = command == "table" ? title : "min to sum, such as \(title),"
      let verb = command == "table" ? "leaves" : "leave"
      console.report(
        "\(command): \(figures) \(verb) out \(Words.count(count, "value")): not a number, or too large")
    }
    return status
  }
}

/// Writes the rows of a result to the console as they are found, and counts the values that cannot be shown.
struct TableOutput {
  private var writer: any RowWriter
  private(set) var problems = Problems()

  /// The numbers of values that the rows cannot show.
  struct Problems {
    /// The number of values in the rows that their properties reject.
    var unreadable = 0
    /// The number of failed calculations, and the reason for the first one.
    var failed = 0
    var firstFailure: String?

    mutating func add(_ cell: QueryCell) {
      guard cell.kind == .unreadable else { return }
      guard let failure = cell.failure else {
        unreadable += 1
        return
      }
      failed += 1
      firstFailure = firstFailure ?? failure
    }
  }

  init(_ writer: any RowWriter) { self.writer = writer }

  /// Writes rows to the console, and returns false if its output has failed.
  mutating func write(_ rows: [QueryRow], _ console: Console) -> Bool {
    for row in rows {
      for cell in row.cells { problems.add(cell) }
    }
    console.write(Array(writer.write(rows).utf8))
    return console.failure == nil
  }

  mutating func finish(_ console: Console) {
    console.write(Array(writer.finish().utf8))
    guard let table = writer as? TextTable, !table.hidden.isEmpty else { return }
    let names = table.hidden.joined(separator: ", ")
    console.report("\(Words.count(table.hidden.count, "column")) not shown (--columns, --width): \(names)")
  }
}
