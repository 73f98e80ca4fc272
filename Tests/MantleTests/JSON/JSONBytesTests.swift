import Foundation
import TestSupport
import Testing

@testable import Mantle

@Suite struct JSONBytesTests {
  @Test func bytesAreReadInsideBoundsOnly() {
    let bytes = JSONBytes("héllo")
    #expect(bytes.count == 6)
    #expect(bytes[0] == 0x68)
    #expect(bytes[-1] == 0 && bytes[6] == 0)
    #expect(bytes.slice(4..<100) == Array("lo".utf8))
    #expect(bytes.text(0..<2) == "h\u{FFFD}")
    #expect(bytes.slice(50..<60).isEmpty)
    #expect(JSONBytes([]).count == 0)
  }

  /// Line and column against counting by hand, at every offset of texts with all kinds of characters.
  @Test(arguments: [
    "", "a", "\n", "a\nb\n\n\u{301}é日😀\r\nx", String(repeating: "é\n😀x", count: 60),
    String(repeating: "x", count: 100),
  ])
  func locationMatchesCountingByHand(text: String) {
    let bytes = JSONBytes(text)
    var line = 1
    var column = 1
    var offset = 0
    for scalar in text.unicodeScalars {
      #expect(bytes.location(at: offset) == SourceLocation(line: line, column: column, offset: offset))
      offset += UTF8.width(scalar)
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    #expect(bytes.location(at: offset + 10) == SourceLocation(line: line, column: column, offset: offset))
    #expect(bytes.location(at: -1).offset == 0)
  }

  /// More lines than a byte-wide tally could hold.
  @Test func locationCountsManyLines() {
    let bytes = JSONBytes([UInt8](repeating: 0x0A, count: 20_000) + [0x61])
    #expect(bytes.location(at: 20_001) == SourceLocation(line: 20_001, column: 2, offset: 20_001))
  }

  @Test func byteOrderMarkTakesNoColumn() {
    let bytes = JSONBytes("\u{FEFF}ab\nc")
    #expect(bytes.hasByteOrderMark)
    #expect(bytes.location(at: 3).column == 1)
    #expect(bytes.location(at: 4).column == 2)
    #expect(bytes.location(at: 6) == SourceLocation(line: 2, column: 1, offset: 6))
  }

  /// Search in both directions against the standard library's, with every needle length and place.
  @Test(arguments: UInt64(0)..<30) func byteSearchMatchesStandardLibrary(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = (0..<generator.below(300)).map { _ in generator.pick(Array("aab".utf8)) }
    let bytes = JSONBytes(text)
    for length in [1, 2, 3, 5, 17, 70] where length <= text.count {
      let needle = (0..<length).map { _ in generator.pick(Array("aab".utf8)) }
      let start = generator.below(text.count)
      let end = start + generator.below(text.count - start + 1)
      let places = (start...end).filter { $0 + length <= end && Array(text[$0..<$0 + length]) == needle }
      #expect(bytes.firstOccurrence(of: needle, from: start, to: end) == places.first)
      #expect(bytes.lastOccurrence(of: needle, from: start, to: end) == places.last)
    }
    #expect(bytes.firstOccurrence(of: []) == nil)
    #expect(bytes.firstOccurrence(of: text + [0x61]) == nil)
  }

  @Test func byteSearchFindsMatchesAtBothEnds() {
    let bytes = JSONBytes("needle" + String(repeating: "-", count: 200) + "needle")
    let needle = Array("needle".utf8)
    #expect(bytes.firstOccurrence(of: needle) == 0)
    #expect(bytes.firstOccurrence(of: needle, from: 1) == 206)
    #expect(bytes.lastOccurrence(of: needle) == 206)
    #expect(bytes.lastOccurrence(of: needle, to: 211) == 0)
    #expect(bytes.firstOccurrence(of: needle, from: 1, to: 211) == nil)
  }

  @Test func countingLinesAheadKeepsLocations() {
    let text = String(repeating: "12345678\n", count: 20_000)
    let (asked, counted) = (JSONBytes(text), JSONBytes(text))
    #expect(counted.countedLinesEnd == 0)
    var ends: [Int] = []
    while ends.last != counted.count { ends.append(counted.countLines(budgetBytes: 50_000)) }
    #expect(ends.count == 4)
    #expect(counted.countedLinesEnd > counted.count - (1 << 14))
    for offset in stride(from: 0, through: counted.count, by: 997) {
      #expect(counted.location(at: offset) == asked.location(at: offset))
    }
    #expect(JSONBytes("").countLines(budgetBytes: .max) == 0)
  }

  /// Lines and columns lead back to where they came from, in texts with and without a byte order mark.
  @Test(arguments: [
    "", "a", "a\nbc\n\nd", "\u{FEFF}é\nü😀x\n", String(repeating: "0123456789\n\n", count: 4000),
  ])
  func locationsConvertBackToOffsets(text: String) {
    let bytes = JSONBytes(text)
    var offset = bytes.hasByteOrderMark ? 3 : 0
    while offset <= bytes.count {
      if offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
        let location = bytes.location(at: offset)
        #expect(bytes.offset(line: location.line, column: location.column) == offset)
      }
      offset += offset > 200 ? 997 : 1
    }
    let last = bytes.location(at: bytes.count)
    #expect(JSONBytes(text).offset(line: last.line, column: 1_000_000) == bytes.count)
    #expect(JSONBytes(text).offset(line: last.line + 1) == nil)
    #expect(bytes.offset(line: 0) == nil)
  }
}
