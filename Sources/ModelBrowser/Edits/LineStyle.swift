import Mantle

/// How JSON is spread over lines where something new is to stand, so that it looks like what is there.
struct LineStyle {
  /// The white space in front of the line.
  let indentation: [UInt8]
  /// What each level adds to it.
  let unit: [UInt8]

  /// What ends a line.
  let lineBreak: [UInt8]

  init(indentation: [UInt8], unit: [UInt8], lineBreak: [UInt8] = [0x0A]) {
    self.indentation = indentation
    self.unit = unit
    self.lineBreak = lineBreak
  }

  /// The style of the line an offset is on; nil where the line's beginning is too far away.
  init?(at offset: Int, in bytes: JSONBytes, unit: [UInt8]) {
    let start = max(0, offset - Self.longestLine)
    let before = bytes.slice(start..<offset)
    let end = before.lastIndex(of: 0x0A)
    guard end != nil || start == 0 else { return nil }
    indentation = Array(before[(end.map { $0 + 1 } ?? 0)...].prefix { $0 == 0x20 || $0 == 0x09 })
    self.unit = unit
    let isWindows = end.map { $0 > 0 && before[$0 - 1] == 0x0D } ?? false
    lineBreak = isWindows ? [0x0D, 0x0A] : [0x0A]
  }

  private static let longestLine = 1 << 14

  /// JSON with every element and member on a line of its own; the first line stands where it is.
  func spread(_ json: [UInt8]) -> [UInt8] {
    guard let document = try? JSONDocument(parsing: JSONBytes(json)), document.root.kind.isContainer else {
      return json
    }
    let lines = JSONFormatter(.indented(1)).format(document.root).split(separator: 0x0A)
    var text: [UInt8] = []
    for (number, line) in lines.enumerated() {
      // One space a level: strings have no line breaks, so whatever stands at the front is the level.
      let level = line.prefix { $0 == 0x20 }.count
      if number > 0 { text += lineBreak + indentation }
      for _ in 0..<level { text += unit }
      text += line.dropFirst(level)
    }
    return text
  }
}
