import Mantle
import Testing

@Suite struct JSONLayoutTests {
  static let layouts: [(text: String, layout: JSONLayout)] = [
    ("", .empty), (" \n", .empty), ("\u{FEFF}", .empty), ("1", .scalar(at: 0)), (" \"a\"\n", .scalar(at: 1)),
    ("[1, 2]", .array(at: 0)), ("\u{FEFF}\n[1]\n", .array(at: 4)), ("{\"a\": 1}\n", .object(at: 0)),
    ("{\"a\":1}\n{\"a\":2}\n", .lines(from: 0)), ("\n\n[1]\r\n[2]", .lines(from: 2)),
    ("1\n2\n3", .lines(from: 0)),
    ("{}{}", .concatenated(from: 0)), ("{} {}", .concatenated(from: 0)),
    ("{\n}\n{\n}\n", .concatenated(from: 0)),
    ("\"a\" \"b\"", .concatenated(from: 0)), ("[1] x", .array(at: 0)), ("[1, 2", .array(at: 0)),
    ("{\"a", .object(at: 0)),
    ("]", .scalar(at: 0)), ("x y", .scalar(at: 0)), ("{\"a\":1},\n{\"a\":2}", .object(at: 0)),
  ]

  @Test(arguments: layouts) func detects(_ text: String, _ layout: JSONLayout) {
    #expect(JSONLayout.detect(JSONBytes(text)) == layout)
  }

  /// A first value larger than the window is taken for the only one; the text after it is not looked at.
  @Test func looksAtTheBeginningOnly() {
    let large = "[" + String(repeating: "1,", count: 1000) + "1]"
    #expect(JSONLayout.detect(JSONBytes(large + "\n[2]"), window: 128) == .array(at: 0))
    #expect(JSONLayout.detect(JSONBytes(large + "\n[2]")) == .lines(from: 0))
  }

  static let wrappers: [(text: String, key: String?, close: Int?)] = [
    (#"{"total": 2, "items": [{"a": 1}, {}]}"#, "items", 35),
    (#"{"tags": ["x"], "items": [{}], "n": 1}"#, "items", 28),
    (#"{"a": 1}"#, nil, nil), (#"{"a": [1, 2]}"#, nil, nil), (#"{"a": []}"#, nil, nil), ("{}", nil, nil),
  ]

  @Test(arguments: wrappers) func findsTheWrappedArray(_ text: String, _ key: String?, _ close: Int?) {
    let bytes = JSONBytes(text)
    let found = JSONLayout.wrappedArray(in: bytes, objectAt: 0)
    #expect(found.flatMap { $0.member.key }.map { bytes.text($0) } == key.map { "\"\($0)\"" })
    #expect(found?.presumedClose == close)
  }

  @Test func presumesWhereALargeWrappedArrayCloses() {
    let items = "[" + String(repeating: "{\"a\": [1]},", count: 200) + "{}]"
    let bytes = JSONBytes("{\"n\": 1, \"items\": \(items) }\n")
    let found = JSONLayout.wrappedArray(in: bytes, objectAt: 0, window: 256)
    #expect(found?.member.isMeasured == false)
    #expect(found?.presumedClose == bytes.count - 4)
    let index = JSONChildIndex(bytes, .array(at: 18), presumedClose: found?.presumedClose)
    #expect(index.last().map { bytes.text($0.value) } == "{}")
    while !index.extend(budgetBytes: 1000).isComplete {}
    #expect(index.count == 201)
    #expect(index.problem == nil)
    #expect(index.closeOffset == bytes.count - 4)
  }
}
