extension JSONBytes {
  /// The line and column of an offset, counted from the start of the text.
  ///
  /// Lines end at line feeds. A byte order mark takes no column. An offset beyond the text counts as its end. A place
  /// in a repaired text (``JSONRepair``) is the place in the text it was made from.
  ///
  /// - Complexity: O(offset) the first time, at the speed of memory; O(1) for offsets that were passed before.
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

  /// The offset of a line and column, both counted from 1; nil where the text has fewer lines. A column beyond the end of
  /// the line counts as its end.
  ///
  /// - Complexity: O(offset) the first time, at the speed of memory; O(length of the line) for lines that were passed
  ///   before.
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

  /// Where a line starts, counted from 1.
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

  /// How far lines are counted: ``location(at:)`` answers at once for offsets up to there.
  package var countedLinesEnd: Int { origin?.bytes.countedLinesEnd ?? min(positions.end, count) }

  /// Counts lines through about so many more bytes.
  ///
  /// - Returns: how far they are counted now: ``count`` when all are.
  /// - Complexity: O(budget), at several gigabytes a second.
  @discardableResult
  package func countLines(budgetBytes: Int) -> Int {
    let start = positions.end
    let (wanted, isBeyond) = start.addingReportingOverflow(max(budgetBytes, PositionIndex.blockSize))
    _ = positions.entry(before: isBeyond ? count : min(wanted, count), in: self)
    return wanted >= count || isBeyond ? count : wanted
  }

  /// How many characters start before an offset.
  private func scalars(before offset: Int) -> Int {
    let block = offset / PositionIndex.blockSize * PositionIndex.blockSize
    return positions.entry(before: offset, in: self).scalars + countScalars(in: block..<offset)
  }

  /// The offset after the last line feed before an offset.
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

  /// How many line feeds there are in a range.
  package func countLineFeeds(in range: Range<Int>) -> Int {
    countBytes(in: range) { $0.equals(ASCII.lineFeed) }
  }

  /// How many characters start in a range: the bytes that do not continue one.
  func countScalars(in range: Range<Int>) -> Int {
    countBytes(in: range) { block in
      // Continuation bytes, 0x80...0xBF, are the signed numbers below -64.
      unsafeBitCast(block, to: SIMD16<Int8>.self) .>= SIMD16<Int8>(repeating: -64)
    }
  }

  /// Counts the bytes a mask marks. Blocks may read beyond the range's end, into the padding at most.
  @inline(__always)
  private func countBytes(in range: Range<Int>, _ mask: (ByteBlock) -> ByteMask) -> Int {
    let range = clamp(range)
    var total = 0
    var position = range.lowerBound
    while position + 16 <= range.upperBound {
      // A lane of the tally holds up to 255 matches; a set mask lane is -1.
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
