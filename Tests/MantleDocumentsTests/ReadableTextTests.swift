import Mantle
import Testing

@testable import MantleDocuments

/// The reading of malformed texts: mistakes with a certain meaning are repaired, other elements are unreadable.
struct ReadableTextTests {
  private static func readable(_ text: String, name: String = "t.json") -> String? {
    let bytes = JSONBytes(Array(text.utf8), isNDJSON: name.isNDJSONName)
    return TextReading(bytes, name: name).repaired.map { $0.bytes.text(0..<$0.bytes.count) }
  }

  @Test(arguments: [
    ("{ country: 'Peru' }", #"{ "country": "Peru" }"#),
    (#"[{"a":1},{"a":2,"b":tru},{"a":3}]"#, #"[{"a":1},?,{"a":3}]"#),
    (#"[{"a":1} {"a":2}]"#, #"[{"a":1}, {"a":2}]"#),
    (#"{"items":[{"a":1},{"a":2"#, #"{"items":[{"a":1},?]}"#),
    (#"{"a":1,"b":tru}"#, #"{"a":1,"b":true}"#),
    ("window.YTD.part0 = [\n {\"t\":1},\n {\"t\":2}\n]\n", " [\n {\"t\":1},\n {\"t\":2}\n]\n"),
    ("module.exports = {\"t\":1};\n", " {\"t\":1}\n"),
    ("Dec 12 x: {\"a\":1}\nDec 13 x: {\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n"),
    ("INFO {\"a\":1}\n{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n"),
    ("web-1  | {\"a\":1}\nweb-1  | {\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n"),
    ("data: {\"a\":1}\ndata: {\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n"),
    ("{\"a\":1}\n{a:2}\n{\"a\":tru}\n", "{\"a\":1}\n{\"a\":2}\n{\"a\":tru}\n"),
  ])
  func unambiguousTextIsShownAsJSON(text: String, expected: String) {
    let lines = Self.readable(text)?.split(separator: "\n").map { $0.drop { $0 == " " } }
    let others = expected.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines == others)
  }

  @Test(arguments: ["{\"a\":1}", "[1,2]", "{\"a\":1}\n{\"a\":2}\n", "hello", "level=\"INFO\"\n"])
  func jsonAndPlainTextAreLeftUnchanged(text: String) { #expect(Self.readable(text) == nil) }

  @Test(arguments: [
    ("t.json", "[][]", true), ("t.json", "{\"a\": 1} \"x\"", true), ("t.json.gz", "[][]", true),
    ("t.json", "{\"a\":1},\n{\"a\":2}\n", false), ("t.json", "[1]\n[2]\n", false),
    ("t.ndjson", "[][]", false),
    ("<stdin>", "[][]", false),
  ])
  func severalValuesOnOneLineAreAmbiguousInJSONFiles(name: String, text: String, isAmbiguous: Bool) {
    #expect(TextReading(JSONBytes(text), name: name).isAmbiguous == isAmbiguous)
  }

  /// The lines of a long text are parsed on several threads.
  @Test func malformedLinesOfLongTextsAreFound() {
    let lines = (0..<40_000).map { $0 % 1_000 == 7 ? "{\"a\":tru}\n" : "{\"a\":\($0)}\n" }
    var reading = TextReading(JSONBytes(lines.joined()), name: "t.ndjson")
    reading.findDamage()
    var (offset, damaged) = (0, Set<Int>())
    for (number, line) in lines.enumerated() {
      if number % 1_000 == 7 { damaged.insert(offset) }
      offset += line.utf8.count
    }
    #expect(reading.damaged == damaged && reading.skipped == 40 && reading.count == 40_000)
  }

  /// Edits of JSON with other text around it change the JSON only.
  @Test(arguments: [
    "window.x = [{\"a\": 1}];\n", "Dec 12 x: {\"a\": 1}\nDec 13 x: {\"a\": 1}\n",
    "export default {\"a\": 1}\n",
  ])
  func editsKeepTextAroundJSONValues(text: String) throws {
    let blanked = TextReading(JSONBytes(text), name: "t.js").blanked(comments: false)
    #expect(blanked.count == text.utf8.count)
    let reading = TextReading(blanked, name: "t.js")
    var splices: [JSONSplice] = []
    try reading.find(PlacePattern("..a")) { result in
      splices += result.values.map { JSONSplice($0, with: Array("2".utf8)) }
      return true
    }
    let edited = String(decoding: try JSONBytes(text).applying(splices), as: UTF8.self)
    #expect(edited == text.replacing("\"a\": 1", with: "\"a\": 2"))
  }
}
