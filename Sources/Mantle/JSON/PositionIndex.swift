/// A cache of the number of lines and characters before each 16 KiB block of the input, up to the furthest
/// requested offset. Without this cache, a thousand diagnostics in a large file would count the lines of the
/// file a thousand times.
final class PositionIndex: Sendable {
  /// The counts of lines and characters before a block.
  struct Entry {
    /// The number of line feeds before the block.
    var lineFeeds = 0
    /// The offset after the last line feed before the block.
    var lineStart = 0
    /// The number of Unicode scalars before the block.
    var scalars = 0
  }

  /// The size of a block in bytes.
  static let blockSize = 1 << 14

  private let entries: Locked<[Entry]>

  /// Creates a cache without counts.
  ///
  /// - Parameter linesBefore: The number of lines of a larger text that precede the input, which is added to
  ///   all line counts.
  init(linesBefore: Int = 0) { entries = Locked([Entry(lineFeeds: linesBefore)]) }

  /// Returns the counts of lines and characters before the block that contains an offset.
  ///
  /// - Complexity: O(*n*), where *n* is the distance from the furthest offset requested so far; O(1) before
  ///   that offset. An entry takes 24 bytes, which is 1.5 MB for a gigabyte.
  func entry(before offset: Int, in bytes: JSONBytes) -> Entry {
    entries.withLock { entries in
      Self.extend(&entries, to: offset, in: bytes)
      return entries[offset / Self.blockSize]
    }
  }

  /// Returns the offset of the last block that begins before a line, and the counts before that block. Lines
  /// are counted from 1.
  ///
  /// - Complexity: O(*n* + log *m*), where *n* is the number of bytes from the furthest offset requested so
  ///   far to the line, and *m* is the number of counted blocks.
  func entry(beforeLine line: Int, in bytes: JSONBytes) -> (block: Int, entry: Entry) {
    entries.withLock { entries in
      while entries[entries.count - 1].lineFeeds < line - 1, entries.count * Self.blockSize <= bytes.count {
        Self.extend(&entries, to: entries.count * Self.blockSize, in: bytes)
      }
      // The block before the first one that has enough line feeds before it.
      let block = max(0, entries.countOfPrefix { $0.lineFeeds < line - 1 } - 1)
      return (block * Self.blockSize, entries[block])
    }
  }

  /// Copies the counts from another cache, whose input is a prefix of this input.
  func continueCounts(of former: PositionIndex) {
    let known = former.entries.withLock { $0 }
    entries.withLock { entries in
      if entries.count < known.count { entries = known }
    }
  }

  /// The offset up to which lines and characters are counted.
  var end: Int { entries.withLock { ($0.count - 1) * Self.blockSize } }

  /// Adds the counts of lines and characters up to the block that contains an offset.
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
