/// The indentation and line breaks for inserted JSON, chosen to match the surrounding text.
package struct LineStyle {
  /// The white space at the start of the line into which JSON is inserted.
  package let indentation: [UInt8]
  /// The white space that each nesting level adds to the indentation.
  package let unit: [UInt8]

  /// The line terminator of the inserted JSON.
  package let lineBreak: [UInt8]

  /// Creates a style; lines end with a line feed by default.
  package init(indentation: [UInt8], unit: [UInt8], lineBreak: [UInt8] = [0x0A]) {
    self.indentation = indentation
    self.unit = unit
    self.lineBreak = lineBreak
  }

  /// Creates the style of the line at an offset of an input; nil if the start of the line is more than 16 KB
  /// before the offset.
  package init?(at offset: Int, in bytes: JSONBytes, unit: [UInt8]) {
    let start = max(0, offset - Self.longestLine)
    let before = bytes.slice(start..<offset)
    let end = before.lastIndex(of: 0x0A)
    guard end != nil || start == 0 else { return nil }
    indentation = Array(before[(end.map { $0 + 1 } ?? 0)...].prefix { $0 == 0x20 || $0 == 0x09 })
    self.unit = unit
    let isWindows = end.map { $0 > 0 && before[$0 - 1] == 0x0D } ?? false
    lineBreak = isWindows ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.lineFeed]
  }

  private static let longestLine = 1 << 14

  /// Returns a JSON value with every element and member on a separate line in this style; the first line is not
  /// indented.
  package func spread(_ json: [UInt8]) -> [UInt8] {
    guard let document = try? JSONDocument(parsing: JSONBytes(json)), document.root.kind.isContainer else {
      return json
    }
    let lines = JSONFormatter(.indented(1)).format(document.root).split(separator: 0x0A)
    var text: [UInt8] = []
    for (number, line) in lines.enumerated() {
      // The formatter indents by one space per level, and strings contain no line breaks, so the number of
      // leading spaces is the level.
      let level = line.prefix { $0 == 0x20 }.count
      if number > 0 { text += lineBreak + indentation }
      for _ in 0..<level { text += unit }
      text += line.dropFirst(level)
    }
    return text
  }
}

extension JSONNode {
  /// Whether the source text of the value spans more than one line.
  package var spansLines: Bool {
    let start = startInText
    let head = document.bytes.slice(start..<min(document.bytes.count, start + 4096))
    guard let lineFeed = head.firstIndex(of: 0x0A) else { return false }
    // Finding the end of a value with many children takes long, unlike finding the start of its last
    // descendant.
    let last = document.range.lowerBound + document.word(at: endIndex - 1).offset
    return start + lineFeed < last || start + lineFeed < byteRange.upperBound
  }
}

extension JSONBytes {
  /// The indentation of the first indented line of the input; two spaces if no line is indented.
  package var indentationUnit: [UInt8] {
    let start = slice(0..<min(count, 4096))
    for (index, byte) in start.enumerated() where byte == 0x0A {
      let blanks = start[(index + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }
      if !blanks.isEmpty { return Array(blanks) }
    }
    return [0x20, 0x20]
  }
}
