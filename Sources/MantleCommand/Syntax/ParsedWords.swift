import Mantle

extension FileName {
  /// Whether the argument is a negative number, which is a value because no option begins with a digit.
  fileprivate var isNegativeNumber: Bool { bytes.count > 1 && ASCII.isDigit(bytes[1]) }
}

/// The arguments of a command, separated into options and other arguments, which are called values.
struct ParsedWords {
  /// The syntax of the command.
  let syntax: CommandSyntax
  /// The name of the command; empty for the browser.
  var command: String { syntax.name ?? "" }
  /// Whether standard input is not a terminal, so that FILE can be omitted.
  let isInputPiped: Bool
  private(set) var values: [FileName] = []
  private var options: [String: [FileName]] = [:]
  /// Whether the arguments include `--help` or `--version`, which take precedence over all others.
  private(set) var asksForHelp = false
  private(set) var asksForVersion = false

  /// Parses the arguments of a command.
  ///
  /// - Throws: a usage error if an option is unknown or lacks its value.
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

  /// Returns all values of a repeatable option.
  func all(_ name: String) -> [FileName] { options[name] ?? [] }

  /// The last value of an option; nil if the option is absent.
  subscript(_ name: String) -> FileName? { options[name]?.last }

  /// Whether the option `--comments` allows comments and trailing commas in every input.
  var takesComments: Bool { has("--comments") }

  /// Whether to replace write-protected, hard-linked or otherwise protected files.
  var isForced: Bool { has("--force") }

  /// Whether the command reports errors only.
  var isQuiet: Bool { has("--quiet") }

  /// The output file; nil for standard output.
  var output: FileName? { self["--output"].flatMap { $0 == "-" ? nil : $0 } }

  /// The keys that identify the elements of lists.
  var keys: [String] { has("--key") ? all("--key").map(\.shown) : JSONDifference.usualKeys }

  /// Returns the arguments that are files; standard input if there are none and input is piped.
  ///
  /// - Parameters:
  ///   - count: the number of other arguments before the files.
  ///   - name: the placeholder of a file in the command's syntax.
  func files(after count: Int = 0, called name: String = "FILE") throws(CommandError) -> [FileName] {
    let files = Array(values.dropFirst(count))
    guard !files.isEmpty || isInputPiped else { throw usage("needs a \(name), or input on standard input") }
    return files.isEmpty ? ["-"] : files
  }

  /// Returns the only argument of a command; nil if there is none.
  ///
  /// - Parameter name: the placeholder of the argument in the command's syntax.
  func word(called name: String) throws(CommandError) -> FileName? {
    guard values.count <= 1 else { throw usage("takes one \(name), found \(values.count)") }
    return values.first
  }

  /// Returns the two inputs that the arguments name, of which one may be standard input.
  ///
  /// - Parameter names: the placeholders of the inputs in the command's syntax.
  func inputs(_ names: (String, String)) throws(CommandError) -> (InputSource, InputSource) {
    guard values.count == 2 else {
      throw usage("needs \(names.0) and \(names.1), found \(values.count) arguments")
    }
    let inputs = (InputSource(values[0]), InputSource(values[1]))
    guard inputs != (.standardInput, .standardInput) else {
      throw usage("can read standard input (`-`) once only")
    }
    return inputs
  }

  /// Returns a usage error that begins with the name of the command.
  ///
  /// - Parameter words: the rest of the message.
  func usage(_ words: String) -> CommandError { .usage("\(command) \(words)") }

  /// Returns the value of an option as one of its predefined choices; nil if the option is absent.
  func choice<Choice: RawRepresentable<String>>(_ name: String) -> Choice? {
    self[name].flatMap { Choice(rawValue: $0.shown) }
  }
}
