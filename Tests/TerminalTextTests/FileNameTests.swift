import Testing

@testable import TerminalText
@testable import TextCells

@Suite struct FileNameTests {
  @Test(
    arguments: [
      Array("issues.json".utf8), Array("é中😀".utf8), [0xFF], [0x61, 0xC3, 0x2E, 0x80, 0xBF],
      [0xED, 0xA0, 0x80],
      // The characters that stand for bytes, in a name of their own.
      Array("\u{10FE80}x\u{10FEFF}".utf8), Array("\u{10FE7F}\u{10FF00}".utf8), [0xF4, 0x8F],
    ] as [[UInt8]])
  func fileNameBytesRoundTripThroughString(bytes: [UInt8]) {
    let name = String(fileName: bytes)
    #expect(name.fileNameBytes == bytes)
  }

  @Test func differentFileNamesGiveDifferentStrings() {
    let names: [[UInt8]] = (0...0xFF).map { [0x61, $0] } + [Array("a\u{10FEFF}".utf8), Array("aÿ".utf8)]
    #expect(Set(names.map { Array(String(fileName: $0).utf8) }).count == names.count)
  }

  @Test func validUTF8FileNameStaysUnchanged() {
    #expect(String(fileName: Array("a é 中.json".utf8)) == "a é 中.json")
    #expect("a é 中.json".fileNameBytes == Array("a é 中.json".utf8))
  }

  @Test func invalidUTF8InFileNameIsEscapedLikeData() {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0x80]
    #expect(String(fileName: bytes).sanitized == #"a\xffb\x80"#)
    #expect(String(fileName: bytes).sanitized == Sanitized(bytes: bytes).text)
  }
}
