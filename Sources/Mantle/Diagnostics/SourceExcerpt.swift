/// The line of a text a diagnostic is about, and a caret that stands under the place.
///
/// Control characters show as `\u{…}` and very long lines are shortened around the place, so an excerpt is
/// always one harmless line for a terminal:
///
///     …"title":"Fix","state":"reopened","comments":3…
///                            ^
public struct SourceExcerpt: Sendable, Hashable {
  /// The line, shortened with `…` where it is long.
  public let line: String
  /// Spaces and a `^` that stands under the character in ``line``.
  public let caret: String

  /// The line around a location.
  ///
  /// - Parameter width: the most characters of the line to show.
  /// - Complexity: O(width); the length of the line does not matter.
  public init(_ bytes: JSONBytes, at location: SourceLocation, width: Int = 78) {
    self.init(bytes, at: location.offset, width: width)
  }

  /// The line around a byte offset.
  public init(_ bytes: JSONBytes, at offset: Int, width: Int = 78) {
    let offset = min(max(offset, 0), bytes.count)
    let before = Self.scalars(of: bytes, before: offset, limit: width)
    let after = Self.scalars(of: bytes, from: offset, limit: width)
    // A little more room before the place than after it, and what one side does not need the other gets.
    let room = max(width, 8) - 2
    let shownBefore = min(before.scalars.count, max(room * 5 / 8, room - after.scalars.count))
    let shownAfter = min(after.scalars.count, room - shownBefore)
    var line = ""
    var column = 0
    func show(_ text: String) {
      line += text
      column += text.unicodeScalars.reduce(0) { $0 + Self.cells($1) }
    }
    if shownBefore < before.scalars.count || before.isCut { show("…") }
    for scalar in before.scalars.suffix(shownBefore) { show(Self.visible(scalar)) }
    caret = String(repeating: " ", count: column) + "^"
    for scalar in after.scalars.prefix(shownAfter) { show(Self.visible(scalar)) }
    if shownAfter < after.scalars.count || after.isCut { show("…") }
    self.line = line
  }

  private static func visible(_ scalar: UnicodeScalar) -> String {
    scalar == "\t" ? " " : Visible.text(String(scalar))
  }
}

extension SourceExcerpt {
  private typealias Part = (scalars: [UnicodeScalar], isCut: Bool)

  private static func scalars(of bytes: JSONBytes, before offset: Int, limit: Int) -> Part {
    let floor = max(0, offset - 4 * limit)
    var start = offset
    while start > floor, bytes[start - 1] != ASCII.lineFeed { start -= 1 }
    let isCut = start > 0 && bytes[start - 1] != ASCII.lineFeed
    // A cut may fall inside a character.
    while isCut, start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
    if start == 0, bytes.hasByteOrderMark { start = min(3, offset) }
    return (Array(bytes.text(start..<offset).unicodeScalars), isCut)
  }

  private static func scalars(of bytes: JSONBytes, from offset: Int, limit: Int) -> Part {
    let ceiling = min(bytes.count, offset + 4 * limit)
    var end = offset
    while end < ceiling, bytes[end] != ASCII.lineFeed { end += 1 }
    let isCut = end < bytes.count && bytes[end] != ASCII.lineFeed
    while isCut, end > offset, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    if !isCut, end > offset, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    return (Array(bytes.text(offset..<end).unicodeScalars), isCut)
  }

  /// How many terminal cells a character takes, near enough for a caret.
  private static func cells(_ scalar: UnicodeScalar) -> Int {
    switch scalar.value {
    case 0..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return 0
      default: return 1
      }
    }
  }
}
