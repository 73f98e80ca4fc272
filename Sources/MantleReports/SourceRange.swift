import Mantle

/// Where a problem begins and ends.
struct SourceRange {
  let start: SourceLocation
  /// After the last character.
  let end: SourceLocation

  /// So many bytes of a string are looked through for its end.
  private static let longest = 1 << 16

  /// The string, number or word at the place of a diagnostic, or the bracket that opens a container.
  init?(_ diagnostic: Diagnostic, in bytes: JSONBytes?) {
    guard let bytes, let start = diagnostic.location else { return nil }
    self.start = start
    end = bytes.location(at: Self.end(of: start.offset, in: bytes))
  }

  private static func end(of start: Int, in bytes: JSONBytes) -> Int {
    let text = bytes.slice(start..<min(start + longest, bytes.count))
    guard let first = text.first else { return start }
    let length =
      first == UInt8(ascii: "\"") ? lengthOfString(text) : text.prefix { isWordPart($0) }.count
    return start + max(1, length)
  }

  /// Up to the closing quote, or where there is none, to the end of the line.
  private static func lengthOfString(_ text: [UInt8]) -> Int {
    var index = 1
    while index < text.count, text[index] != UInt8(ascii: "\n") {
      if text[index] == UInt8(ascii: "\"") { return index + 1 }
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, text.count)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }
}
