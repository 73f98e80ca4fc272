import Mantle
import MantleDocuments
import MantleQuery

/// `mantle filter`: prints the values that pass a filter, one on each line.
struct FilterCommand: ProgramCommand {
  private let text: String
  private let sources: [FileName]
  private let queried: QueriedList
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "filter", forms: ["mantle filter EXPRESSION [FILE…] [OPTION…]", "… | mantle filter EXPRESSION"],
    options: TableRequest.source + [
      OptionSyntax(name: "--count", help: "write only the number of values")
    ] + RowSieve<[UInt8]>.options + [.comments],
    summary: "Writes the values that pass a filter, one per line.",
    help: """
      Writes the values that pass a filter, one per line (NDJSON). The values are the elements of the list with the models, of an
      array, of NDJSON, or of the only list of objects in an object, unless the names in the filter are keys of that object.
      EXPRESSION is a filter as in the browser after &: 'state = open and comments > 10 and labels.name ~ "bug|crash"'.
      Names are properties of the model or keys (.name is always a key). Operators: = != < <= > >=, ~ (regular expression), in (a,
      b), === (exactly the same JSON, as n === "1" or tags === ["a"]); and, or, not, ( ). Also has-error, has-warning,
      has-unmapped; $key, $index, $value; null, absent, unreadable; dates such as 2024-05-01, today, now-7d; ages and durations
      such as 7d, 1h30m. A day, a month or a year is a period: = is in it, < before it, > after it, <= before its end. Values are
      compared as the model decodes them; null is neither < nor >. != null holds for absent values, too. = holds for any element
      of a list; < and > compare the number of its elements. ~ ignores case if the pattern has no capital letters. A name
      can continue in JSON that is in a string. On the right side, a word is text, .name is another property, and ( ) calculate.
      Values are calculated exactly: 'qty * price > 100', 'lower(name) ~ "^a"', 'closed_at - created_at > 7d', 'any(items, price > 3
      and qty = 1)'. `mantle help filter` lists the functions.
      The lines of a pipe are written as they come, once they have the names of the filter.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    guard let text = parsed.values.first else { throw parsed.usage("needs an EXPRESSION") }
    self.text = text.shown
    sources = try parsed.files(after: 1)
    queried = try QueriedList(parsed)
    options = parsed
  }

  func run(_ console: Console) throws -> ExitStatus {
    var passing = Passing()
    passing.sieve = try RowSieve(options)
    let sources = try InputList(sources).sources
    let status = try console.reading(sources, comments: options.takesComments) { lines in
      try write(lines: lines, &passing, console)
    } _: { input in
      let (values, status) = try input.soundValues(console)
      passing.inputs.append((values, input.source))
      return status
    }
    let found = try find(in: passing)
    if passing.first == nil { reportRemark(of: found, console) }
    for (input, found) in zip(passing.inputs, found) { write(input.values, found, &passing, console) }
    for line in passing.sieve?.sampled() ?? [] { write(line: line, &passing, console) }
    if options.has("--count"), passing.first != nil || !found.isEmpty { console.print("\(passing.count)") }
    return status
  }

  /// The list of an input, and the filter resolved with the names of the list.
  private typealias Found = (list: RecordList, resolved: Filter)

  /// The state of a running `mantle filter`: its pending inputs and the number of values that passed.
  private struct Passing {
    /// The inputs whose matching values were not written yet.
    var inputs: [(values: TextReading, source: InputSource)] = []
    /// The list and the filter that the first lines of a stream determine, so that lines are written before its end;
    /// nil until then.
    var first: Found?
    /// The number of values that passed the filter so far.
    var count = 0
    /// The selection of the matching values to write, such as a sample; nil to write all.
    var sieve: RowSieve<[UInt8]>?
  }

  /// Writes the lines of a stream that have arrived and pass the filter.
  ///
  /// - Returns: nil if the lines do not have the names in the filter yet, so that they are needed again.
  private func write(lines: Input, _ passing: inout Passing, _ console: Console) throws -> ExitStatus? {
    if passing.first == nil {
      var beginning = Passing()
      beginning.inputs = [(TextReading(lines.bytes, name: lines.name), lines.source)]
      guard let found = try? find(in: beginning), !found[0].resolved.isOfNumbers else { return nil }
      passing.first = found[0]
      reportRemark(of: found, console)
    }
    guard let first = passing.first else { return nil }
    let (values, status) = try lines.soundValues(console)
    write(values, (first.list.continued(in: values), first.resolved), &passing, console)
    return status
  }

  private func find(in passing: Passing) throws -> [Found] {
    guard let first = passing.first else {
      return try queried.find(in: passing.inputs, hasNames: \.hasNames) { try Filter(text, names: $0) }
    }
    return passing.inputs.map { (first.list.continued(in: $0.values), first.resolved) }
  }

  private func reportRemark(of found: [Found], _ console: Console) {
    if let remark = found.lazy.compactMap(\.resolved.remark).first { console.report("filter: \(remark)") }
  }

  /// Writes the values of a list that pass the filter.
  private func write(_ values: TextReading, _ found: Found, _ passing: inout Passing, _ console: Console) {
    let run = QueryRun([(found.list, Query(found.resolved))], skipsBroken: true)
    _ = run.run { rows in
      for range in rows.compactMap(\.record) where values.isSound(range) {
        let bytes = found.list.bytes
        guard passing.sieve != nil else {
          write(line: line(bytes, range), &passing, console)
          continue
        }
        let node = try? JSONDocument(parsing: bytes, in: range, limits: TextReading.deep).root
        let passed = passing.sieve?.take(
          line(bytes, range), identity: OrderKey(identityOf: node))
        if let passed { write(line: passed, &passing, console) }
      }
      return console.failure == nil
    }
  }

  private func write(line: [UInt8], _ passing: inout Passing, _ console: Console) {
    passing.count += 1
    if !options.has("--count") { console.write(line) }
  }

  /// Returns the source text of a value as one line. A value that spans several lines is reformatted.
  private func line(_ bytes: JSONBytes, _ range: Range<Int>) -> [UInt8] {
    let text = bytes.slice(range)
    guard text.contains(UInt8(ascii: "\n")),
      let document = try? JSONDocument(parsing: bytes, in: range, limits: TextReading.deep)
    else {
      return text + [UInt8(ascii: "\n")]
    }
    return JSONFormatter.compact.line(document.root)
  }
}
