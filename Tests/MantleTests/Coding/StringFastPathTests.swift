import Testing

@testable import Mantle

/// Strings are written in blocks and their ends with overlapping ones: every length and place is its own case.
struct StringFastPathTests {
  @Test(arguments: 0...70) func everyLengthIsWrittenAsItIs(length: Int) throws {
    let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
    #expect(try text.json() == "\"\(text)\"")
    #expect(try String.decode(json: text.json()) == text)
  }

  @Test(arguments: ["\"", "\\", "\n", "\u{1f}", "é", "\u{7f}", "👩‍💻"])
  func everyPlaceOfASpecialCharacterIsSeen(special: String) throws {
    for length in 0...40 {
      for place in 0...length {
        let text =
          String(repeating: "x", count: place) + special + String(repeating: "y", count: length - place)
        #expect(try String.decode(json: text.json()) == text)
        let escaped = special.utf8.count == 1 && special != "\u{7f}"
        #expect(try text.json().utf8.count == text.utf8.count + 2 + (escaped ? escapeLength(special) - 1 : 0))
      }
    }
  }

  private func escapeLength(_ special: String) -> Int { special == "\u{1f}" ? 6 : 2 }

  @Test(arguments: ["", "a", "key", "0123456789abcdef", "ключ"])
  func textIsComparedByWhatItMeans(text: String) throws {
    let escaped = text.unicodeScalars.map { "\\u" + hex($0.value) }.joined()
    for json in ["\"\(text)\"", "\"\(escaped)\""] {
      let cursor = try JSONDocument(json)
      let context = DecodingContext(leastSeverity: .error)
      cursor.root.withCursor(context) { cursor in
        #expect(cursor.textLength == text.utf8.count)
        #expect(cursor.hasText("key") == (text == "key"))
        #expect(cursor.hasText("0123456789abcdef") == (text == "0123456789abcdef"))
      }
    }
  }

  @Test(arguments: 0...24) func endsAreTheFirstAndTheLastEightBytes(length: Int) throws {
    let bytes = (0..<length).map { UInt8(97 + $0) }
    func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    // What stands behind the string is none of it.
    let json = try JSONDocument("[\"\(String(decoding: bytes, as: UTF8.self))\",12345678]")
    json.root.withCursor(DecodingContext(leastSeverity: .error)) { cursor in
      let text = cursor.element(0)
      #expect(text?.head == word(bytes.prefix(8)))
      #expect(text?.tail == (length > 8 ? word(bytes.suffix(8)) : 0))
    }
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), (#"\n"#, 1), (#"a\"b\\"#, 4), (#"\\u0061"#, 6), (#"é\/\t"#, 4), (#"\u0061"#, nil),
    (#"ab\n\ud800"#, nil),
  ])
  func lengthsAreKnownWithoutResolvingEscapes(json: String, length: Int?) throws {
    try JSONDocument("\"\(json)\"").root.withCursor(DecodingContext(leastSeverity: .error)) { cursor in
      #expect(cursor.lengthOfSimpleText == length)
    }
  }

  private func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
