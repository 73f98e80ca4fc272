import Mantle
@testable import MantleDefinitions
import Testing

@testable import MantleChecking
@testable import MantleDocuments

/// The models that are inferred from a text read that text.
struct InferenceFuzzTests {
  /// Deep values with few keys: one name for several shapes, and models inside themselves.
  private func document(_ fuzzer: inout Fuzzer, depth: Int = 0) -> String {
    let keys = ["a", "b", "type", "é", "e\u{301}", "x-y", "\\ud800", "0", "2024-01-01"]
    let scalars = [
      "null", "true", "0", "-1", "1.5", "1e400", "18446744073709551615", "99999999999999999999.5", #""x""#,
      #""y""#,
      #""""#, #""2024-05-01T10:00:00Z""#, #""2024-05-01""#, #""https://a.b/c""#, #""12""#, #""a\ud800""#,
      #""cat""#,
      #""123e4567-e89b-12d3-a456-426614174000""#,
    ]
    let kind = fuzzer.below(depth < 9 ? 10 : 3)
    if kind < 2 { return fuzzer.pick(scalars) }
    let count = fuzzer.below(depth < 3 ? 4 : 3)
    if kind < 5 {
      return "[" + (0..<count).map { _ in document(&fuzzer, depth: depth + 1) }.joined(separator: ",") + "]"
    }
    var members: [String: String] = [:]
    let few = fuzzer.below(keys.count) + 1
    for _ in 0..<count { members[keys[fuzzer.below(few)]] = document(&fuzzer, depth: depth + 1) }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  @Test func inferredModelsAcceptTheirInput() {
    Fuzzer.forEachSeed(rounds: 1_000) { seed in
      var fuzzer = Fuzzer(seed: seed, corpus: [], tokens: [])
      let count = fuzzer.chance(50) ? 1 : 1 + fuzzer.below(4)
      let values = (0..<count).map { _ in document(&fuzzer) }
      expectAccepted(
        values.joined(separator: fuzzer.pick(["\n", "\n", " ", "\n\n"])), "MANTLE_FUZZ_SEED=\(seed)")
    }
  }

  @Test(arguments: [
    #"{"a": {"a": [[{"a": {"a": {"a": [[{"a": {"a": [[{"a": []}]]}}]]}}}]]}}"#,
    #"{"a\ud800b": 1, "a\ud801b": 2, "c": 3}"#,
    "{\"a\":1} {\"a\":2}\n{\"a\":\"x\"} {\"b\":3}\n", "1 2\n3 \"a\"\n",
    "[{\"a\":{\"x\":1}},{\"b\":\"x\"}]\n{\"2024\":{\"a\":[1]}}\n",
    "{\"a\":1} [] {\"a\":{}} \"y\"\n", #"{"a":1,"n":"\ud800"}"#, "{\"\\ud800\":1}\n{\"a\":2}\n",
    "1 2 \"x\"\n", "1e400 null", "1 null", "0 \"a b c\" true\n",
  ])
  func inferredModelsAcceptTheirInput(_ text: String) { expectAccepted(text, "") }

  /// The models find no error in valid JSON, in whatever layout it is.
  private func expectAccepted(_ text: String, _ note: Comment) {
    let bytes = JSONBytes(text)
    var inference = Inference()
    inference.read(bytes)
    let definition = inference.definition(rootName: "Root")
    #expect((try? Definition(JSONBytes(definition.fileText))) == definition, "\(note) \(text)")
    let places = DefinedModels(definition).place(isSequence: inference.isSequence).map { [$0] } ?? []
    let errors = Checker(bytes, places: places, minimumSeverity: .error).diagnostics().diagnostics
    #expect(errors.map { $0.line() } == [], "\(note)\n\(text)\n\(definition.fileText)")
  }
}
