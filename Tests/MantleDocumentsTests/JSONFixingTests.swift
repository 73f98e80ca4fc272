import Mantle
import Testing

@testable import MantleDocuments

/// The strict JSON that is made of malformed text, and the certainty of the changes.
struct JSONFixingTests {
  private static func fixed(_ text: String, name: String = "t.json") -> (text: String?, isSure: Bool) {
    let bytes = JSONBytes(Array(text.utf8), isNDJSON: name.isNDJSONName)
    let fixing = JSONFixing(bytes, name: name)
    return (fixing.text.map { $0.text(0..<$0.count) }, fixing.changes.allSatisfy(\.isSure))
  }

  @Test(arguments: [
    (")]}',\n{\"a\":1}\n", "{\"a\":1}\n"), ("while(1);{\"a\":1,}", "{\"a\":1}"), ("for(;;);[1]", "[1]"),
    (")]}'\n[1]", "[1]"), ("\u{FEFF})]}',\n[1]", "[1]"),
    ("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n"),
    ("{'n': +1, h: 0x1F, d: .5, e: 5., f: -.5e3}", #"{"n": 1, "h": 31, "d": 0.5, "e": 5.0, "f": -0.5e3}"#),
    (#"{\"a\":\"b\"}"#, "{\"a\":\"b\"}\n"),
    ("{\n  // about a\n  \"a\": 1 // one\n}\n", "{\n  \"a\": 1\n}\n"),
  ])
  func certainFixesProduceStrictJSON(text: String, expected: String) {
    let fixed = Self.fixed(text)
    #expect(fixed.text == expected)
    #expect(fixed.isSure)
  }

  @Test(arguments: [
    (
      "[\n{\"a\":1},\n{\"a\":2}],\n{\"a\":3},\n{\"a\":4}\n]\n",
      "[\n{\"a\":1},\n{\"a\":2},\n{\"a\":3},\n{\"a\":4}\n]\n"
    ),
    ("{\"a\":1}\nfoo\n{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n"),
    ("{\"a\":1}\nlevel=\"INFO\" msg=\"x\"\n{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n"),
    ("{\"a\":1}\nfoo", "{\"a\":1}\n"),
    ("{\"a\": 01}", "{\"a\": 1}"),
  ])
  func uncertainFixesProduceStrictJSON(text: String, expected: String) {
    let fixed = Self.fixed(text)
    #expect(fixed.text == expected)
    #expect(!fixed.isSure)
  }

  /// A comma between two members is missing, whatever mistakes follow.
  @Test func missingCommaIsInsertedNextToOtherErrors() {
    let text = """
      {
        "items": [
          {"sku": "A-2" "price": 11},
          {"sku": "A-3", "price": 0x1F},
          {sku: "A-4", "price": .5},
          {"sku": "A-5", "price": 1}
        ],
        "tags": ["a", "b"
      }
      """
    let expected = """
      {
        "items": [
          {"sku": "A-2", "price": 11},
          {"sku": "A-3", "price": 31},
          {"sku": "A-4", "price": 0.5},
          {"sku": "A-5", "price": 1}
        ],
        "tags": ["a", "b"]
      }
      """
    #expect(Self.fixed(text).text == expected)
  }

  @Test(arguments: ["[][]", "{\"a\": true} \"x\"", "hello", "}"])
  func fixingRejectsSeveralValues(text: String) {
    #expect(Self.fixed(text).text == nil)
  }

  @Test func fixingNDJSONAcceptsSeveralValuesPerLine() {
    #expect(Self.fixed("{\"a\":1} {\"a\":2}\n", name: "t.ndjson").text != nil)
  }
}
