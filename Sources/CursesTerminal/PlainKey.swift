import ModelBrowser

/// Keys that send a character or a control code.
enum PlainKey {
  /// Decodes the first key of some bytes that do not begin with Escape.
  static func decode(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Decoded {
    guard let first = bytes.first else { return .incomplete }
    if first < 0x80 { return .key(key(ofASCII: first), length: 1) }
    let expected = length(startingWith: first)
    let scalar = bytes.prefix(expected)
    let continued = scalar.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count + 1
    if continued < expected, continued == scalar.count, !isWhole { return .incomplete }
    let text = String(decoding: scalar.prefix(continued), as: UTF8.self)
    guard continued == expected, text.unicodeScalars.count == 1, let character = text.first else {
      return .key(.character("\u{FFFD}"), length: continued)
    }
    return .key(.character(character), length: expected)
  }

  static func key(ofASCII byte: UInt8) -> Key {
    switch byte {
    case 0x0D, 0x0A: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x1B: .escape
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x00, 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
    default: .character(Character(Unicode.Scalar(byte)))
    }
  }

  private static func length(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
