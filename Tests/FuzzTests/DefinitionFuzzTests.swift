import Mantle
@testable import MantleDefinitions
import Testing

@testable import MantleChecking

/// Definition files: anything is one or a mistake with its place; one that is read can be written, read again, and made into
/// Swift, a schema and models.
struct DefinitionFuzzTests {
  private static let corpus = [
    #"""
    {"mantle": 1, "root": "[Page]", "models": [
      {"name": "Page", "properties": [
        {"name": "id", "type": "integer"}, {"name": "htmlUrl", "path": "html_url", "type": "url"},
        {"name": "made", "type": "date"}, {"name": "tags", "type": "[string]"}, {"name": "parent", "type": "Page?"},
        {"name": "state", "type": "enum", "cases": ["open", "closed"], "default": "open"}]}]}
    """#,
    #"""
    {"mantle": 1, "root": "Event", "models": [
      {"name": "Event", "by": "type", "models": {"push": "Push", "fork": "Fork"}, "otherwise": "Other"},
      {"name": "Push", "properties": [{"name": "size", "path": "payload.size", "type": "number?"}]},
      {"name": "Fork", "properties": [{"name": "at", "type": "date", "transformer": "secondsSince1970"}]},
      {"name": "Other", "properties": [{"name": "map", "type": "{string: [json]}"}]}]}
    """#,
    #"{"mantle":1,"root":"json","models":[]}"#,
  ]
  private static let tokens = [
    "\"type\"", "\"name\"", "\"path\"", "\"default\"", "null", "[]", "{}", "\"Page\"", "\"Page?\"",
    "\"[[Page]]\"", "\"enum\"",
    "\"a.b[0]\"", "\"\"", ",", ":", "1e400", "\"date\"", "\"models\"", "\"by\"", "\"required\": true,",
    "\"archive\": {\"class\": \"A\"},",
    "\"transformer\"", "\"lowercase\"", "\\u0000", "\"{string: Push}\"", "\"cases\": [],", "true",
  ]
  private static let sample =
    #"[{"id": 1, "html_url": "https://a.b/c", "made": "2024-05-01T10:00:00Z", "tags": [], "type": "push"}]"#

  @Test func definitionParserRoundTripsOrReportsAnError() throws {
    Fuzzer.run(corpus: Self.corpus, tokens: Self.tokens) { bytes, seed in
      let text = JSONBytes(bytes)
      let definition: Definition
      do { definition = try Definition(text) } catch {
        #expect(!"\(error)".isEmpty, "MANTLE_FUZZ_SEED=\(seed): no words")
        return
      }
      let again = try? Definition(JSONBytes(definition.fileText))
      #expect(again == definition, "MANTLE_FUZZ_SEED=\(seed): \(definition.fileText)")
      _ = try? definition.jsonSchema(title: "t")
      _ = definition.table { _, _ in nil }
      let models = DefinedModels(definition)
      guard let place = models.place(isSequence: false) else { return }
      let checker = Checker(JSONBytes(Self.sample), places: [place])
      _ = checker.run { _ in true }
    }
  }

  /// Any JSON has a definition, and is read by it without an error.
  @Test func inferredDefinitionDecodesAnyValidJSON() throws {
    let corpus =
      [Self.sample, #"{"a": [1, 2.5, null], "b": {"c": "x"}, "d": true}"#, "{\"a\": 1}\n{\"a\": \"x\"}\n"]
      + Self.corpus
    Fuzzer.run(corpus: corpus, tokens: Self.tokens) { bytes, seed in
      let text = JSONBytes(bytes)
      guard (try? JSONDocument(parsing: text.valuesAsArray ?? text)) != nil else { return }
      var inference = Inference()
      inference.read(text)
      let definition = inference.definition(rootName: "Root")
      #expect((try? Definition(JSONBytes(definition.fileText))) == definition, "MANTLE_FUZZ_SEED=\(seed)")
    }
  }
}
