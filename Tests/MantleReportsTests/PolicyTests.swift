import Mantle
@testable import MantleReports
import Testing

struct PolicyTests {
  private func result(_ change: (inout CheckPolicy) -> Void) -> FileResult {
    var policy = CheckPolicy()
    change(&policy)
    return Samples.check(Samples.labels, as: "Label", policy: policy)
  }

  @Test(arguments: [
    ("type-mismatch", 0, 1), ("type-mismatch@[].name", 0, 1), ("type-mismatch@Label.name", 0, 1),
    ("type-mismatch@[].id", 2, 1), ("unmapped-key", 2, 0), ("unmapped-key@[].colour", 2, 0),
    ("unmapped-key@[].color", 2, 1),
  ])
  func allowedProblemsAreSuppressed(_ rule: String, _ errors: Int, _ unmapped: Int) {
    let file = result { $0.allowed.add(lines: "# a comment\n\n  \(rule) \n") }
    #expect(file.errors == errors)
    #expect(file.unmapped.count == unmapped)
    #expect(file.suppressed == 2 - errors + 1 - unmapped)
  }

  @Test func baselineFailsOnlyOnNewProblems() throws {
    var writer = BaselineWriter()
    writer.add(result { $0.writesBaseline = true })
    #expect(writer.summary == "3 known problems in 1 file")
    let baseline = try Baseline(parsing: JSONBytes(try writer.text()))
    let known = result { $0.baseline = baseline }
    #expect(!known.hasFailed && known.unmapped.isEmpty && known.suppressed == 3)
    var policy = CheckPolicy()
    policy.baseline = baseline
    let text = Samples.labels.replacing("\"c\"", with: "8")
    let worse = Samples.check(text, as: "Label", file: "./labels.json", policy: policy)
    #expect(worse.errors == 1 && worse.suppressed == 3)
    #expect(Samples.check(text, as: "Label", file: "other.json", policy: policy).errors == 3)
  }

  /// Required keys that are reported as one problem are known one by one; so are problems beyond the listed ones.
  @Test(arguments: [.max, 1]) func baselineCountsGroupedProblemsSeparately(_ maximumProblems: Int) throws {
    let text = #"[{},{"x":1},{"id":"1","name":2,"color":3},{"name":"a"},{}]"#
    var policy = CheckPolicy()
    policy.maximumProblems = maximumProblems
    policy.writesBaseline = true
    var writer = BaselineWriter()
    writer.add(Samples.check(text, as: "Label", policy: policy))
    policy.writesBaseline = false
    policy.baseline = try Baseline(parsing: JSONBytes(try writer.text()))
    #expect(!Samples.check(text, as: "Label", policy: policy).hasFailed)
    let worse = text.replacing("[{},", with: "[{},{},")
    #expect(Samples.check(worse, as: "Label", policy: policy).errors == 1)
  }

  /// A baseline knows files by their place beside it, however they are named.
  @Test(arguments: [
    ("/w", "a/base", "/w", "a/labels.json", 0), ("/w", "a/base", "/w/a", "labels.json", 0),
    ("/w", "a/base", "/w/a", "./labels.json", 0), ("/w", "a/base", "/", "/w/a/labels.json", 0),
    ("/w", "a/base", "/w/b", "../a/labels.json", 0), ("/w", "b/base", "/w/a", "labels.json", 0),
    ("/w", "a/base", "/w/b", "labels.json", 2), ("/w", "a/base", "/w", "a/b/labels.json", 2),
  ])
  func baselineIdentifiesFilesByRelativePath(
    writtenIn: String, file: String, readIn: String, name: String, errors: Int
  ) throws {
    var writer = BaselineWriter(at: Baseline.Place(file: file, workingFolder: writtenIn))
    var policy = CheckPolicy()
    policy.writesBaseline = true
    writer.add(Samples.check(Samples.labels, as: "Label", file: "a/labels.json", policy: policy))
    policy.writesBaseline = false
    let place = Baseline.Place(file: "\(writtenIn)/\(file)", workingFolder: readIn)
    policy.baseline = try Baseline(parsing: JSONBytes(try writer.text()), at: place)
    #expect(Samples.check(Samples.labels, as: "Label", file: name, policy: policy).errors == errors)
  }

  /// A rule of one element, as a message names it, accepts that one; rules that accept nothing are named.
  @Test func allowRulesMatchOneElementAndReportUnused() {
    let all = Samples.check(Samples.labels, as: "Label")
    let path = all.problems.first { $0.code == .typeMismatch }?.path.description ?? ""
    #expect(path.contains("[0]") || path.contains("[1]"))
    var policy = CheckPolicy()
    for rule in ["type-mismatch@\(path)", "type-mismatch@[7].name", "missing", "unmapped-key"] {
      policy.allowed.add(rule)
    }
    var total = CheckTotal()
    let file = Samples.check(Samples.labels, as: "Label", policy: policy)
    #expect(file.errors == all.errors - 1)
    total.add(file)
    #expect(
      total.remarks == [
        "--allow missing: no problem matched this rule",
        "--allow type-mismatch@[7].name: no problem matched this rule (indices are written `[]`; `mantle help check` has the forms)",
      ])
  }

  @Test(arguments: [#"{"version":3,"files":[]}"#, #"{"version":1}"#, "{", "[]"])
  func invalidBaselineIsRejected(_ text: String) {
    #expect(throws: (any Error).self) { try Baseline(parsing: JSONBytes(text)) }
  }

  @Test func policyMayTreatWarningsAsErrors() {
    let text = #"{"id":1,"id":2,"name":"a","color":"b"}"#
    func check(_ change: (inout CheckPolicy) -> Void) -> FileResult {
      var policy = CheckPolicy()
      change(&policy)
      return Samples.check(text, as: "Label", policy: policy)
    }
    #expect(!check { _ in }.hasFailed)
    #expect(check { $0.failsOn = [.warning] }.hasFailed)
    #expect(check { $0.warningsAreErrors = true }.errors == 1)
    #expect(check { $0.isQuiet = true }.groups.groups.isEmpty)
  }

  @Test func policyMayFailOnUnmappedKeysAndMissingModels() {
    let text = #"{"id":1,"name":"a","color":"b","x":1}"#
    var policy = CheckPolicy()
    policy.failsOn = [.unmapped, .noModel]
    #expect(Samples.check(text, as: "Label", policy: policy).hasFailed)
    let plain = Samples.check("{}", policy: policy)
    #expect(plain.hasFailed)
    #expect(plain.problems.map(\.code) == [.noModel])
    policy.reportsUnmapped = false
    #expect(!Samples.check(text, as: "Label", policy: policy).hasFailed)
  }

  /// Required keys that one object does not have are one problem with a list; a key that was misspelt is its own.
  @Test func missingKeysOfOneObjectAreOneProblem() {
    let empty = Samples.check(#"[{"x":1},{"id":1,"name":"a","color":"b"},{"Name":"c"}]"#, as: "Label")
    #expect(
      empty.problems.map { "\($0.path) \($0.detail ?? $0.expected ?? "")" } == [
        "[0] 2 required keys are missing: `name`, `color`", "[2].name string", "[2].color string",
      ])
    #expect(empty.errors == 3)
    var policy = CheckPolicy()
    policy.allowed.add("missing@Label.color")
    #expect(
      Samples.check(#"[{"x":1}]"#, as: "Label", policy: policy).problems.map(\.path.description) == [
        "[0].name"
      ])
  }

  /// Warnings, and errors that are accepted, never hide a later error.
  @Test(arguments: [
    (nil, #"{"a":1,"a":2}"#, #"{"a":}"#), ("Label", #"{"name":"a"}"#, #"{"color":"a"}"#),
  ])
  func warningsAndAllowedErrorsDoNotEndTheCheck(_ model: String?, _ accepted: String, _ wrong: String) {
    var policy = CheckPolicy()
    policy.allowed.add("missing@Label.color")
    let file = Samples.check(
      "[" + String(repeating: accepted + ",", count: 100_500) + wrong + "]", as: model, policy: policy)
    #expect(file.isComplete && file.errors == 1)
    #expect(file.problems.last?.path.components.first == .index(100_500))
  }

  @Test func reportOfManyProblemsIsBounded() {
    let text = "[" + String(repeating: "{1},", count: 110_000) + "1]"
    let file = Samples.check(text)
    #expect(!file.isComplete)
    #expect(file.errors >= 100_000 && file.errors <= 110_000)
    #expect(file.groups.groups.count <= 1_000)
    #expect(file.problems.count == 1_000)
    let different = "[" + (0..<1_500).map { #"{"k\#($0)":}"# }.joined(separator: ",") + "]"
    let many = Samples.check(different)
    #expect(many.groups.groups.count == 1_000 && many.omitted == 500 && many.isComplete)
    #expect(
      Samples.lines(.text, many).contains("labels.json: 500 more, not listed (--max-errors 0 lists all)"))
  }
}
