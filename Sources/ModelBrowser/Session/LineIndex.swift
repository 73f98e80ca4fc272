import Mantle

/// Lines of a large text by offset: counts each stretch of it once, when it is first asked for.
final class LineIndex {
  private let bytes: JSONBytes
  /// How many line feeds there are before every multiple of the stretch.
  private var feeds: [Int] = [0]

  private static let stretch = 1 << 20

  init(_ bytes: JSONBytes) { self.bytes = bytes }

  /// The line and column of an offset.
  ///
  /// - Complexity: O(offset) at first, at the speed of memory; later only what was not counted yet.
  func location(at offset: Int) -> SourceLocation {
    let offset = min(max(0, offset), bytes.count)
    let start = offset / Self.stretch
    while feeds.count <= start {
      let from = (feeds.count - 1) * Self.stretch
      feeds.append((feeds.last ?? 0) + Self.feeds(in: bytes.slice(from..<from + Self.stretch)))
    }
    let rest = bytes.slice(start * Self.stretch..<offset)
    return SourceLocation(
      line: feeds[start] + Self.feeds(in: rest) + 1, column: column(of: offset), offset: offset)
  }

  private static func feeds(in bytes: [UInt8]) -> Int {
    var count = 0
    for byte in bytes where byte == 0x0A { count += 1 }
    return count
  }

  /// Unicode scalars since the line began, from 1.
  private func column(of offset: Int) -> Int {
    var column = 1
    var end = offset
    while end > 0 {
      let start = max(0, end - 4096)
      let piece = bytes.slice(start..<end)
      let line = piece.lastIndex(of: 0x0A).map { piece[($0 + 1)...] } ?? piece[...]
      for byte in line where byte & 0xC0 != 0x80 { column += 1 }
      if line.count < piece.count { break }
      end = start
    }
    return column
  }
}
