import TestSupport
import Testing

@testable import Mantle

@Suite struct JSONWriterTests {
  @Test func writerPlacesCommasBetweenValues() throws {
    var writer = JSONWriter(capacity: 0)
    writer.beginObject()
    writer.writeKey("a")
    writer.beginArray()
    writer.beginElement()
    writer.writeInteger(1)
    writer.beginElement()
    writer.beginObject()
    writer.endObject()
    writer.beginElement()
    writer.writeNull()
    writer.endArray()
    writer.writeKey("b\"")
    writer.writeBool(true)
    writer.writeKey("c")
    writer.writeRawJSON(Array("[1, 2]".utf8))
    writer.endObject()
    #expect(writer.text == #"{"a":[1,{},null],"b\"":true,"c":[1, 2]}"#)
    #expect(writer.count == writer.finish().count)
    writer.truncate(to: 4)
    #expect(writer.text == #"{"a""#)
    writer.removeAll()
    #expect(writer.count == 0)
    #expect(writer.finish().isEmpty)
  }

  @Test func writerFormatsIntegersOfEveryLength() {
    var value: UInt64 = 1
    var samples: [UInt64] = [0, .max]
    for _ in 0..<19 {
      samples += [value - 1, value, value + 1, value &* 7]
      value &*= 10
    }
    samples += [value, value - 1, value + 1]
    for sample in samples {
      #expect(written { $0.writeInteger(sample) } == String(sample))
      let signed = Int64(bitPattern: sample)
      #expect(written { $0.writeInteger(signed) } == String(signed))
    }
    #expect(written { $0.writeInteger(Int64.min) } == String(Int64.min))
    #expect(written { $0.writeInteger(Int8.min) } == "-128")
    #expect(written { $0.writeInteger(UInt128.max) } == String(UInt128.max))
    #expect(written { $0.writeInteger(Int128.min) } == String(Int128.min))
  }

  static let doubles: [(value: Double, text: String)] = [
    (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (1.5, "1.5"), (1e15, "1000000000000000"),
    (9_007_199_254_740_991, "9007199254740991"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
    (1.0 / 3, "0.3333333333333333"),
  ]

  @Test(arguments: doubles) func writerFormatsDoubles(_ value: Double, _ text: String) throws {
    var writer = JSONWriter()
    try writer.writeNumber(value)
    #expect(writer.text == text)
  }

  @Test(arguments: UInt64(0)..<20) func writtenDoublesRoundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var writer = JSONWriter()
    for _ in 0..<200 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      writer.removeAll()
      try writer.writeNumber(value)
      #expect(Double(writer.text)?.bitPattern == value.bitPattern)
      #expect(throws: Never.self) { try JSONDocument(writer.finish()) }
      let single = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      guard single.isFinite else { continue }
      writer.removeAll()
      try writer.writeNumber(single)
      #expect(Float(writer.text)?.bitPattern == single.bitPattern)
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan]) func writerRejectsNonFiniteNumbers(_ value: Double) {
    var writer = JSONWriter()
    #expect(throws: NonFiniteNumberError.self) { try writer.writeNumber(value) }
    #expect(throws: NonFiniteNumberError.self) { try writer.writeNumber(Float(value)) }
    #expect(writer.count == 0)
  }

  static let strings: [(text: String, json: String)] = [
    ("", #""""#), ("a", #""a""#), ("\"\\/", #""\"\\/""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
    ("\u{0}\u{1F}\u{7F}\u{80}", "\"\\u0000\\u001f\u{7F}\u{80}\""), ("é日😀", "\"é日😀\""),
    ("\u{2028}", "\"\u{2028}\""),
  ]

  @Test(arguments: strings) func writerEscapesOnlyRequiredCharacters(_ text: String, _ json: String) {
    #expect(written { $0.writeString(text) } == json)
  }

  /// At every place in a block, and over the buffer's growth.
  @Test func writtenStringsRoundTrip() throws {
    for special in ["\"", "\\", "\n", "\u{0}", "\u{1F}", "é", "😀", "\u{80}"] {
      for before in [0, 1, 7, 14, 15, 16, 17, 31, 32, 33, 200] {
        for after in [0, 1, 15, 16, 40] {
          let text = String(repeating: "x", count: before) + special + String(repeating: "y", count: after)
          var writer = JSONWriter(capacity: 64)
          writer.writeString(text)
          #expect(try JSONDocument(writer.finish()).root.stringValue == text)
        }
      }
    }
    let many = String(repeating: "\u{1}\"", count: 5000)
    var writer = JSONWriter()
    writer.writeString(many)
    #expect(try JSONDocument(writer.finish()).root.stringValue == many)
  }

  @Test func writerCopiesNodesVerbatim() throws {
    let node = try #require(try JSONDocument(#"{"a": [1 , "\u0041"]}"#).root["a"])
    #expect(written { $0.writeRawJSON(node) } == #"[1 , "\u0041"]"#)
  }

  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(capacity: 64)
    body(&writer)
    return writer.text
  }
}
