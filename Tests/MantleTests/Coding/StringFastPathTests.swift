import Testing

@testable import Mantle

/// Strings are written in blocks and their ends with overlapping ones: every length and place is its own case.
struct StringFastPathTests {
  @Test(arguments: 0...70) func stringsOfEveryLengthRoundTrip(length: Int) throws {
    let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
    #expect(try text.json() == "\"\(text)\"")
    #expect(try String.decode(json: text.json()) == text)
  }

  @Test(arguments: ["\"", "\\", "\n", "\u{1f}", "é", "\u{7f}", "👩‍💻"])
  func specialCharactersRoundTripAtEveryPosition(special: String) throws {
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
  func cursorComparesUnescapedText(text: String) throws {
    let escaped = text.unicodeScalars.map { "\\u" + hex($0.value) }.joined()
    for json in ["\"\(text)\"", "\"\(escaped)\""] {
      let cursor = try JSONDocument(json)
      let context = DecodingContext(minimumSeverity: .error)
      cursor.root.withCursor(context) { cursor in
        #expect(cursor.textLength == text.utf8.count)
        #expect(cursor.hasText("key") == (text == "key"))
        #expect(cursor.hasText("0123456789abcdef") == (text == "0123456789abcdef"))
      }
    }
  }

  private func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
