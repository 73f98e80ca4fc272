import Mantle

/// An option of a command, with the data that parsing, `--help` and usage errors need.
struct OptionSyntax {
  let name: String
  /// A second name of the option, which the help does not show.
  var alias: String?
  /// The placeholder of the option's value in the help; nil for an option without a value.
  var value: String?
  /// The permitted values of the option; empty if the value is not restricted to a list.
  var choices: [String] = []
  var isRepeatable = false
  /// A short description, which `--help` shows.
  let help: String
  /// Further details, which `mantle help` and the manual page show.
  var details = ""

  /// The name of the option with the placeholder of its value, for the help.
  var title: String { value.map { "\(name) \($0)" } ?? name }

  /// The short description of the option with its permitted values.
  var helpWithChoices: String { help + (choices.isEmpty ? "" : ": " + choices.joined(separator: ", ")) }

  /// The complete description of the option: the short description, the permitted values and the details.
  var fullHelp: String { helpWithChoices + (details.isEmpty ? "" : ". \(details)") }
}

extension OptionSyntax {
  static let model = OptionSyntax(
    name: "--model", value: "NAME", isRepeatable: true,
    help: "read the data as this model, `none` or `inferred`",
    details: "Without this option, the model that fits best is used.")
  static let definitions = OptionSyntax(
    name: "--models", value: "PATH", isRepeatable: true,
    help: "use a definition, a folder of them, or a JSON Schema",
    details: "Definitions (NAME.model.json) in the folder of the data are found without this option.")
  static let quiet = OptionSyntax(name: "--quiet", help: "report errors only")
  static let comments = OptionSyntax(
    name: "--comments", help: "allow comments and trailing commas (as in .jsonc)")
  /// The option for the keys that identify the elements of lists.
  static let keys = OptionSyntax(
    name: "--key", value: "KEY", isRepeatable: true,
    help: "identify the elements of lists by this key",
    details: "Without this option: \(JSONDifference.usualKeys.joined(separator: ", ")).")
  static let place = OptionSyntax(
    name: "--at", value: "PLACE", isRepeatable: true,
    help: "read the values at this place: items[], [].issue",
    details: "It is given once for each --model.")
}

/// The syntax of a command: its forms, its options and its description.
struct CommandSyntax {
  /// The name of the command; nil for the browser.
  let name: String?
  let forms: [String]
  let options: [OptionSyntax]
  /// The purpose of the command, as one sentence.
  let summary: String
  /// The complete description of the command.
  let help: String

  static let all = programCommands.map { $0.syntax }

  /// A placeholder for an argument in the syntax of a command, such as `FILE`.
  struct Operand {
    let name: String
    let isOptional: Bool
    var isFile: Bool {
      ["FILE", "PATH", "IN", "OUT", "BEFORE", "AFTER", "PATCH", "BASE", "NEWER"].contains(name)
    }
  }

  /// Returns the placeholders of a form such as `mantle get FILE PLACE [OPTION…]`.
  static func operands(of form: String) -> [Operand] {
    form.split(separator: " ").compactMap { word in
      let name = word.filter(\.isLetter)
      guard name == name.uppercased(), !name.isEmpty, name != "OPTION" else { return nil }
      return Operand(name: name, isOptional: word.hasPrefix("["))
    }
  }

  func option(_ name: String) -> OptionSyntax? { options.first { $0.name == name || $0.alias == name } }

  /// Returns the suggestion for an unknown option: the options that it abbreviates, or the most similar one.
  func suggestion(forOption word: String) -> String {
    let names = options.map(\.name) + ["--help", "--version"]
    let start = "--" + word.drop { $0 == "-" }.lowercased()
    let longer = start == "--" ? [] : names.filter { $0.hasPrefix(start) }
    let near = longer.isEmpty ? Spelling.nearest(to: word, among: names).map { [$0] } ?? [] : longer
    return near.isEmpty ? "" : "; did you mean \(near.map { "`\($0)`" }.joined(separator: " or "))?"
  }
}
