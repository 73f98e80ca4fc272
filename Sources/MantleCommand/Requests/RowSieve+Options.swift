import MantleQuery

extension RowSieve {
  /// The options that select rows of a result: `--distinct` and `--sample`.
  static var options: [OptionSyntax] {
    [
      OptionSyntax(name: "--distinct", help: "leave out rows that are equal to earlier ones"),
      OptionSyntax(
        name: "--sample", value: "N[,SEED]", help: "write N random rows, in their order",
        details: "With the same number SEED, the sample is the same each time."),
    ]
  }

  /// Creates the selection of rows that the options of a command request.
  ///
  /// - Parameter limit: the maximum number of rows; nil for no limit.
  /// - Returns: nil if the command line has none of the options.
  init?(_ parsed: ParsedWords, limit: Int? = nil) throws(CommandError) {
    let sample = try parsed["--sample"].map { word throws(CommandError) in
      let parts = word.shown.split(separator: ",", omittingEmptySubsequences: false)
      let seed = parts.count == 2 ? UInt64(parts[1]) : nil
      guard let size = Int(parts[0]), size > 0, parts.count == 1 || seed != nil else {
        throw .usage("--sample is a number of rows, as 10, or with a seed, as 10,7, not `\(word.shown)`")
      }
      return (size: size, seed: seed)
    }
    guard parsed.has("--distinct") || sample != nil else { return nil }
    self.init(
      isDistinct: parsed.has("--distinct"), sample: sample?.size, seed: sample?.seed, limit: limit)
  }
}
