import GitHubModels
import Mantle
@testable import MantleReports
import Testing

@testable import MantleChecking

/// A baseline knows every problem of the check that wrote it.
struct BaselineFuzzTests {
  private static let corpus = [
    #"[{"id":1,"name":"bug","color":"ff0000"},{"id":2,"name":7},{}]"#,
    #"{"login":"bo","id":1,"x":{"y":1},"x":2,"type":"User"}"#, "{\"id\":1}\n{\"name\":7}\n{}\n[1,{}]\n",
    #"{"number":1,"user":{},"labels":[{},{"id":"x"}],"state":"odd","assignee":{"login":3},"created_at":"now"}"#,
    #"[{"id":1 "name":"a",},{'id':2},{"name":"\ud800"}] trailing"#,
  ]
  private static let tokens = [
    "{}", "[]", ",", ":", "\"", "null", "\"id\"", "\"name\":", "7", "\n", "}{", "{\"id\":{}}", "\u{FFFE}",
    "\\ud800",
    "\"user\":{}", "/* c */", "é", "e\u{301}",
  ]

  @Test func baselineAcceptsItsOwnSource() throws {
    var policies = [CheckPolicy(), CheckPolicy(), CheckPolicy(), CheckPolicy()]
    policies[1].failsOn = [.unmapped, .warning, .noModel]
    policies[1].warningsAreErrors = true
    policies[2].maximumProblems = 1
    policies[3].isQuiet = true
    policies[3].allowed.add("missing@Label.color")
    try Fuzzer.run(corpus: Self.corpus, tokens: Self.tokens) { bytes, seed in
      let name = [nil, "Label", "User", "Issue"][Int(seed % 4)]
      let policy = policies[Int(seed / 4 % 4)]
      var writing = policy
      writing.writesBaseline = true
      let place = Baseline.Place(file: "b.json", workingFolder: "/w")
      var writer = BaselineWriter(at: place)
      writer.add(check(bytes, as: name, writing))
      var reading = policy
      reading.baseline = try Baseline(parsing: JSONBytes(try writer.text()), at: place)
      let result = check(bytes, as: name, reading)
      let problems = result.problems.map { $0.line() }
      #expect(!result.hasFailed && result.errors == 0, "MANTLE_FUZZ_SEED=\(seed): \(problems)")
    }
  }

  private func check(_ bytes: [UInt8], as name: String?, _ policy: CheckPolicy) -> FileResult {
    let model = GitHub.all.map { $0.modelDescription }.first { $0.name == name }
    let bytes = JSONBytes(bytes)
    let isArray = bytes.count > 0 && bytes[0] == 0x5B
    let checker = Checker(bytes, name: "a.json", model: model, at: JSONKeyPath(isArray ? [.each] : []))
    var result = FileResult(
      "a.json", bytes: bytes, kind: model == nil ? .none : .models, format: "json", policy: policy)
    let summary = checker.run { result.add($0.diagnostics) }
    result.finish(summary)
    return result
  }
}
