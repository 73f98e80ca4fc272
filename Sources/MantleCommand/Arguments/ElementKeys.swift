import Mantle

/// What tells the elements of lists apart where two texts are brought together.
enum ElementKeys {
  static let option = OptionSyntax(
    name: "--key", value: "KEY", isRepeatable: true,
    help:
      "what tells the elements of lists apart (default: \(JSONDifference.usualKeys.joined(separator: ", ")))")

  static func keys(_ parsed: ParsedWords) -> [String] {
    parsed.has("--key") ? parsed.all("--key").map(\.shown) : JSONDifference.usualKeys
  }
}
