/// A location in the input: line and column, counted from 1, and byte offset, counted from 0.
///
/// Columns count Unicode scalars: a tab is one column, and an emoji of several scalars is several. Editors that count
/// UTF-16 code units or cells of the screen differ after such characters.
///
/// ```swift
/// let location = try JSONDocument("{\n  \"a\": 1\n}").root["a"]?.location
/// print(location?.line ?? 0, location?.column ?? 0)  // 2 8
/// ```
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The line number, counted from 1.
  public let line: Int
  /// The column in Unicode scalars, counted from 1.
  public let column: Int
  /// The offset in bytes from the start of the input, counted from 0.
  public let offset: Int

  /// Creates a location from a line, a column and a byte offset.
  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The line and the column in the format of compilers, such as `12:5`.
  public var description: String { "\(line):\(column)" }

  /// Returns the location with a file name, in the format of compilers, such as `a.json:12:5`.
  package func place(in name: String) -> String { "\(name):\(self)" }
}

extension JSONBytes {
  /// Returns the line and column of an offset.
  ///
  /// Lines end at line feeds. A byte order mark occupies no column. An offset past the end is treated as the
  /// end. For a repaired document (``JSONRepair``), the result is the location in the original input.
  ///
  /// - Complexity: O(*offset*) for the first call, at memory speed; O(1) for offsets that have been passed
  ///   before.
  package func location(at offset: Int) -> SourceLocation {
    if let origin { return origin.bytes.location(at: origin.offset(offset)) }
    let offset = min(max(offset, 0), count)
    let block = offset / PositionIndex.blockSize * PositionIndex.blockSize
    let entry = positions.entry(before: offset, in: self)
    let lineFeeds = countLineFeeds(in: block..<offset)
    let lineStart = lineFeeds > 0 ? startOfLine(at: offset) : entry.lineStart
    let firstColumn = lineStart == 0 ? min(markLength, offset) : lineStart
    return SourceLocation(
      line: 1 + entry.lineFeeds + lineFeeds,
      column: 1 + scalars(before: offset) - scalars(before: firstColumn),
      offset: offset)
  }

  /// Returns the offset of a line and column, both counted from 1; nil if there are fewer lines. A column
  /// past the end of the line is treated as its end.
  ///
  /// - Complexity: O(*offset*) for the first call, at memory speed; O(*n*) for lines that have been passed
  ///   before, where *n* is the length of the line.
  package func offset(line: Int, column: Int = 1) -> Int? {
    guard line > 0, let start = startOfLine(line) else { return nil }
    var offset = start == 0 ? markLength : start
    var left = column - 1
    while left > 0, offset < count, base[offset] != ASCII.lineFeed {
      offset += 1
      while offset < count, base[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }

  /// Returns the offset at which a line starts, with lines counted from 1; nil if there are fewer lines.
  private func startOfLine(_ line: Int) -> Int? {
    guard line > 1 else { return 0 }
    let (block, entry) = positions.entry(beforeLine: line, in: self)
    var position = block
    var left = line - 1 - entry.lineFeeds
    while position < count {
      if base[position] == ASCII.lineFeed { left -= 1 }
      position += 1
      if left == 0 { return position }
    }
    return nil
  }

  /// The offset up to which lines are counted. For smaller offsets, ``location(at:)`` is fast.
  package var countedLinesEnd: Int { origin?.bytes.countedLinesEnd ?? min(positions.end, count) }

  /// Counts the lines in approximately `budgetBytes` more bytes.
  ///
  /// - Returns: The offset up to which lines are counted; ``count`` if all are.
  /// - Complexity: O(*budgetBytes*), at several gigabytes per second.
  @discardableResult
  package func countLines(budgetBytes: Int) -> Int {
    let start = positions.end
    let (wanted, isBeyond) = start.addingReportingOverflow(max(budgetBytes, PositionIndex.blockSize))
    _ = positions.entry(before: isBeyond ? count : min(wanted, count), in: self)
    return wanted >= count || isBeyond ? count : wanted
  }

  /// Returns the number of Unicode scalars that start before an offset.
  private func scalars(before offset: Int) -> Int {
    let block = offset / PositionIndex.blockSize * PositionIndex.blockSize
    return positions.entry(before: offset, in: self).scalars + countScalars(in: block..<offset)
  }

  /// Returns the offset at which the line that contains an offset starts.
  func startOfLine(at offset: Int) -> Int {
    var position = offset
    while position >= 16 {
      let feeds: ByteMask = base.block(at: position - 16).equals(ASCII.lineFeed)
      let found = quarters(feeds)
      if found != 0 { return position - found.leadingZeroBitCount / 4 }
      position -= 16
    }
    while position > 0, base[position - 1] != ASCII.lineFeed { position -= 1 }
    return position
  }

  /// Returns the number of line feeds in a range.
  package func countLineFeeds(in range: Range<Int>) -> Int {
    countBytes(in: range) { $0.equals(ASCII.lineFeed) }
  }

  /// Returns the number of Unicode scalars that start in a range, which is the number of bytes that do not
  /// continue a sequence.
  func countScalars(in range: Range<Int>) -> Int {
    countBytes(in: range) { block in
      // Interpreted as signed numbers, continuation bytes (0x80...0xBF) are less than -64.
      unsafeBitCast(block, to: SIMD16<Int8>.self) .>= SIMD16<Int8>(repeating: -64)
    }
  }

  /// Returns the number of bytes in a range that a mask function selects. The function may receive blocks that
  /// extend past the range, but not past the padding.
  @inline(__always)
  private func countBytes(in range: Range<Int>, _ mask: (ByteBlock) -> ByteMask) -> Int {
    let range = clamp(range)
    var total = 0
    var position = range.lowerBound
    while position + 16 <= range.upperBound {
      // A lane of the tally counts up to 255 matches; a set lane of the mask is -1.
      var tally = ByteBlock(repeating: 0)
      let stop = min(position + 255 * 16, range.upperBound - 15)
      while position < stop {
        let matches = mask(base.block(at: position))
        tally = tally &- unsafeBitCast(matches, to: ByteBlock.self)
        position += 16
      }
      for lane in 0..<16 { total += Int(tally[lane]) }
    }
    let rest = range.upperBound - position
    guard rest > 0 else { return total }
    let tail = quarters(mask(base.block(at: position))) & (1 << UInt64(rest * 4) - 1)
    return total + tail.nonzeroBitCount / 4
  }
}
