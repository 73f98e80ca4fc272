import MantleReports

/// The parsed arguments of `mantle check`.
struct CheckRequest {
  var paths: [FileName]
  var models: [ModelRequest]
  var form: ReportFormName
  /// Whether defaults, aliases and coercions are listed too.
  var listsNotes: Bool
  /// Whether every default and coercion is reported, which the form for programs always does.
  var listsAll: Bool { listsNotes || form == .json }
  /// Whether comments and trailing commas are meant, whatever the file is called.
  var takesComments: Bool
  var policy = CheckPolicy()
  /// Rules of the allow list, and `@FILE` for files of them.
  var allowed: [FileName]
  var baseline: FileName?
  var newBaseline: FileName?
  /// Whether that file may be replaced though it is write-protected or hard-linked.
  var isForced: Bool

  init(_ parsed: ParsedWords, _ isInputPiped: Bool) throws(CommandError) {
    paths = parsed.values.isEmpty && isInputPiped ? ["-"] : parsed.values
    guard !paths.isEmpty else { throw .usage("check needs a PATH, or input on standard input") }
    guard paths.count(where: { $0 == "-" || $0 == "@-" }) <= 1 else {
      throw .usage("check can read standard input (`-`) once only")
    }
    models = try ModelRequest.all(parsed)
    form = parsed.choice("--format") ?? .text
    listsNotes = parsed.has("--notes")
    takesComments = parsed.has("--comments")
    allowed = parsed.all("--allow")
    baseline = parsed["--baseline"]
    newBaseline = parsed["--write-baseline"]
    isForced = parsed.has("--force")
    policy.isQuiet = parsed.has("--quiet")
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
