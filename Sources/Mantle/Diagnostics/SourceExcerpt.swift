/// The line of a text a diagnostic is about, and a caret that stands under the place.
///
/// Control characters show as `\u{…}` and very long lines are shortened around the place, so an excerpt is
/// always one harmless line for a terminal:
///
///     …"title":"Fix","state":"reopened","comments":3…
///                            ^
package struct SourceExcerpt: Sendable, Hashable {
  /// The line, shortened with `…` where it is long.
  package let line: String
  /// Spaces and a `^` that stands under the character in ``line``.
  package let caret: String

  /// The line around a location.
  ///
  /// - Parameter width: the most characters of the line to show.
  /// - Complexity: O(width); the length of the line does not matter.
  package init(_ bytes: JSONBytes, at location: SourceLocation, width: Int = 78) {
    self.init(bytes, at: location.offset, width: width)
  }

  /// The line around a byte offset.
  package init(_ bytes: JSONBytes, at offset: Int, width: Int = 78) {
    let offset = min(max(offset, 0), bytes.count)
    let before = Part(Self.bytes(of: bytes, before: offset, limit: width))
    let after = Part(Self.bytes(of: bytes, from: offset, limit: width))
    // A little more room before the place than after it, and what one side does not need the other gets.
    let room = max(width, 8) - 2
    let head = before.suffix(cells: min(before.cells, max(room * 5 / 8, room - after.cells)))
    let tail = after.prefix(cells: room - head.cells)
    caret = String(repeating: " ", count: head.cells + (head.isCut ? 1 : 0)) + "^"
    line = (head.isCut ? "…" : "") + head.units.joined() + tail.units.joined() + (tail.isCut ? "…" : "")
  }

  private static func bytes(of bytes: JSONBytes, before offset: Int, limit: Int) -> (
    bytes: [UInt8], isCut: Bool
  ) {
    let floor = max(0, offset - 4 * limit)
    var start = offset
    while start > floor, bytes[start - 1] != ASCII.lineFeed { start -= 1 }
    let isCut = start > 0 && bytes[start - 1] != ASCII.lineFeed
    // A cut may fall inside a character.
    while isCut, start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
    if start == 0 { start = min(bytes.markLength, offset) }
    return (Array(bytes.slice(start..<offset)), isCut)
  }

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

/// The text on one side of the place, in units that are shown whole.
private struct Part {
  private(set) var units: [String]
  private(set) var cells: Int
  private(set) var isCut: Bool

  init(_ source: (bytes: [UInt8], isCut: Bool)) {
    // A tab would move the caret.
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
