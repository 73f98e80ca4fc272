import Mantle
import MantlePlatform

/// The conversion of an OpenStep property list (`{ key = value; }`) or a `.strings` file to an XML property list.
///
/// All values are strings or data, because the format has no other types. Comments are preserved. The grammar is
/// described in Apple's "Old-Style ASCII Property Lists". If a key has no value, the value is the key.
package struct OpenStepText {
  private let bytes: JSONBytes
  private let name: String
  private var position: Int
  private var xml: [UInt8] = []
  /// The number of containers that enclose the current value.
  private var level = 0

  /// Returns a text converted to an XML property list; nil if the text does not begin like an OpenStep property list.
  ///
  /// - Throws: the first error in the text.
  package static func xml(of bytes: JSONBytes, named name: String) throws(UnreadableText) -> JSONBytes? {
    guard ForeignText.signed(bytes, bytes.count) == .openStep else { return nil }
    var text = OpenStepText(bytes, name)
    try text.readAll()
    return JSONBytes(text.xml)
  }

  private init(_ bytes: JSONBytes, _ name: String) {
    (self.bytes, self.name, position) = (bytes, name, bytes.textStart)
  }

  /// The maximum nesting depth, which limits the use of the stack.
  private static let maximumLevels = 512

  private mutating func readAll() throws(UnreadableText) {
    write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      """)
    if try isNext(ASCII.openBrace) { try readValue() } else { try readPairs(upTo: nil) }
    try skipBlanks()
    guard position >= bytes.count else { throw problem("the end of the text") }
    write("\n</plist>\n")
  }

  private mutating func readValue() throws(UnreadableText) {
    guard level < Self.maximumLevels else { throw problem("at most \(Self.maximumLevels) levels") }
    try skipBlanks()
    switch bytes[position] {
    case ASCII.openBrace:
      position += 1
      try readPairs(upTo: ASCII.closeBrace)
    case UInt8(ascii: "("): try readList()
    case ASCII.less: try readData()
    default: write(try readString(), in: "string")
    }
  }

  /// Converts the pairs of a dictionary to XML.
  ///
  /// - Parameter end: the bracket after the last pair; nil if the pairs extend to the end of the text.
  private mutating func readPairs(upTo end: UInt8?) throws(UnreadableText) {
    open("dict")
    while try !take(end) {
      let key = try readString()
      write(key, in: "key")
      if try take(ASCII.equals) { try readValue() } else { write(key, in: "string") }
      guard try take(ASCII.semicolon) else { throw problem("`;`") }
    }
    close("dict")
  }

  private mutating func readList() throws(UnreadableText) {
    position += 1
    open("array")
    while try !take(UInt8(ascii: ")")) {
      try readValue()
      if try take(ASCII.comma) { continue }
      guard try isNext(UInt8(ascii: ")")) else { throw problem("`,` or `)`") }
    }
    close("array")
  }

  private mutating func readData() throws(UnreadableText) {
    position += 1
    var digits: [UInt8] = []
    while try !take(ASCII.greater) {
      guard let digit = Character(UnicodeScalar(bytes[position])).hexDigitValue else {
        throw problem("a hexadecimal digit or `>`")
      }
      digits.append(UInt8(digit))
      position += 1
    }
    guard digits.count.isMultiple(of: 2) else { throw problem("two digits for each byte") }
    let data = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    writeLine("<data>\(Data(data).base64EncodedString())</data>")
  }

  // MARK: - Strings

  private mutating func readString() throws(UnreadableText) -> String {
    try skipBlanks()
    let start = position
    if bytes[start] == ASCII.quote || bytes[start] == ASCII.singleQuote { return try readQuoted() }
    while Self.isPlain(bytes[position]) { position += 1 }
    guard position > start else { throw problem(position < bytes.count ? "a string" : "more input") }
    return bytes.text(start..<position)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || ASCII.isLetter(byte) || "_$/:.-+@".utf8.contains(byte)
  }

  private mutating func readQuoted() throws(UnreadableText) -> String {
    let quote = bytes[position]
    position += 1
    var text: [UInt8] = []
    var units: [UInt16] = []
    while true {
      guard position < bytes.count else { throw problem("the closing quote of the string") }
      let byte = bytes[position]
      position += 1
      if byte == ASCII.backslash, let unit = try readEscape() {
        units.append(unit)
        continue
      }
      text += Array(String(decoding: units, as: UTF16.self).utf8)
      units = []
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      text.append(byte == ASCII.backslash ? escaped() : byte)
    }
  }

  /// Parses the digits of an escape such as `\U00e9` or, in octal, `\351`, and returns the character's number; nil for
  /// any other escape.
  private mutating func readEscape() throws(UnreadableText) -> UInt16? {
    let isHex = bytes[position] | 0x20 == UInt8(ascii: "u")
    let start = isHex ? position + 1 : position
    let digits = bytes.text(start..<start + (isHex ? 4 : 3)).prefix(while: \.isHexDigit)
    if isHex {
      guard let unit = UInt16(digits, radix: 16) else { throw problem("four hexadecimal digits") }
      position = start + digits.utf8.count
      return unit
    }
    let octal = digits.prefix { ("0"..."7").contains($0) }
    guard let unit = UInt16(octal, radix: 8) else { return nil }
    position = start + octal.utf8.count
    return unit
  }

  /// Parses the character after a backslash, and returns the character that the escape denotes.
  private mutating func escaped() -> UInt8 {
    defer { position += 1 }
    let controls: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "a"): 7,
      UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "v"): 11,
    ]
    return controls[bytes[position]] ?? bytes[position]
  }

  // MARK: - Text

  /// Skips blanks and the given byte; returns false if another byte follows. A nil byte is the end of the text.
  private mutating func take(_ byte: UInt8?) throws(UnreadableText) -> Bool {
    try skipBlanks()
    guard position < bytes.count else { return byte == nil }
    guard bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func isNext(_ byte: UInt8) throws(UnreadableText) -> Bool {
    try skipBlanks()
    return bytes[position] == byte
  }

  /// Skips white space and comments. Comments are written as XML comments.
  private mutating func skipBlanks() throws(UnreadableText) {
    while position < bytes.count {
      if ASCII.isWhitespace(bytes[position]) {
        position += 1
        continue
      }
      guard bytes[position] == ASCII.slash, [ASCII.slash, UInt8(ascii: "*")].contains(bytes[position + 1])
      else {
        return
      }
      let isLine = bytes[position + 1] == ASCII.slash
      let end = isLine ? [ASCII.lineFeed] : [UInt8(ascii: "*"), ASCII.slash]
      guard let found = bytes.firstOccurrence(of: end, from: position + 2, to: bytes.count) else {
        guard isLine else { throw problem("the end of the comment") }
        writeComment(position + 2..<bytes.count)
        position = bytes.count
        return
      }
      writeComment(position + 2..<found)
      position = found + end.count
    }
  }

  private func problem(_ expected: String) -> UnreadableText {
    let place = bytes.location(at: min(position, bytes.count)).place(in: name)
    return UnreadableText(lines: ["\(place): error: the OpenStep property list needs \(expected) here"])
  }

  private mutating func write(_ text: String) { xml += Array(text.utf8) }

  private mutating func writeLine(_ text: String) {
    write("\n" + String(repeating: "\t", count: level) + text)
  }

  private mutating func open(_ element: String) {
    writeLine("<\(element)>")
    level += 1
  }

  private mutating func close(_ element: String) {
    level -= 1
    writeLine("</\(element)>")
  }

  /// Writes the text of a comment as an XML comment, in which two consecutive hyphens are not allowed.
  private mutating func writeComment(_ range: Range<Int>) {
    let text = bytes.text(range).filter { $0 != "\r" }.replacing("--", with: "- -").replacing(
      "--", with: "- -")
    writeLine("<!--\(text)\(text.hasSuffix("-") ? " " : "")-->")
  }

  private mutating func write(_ text: String, in element: String) {
    let escaped = text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
    writeLine("<\(element)>\(escaped)</\(element)>")
  }
}
