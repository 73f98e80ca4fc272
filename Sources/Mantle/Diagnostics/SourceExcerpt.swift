import TextCells

/// The source line of a diagnostic and a caret below the affected character.
///
/// Control characters appear as `\u{…}` and long lines are shortened around the location, so an excerpt is
/// always one line that is safe to print in a terminal:
///
/// ```
/// …"title":"Fix","state":"reopened","comments":3…
///                        ^
/// ```
struct SourceExcerpt: Sendable, Hashable {
  /// The source line with escaped control characters, shortened with `…` if it is long.
  let line: String
  /// Spaces followed by `^`, aligned with the affected character in ``line``.
  let caret: String

  /// Creates an excerpt of the line that contains a byte offset. An offset outside the input is clamped.
  ///
  /// - Parameter width: The maximum number of cells of the line.
  init(_ bytes: JSONBytes, at offset: Int, width: Int = 78) {
    let offset = min(max(offset, 0), bytes.count)
    let before = Part(Self.bytes(of: bytes, before: offset, limit: width))
    let after = Part(Self.bytes(of: bytes, from: offset, limit: width))
    // The part before the location gets slightly more room, and each part gets the room that the other part
    // does not need.
    let room = max(width, 8) - 2
    let head = before.suffix(cells: min(before.cells, max(room * 5 / 8, room - after.cells)))
    let tail = after.prefix(cells: room - head.cells)
    caret = String(repeating: " ", count: head.cells + (head.isCut ? 1 : 0)) + "^"
    line = (head.isCut ? "…" : "") + head.units.joined() + tail.units.joined() + (tail.isCut ? "…" : "")
  }

  /// Returns the bytes of the line before an offset, and whether the line begins before the returned bytes.
  ///
  /// - Parameter limit: The number of cells that are shown; at most four bytes for each are returned.
  private static func bytes(of bytes: JSONBytes, before offset: Int, limit: Int) -> (
    bytes: [UInt8], isCut: Bool
  ) {
    let floor = max(0, offset - 4 * limit)
    var start = offset
    while start > floor, bytes[start - 1] != ASCII.lineFeed { start -= 1 }
    let isCut = start > 0 && bytes[start - 1] != ASCII.lineFeed
    // A cut may fall inside a UTF-8 sequence.
    while isCut, start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
    if start == 0 { start = min(bytes.markLength, offset) }
    return (Array(bytes.slice(start..<offset)), isCut)
  }

  /// Returns the bytes of the line from an offset on, and whether the line ends after the returned bytes.
  ///
  /// - Parameter limit: The number of cells that are shown; at most four bytes for each are returned.
  private static func bytes(of bytes: JSONBytes, from offset: Int, limit: Int) -> (
    bytes: [UInt8], isCut: Bool
  ) {
    let ceiling = min(bytes.count, offset + 4 * limit)
    var end = offset
    while end < ceiling, bytes[end] != ASCII.lineFeed { end += 1 }
    let isCut = end < bytes.count && bytes[end] != ASCII.lineFeed
    while isCut, end > offset, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    if !isCut, end > offset, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    return (Array(bytes.slice(offset..<end)), isCut)
  }
}

/// The text of the source line on one side of the location, divided into units that are never split.
private struct Part {
  private(set) var units: [String]
  private(set) var cells: Int
  /// Whether a part of the line was cut off on this side.
  private(set) var isCut: Bool

  init(_ source: (bytes: [UInt8], isCut: Bool)) {
    // Tabs are replaced by spaces because a tab has no fixed width, so the caret would not be aligned.
    let bytes = source.bytes.map { $0 == ASCII.tab ? ASCII.space : $0 }
    units = Sanitized.units(of: bytes)
    cells = units.reduce(0) { $0 + $1.cellWidth }
    isCut = source.isCut
  }

  func prefix(cells limit: Int) -> Part {
    var part = self
    while part.cells > limit, let last = part.units.popLast() { part.drop(last) }
    return part
  }

  func suffix(cells limit: Int) -> Part {
    var part = self
    part.units.reverse()
    part = part.prefix(cells: limit)
    part.units.reverse()
    return part
  }

  private mutating func drop(_ unit: String) {
    cells -= unit.cellWidth
    isCut = true
  }
}
