/// Remembers how many lines and characters come before each 16 KiB of a text, as far as they were asked for, so that
/// a thousand diagnostics in a large file do not count its lines a thousand times.
final class PositionIndex: Sendable {
  /// What comes before a block.
  struct Entry {
    var lineFeeds = 0
    /// After the last line feed.
    var lineStart = 0
    var scalars = 0
  }

  static let blockSize = 1 << 14

  private let entries = Locked([Entry()])

  /// What comes before the block an offset is in.
  ///
  /// - Complexity: O(distance from the furthest offset asked for so far), O(1) behind it. An entry takes 24
  ///   bytes: 1.5 MB for a gigabyte.
  func entry(before offset: Int, in bytes: JSONBytes) -> Entry {
    entries.withLock { entries in
      Self.extend(&entries, to: offset, in: bytes)
      return entries[offset / Self.blockSize]
    }
  }

  /// The last block that begins before a line does, counted from 1, and what comes before that block.
  ///
  /// - Complexity: as for offsets, and O(log of the blocks).
  func entry(beforeLine line: Int, in bytes: JSONBytes) -> (block: Int, entry: Entry) {
    entries.withLock { entries in
      while entries[entries.count - 1].lineFeeds < line - 1, entries.count * Self.blockSize <= bytes.count {
        Self.extend(&entries, to: entries.count * Self.blockSize, in: bytes)
      }
      // The first block with enough line feeds before it, and the one before that.
      let block = max(0, entries.countOfPrefix { $0.lineFeeds < line - 1 } - 1)
      return (block * Self.blockSize, entries[block])
    }
  }

  /// How far lines and characters are counted.
  var end: Int { entries.withLock { ($0.count - 1) * Self.blockSize } }

  private static func extend(_ entries: inout [Entry], to offset: Int, in bytes: JSONBytes) {
    while entries.count <= offset / blockSize {
      let start = (entries.count - 1) * blockSize
      let range = start..<start + blockSize
      var entry = entries[entries.count - 1]
      let lineFeeds = bytes.countLineFeeds(in: range)
      if lineFeeds > 0 {
        entry.lineFeeds += lineFeeds
        entry.lineStart = bytes.startOfLine(at: range.upperBound)
      }
      entry.scalars += bytes.countScalars(in: range)
      entries.append(entry)
    }
  }
}
