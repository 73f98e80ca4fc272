import Mantle
import MantleReports

/// The command line, taken apart.
enum Arguments {
  case help(CommandName?)
  case version
  case browse(input: InputSource, models: [ModelRequest])
  case check(CheckRequest)
  case convert(ConversionRequest)
  case explain(code: String?)
  case command(any ProgramCommand)

  /// Takes a command line apart.
  ///
  /// - Parameter isInputPiped: whether standard input is something other than a terminal, so that no FILE is needed.
  init(_ words: [FileName], isInputPiped: Bool) throws(CommandError) {
    let command = words.first?.text.flatMap { CommandName(rawValue: $0) }
    let parsed = try ParsedWords(command == nil ? words : Array(words.dropFirst()), .of(command))
    if parsed.asksForHelp {
      self = .help(command)
    } else if parsed.asksForVersion {
      self = .version
    } else {
      switch command {
      case nil: self = try Self.browse(parsed, isInputPiped)
      case .check: self = .check(try CheckRequest(parsed, isInputPiped))
      case .convert: self = .convert(try ConversionRequest(parsed))
      case .explain: self = try Self.explain(parsed)
      case .get: self = .command(try GetCommand(parsed, isInputPiped: isInputPiped))
      case .set: self = .command(try SetCommand(parsed, isInputPiped: isInputPiped))
      case .filter: self = .command(try FilterCommand(parsed, isInputPiped: isInputPiped))
      case .diff: self = .command(try DiffCommand(parsed, isInputPiped: isInputPiped))
      case .infer: self = .command(try InferCommand(parsed, isInputPiped: isInputPiped))
      case .models: self = .command(try ModelsCommand(parsed, isInputPiped: isInputPiped))
      case .schema: self = .command(try SchemaCommand(parsed, isInputPiped: isInputPiped))
      case .completion: self = .command(try CompletionCommand(parsed, isInputPiped: isInputPiped))
      case .man: self = .command(try ManualCommand(parsed, isInputPiped: isInputPiped))
      }
    }
  }

  /// The definition files, and folders of them, that are asked for.
  static func definitions(in words: [FileName]) throws(CommandError) -> [FileName] {
    let command = words.first?.text.flatMap { CommandName(rawValue: $0) }
    return try ParsedWords(command == nil ? words : Array(words.dropFirst()), .of(command)).all("--models")
  }

  private static func browse(_ parsed: ParsedWords, _ isInputPiped: Bool) throws(CommandError) -> Arguments {
    guard parsed.values.count <= 1 else {
      if let word = parsed.values.first?.shown, let command = CommandName(meantBy: word) {
        throw .usage("no command `\(word)`; did you mean `\(command.rawValue)`?")
      }
      throw .usage("one FILE at a time, found \(parsed.values.count)")
    }
    guard let input = parsed.values.first.map(InputSource.init) ?? (isInputPiped ? .standardInput : nil)
    else {
      throw .usage("no FILE, and nothing on standard input")
    }
    return .browse(input: input, models: try ModelRequest.all(parsed))
  }

  private static func explain(_ parsed: ParsedWords) throws(CommandError) -> Arguments {
    guard parsed.values.count <= 1 else {
      throw .usage("explain takes one CODE, found \(parsed.values.count)")
    }
    return .explain(code: parsed.values.first?.shown)
  }
}

extension CommandError {
  static func usage(_ message: String) -> CommandError {
    CommandError(message: message, showsUsageHint: true)
  }
}

extension CommandName {
  /// The command that a misspelled word was most probably meant to be; nil for words that are like none.
  init?(meantBy word: String) {
    let likely = Self.allCases.first { Spelling.distance(word.lowercased(), $0.rawValue) <= 2 }
    guard let likely else { return nil }
    self = likely
  }
}
