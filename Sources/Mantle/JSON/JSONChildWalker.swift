import MantlePlatform
import Synchronization

/// A walker that finds the children of a container one after another by structure alone: by brackets, commas
/// and quotes, or by line feeds.
///
/// Everything between two separators is a child, even if it is malformed JSON, so that an input with errors
/// keeps its structure and each error its location.
struct JSONChildWalker: Sendable {
  let bytes: JSONBytes
  let children: JSONChildren
  /// The offset at which the container ends at the latest.
  let end: Int
  /// The number of bytes that are searched for the end of a child before the child is returned with an
  /// unknown end.
  let lookahead: Int

  private var text: UnsafePointer<UInt8> { bytes.base }

  /// The boundary after a child: a separator, the end of the container or the input, or unknown within the
  /// lookahead.
  enum Stop: Sendable, Hashable {
    /// The child ends at a separator, given as the offset of a comma or line feed, or at the end of a
    /// top-level value.
    case separator(Int)
    /// The child is the last of its container. The associated value is the offset of the container's closing
    /// bracket.
    case close(Int)
    /// The child ends with the input, because the input has no other boundary after the child.
    case endOfText(Int)
    /// The end of the child is unknown, because the lookahead contains no boundary. The associated value is
    /// the offset at which the search stopped.
    case open(Int)

    var isOpen: Bool {
      if case .open = self { true } else { false }
    }

    var offset: Int {
      switch self {
      case .separator(let offset), .close(let offset), .endOfText(let offset), .open(let offset): offset
      }
    }
  }

  /// The offset at which the first child starts; nil if there are no children.
  var firstStart: Int? {
    switch children {
    case .array(let open), .object(let open):
      let start = skipWhitespace(open + 1)
      if start >= end { return nil }
      return isCloser(text[start]) ? nil : start
    case .lines(let range), .concatenated(let range):
      let start = skipWhitespace(range.lowerBound)
      return start < end ? start : nil
    }
  }

  /// Returns the child that starts at an offset or after white space at this offset, and the start of the next
  /// child, which is nil if there is none or if it is unknown.
  func child(from start: Int, ordinal: Int? = nil) -> (child: JSONChild, next: Int?) {
    let start = skipWhitespace(start)
    let stop = stop(from: start)
    let stopped = min(stop.offset, end)
    let range = start..<max(start, stop.isOpen ? stopped : trimmed(start, stopped))
    let child =
      if case .object = children {
        member(range, ordinal, isMeasured: !stop.isOpen)
      } else {
        JSONChild(key: nil, value: range, ordinal: ordinal, isMeasured: !stop.isOpen)
      }
    return (child, nextStart(after: stop))
  }

  /// Returns the start of the child after a boundary. Nil if the boundary is the end of the container or is
  /// unknown.
  func nextStart(after stop: Stop) -> Int? {
    switch (children, stop) {
    case (_, .close), (_, .open), (_, .endOfText): return nil
    case (.array, .separator(let offset)), (.object, .separator(let offset)):
      return offset + 1
    case (_, .separator(let offset)):
      let start = skipWhitespace(offset)
      return start < end ? start : nil
    }
  }

  /// Returns the boundary after the child that starts at an offset.
  func stop(from start: Int) -> Stop {
    switch children {
    case .array, .object: return structuralStop(from: start, stopsAtCommas: true)
    case .lines: return .separator(endOfLine(from: start))
    case .concatenated: return valueStop(from: start)
    }
  }

  // MARK: Separators

  /// Returns the boundary at the closing bracket of the container or, if `stopsAtCommas` is true, at an
  /// earlier comma of the container.
  private func structuralStop(from start: Int, stopsAtCommas: Bool) -> Stop {
    // A long string is skipped faster than its structure is scanned.
    var first = start
    if start < end, text[start] == ASCII.quote {
      let limit = lookahead < end - start ? start + lookahead : end
      first = endOfString(from: start, to: limit)
      if first == limit, limit < end { return .open(limit) }
    }
    var scan = StructureScan(text, from: first, to: end)
    var depth = 0
    while scan.position < end {
      if scan.position &- start > lookahead { return .open(scan.position) }
      let block = scan.next()
      if !block.hasBrackets, depth > 0 { continue }
      let falls = block.closers.nonzeroBitCount
      if depth &- falls > 0 {
        depth &+= block.openers.nonzeroBitCount &- falls
        continue
      }
      var events = block.openers | block.closers | (stopsAtCommas ? block.commas(text) : 0)
      if events == 0 { scan.passWhitespace() }
      while events != 0 {
        let bit = events & (0 &- events)
        let offset = block.start &+ events.trailingZeroBitCount
        events ^= bit
        if block.openers & bit != 0 {
          depth &+= 1
        } else if block.closers & bit != 0 {
          if depth == 0 { return .close(offset) }
          depth &-= 1
        } else if depth == 0 {
          return .separator(offset)
        }
      }
    }
    return .endOfText(end)
  }

  /// Returns the boundary after the top-level value at an offset, in a sequence of values without commas.
  private func valueStop(from start: Int) -> Stop {
    guard start < end else { return .endOfText(end) }
    switch text[start] {
    case ASCII.openBrace, ASCII.openBracket:
      let stop = structuralStop(from: start + 1, stopsAtCommas: false)
      if case .close(let offset) = stop { return .separator(offset + 1) }
      return stop
    case ASCII.quote:
      let limit = lookahead < end - start ? start + lookahead : end
      let close = endOfString(from: start, to: limit)
      return close == limit && limit < end ? .open(limit) : .separator(close)
    default:
      // Malformed input, such as a gigabyte of NUL bytes, may contain no delimiter at all.
      let limit = lookahead < end - start ? start + lookahead : end
      var position = start + 1
      while position < limit, !isDelimiter(text[position]) { position += 1 }
      return position == limit && limit < end ? .open(limit) : .separator(position)
    }
  }

  /// Returns whether a byte ends a number or literal.
  private func isDelimiter(_ byte: UInt8) -> Bool {
    ASCII.isWhitespace(byte) || byte == ASCII.quote || byte | 0x20 == ASCII.openBrace
      || byte == ASCII.recordSeparator
  }

  /// Returns the offset of the next line feed; the end of the container if there is none.
  private func endOfLine(from start: Int) -> Int {
    guard start < end, let feed = memchr(text + start, Int32(ASCII.lineFeed), end - start) else { return end }
    return UnsafeRawPointer(feed) - UnsafeRawPointer(text)
  }

  /// Returns the offset after the closing quote of the string that starts at an offset; the end of the
  /// container if the quote is missing.
  func endOfString(from start: Int) -> Int { endOfString(from: start, to: end) }

  private func endOfString(from start: Int, to end: Int) -> Int {
    var position = start + 1
    while position < end {
      let block = text.block(at: position)
      let stops: ByteMask = block.equals(ASCII.quote) .| block.equals(ASCII.backslash)
      let found = quarters(stops)
      guard found != 0 else {
        position += 16
        continue
      }
      position += found.trailingZeroBitCount >> 2
      if position < end, text[position] == ASCII.quote { return position + 1 }
      position += 2
    }
    return end
  }

  // MARK: White space and keys

  /// Returns the offset of the first byte at or after `start` that is not white space. Between top-level
  /// values, record separators (RFC 7464) are skipped, too.
  func skipWhitespace(_ start: Int) -> Int {
    var position = min(JSONScanner.skipWhitespace(text, start, end), max(start, end))
    guard open == nil else { return position }
    while position < end, text[position] == ASCII.recordSeparator {
      position = min(JSONScanner.skipWhitespace(text, position + 1, end), end)
    }
    return position
  }

  /// Returns the end of a range after removing the white space at its end.
  private func trimmed(_ start: Int, _ stop: Int) -> Int {
    lastContent(before: stop, from: start).map { $0 + 1 } ?? start
  }

  private func isCloser(_ byte: UInt8) -> Bool { byte | 0x20 == ASCII.closeBrace }

  /// Splits a range into the key and the value of an object member. If the range does not begin with a key and
  /// a colon, the whole range is the value.
  private func member(_ range: Range<Int>, _ ordinal: Int?, isMeasured: Bool) -> JSONChild {
    guard range.count >= 2, text[range.lowerBound] == ASCII.quote else {
      return JSONChild(key: nil, value: range, ordinal: ordinal, isMeasured: isMeasured)
    }
    let key = range.lowerBound..<min(endOfString(from: range.lowerBound), range.upperBound)
    let colon = skipWhitespace(key.upperBound)
    guard colon < range.upperBound, text[colon] == ASCII.colon else {
      return JSONChild(key: nil, value: range, ordinal: ordinal, isMeasured: isMeasured)
    }
    let value = min(skipWhitespace(colon + 1), range.upperBound)
    return JSONChild(key: key, value: value..<range.upperBound, ordinal: ordinal, isMeasured: isMeasured)
  }
}

extension JSONChildWalker {
  /// A walker of the same container without a limit on the size of a child.
  var unlimited: JSONChildWalker { following(.max) }

  /// Returns a walker of the same container that searches `lookahead` bytes for the end of a child.
  func following(_ lookahead: Int) -> JSONChildWalker {
    JSONChildWalker(bytes: bytes, children: children, end: end, lookahead: lookahead)
  }

  /// The offset of the container's opening bracket; nil for a sequence of top-level values.
  var open: Int? {
    switch children {
    case .array(let open), .object(let open): open
    case .lines, .concatenated: nil
    }
  }

  /// The closing bracket that matches the container's opening bracket; nil for a sequence of top-level
  /// values.
  var closer: UInt8? {
    switch children {
    case .array: ASCII.closeBracket
    case .object: ASCII.closeBrace
    case .lines, .concatenated: nil
    }
  }

  /// Returns the boundary after a child that ends at an offset.
  func stop(after end: Int) -> Stop {
    switch children {
    case .array, .object: stop(from: end)
    case .lines, .concatenated: .separator(end)
    }
  }

  /// Returns the boundary before the child that starts at an offset; nil for the first child.
  func separator(before start: Int) -> Int? {
    guard let open else { return start }
    guard let last = lastContent(before: start, from: open + 1) else { return nil }
    return bytes[last] == ASCII.comma ? last : nil
  }

  /// Returns whether a boundary is the correct end of the container, with no content after it if the
  /// container is the whole document.
  func isClosed(by stop: Stop) -> Bool {
    guard let open else { return true }
    guard case .close(let offset) = stop, bytes[offset] == closer else { return false }
    return !isWholeText(from: open) || skipWhitespace(offset + 1) == end
  }

  /// Returns whether the container that starts at an offset is at the top level of the input: only white space
  /// or a byte order mark precedes it.
  func isWholeText(from open: Int) -> Bool {
    guard let last = lastContent(before: open, from: 0) else { return true }
    return bytes.hasByteOrderMark && last == 2
  }
}

/// A cache of the child for which a path was computed most recently. The next computation starts at this
/// child.
///
/// Paths are usually requested in document order, one for each element. Without this cache, computing the
/// paths of 32,000 issues took 31 s because the elements were counted from the beginning for each path.
struct LastChild: ~Copyable, Sendable {
  /// The node index of the container, and the child's node index with the child's index among its siblings.
  private let value = Atomic(WordPair(first: .max, second: 0))

  /// Returns the cached child if it belongs to the given container; otherwise nil.
  func child(in container: Int) -> (index: Int, ordinal: Int)? {
    let known = value.load(ordering: .relaxed)
    guard Int(known.first >> 32) == container, known.first != .max else { return nil }
    return (Int(known.first & 0xffff_ffff), Int(known.second))
  }

  /// Caches a child of a container. Nodes beyond the 32-bit range are not cached.
  func remember(_ child: Int, _ ordinal: Int, in container: Int) {
    guard child < 0xffff_ffff else { return }
    value.store(
      WordPair(first: UInt(container) << 32 | UInt(child), second: UInt(ordinal)), ordering: .relaxed)
  }
}
