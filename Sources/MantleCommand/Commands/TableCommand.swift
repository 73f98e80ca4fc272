import Mantle
import MantleQuery

/// `mantle table`: values as the rows of a table.
struct TableCommand: ProgramCommand {
  private let request: TableRequest

  static let syntax = CommandSyntax(
    name: "table", forms: ["mantle table FILE… [OPTION…]", "… | mantle table [OPTION…]"],
    options: TableRequest.source + [
      TableRequest.columns, TableRequest.filter,
      OptionSyntax(
        name: "--sort", value: "KEYS", isRepeatable: true,
        help: "sort by properties: 'comments desc, title natural'"),
      OptionSyntax(
        name: "--group", value: "COLUMNS", isRepeatable: true, help: "put rows with the same values together"),
      OptionSyntax(
        name: "--aggregate", value: "LIST", isRepeatable: true,
        help: "calculate over each group, or over all rows: 'count, mean(comments)'"),
      OptionSyntax(name: "--limit", value: "N", help: "write at most N rows"),
    ] + TableRequest.output,
    help: """
      Writes values as a table: those of the list the models are in, of an array, of NDJSON, or of the only list in an object;
      of several files one after the other. Columns are the properties of the model, or all keys.
      COLUMNS are names as in `filter`, with titles if wanted: 'number, who = user.login'. [] makes a row of each element of a
      list: 'number, labels[].name'. Calculations: count, count(x) (values), percent, nulls(x), absent(x), errors(x), distinct(x),
      sum(x), mean(x), stddev(x), min(x), max(x), median(x), quantile(x, 0.9), first(x), last(x), list(x), top(x, 3). Sums and
      means are exact; null, absent and unreadable values take no part in calculations. A row whose
      value is a list is in the group of each different element. Groups are in the order of their first rows unless they are
      sorted, by any of their columns: --group user.login --aggregate 'count, mean(comments)' --sort 'count
      desc'. Values without an order come last.
      text shows null as null, an absent value as · and an unreadable one after !; csv follows RFC 4180. Of more than a million
      values in a group, distinct, median and quantile are estimates; more than 262,144 groups, or 32 MB of them, are not kept.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    request = try TableRequest(parsed, of: "table", isInputPiped: isInputPiped)
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard let (run, query) = try request.start(console) else { return request.status }
    var output = request.output(query.titles)
    let summary = run.run { output.write($0, console) }
    output.finish(console)
    return request.report(summary, unreadable: output.unreadable, console)
  }
}

/// `mantle stats`: a line of statistics for each property.
struct StatsCommand: ProgramCommand {
  private let request: TableRequest

  static let syntax = CommandSyntax(
    name: "stats", forms: ["mantle stats FILE… [OPTION…]", "… | mantle stats [OPTION…]"],
    options: TableRequest.source + [TableRequest.columns, TableRequest.filter] + TableRequest.output,
    help: """
      Writes a line for each property: the numbers of values, of null, absent and unreadable ones, and of different values; the
      least, the quartiles and the greatest; the mean of numbers; the most frequent values. The values are those of `table`. A
      calculation that makes no sense for a property is absent.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    request = try TableRequest(parsed, of: "stats", isInputPiped: isInputPiped)
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard let (run, query) = try request.start(console, Statistics.usual.query) else { return request.status }
    var output = request.output(Statistics.usual.titles)
    let summary = run.run { rows in
      rows.allSatisfy { output.write(Statistics.usual.rows(of: query, $0), console) }
    }
    output.finish(console)
    return request.report(summary, console, isOfStatistics: true)
  }
}
