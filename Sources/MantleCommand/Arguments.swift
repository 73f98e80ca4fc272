import Mantle
import ModelBrowser

/// The command line, taken apart.
enum Arguments: Equatable {
  case help
  case version
  case browse(input: InputSource, model: String?)
  case check(inputs: [InputSource], model: String?, format: ReportFormat, listsNotes: Bool)
  case convert(ConversionRequest)
}

/// Where input comes from.
enum InputSource: Equatable {
  case file(String)
  case standardInput

  init(_ argument: String) { self = argument == "-" ? .standardInput : .file(argument) }
}

enum ReportFormat: String, CaseIterable {
  case text, json
}

/// What `mantle convert` was asked for.
struct ConversionRequest: Equatable {
  var input: InputSource
  /// Nil is standard output.
  var output: String?
  var model: String?
  var format: OutputFormat?
}

/// What files can be converted to.
enum OutputFormat: String, CaseIterable {
  case json, ndjson, archive
  case xmlArchive = "xml-archive"

  /// The format a file name's suffix stands for.
  init?(suffixOf path: String) {
    switch FileSuffix(of: path) {
    case .json: self = .json
    case .lines: self = .ndjson
    case .archive(.binary): self = .archive
    case .archive(.xml): self = .xmlArchive
    case nil: return nil
    }
  }
}

extension Arguments {
  /// Takes a command line apart.
  ///
  /// - Parameter isInputPiped: whether standard input is something other than a terminal, so that no FILE is needed.
  static func parse(_ words: [String], isInputPiped: Bool) throws(CommandError) -> Arguments {
    var scanner = ArgumentScanner(words)
    switch words.first.flatMap({ CommandName(rawValue: $0) }) {
    case .check:
      scanner.skipFirst()
      return try parseCheck(&scanner, isInputPiped)
    case .convert:
      scanner.skipFirst()
      return try parseConvert(&scanner)
    case nil: return try parseBrowse(&scanner, isInputPiped)
    }
  }

  private static func parseBrowse(_ scanner: inout ArgumentScanner, _ isInputPiped: Bool) throws(CommandError)
    -> Arguments
  {
    let options = try scanner.options(["--model"])
    if let other = options.other { return other }
    guard options.values.count <= 1 else {
      if let word = options.values.first, let command = CommandName(meantBy: word) {
        throw .usage("no command `\(word)`; did you mean `\(command.rawValue)`?")
      }
      throw .usage("one FILE at a time, found \(options.values.count)")
    }
    guard let input = options.values.first.map(InputSource.init) ?? (isInputPiped ? .standardInput : nil)
    else {
      throw .usage("no FILE, and nothing on standard input")
    }
    return .browse(input: input, model: options["--model"])
  }

  private static func parseCheck(_ scanner: inout ArgumentScanner, _ isInputPiped: Bool) throws(CommandError)
    -> Arguments
  {
    let options = try scanner.options(["--model", "--format", "--notes"])
    if let other = options.other { return other }
    let inputs =
      options.values.isEmpty && isInputPiped ? [.standardInput] : options.values.map(InputSource.init)
    guard !inputs.isEmpty else { throw .usage("check needs a FILE, or input on standard input") }
    guard inputs.count(where: { $0 == .standardInput }) <= 1 else {
      throw .usage("check can read standard input (`-`) once only")
    }
    let format: ReportFormat = try options.choice("--format") ?? .text
    return .check(
      inputs: inputs, model: options["--model"], format: format, listsNotes: options.listsNotes)
  }

  private static func parseConvert(_ scanner: inout ArgumentScanner) throws(CommandError) -> Arguments {
    let options = try scanner.options(["--model", "--to"])
    if let other = options.other { return other }
    guard let input = options.values.first, options.values.count <= 2 else {
      throw .usage(
        "convert needs IN and OUT (`-` is standard input or output), found \(options.values.count) names")
    }
    guard options.values.count == 2 || options["--to"] != nil else {
      throw .usage("convert needs IN and OUT, or --to to write to standard output")
    }
    let output = options.values.count == 2 && options.values[1] != "-" ? options.values[1] : nil
    let format: OutputFormat? = try options.choice("--to") ?? output.flatMap(OutputFormat.init(suffixOf:))
    guard let format else {
      throw .usage(
        "convert does not know what to write: name OUT with a suffix (.json, .ndjson, .archive, .xml) or give --to"
      )
    }
    return .convert(
      ConversionRequest(input: InputSource(input), output: output, model: options["--model"], format: format))
  }
}

extension CommandError {
  static func usage(_ message: String) -> CommandError {
    CommandError(message: message, showsUsageHint: true)
  }
}

/// Options and values of one command line.
private struct ParsedOptions {
  var values: [String] = []
  var options: [String: String] = [:]
  /// `--help` or `--version`, which win over everything else.
  var other: Arguments?
  var listsNotes = false

  subscript(name: String) -> String? { options[name] }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(CommandError) -> Choice? where Choice.RawValue == String {
    guard let text = options[name] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("\(name) is one of \(known), not `\(text)`")
    }
    return choice
  }
}

/// Goes through the words of a command line.
private struct ArgumentScanner {
  private var words: ArraySlice<String>

  init(_ words: [String]) { self.words = words[...] }

  mutating func skipFirst() { words = words.dropFirst() }

  /// Reads everything: options with a value (`--model NAME` or `--model=NAME`), then values.
  mutating func options(_ known: Set<String>) throws(CommandError) -> ParsedOptions {
    var parsed = ParsedOptions()
    var isLiteral = false
    while let word = words.popFirst() {
      if isLiteral || word == "-" || !word.hasPrefix("-") {
        parsed.values.append(word)
      } else if word == "--" {
        isLiteral = true
      } else if word == "--help" || word == "-h" {
        parsed.other = .help
      } else if word == "--version" {
        parsed.other = parsed.other ?? .version
      } else if word == "--notes", known.contains(word) {
        parsed.listsNotes = true
      } else {
        try readOption(word, known, into: &parsed)
      }
    }
    return parsed
  }

  private mutating func readOption(
    _ word: String, _ known: Set<String>, into parsed: inout ParsedOptions
  ) throws(CommandError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    guard known.contains(name) else { throw .usage("no option `\(name)`") }
    guard let value = parts.count > 1 ? parts[1] : words.popFirst() else {
      throw .usage("`\(name)` needs a value")
    }
    parsed.options[name] = value
  }
}
