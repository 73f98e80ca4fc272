import Mantle
import MantleQuery

/// `mantle table`: prints values as the rows of a table.
struct TableCommand: ProgramCommand {
  private let request: TableRequest
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "table", forms: ["mantle table FILE… [OPTION…]", "… | mantle table [OPTION…]"],
    options: TableRequest.source + [
      TableRequest.columns, TableRequest.filter,
    ] + TableRequest.rows + [
      OptionSyntax(
        name: "--sort", value: "KEYS", isRepeatable: true,
        help: "sort: 'comments desc, title natural'"),
      OptionSyntax(
        name: "--group", value: "COLUMNS", isRepeatable: true, help: "group the rows with equal values"),
      OptionSyntax(
        name: "--aggregate", value: "LIST", isRepeatable: true,
        help: "compute aggregates of groups: 'count, mean(comments)'",
        details: "Without --group, they are those of all rows."),
      OptionSyntax(name: "--limit", value: "N", help: "write at most N rows"),
    ] + RowSieve<QueryRow>.options + TableRequest.output,
    summary: "Writes values as a table: sorted, grouped, with aggregates.",
    help: """
      Writes values as a table: the elements of the list with the models, of an array, of NDJSON, or of the only list in an
      object. Several files make one table. The columns are the properties of the model, or all keys. COLUMNS are values as in
      `filter`, with optional titles: 'number, gross = total * 1.19'. A title is a name in the other options. Sort keys, groups and
      aggregates take values, too: --group 'month(placed_at)' --aggregate 'sum(qty * price)'. A value that cannot be calculated is
      unreadable in its row. [] makes a row of each element of a list: 'number, labels[].name'.
      Values without elements have no row, unless --explode 'labels outer' asks for them. --where is a condition on the values,
      --rows one on these rows: --rows 'labels[].name = bug'. Aggregates: count, count(x) (values), percent, nulls(x), absent(x), errors(x),
      distinct(x), sum(x), mean(x), stddev(x), min(x), max(x), median(x), quantile(x, 0.9), first(x), last(x), list(x), top(x,
      3). Sums and means are exact. Aggregates leave out null, absent and unreadable values. A row whose grouped value is a list
      belongs to the group of each of its different elements. Groups have the order of their first rows, unless they are sorted
      by one of their columns: --group user.login --aggregate 'count, mean(comments)' --sort 'count desc'. Values without an
      order are last. In text, null is null, an absent value is · and an unreadable one follows !. CSV is as in RFC 4180, with
      empty text in quotes and null as an empty field. --distinct and --sample select rows of
      the result before --limit. In groups of more than a million values, distinct, median and quantile
      are estimates, and so is top among more than 10,000 different values. At most 262,144 groups, or 32 MB of them, are kept.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    request = try TableRequest(parsed)
    options = parsed
  }

  func run(_ console: Console) throws -> ExitStatus {
    let selects = try RowSieve<QueryRow>(options) != nil
    let started = try request.start(console) { query in
      var query = query
      // The rows are selected before they are limited.
      if selects { query.limit = nil }
      return query
    }
    guard let (run, query) = started else { return request.status }
    var output = request.output(query.titles)
    guard var sieve = try RowSieve<QueryRow>(options, limit: query.limit) else {
      let summary = run.run { output.write($0, console) }
      output.finish(console)
      return request.report(summary, output.problems, console)
    }
    let summary = run.run { rows in
      output.write(rows.compactMap { sieve.take($0, identity: $0.identity) }, console) && !sieve.isFull
    }
    _ = output.write(sieve.sampled(), console)
    output.finish(console)
    return request.report(summary, output.problems, console)
  }
}

/// `mantle stats`: prints statistics of each property.
struct StatsCommand: ProgramCommand {
  private let request: TableRequest

  static let syntax = CommandSyntax(
    name: "stats", forms: ["mantle stats FILE… [OPTION…]", "… | mantle stats [OPTION…]"],
    options: TableRequest.source + [TableRequest.columns, TableRequest.filter] + TableRequest.rows
      + TableRequest.output,
    summary: "Writes a line of statistics for each property.",
    help: """
      Writes a line for each property: the number of values, of null, absent and unreadable ones, and of different values; the
      minimum, quartiles and maximum; the mean, standard deviation and sum of numbers; the most frequent values. The values are the rows of `table`. A
      figure that makes no sense for a property is left empty.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    request = try TableRequest(parsed)
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard let (run, query) = try request.start(console, Statistics.usual.query) else { return request.status }
    var output = request.output(Statistics.usual.titles)
    let summary = run.run { rows in
      rows.allSatisfy { output.write(Statistics.usual.rows(of: query, $0), console) }
    }
    output.finish(console)
    return request.report(summary, .init(), console)
  }
}
