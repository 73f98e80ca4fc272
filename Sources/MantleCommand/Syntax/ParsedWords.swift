import Mantle

extension FileName {
  /// `-2` is a value: no option begins with a digit.
  fileprivate var isNegativeNumber: Bool { bytes.count > 1 && ASCII.isDigit(bytes[1]) }
}

/// The words of a command line, sorted into options and values by the syntax of a command.
struct ParsedWords {
  /// The syntax of the command.
  let syntax: CommandSyntax
  /// The name of the command; empty for the browser.
  var command: String { syntax.name ?? "" }
  /// Whether standard input is something other than a terminal, so that no FILE is needed.
  let isInputPiped: Bool
  private(set) var values: [FileName] = []
  private var options: [String: [FileName]] = [:]
  /// Whether `--help` or `--version`, which win over everything else, was among them.
  private(set) var asksForHelp = false
  private(set) var asksForVersion = false

  /// - Throws: a usage error for an option the command does not have, or that lacks its value.
  init(
    _ words: some Sequence<FileName>, _ syntax: CommandSyntax, isInputPiped: Bool
  ) throws(CommandError) {
    self.syntax = syntax
    self.isInputPiped = isInputPiped
    var rest = Array(words)[...]
    var isLiteral = false
    while let word = rest.popFirst() {
      if isLiteral || word == "-" || word.bytes.first != UInt8(ascii: "-") || word.isNegativeNumber {
        values.append(word)
        continue
      }
      switch word {
      case "--": isLiteral = true
      case "--help", "-h": asksForHelp = true
      case "--version": asksForVersion = true
      default: try readOption(word, &rest)
      }
    }
  }

  private mutating func readOption(
    _ word: FileName, _ rest: inout ArraySlice<FileName>
  ) throws(CommandError) {
    let parts = word.bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let word = FileName(bytes: parts[0]).shown
    guard let option = syntax.option(word) else {
      throw .usage("no option `\(word)`" + syntax.suggestion(forOption: word))
    }
    let name = option.name
    guard option.value != nil else {
      guard parts.count == 1 else { throw .usage("`\(name)` takes no value") }
      options[name] = []
      return
    }
    guard let value = parts.count > 1 ? FileName(bytes: parts[1]) : rest.popFirst() else {
      throw .usage("`\(name)` needs a value")
    }
    if !option.choices.isEmpty, !option.choices.contains(value.shown) {
      throw .usage("\(name) is one of \(option.choices.joined(separator: ", ")), not `\(value.shown)`")
    }
    options[name] = option.isRepeatable ? options[name, default: []] + [value] : [value]
  }

  var hasOptions: Bool { !options.isEmpty }

  func has(_ name: String) -> Bool { options[name] != nil }

  /// All values of an option that may be repeated.
  func all(_ name: String) -> [FileName] { options[name] ?? [] }

  /// The value of an option.
  subscript(_ name: String) -> FileName? { options[name]?.last }

  /// Whether comments and trailing commas are accepted.
  var takesComments: Bool { has("--comments") }

  /// Whether a write-protected, hard-linked or otherwise kept file may be replaced.
  var isForced: Bool { has("--force") }

  /// Whether only errors are reported.
  var isQuiet: Bool { has("--quiet") }

  /// The file to write; nil for standard output.
  var output: FileName? { self["--output"].flatMap { $0 == "-" ? nil : $0 } }

  /// The keys by which elements of two lists are matched.
  var keys: [String] { has("--key") ? all("--key").map(\.shown) : JSONDifference.usualKeys }

  /// Returns the files after the first words, or standard input if no files are given and input is piped.
  ///
  /// - Parameter name: the placeholder of a file in the syntax of the command.
  func files(after count: Int = 0, called name: String = "FILE") throws(CommandError) -> [FileName] {
    let files = Array(values.dropFirst(count))
    guard !files.isEmpty || isInputPiped else { throw usage("needs a \(name), or input on standard input") }
    return files.isEmpty ? ["-"] : files
  }

  /// Returns the only word, or nil without words.
  ///
  /// - Parameter name: its placeholder in the syntax of the command.
  func word(called name: String) throws(CommandError) -> FileName? {
    guard values.count <= 1 else { throw usage("takes one \(name), found \(values.count)") }
    return values.first
  }

  /// Returns two inputs, of which one may be standard input.
  ///
  /// - Parameter names: the placeholders of the inputs in the syntax of the command.
  func inputs(_ names: (String, String)) throws(CommandError) -> (InputSource, InputSource) {
    guard values.count == 2 else {
      throw usage("needs \(names.0) and \(names.1), found \(values.count) names")
    }
    let inputs = (InputSource(values[0]), InputSource(values[1]))
    guard inputs != (.standardInput, .standardInput) else {
      throw usage("can read standard input (`-`) once only")
    }
    return inputs
  }

  /// Returns a usage error of the command.
  func usage(_ words: String) -> CommandError { .usage("\(command) \(words)") }

  /// Returns the value of an option as one of its predefined choices; nil if the option is absent.
  func choice<Choice: RawRepresentable<String>>(_ name: String) -> Choice? {
    self[name].flatMap { Choice(rawValue: $0.shown) }
  }
}
