import MantleReports

/// The parsed arguments of `mantle check`.
struct CheckRequest {
  var paths: [FileName]
  var models: [ModelRequest]
  var form: ReportFormName
  var policy = CheckPolicy()
  /// All options as they were given.
  let options: ParsedWords
  /// Whether every default, alias and coercion is reported, which the form for programs always does.
  var listsNotes: Bool { options.has("--notes") || form == .json }
  /// Rules of the allow list, and `@FILE` for files of them.
  var allowed: [FileName] { options.all("--allow") }
  var baseline: FileName? { options["--baseline"] }
  var newBaseline: FileName? { options["--write-baseline"] }

  init(_ parsed: ParsedWords, _ isInputPiped: Bool) throws(CommandError) {
    paths = parsed.values.isEmpty && isInputPiped ? ["-"] : parsed.values
    guard !paths.isEmpty else { throw .usage("check needs a PATH, or input on standard input") }
    guard paths.count(where: { $0 == "-" || $0 == "@-" }) <= 1 else {
      throw .usage("check can read standard input (`-`) once only")
    }
    models = try ModelRequest.all(parsed)
    form = parsed.choice("--format") ?? .text
    options = parsed
    policy.isQuiet = parsed.isQuiet
    policy.reportsUnmapped = !parsed.has("--no-unmapped")
    policy.warningsAreErrors = parsed.has("--warnings-as-errors")
    policy.failsOn = Set(parsed.all("--fail-on").compactMap { CheckPolicy.Failure(rawValue: $0.shown) })
    if parsed.has("--require-model") { policy.failsOn.insert(.noModel) }
    if let most = parsed["--max-errors"]?.shown {
      guard let number = Int(most), number >= 0 else {
        throw .usage("--max-errors is a number from 0, not `\(most)`")
      }
      policy.mostProblems = number == 0 ? nil : number
    }
  }
}
