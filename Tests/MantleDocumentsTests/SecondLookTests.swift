import Testing

@testable import Mantle
@testable import MantleDocuments

/// A slip that looks like several mistakes to who reads from the beginning to the end is one.
@Suite struct SecondLookTests {
  /// A text, what it is read as, what the slip is taken for, and the text it begins with.
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let repaired: String
    let cause: DamagedRegion.Cause
    let at: String

    init(_ text: String, _ repaired: String, _ cause: DamagedRegion.Cause, at: String) {
      (self.text, self.repaired, self.cause, self.at) = (text, repaired, cause, at)
    }

    var testDescription: String { text }
  }

  private static let swaps: [Row] = [
    Row(#"{"a":1,"b":,"x" "c":3}"#, #"{"a":1,"b":"x", "c":3}"#, .swapped, at: #","x""#),
    Row(#"{"x":1,:"a" 2,"b":3}"#, #"{"x":1,"a": 2,"b":3}"#, .swapped, at: #":"a""#),
    Row(#"{"x":1,"id""5" :,"z":[2]}"#, #"{"x":1,"id": "5","z":[2]}"#, .swapped, at: #""5" :"#),
    Row(#"{"a":1 "b",:2}"#, #"{"a":1 ,"b":2}"#, .swapped, at: #""b","#),
    Row(
      "{\"a\": \"x\"\"b\"\r\n    ,: {\r\n \"c\": 1}}", "{\"a\": \"x\",\r\n    \"b\": {\r\n \"c\": 1}}",
      .swapped,
      at: "\"b\""),
    Row(#"{"u":{"a":1,"b":} 2,"c":3}"#, #"{"u":{"a":1,"b":2 },"c":3}"#, .swapped, at: "} 2"),
    Row(
      "[{\"z\":0,\"y\":1},\n  \"z\"\n  {: 1,\"y\":2}]", "[{\"z\":0,\"y\":1},\n  {\n  \"z\": 1,\"y\":2}]",
      .swapped, at: "\"z\"\n  {"),
  ]

  private static let quotes: [Row] = [
    Row(#"{"z":1,""a"":"x","b":2}"#, #"{"z":1,"a":"x","b":2}"#, .surplusQuote, at: "\"a"),
    Row(#"{"z":1,\"a\": 101,"b":2}"#, #"{"z":1,"a": 101,"b":2}"#, .invalidEscape, at: #"\"a"#),
    Row(#"{"z":"q",&quot;a&quot;: 101,"b":2}"#, #"{"z":"q","a": 101,"b":2}"#, .wrongCharacter, at: "&quot;a"),
  ]

  private static let tokens: [Row] = [
    Row(#"{"a":"x": "b":2,"c":"y"}"#, #"{"a":"x", "b":2,"c":"y"}"#, .wrongCharacter, at: #": "b""#),
    Row(#"{"a":"x" and "b":2}"#, #"{"a":"x" , "b":2}"#, .wrongCharacter, at: "and"),
    Row(#"{"a":{1, 2},"b":3}"#, #"{"a":[1, 2],"b":3}"#, .wrongBracket, at: "{1"),
    Row(#"{"a":1,: 2,"b":3}"#, #"{"a":1,"…": 2,"b":3}"#, .missingKey, at: ": 2"),
    Row(#"{"a":b'abc',"b":3}"#, #"{"a":"abc","b":3}"#, .singleQuotes, at: "b'"),
    Row(#"{"a":value "x","b":3}"#, #"{"a": "x","b":3}"#, .strayText, at: "value"),
  ]

  private static let keys: [Row] = [
    Row(#"{"a":1,my key: "x","b":2}"#, #"{"a":1,"my key": "x","b":2}"#, .unquotedKey, at: "my"),
    Row(#"{"a":1,"b" "b": "x","c":2}"#, #"{"a":1, "b": "x","c":2}"#, .missingKey, at: #""b" "b""#),
    Row(#"{"z":1,%22a%22: 101,"b":2}"#, #"{"z":1,"a": 101,"b":2}"#, .wrongCharacter, at: "%22"),
    Row(#"{"z":"q",&#34;a&#34;:"x","b":2}"#, #"{"z":"q","a":"x","b":2}"#, .wrongCharacter, at: "&#34;"),
    Row(#"{"z":"q",:"x","b":2}"#, #"{"z":"q","…":"x","b":2}"#, .missingKey, at: #":"x""#),
    Row(#"{"a" == 1,"b":2}"#, #"{"a" : 1,"b":2}"#, .equalsSign, at: "=="),
    Row(#"{"a" := 1,"b":2}"#, #"{"a" : 1,"b":2}"#, .equalsSign, at: ":="),
  ]

  private static let values: [Row] = [
    Row(
      #"{"l":{{"a":1},{"a":2},{"a":3}},"b":2}"#, #"{"l":[{"a":1},{"a":2},{"a":3}],"b":2}"#, .wrongBracket,
      at: "{{"),
    Row(#"{"a":1 && "b":2}"#, #"{"a":1 , "b":2}"#, .wrongCharacter, at: "&&"),
    Row(#"{"a":{"b":1}]},"c":{"d":2}}"#, #"{"a":{"b":1},"c":{"d":2}}"#, .surplusBracket, at: "]"),
    Row("/**/cb({\"a\":1});", " {\"a\":1}", .textBefore, at: "cb("),
  ]

  private static let lines: [Row] = [
    Row(
      "{\"a\":[{\"b\":1}],\n  Warning: Permanently added host (ED25519) to the list of known hosts.\n  \"c\":2}",
      "{\"a\":[{\"b\":1}],\n  \n  \"c\":2}", .strayText, at: "Warning"),
    Row("{\"a\":1,\n[10:20] INFO started {x}\n\"b\":2}", "{\"a\":1,\n\n\"b\":2}", .strayText, at: "[10"),
  ]

  private static let texts: [Row] = [
    Row(
      "{\"a\":1,\nWarning: added host (KEY) to the list.\n\"b\":2}", "{\"a\":1,\n\n\"b\":2}", .strayText,
      at: "Warning"),
    Row(#"{"a":60 * 60,"b":2}"#, #"{"a":"60 * 60","b":2}"#, .unquotedText, at: "60 *"),
    Row(
      #"{"a":"{"x": 1, "y": [true]}","b":2}"#, #"{"a":"{\"x\": 1, \"y\": [true]}","b":2}"#, .unescapedQuote,
      at: #""x""#),
  ]

  @Test(arguments: swaps + quotes + tokens + texts + keys + values + lines)
  func misleadingErrorIsReportedOnce(_ row: Row) throws {
    let repair = JSONRepair(JSONBytes(row.text))
    let reported = repair.regions.indices.filter(repair.isReported).map { repair.regions[$0] }
    #expect(repair.text.text(0..<repair.text.count) == row.repaired)
    #expect(reported.map(\.cause) == [row.cause])
    let start = try #require(row.text.firstRange(of: row.at)).lowerBound
    #expect(reported.first?.offset == row.text.utf8.distance(from: row.text.startIndex, to: start))
    _ = try JSONDocument(parsing: repair.text)
  }

  @Test func hintNamesTheSwappedTokens() {
    let bytes = JSONBytes(#"{"a":1,"b":,"x" "c":3}"#)
    let hints = JSONRepair(bytes).regions.map { $0.hint(in: bytes) }
    #expect(hints == ["`,` and `\"x\"` are in the wrong order"])
  }

  /// What stands around it is read, and it stays one mistake, wherever it is.
  @Test func swappedTokensAreFoundInLargeDocuments() throws {
    let element = #"{"a":1,"b":"x","c":[1,2]}"#
    let broken = #"{"a":1,"b":,"x" "c":[1,2]}"#
    let list = Array(repeating: element, count: 2000)
    let text = "[" + (list + [broken] + list).joined(separator: ",\n") + "]"
    let repair = JSONRepair(JSONBytes(text))
    #expect(repair.regions.map(\.cause) == [.swapped])
    #expect(try JSONDocument(parsing: repair.text).root.count == 4001)
  }
}
