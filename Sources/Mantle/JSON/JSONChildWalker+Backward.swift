extension JSONChildWalker {
  /// Returns the child before a boundary: a comma or closing bracket of this container, the end of the input,
  /// or the start of the next child.
  ///
  /// - Parameters:
  ///   - offset: The offset of the boundary.
  ///   - limit: The maximum number of bytes to scan backward.
  /// - Returns: The child without its index; nil if there is no child, or if it starts beyond the limit.
  func child(before offset: Int, limit: Int = .max) -> JSONChild? {
    switch children {
    case .array(let open), .object(let open):
      // White space is skipped faster than structure is scanned.
      let end = lastContent(before: offset, from: open + 1).map { $0 + 1 } ?? open + 1
      let found = structuralStart(before: end, from: open, limit: limit, stopsAtCommas: true)
      guard let start = found.map({ max($0, open + 1) }) else { return nil }
      // White space alone after the opening bracket is not a child.
      if start == open + 1, skipWhitespace(start) >= offset { return nil }
      return child(from: start).child
    case .lines(let range):
      guard let last = lastContent(before: offset, from: range.lowerBound) else { return nil }
      return child(from: max(bytes.startOfLine(at: last), range.lowerBound)).child
    case .concatenated(let range):
      guard let last = lastContent(before: offset, from: range.lowerBound) else { return nil }
      return valueStart(endingAt: last, from: range.lowerBound, limit: limit).map { child(from: $0).child }
    }
  }

  /// Scans backward from the end of a child to the comma (if `stopsAtCommas` is true) or opening bracket
  /// before the child.
  ///
  /// - Returns: The offset after the comma or bracket; `floor` if there is none after `floor`; nil if there is
  ///   none within the limit.
  private func structuralStart(
    before offset: Int, from floor: Int, limit: Int, stopsAtCommas: Bool
  ) -> Int? {
    var scan = BackwardStructureScan(bytes.base, before: offset, downTo: floor)
    var depth = 0
    while !scan.isAtStart {
      if offset &- scan.position > limit { return nil }
      let block = scan.previous()
      if !block.hasBrackets, depth > 0 { continue }
      let falls = block.openers.nonzeroBitCount
      if depth &- falls > 0 {
        depth &+= block.closers.nonzeroBitCount &- falls
        continue
      }
      var events = block.openers | block.closers | (stopsAtCommas ? block.commas(bytes.base) : 0)
      while events != 0 {
        let index = 63 &- events.leadingZeroBitCount
        let bit: UInt64 = 1 &<< UInt64(index)
        events ^= bit
        if block.closers & bit != 0 {
          depth &+= 1
        } else if block.openers & bit != 0 {
          if depth == 0 { return block.start &+ index &+ 1 }
          depth &-= 1
        } else if depth == 0 {
          return block.start &+ index &+ 1
        }
      }
    }
    return floor
  }

  /// Returns the offset of the last byte before an offset that is not white space; nil if there is none at or
  /// after `floor`.
  func lastContent(before offset: Int, from floor: Int) -> Int? {
    bytes.lastContent(before: offset, from: floor)
  }

  /// Returns the start of the top-level value whose last byte is at `last`; nil if the value starts beyond
  /// the limit.
  private func valueStart(endingAt last: Int, from floor: Int, limit: Int) -> Int? {
    let text = bytes.base
    switch text[last] {
    case ASCII.closeBrace, ASCII.closeBracket:
      let start = structuralStart(before: last, from: floor, limit: limit, stopsAtCommas: false)
      return start.map { max($0 - 1, floor) }
    case ASCII.quote:
      let lowest = lowest(last, floor, limit)
      var position = last - 1
      while position > lowest, text[position] != ASCII.quote || isEscaped(position, from: floor) {
        position -= 1
      }
      return position <= lowest && lowest > floor ? nil : max(position, floor)
    default:
      let lowest = lowest(last, floor, limit)
      var position = last
      while position > lowest, isScalar(text[position - 1]) { position -= 1 }
      return position == lowest && lowest > floor ? nil : position
    }
  }

  /// Returns the lowest offset that a backward scan from `last` may reach: `floor`, or a higher offset if the
  /// limit requires it.
  private func lowest(_ last: Int, _ floor: Int, _ limit: Int) -> Int {
    limit < last - floor ? last - limit : floor
  }

  /// Returns whether a byte can be part of a number or of a literal such as `true`.
  private func isScalar(_ byte: UInt8) -> Bool {
    !ASCII.isWhitespace(byte) && byte != ASCII.quote && byte | 0x20 != ASCII.closeBrace
  }

  /// Returns whether an odd number of backslashes before an offset escapes the byte at the offset.
  private func isEscaped(_ offset: Int, from floor: Int) -> Bool {
    var position = offset
    while position > floor, bytes[position - 1] == ASCII.backslash { position -= 1 }
    return (offset - position) & 1 == 1
  }
}

extension JSONBytes {
  /// Returns the offset of the last byte before an offset that is not white space; nil if there is none at or
  /// after `floor`.
  func lastContent(before offset: Int, from floor: Int) -> Int? {
    var position = offset
    while position - floor >= 16 {
      let others = ~quarters(base.block(at: position - 16).isWhitespace)
      if others != 0 { return position - 1 - others.leadingZeroBitCount >> 2 }
      position -= 16
      while position - floor >= 64, base.isWhitespaceFor64(at: position - 64) { position -= 64 }
    }
    while position > floor, ASCII.isWhitespace(self[position - 1]) { position -= 1 }
    return position > floor ? position - 1 : nil
  }
}
