import Mantle
@testable import MantleDefinitions
import Testing

/// A law: lines that are read together say what they say one by one, though those that are like the last ones are read in
/// a quicker way.
@Suite struct InferenceByLinesTests {
  private func definition(_ lines: [String], _ workers: Int, separator: String = "\n") -> String {
    var inference = Inference(workers: workers)
    inference.read(JSONBytes(lines.joined(separator: separator)))
    return inference.definition(rootName: "Line").fileText
  }

  private func definitionOneByOne(_ lines: [String]) -> String {
    var inference = Inference()
    for line in lines { inference.read(JSONBytes(line + "\n" + line)) }
    return inference.definition(rootName: "Line").fileText
  }

  private func expectSame(_ lines: [String], _ hint: String = "") {
    let doubled = lines.flatMap { [$0, $0] }
    let expected = definitionOneByOne(lines)
    for workers in 1...3 { #expect(definition(doubled, workers) == expected, "\(hint)") }
    #expect(definition(doubled, 2, separator: "\r\n\n  ") == expected, "\(hint)")
  }

  @Test(arguments: [
    // The same keys, in other orders, fewer and more of them, and some twice.
    [
      #"{"a":1,"b":"x","c":true}"#, #"{"a":1,"b":"x"}"#, #"{"b":"x","a":1}"#,
      #"{"a":1,"b":"y","c":true,"d":0}"#, "{}",
    ],
    [#"{"a":1,"a":2}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1}"#],
    // Keys with escapes are others only in how they are written.
    [#"{"ab":1,"b":2}"#, #"{"\u0061b":1,"b":2}"#, #"{"ab":1,"\u0062":2}"#],
    // Keys that differ in the middle or in the last letter only.
    [#"{"abcdefgh-1-abcdefgh":1}"#, #"{"abcdefgh-2-abcdefgh":"x"}"#, #"{"abcdefgh-1-abcdefgi":true}"#],
    [#"{"abcdefgh":1}"#, #"{"abcdefghi":"x"}"#, #"{"abcdefgi":true}"#, #"{"abcdefg":[]}"#],
    // Models that a text tells apart, told by a key that comes late, first, twice, or not at all.
    [
      #"{"type":"a","x":1}"#, #"{"type":"b","x":"1"}"#, #"{"x":1,"type":"a"}"#, #"{"x":true}"#,
      #"{"type":1,"x":1}"#,
    ],
    [#"{"x":1,"kind":"a"}"#, #"{"x":1,"kind":"a"}"#, #"{"x":1,"kind":"b","type":"q"}"#, #"{"x":1}"#],
    [#"{"t":"a","type":"b"}"#, #"{"t":"a","type":"not a word"}"#, #"{"t":"c","t":"d"}"#],
    [#"{"i":[{"type":"a","p":{"type":"c"}},{"type":"b","q":1}]}"#, #"{"i":[{"type":"b","q":1},{"w":0}]}"#],
    // Texts with escapes, among them half a pair, where the texts before were too many or too long to be told apart.
    [
      #"{"s":"\#(String(repeating: "long ", count: 20))"}"#, #"{"s":"a\nb"}"#, #"{"s":"a\u000ab"}"#,
      #"{"s":"\ud800"}"#,
      #"{"s":"\\u00e9\""}"#, #"{"s":""}"#,
    ],
  ])
  func orderOfLinesDoesNotMatter(lines: [String]) {
    expectSame(lines)
    expectSame(lines + lines.reversed() + lines)
  }

  @Test func lineInferenceHandlesManyDiscriminatorValues() {
    let lines = (0..<40).map {
      #"{"type":"t\#($0)","k\#($0)":\#($0),"x":{"type":"u\#($0 % 3)","y\#($0 % 3)":1}}"#
    }
    expectSame(lines)
  }

  @Test func lineInferenceHandlesManyKeys() {
    let lines = (0..<40).map { line in
      "{" + (0..<40).map { "\"k\(line * 40 + $0)\":{\"v\":\($0)}" }.joined(separator: ",") + "}"
    }
    expectSame(lines)
  }

  /// Lines are handed to threads in parts of 64 KB, and those over a megabyte are taken apart.
  @Test(arguments: [[10, 70_000, 10], [1_100_000, 10, 10], [65_530, 1_048_500, 7]])
  func inferenceHandlesLinesAcrossPartBoundaries(lengths: [Int]) {
    let short = Array(repeating: #"{"n":1,"w":"\#(String(repeating: "a", count: 400))"}"#, count: 200)
    let long = lengths.enumerated().map { number, length in
      #"{"n":\#(number),"w":""# + String(repeating: "a", count: length) + #""}"#
    }
    let lines = short + long + short
    #expect(definition(lines, 2) == definitionOneByOne(long + short.prefix(1)))
  }

  @Test func inferenceSkipsMalformedLines() {
    let lines = (0..<4_500).map { $0 % 500 == 250 ? #"{"a":\#($0),"b":oops}"# : #"{"a":\#($0)}"# }
    for workers in 1...2 {
      var inference = Inference(workers: workers)
      let bytes = JSONBytes(lines.joined(separator: "\n"))
      inference.read(bytes)
      #expect(inference.problems.compactMap(\.location?.line) == (0..<9).map { $0 * 500 + 251 })
      #expect(inference.definition(rootName: "Line").models.first?.properties.map(\.name) == ["a"])
    }
  }
}
