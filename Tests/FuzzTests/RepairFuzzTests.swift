import GitHubModels
import Testing

@testable import Mantle
@testable import MantleChecking
@testable import MantleDocuments

/// Damaged JSON: whatever the bytes are, reading them ends, and what they are read as is JSON whose places are known.
struct RepairFuzzTests {
  private static let corpus = [
    #"{"id": 1, "title": "It \"fails\", again", "labels": [{"name": "bug", "color": "f00"}], "user": {"login": "a"}}"#,
    "[\n  {\n    \"a\": 1,\n    \"b\": [true, null, -2.5e3]\n  },\n  {\n    \"a\": \"https://x.org/{/id}?q=1,2\"\n  }\n]\n",
    "{\"level\":\"info\",\"t\":\"2024-05-01T10:00:00Z\"}\n{\"level\":\"error\",\"t\":\"2024-05-01T10:00:01Z\"}\n",
    "{\n  // a comment\n  \"a\": 'x', /* b */ \"c\": [1, 2,],\n}\n",
    "INFO 10:00 {\"a\": 1}\nWARN 10:01 {\"b\": [1, 2]}\n", "event: push\ndata: {\"a\": 1}\n\ndata: [1]\n\n",
    "{'a': True, 'b': None, 'c': ('x', 1)}", "array(\n  'a' => 1,\n  'b' => [2, 3],\n)\n",
    "[1, 2]\n<<<<<<< HEAD\n[3]\n=======\n[4]\n>>>>>>> x\n", "<html><body>502</body></html>",
    #"{"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[10.1, 50], [10, 51.25]]]}}"#,
    "ue\", \"c\": [1, 2]}, {\"a\": \"x\", \"b\": null}], \"d\": {\"e\": 1}}",
    "  % Total    % Received\n\r 33 27366   33  9120    0     0   9000      0 --:--:-- --:--:-- --:--:--  9011{\"a\": 1}\r##### 100.0%\n",
  ]
  private static let tokens = [
    "[", "]", "{", "}", ",", ":", "\"", "\"\"", "\"\"\"", "'", "\\", "\\u00", "//", "/*", "*/", "#", "\n",
    "\r\n",
    " ", "\t", "\u{0}",
    "null", "True", "NaN", "01", "1 000", "1,000", "0x1F", "é", "，", "“", "\u{FEFF}", "${a}", "{{a}}", "(",
    ")",
    "=>", "=", ";", "\",\"",
    "\":", "\": {", "},{", "]}", "}]", "\u{1B}[1m", "> ", "\n- ", "\n+ ", "\n1000\r\n", " GMT", "data: ",
    "\n---\n",
    "%", "...",
  ]

  @Test func anyInputCanBeRepaired() throws {
    try Fuzzer.run(corpus: Self.corpus, tokens: Self.tokens) { bytes, seed throws in
      let (text, hint) = (JSONBytes(bytes), Comment("MANTLE_FUZZ_SEED=\(seed)"))
      let whole = JSONRepair(text)
      #expect(whole.regions.isEmpty || (try? JSONDocument(bytes)) == nil, "\(hint): this is JSON")
      #expect(try text.applying(whole.splices) == whole.text.slice(0..<whole.text.count), hint)
      Self.checkSource(whole, hint)
      let half = 0..<text.count / 2
      let beginning = JSONRepair(text, in: half, allowsValuesOnOneLine: true)
      for (repair, range) in [(whole, 0..<text.count), (beginning, half)] {
        Self.checkRegions(repair, in: range, hint)
        #expect(Self.parseError(in: repair.text) == nil, hint)
      }
    }
  }

  /// A check of it says that it is broken: with no model, with those that are found, with one that was named.
  @Test func checkerReportsEveryMalformedDocument() throws {
    let models = [Issue.modelDescription, User.modelDescription, Label.modelDescription]
    Fuzzer.run(corpus: Self.corpus, tokens: Self.tokens) { bytes, seed in
      let text = JSONBytes(bytes)
      guard (try? JSONDocument(bytes)) == nil, case .array = JSONLayout.detect(text) else { return }
      for places in [[], ModelChoice(of: models, in: text).places, [ModelPlace(models[0])]] {
        let summary = Checker(text, places: places).run { _ in true }
        #expect(summary.errors > 0, "MANTLE_FUZZ_SEED=\(seed): \(places.map(\.path))")
      }
    }
  }

  private static func checkRegions(_ repair: JSONRepair, in range: Range<Int>, _ hint: Comment) {
    var end = range.lowerBound
    for region in repair.regions {
      let isInOrder = region.range.lowerBound >= end && region.range.upperBound <= range.upperBound
      #expect(isInOrder, "\(hint): \(region)")
      end = region.range.upperBound
      #expect(!region.diagnostic(in: repair.original).description.isEmpty, hint)
    }
  }

  /// What is wrong with the values that stand after each other in a text, but for a limit of the parser.
  private static func parseError(in text: JSONBytes) -> JSONSyntaxError? {
    var parser = JSONParser()
    var end = 0
    do throws(JSONSyntaxError) {
      repeat {
        end = try parser.parse(text, from: end)
        end = JSONScanner.skipWhitespace(text.base, end, text.count)
      } while end < text.count
      return nil
    } catch {
      return error.code == .depthLimit ? nil : error
    }
  }

  /// An edit of what was read is an edit of the original, wherever it is.
  private static func checkSource(_ repair: JSONRepair, _ hint: Comment) {
    let count = repair.text.count
    for part in [0..<count, 0..<count / 2, count / 3..<count, count / 2..<count / 2] {
      let source = repair.sourceRange(of: part)
      #expect(source.lowerBound >= 0 && source.upperBound <= repair.original.count, "\(hint): \(part)")
      let splices = repair.sourceSplices(of: [JSONSplice(part, with: Array("0".utf8))])
      #expect(throws: Never.self, "\(hint): \(part)") { try repair.original.applying(splices) }
    }
  }
}
