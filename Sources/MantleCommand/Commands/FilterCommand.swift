import Mantle
import MantleDocuments
import MantleQuery

/// `mantle filter`: the values that pass a filter, one to a line.
struct FilterCommand: ProgramCommand {
  private let text: String
  private let sources: [FileName]
  private let queried: QueriedList
  private let options: ParsedWords

  static let syntax = CommandSyntax(
    name: "filter", forms: ["mantle filter EXPRESSION [FILE…] [OPTION…]", "… | mantle filter EXPRESSION"],
    options: TableRequest.source + [
      OptionSyntax(name: "--count", help: "write only the number of values"), .comments,
    ],
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
      can continue in JSON that is in a string. The right side is a value: "state" in quotes is text, even if it is a key.
      """)

  init(_ parsed: ParsedWords) throws(CommandError) {
    guard let text = parsed.values.first else { throw parsed.usage("needs an EXPRESSION") }
    self.text = text.shown
    sources = try parsed.files(after: 1)
    queried = try QueriedList(parsed)
    options = parsed
  }

  func run(_ console: Console) throws -> ExitStatus {
    var inputs: [(values: TextReading, source: InputSource)] = []
    let status = try console.reading(InputList(sources).sources, comments: options.takesComments) { input in
      let (values, status) = try input.soundValues(console)
      inputs.append((values, input.source))
      return status
    }
    let found = try queried.find(in: inputs, hasNames: \.hasNames) { try Filter(text, names: $0) }
    if let remark = found.lazy.compactMap(\.resolved.remark).first { console.report("filter: \(remark)") }
    let counts = zip(inputs, found).map { write($0.values, in: $1.list, passing: $1.resolved, console) }
    if options.has("--count"), !counts.isEmpty { console.print("\(counts.reduce(0, +))") }
    return status
  }

  /// Writes the values of a list that pass.
  ///
  /// - Returns: The number of values that pass.
  private func write(
    _ values: TextReading, in list: RecordList, passing filter: Filter, _ console: Console
  ) -> Int {
    var count = 0
    let run = QueryRun([(list, Query(filter))])
    _ = run.run { rows in
      for range in rows.filter({ !$0.isBroken }).compactMap(\.record) where values.isSound(range) {
        count += 1
        if !options.has("--count") { console.write(line(list.bytes, range)) }
      }
      return console.failure == nil
    }
    return count
  }

  /// Returns the source text of a value, reformatted to one line if it spans several.
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
