import Mantle

/// The option that names the keys by which elements of two lists are matched.
enum ElementKeys {
  static let option = OptionSyntax(
    name: "--key", value: "KEY", isRepeatable: true,
    help:
      "what tells the elements of lists apart (default: \(JSONDifference.usualKeys.joined(separator: ", ")))")

  static func keys(_ parsed: ParsedWords) -> [String] {
    parsed.has("--key") ? parsed.all("--key").map(\.shown) : JSONDifference.usualKeys
  }
}
