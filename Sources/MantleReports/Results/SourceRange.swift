import Mantle

/// The range of a problem in the source text of an input.
struct SourceRange {
  /// The location of the first character.
  let start: SourceLocation
  /// The location after the last character.
  let end: SourceLocation

  /// The maximum number of bytes in which the end of a string is searched for.
  private static let longest = 1 << 16

  /// Creates the range of the string, number or literal at the location of a diagnostic. For an array or object, it is
  /// the range of the opening bracket.
  ///
  /// Returns nil if the diagnostic has no location or if there is no content.
  init?(_ diagnostic: Diagnostic, in bytes: JSONBytes?) {
    guard let bytes, let start = diagnostic.location else { return nil }
    self.start = start
    end = bytes.location(at: Self.end(of: start.offset, in: bytes))
  }

  /// Returns the offset after the string, number, literal or bracket that starts at an offset.
  private static func end(of start: Int, in bytes: JSONBytes) -> Int {
    let text = bytes.slice(start..<min(start + longest, bytes.count))
    guard let first = text.first else { return start }
    let length =
      first == UInt8(ascii: "\"") ? lengthOfString(text) : text.prefix { isWordPart($0) }.count
    return start + max(1, length)
  }

  /// Returns the number of bytes of a string up to its closing quote, or up to the end of the line if it is
  /// unterminated.
  ///
  /// - Parameter text: the bytes from the opening quote on.
  private static func lengthOfString(_ text: [UInt8]) -> Int {
    var index = 1
    while index < text.count, text[index] != UInt8(ascii: "\n") {
      if text[index] == UInt8(ascii: "\"") { return index + 1 }
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, text.count)
  }

  /// Returns whether a byte can be part of a number or literal.
  private static func isWordPart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }
}
