import Mantle

/// One option: all that parsing, `--help` and usage errors know of it.
struct OptionSyntax {
  let name: String
  /// A name that works without being listed.
  var alias: String?
  /// The placeholder of the option's value in the help; nil for an option without a value.
  var value: String?
  /// The permitted values; empty if the value is not restricted to a list.
  var choices: [String] = []
  var isRepeatable = false
  let help: String

  /// The name and the value as the help shows them.
  var title: String { value.map { "\(name) \($0)" } ?? name }

  /// The help with the values as the help shows it.
  var fullHelp: String { help + (choices.isEmpty ? "" : ": " + choices.joined(separator: ", ")) }
}

extension OptionSyntax {
  static let model = OptionSyntax(
    name: "--model", value: "NAME", isRepeatable: true,
    help: "read the data as this model, `none` or `inferred` (default: the best fit)")
  static let definitions = OptionSyntax(
    name: "--models", value: "PATH", isRepeatable: true,
    help:
      "a definition file (NAME.model.json), or a folder of them (those beside a file are found automatically)"
  )
  static let quiet = OptionSyntax(name: "--quiet", help: "report errors only")
  static let comments = OptionSyntax(
    name: "--comments", help: "allow comments and trailing commas (as in .jsonc)")
  /// The keys by which elements of two lists are matched.
  static let keys = OptionSyntax(
    name: "--key", value: "KEY", isRepeatable: true,
    help:
      "the key that identifies the elements of lists (default: \(JSONDifference.usualKeys.joined(separator: ", ")))"
  )
  static let place = OptionSyntax(
    name: "--at", value: "PLACE", isRepeatable: true,
    help: "the place of the model's values: items[], [].issue; once for each --model")
}

/// The syntax of a command: its forms, its options and its description.
struct CommandSyntax {
  /// Nil for the browser, which has no name.
  let name: String?
  let forms: [String]
  let options: [OptionSyntax]
  let help: String

  static let all = programCommands.map { $0.syntax }

  func option(_ name: String) -> OptionSyntax? { options.first { $0.name == name || $0.alias == name } }
}
