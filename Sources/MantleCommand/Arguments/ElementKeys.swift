/// What tells the elements of lists apart where two texts are brought together.
enum ElementKeys {
  /// Where nothing else is said.
  private static let usual = ["id", "uuid", "_id", "key", "number", "name", "path", "url"]

  static let option = OptionSyntax(
    name: "--key", value: "KEY", isRepeatable: true,
    help: "what tells the elements of lists apart (default: \(usual.joined(separator: ", ")))")

  static func keys(_ parsed: ParsedWords) -> [String] {
    parsed.has("--key") ? parsed.all("--key").map(\.shown) : usual
  }
}
