import GitHubModels
import Mantle
import Testing

@testable import MantleQuery
@testable import ModelBrowser

/// The filter language: anything is a filter or a mistake with its place, and a filter that is shown means the same.
struct FilterFuzzTests {
  private static let corpus = [
    "state = open and comments > 10 and labels.name ~ \"bug|crash\" and not assignee = null",
    "has-error or has-unmapped or modified", "created_at > -7d and updated_at < 2024-01-01",
    "(a = 1 or b != 2) and not (c in (1, \"x\", null) or d not in (true))", "title !~ /^a.*b$/i",
    "key = x and value >= 1e9",
    "user.login = \"octo\\\"cat\" && !locked", "\"plain text\"", "labels[0].name = bug", "length > 3",
    "1h < 2h", "labels.name ~ \u{11}\"b", "title = \u{7f}\\",
  ]
  private static let tokens = [
    "and", "or", "not", "in", "(", ")", "\"", "\\", "=", "!=", "<", "<=", ">", ">=", "~", "!~", "/", "null",
    "true", "1e999",
    "-7d", "2024-02-30", ",", ".", "[", "]", "é", "\u{0}", "((((((((", " ", "99999999999999999999",
    "\u{1F600}", "has-error",
  ]
  private static let samples = [
    #"{"state": "open", "comments": 11, "labels": [{"name": "bug"}], "assignee": null, "a": 1, "title": "ab", "key": "x"}"#,
    "[1, [2, {\"c\": \"d\"}], null, \"x\", -1.5e300]", "\"text\"", "true",
  ]

  @Test func filterParserRoundTripsOrReportsAnError() throws {
    let nodes = try Self.samples.map { try JSONDocument($0).root }
    let names = [
      FilterNames(model: nil, samples: nodes),
      FilterNames(model: Issue.modelDescription, samples: []),
    ]
    Fuzzer.run(corpus: Self.corpus, tokens: Self.tokens) { bytes, seed in
      let text = String(decoding: bytes, as: UTF8.self)
      for names in names {
        do throws(FilterError) {
          let filter = try Filter(text, names: names)
          let again = try? Filter(filter.words, names: names)
          let verdicts = nodes.map { filter.holds(for: FilterSubject($0)) }
          #expect(
            again != nil, "MANTLE_FUZZ_SEED=\(seed): \(text) is shown as \(filter.words), which is no filter")
          if let again {
            #expect(
              nodes.map { again.holds(for: FilterSubject($0)) } == verdicts,
              "MANTLE_FUZZ_SEED=\(seed): \(text) is shown as \(filter.words), which means something else")
          }
        } catch {
          #expect(
            (0...text.count).contains(error.position) && !error.description.isEmpty,
            "MANTLE_FUZZ_SEED=\(seed): \(text): a mistake at \(error.position)")
        }
      }
    }
  }
}
