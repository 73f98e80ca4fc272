import Mantle
import ModelBrowser

/// `mantle filter`: the values that pass a filter, one to a line.
struct FilterCommand: ProgramCommand {
  private let text: String
  private let sources: [FileName]
  private let models: [ModelRequest]
  private let countsOnly: Bool

  static let syntax = CommandSyntax(
    name: "filter", forms: ["mantle filter EXPRESSION [FILE…] [OPTION…]", "… | mantle filter EXPRESSION"],
    options: [.model, .place, OptionSyntax(name: "--count", help: "write how many there are instead")],
    help: """
      Writes the values that pass, one to a line (NDJSON): of the list the models are in, of an array, or of NDJSON.
      EXPRESSION is what & takes in the browser: 'state = open and comments > 10 and labels.name ~ "bug|crash"'.
      Names are properties of the model or keys (.name is always a key); = != < <= > >= ~ (regular expression)
      in (a, b); and, or, not, ( ); has-error, has-warning, has-unmapped; $key, $index, $value; dates as 2024-05-01,
      today, now-7d; ages and durations as 7d, 1h30m; null and absent.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    guard let text = parsed.values.first else { throw .usage("filter needs an EXPRESSION") }
    self.text = text.shown
    sources = parsed.values.count > 1 ? Array(parsed.values.dropFirst()) : isInputPiped ? ["-"] : []
    guard !sources.isEmpty else { throw .usage("filter needs a FILE, or input on standard input") }
    models = try ModelRequest.all(parsed)
    countsOnly = parsed.has("--count")
  }

  func run(_ console: Console) throws -> ExitStatus {
    var count = 0
    for source in try InputList(sources).sources where console.failure == nil {
      let values = try Input(source).values
      let pick =
        models.isEmpty
        ? ModelPick.best(of: MantleCommand.models(for: source), for: values.bytes)
        : ModelPick(try models.places(in: values.bytes, from: source))
      let list = FilteredValues(values.bytes, pick)
      list.forEach(passing: try filter(list.names)) { range in
        count += 1
        if !countsOnly { console.write(line(values.bytes, range)) }
        return console.failure == nil
      }
    }
    if countsOnly { console.print("\(count)") }
    return .success
  }

  private func filter(_ names: FilterNames) throws(CommandError) -> Filter {
    do throws(FilterError) { return try Filter(text, names: names) } catch {
      throw .usage("filter: \(error)")
    }
  }

  /// A value as it stands, or on one line where it stands on several.
  private func line(_ bytes: JSONBytes, _ range: Range<Int>) -> [UInt8] {
    let text = bytes.slice(range)
    guard text.contains(UInt8(ascii: "\n")), let document = try? JSONDocument(parsing: bytes, in: range)
    else {
      return text + [UInt8(ascii: "\n")]
    }
    return JSONFormatter.compact.line(document.root)
  }
}
