import Mantle
import Testing

@Suite struct JSONFormatterTests {
  @Test func formatterWritesCompactAndIndented() throws {
    let root = try JSONDocument("{\"a\" :[1.0,\t{ }, [ ],\"\\u0041\"],\"a\":{\"b\":null}}").root
    #expect(text(.compact, root) == #"{"a":[1.0,{},[],"\u0041"],"a":{"b":null}}"#)
    #expect(
      text(.pretty, root) == #"""
        {
          "a": [
            1.0,
            {},
            [],
            "\u0041"
          ],
          "a": {
            "b": null
          }
        }
        """#)
    let inner = try #require(root["a"])
    #expect(text(JSONFormatter(.indented(4), level: 1), inner) == "{\n        \"b\": null\n    }")
  }

  /// Every style keeps every token: taking the white space out again gives the same text.
  @Test(arguments: UInt64(0)..<40) func formatterKeepsEveryToken(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    let root = try JSONDocument(random.value()).root
    let compact = JSONFormatter.compact.format(root)
    let pretty = JSONFormatter.pretty.format(root)
    #expect(try JSONFormatter.compact.format(JSONDocument(pretty).root) == compact)
    #expect(try JSONFormatter.pretty.format(JSONDocument(compact).root) == pretty)
    #expect(try JSONDocument(compact).root.isEquivalent(to: root))
  }

  private func text(_ formatter: JSONFormatter, _ node: JSONNode) -> String {
    String(decoding: formatter.format(node), as: UTF8.self)
  }
}
