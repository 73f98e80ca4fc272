/// The layout of an input: one value or several top-level values.
package enum JSONLayout: Sendable, Hashable {
  /// An input that contains white space only.
  case empty
  /// One top-level value that is neither an array nor an object, at an offset.
  case scalar(at: Int)
  /// One top-level array, whose opening bracket is at an offset.
  case array(at: Int)
  /// One top-level object, whose opening brace is at an offset.
  case object(at: Int)
  /// One value on each line (NDJSON), from an offset on.
  case lines(from: Int)
  /// Several top-level values that are not on separate lines, from an offset on.
  case concatenated(from: Int)

  /// Detects the layout from the first `window` bytes of the input.
  ///
  /// An input whose first value exceeds the window is treated as one value, unless that value is a complete
  /// line. A value that is followed by malformed content is treated as one value, too; parsing reports the
  /// error. If the file name indicates NDJSON, one complete line is sufficient to detect NDJSON, even after a
  /// malformed line, and an empty input is NDJSON, too.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - window: The number of bytes to inspect.
  package static func detect(_ bytes: JSONBytes, window: Int = 1 << 20) -> JSONLayout {
    var end: Int?
    return detect(bytes, window: window, firstEnd: &end)
  }

  /// Detects the layout from the first `window` bytes of the input, and sets `firstEnd` to the end of the
  /// first top-level value if detection finds that end.
  package static func detect(_ bytes: JSONBytes, window: Int, firstEnd: inout Int?) -> JSONLayout {
    guard bytes.isNDJSON else { return detectUnnamed(bytes, window, fewestLines: 2, &firstEnd) }
    switch detectUnnamed(bytes, window, fewestLines: 1, &firstEnd) {
    case .empty: return .lines(from: bytes.textStart)
    case .object(let start) where isOneLine(bytes, from: start): return .lines(from: start)
    case let layout: return layout
    }
  }

  /// Detects the layout without taking the file name into account.
  ///
  /// - Parameter fewestLines: The minimum number of complete lines that are required to detect NDJSON.
  private static func detectUnnamed(
    _ bytes: JSONBytes, _ window: Int, fewestLines: Int, _ firstEnd: inout Int?
  ) -> JSONLayout {
    let walker = JSONChildWalker(
      bytes: bytes, children: .concatenated(in: 0..<bytes.count), end: bytes.count, lookahead: window)
    let start = walker.skipWhitespace(bytes.textStart)
    guard start < bytes.count else { return .empty }
    let single = Self.single(bytes[start], at: start)
    guard case .separator(let end) = walker.stop(from: start), canStartValue(bytes[start]) else {
      if let end = endOfLongLine(at: start, in: bytes, window) {
        return detectUnnamed(bytes, end - start + window, fewestLines: fewestLines, &firstEnd)
      }
      if fewestLines == 1, bytes[start] == ASCII.openBracket,
        continuesAfterLine(at: start, in: bytes, to: min(bytes.count, start + window))
      {
        return single
      }
      return wholeLines(after: start, in: bytes, walker, window) >= fewestLines ? .lines(from: start) : single
    }
    guard closes(bytes[start], bytes[end - 1]) else { return single }
    let next = walker.skipWhitespace(end)
    if next < bytes.count, isInComment(end - 1, from: start, in: bytes) { return single }
    firstEnd = end
    guard next < bytes.count else { return single }
    guard canStartValue(bytes[next]) else {
      // A malformed line does not prevent the lines before and after it from being recognized.
      let isAmongLines =
        bytes.countLineFeeds(in: start..<end) == 0 && bytes.countLineFeeds(in: end..<next) > 0
        && isContainer(bytes[start]) && wholeLines(after: next, in: bytes, walker, window) >= fewestLines - 1
      if isAmongLines { return .lines(from: start) }
      // A comma after the first value indicates the elements of an array without its brackets.
      let element = walker.skipWhitespace(next + 1)
      let isElement = bytes[next] == ASCII.comma && element < bytes.count && isContainer(bytes[element])
      return isElement && isContainer(bytes[start]) ? .concatenated(from: start) : single
    }
    let isFirstOnOneLine = bytes.countLineFeeds(in: start..<end) == 0
    let isNextOnAnother = bytes.countLineFeeds(in: end..<next) > 0
    guard isFirstOnOneLine, isNextOnAnother, !isValueOfSeveralLines(at: next, in: bytes, walker) else {
      return .concatenated(from: start)
    }
    return .lines(from: start)
  }

  /// Returns whether the value at an offset is a valid array or object that spans several lines, as in the
  /// output of `jq`.
  private static func isValueOfSeveralLines(
    at start: Int, in bytes: JSONBytes, _ walker: JSONChildWalker
  ) -> Bool {
    guard isContainer(bytes[start]) else { return false }
    let stop = walker.stop(from: start)
    // A value that exceeds the window spans several lines if it continues after the first one.
    if case .open(let limit) = stop { return continuesAfterLine(at: start, in: bytes, to: limit) }
    guard case .separator(let end) = stop, bytes.countLineFeeds(in: start..<end) > 0 else { return false }
    return (try? JSONDocument(parsing: JSONBytes(bytes.slice(start..<end)))) != nil
  }

  /// Whether the layout is one top-level value, as far as the input was inspected.
  package var isOneValue: Bool { self != .empty && !isSequence }

  /// Whether the layout is a sequence of top-level values, with or without line breaks between them.
  package var isSequence: Bool {
    switch self {
    case .lines, .concatenated: true
    case .empty, .scalar, .array, .object: false
    }
  }

  /// Returns the container that a ``JSONChildIndex`` indexes for this layout; nil for a scalar and for an
  /// empty input.
  package func children(in bytes: JSONBytes) -> JSONChildren? {
    switch self {
    case .empty, .scalar: nil
    case .array(let open): .array(at: open)
    case .object(let open): .object(at: open)
    case .lines(let start): .lines(in: start..<max(start, bytes.count))
    case .concatenated(let start): .concatenated(in: start..<max(start, bytes.count))
    }
  }

  /// Returns the offset of the line feed after a first line that is longer than the window. Nil unless this
  /// line may be a complete array or object and the next line begins with another one.
  ///
  /// The function searches only for a line feed, in at most 64 MB (10 ms), because scanning the structure
  /// would delay the first screen.
  private static func endOfLongLine(at start: Int, in bytes: JSONBytes, _ window: Int) -> Int? {
    let most = start + (1 << 26)
    guard isContainer(bytes[start]), window < bytes.count - start,
      let feed = bytes.firstOccurrence(of: [ASCII.lineFeed], from: start, to: min(bytes.count, most)),
      feed - start >= window
    else { return nil }
    let isCarriageReturn = bytes[feed - 1] == ASCII.carriageReturn
    let last = bytes[isCarriageReturn ? feed - 2 : feed - 1]
    let isClosed = last == ASCII.closeBrace || last == ASCII.closeBracket
    return isClosed && feed + 1 < bytes.count && isContainer(bytes[feed + 1]) ? feed : nil
  }

  /// Returns whether the first line of a value ends with a comma or an opening bracket, so that the value
  /// continues on the next line.
  private static func continuesAfterLine(at start: Int, in bytes: JSONBytes, to limit: Int) -> Bool {
    guard let feed = bytes.firstOccurrence(of: [ASCII.lineFeed], from: start, to: limit),
      let last = (start..<feed).last(where: { !ASCII.isWhitespace(bytes[$0]) })
    else { return false }
    return [ASCII.comma, ASCII.openBracket, ASCII.openBrace].contains(bytes[last])
  }

  /// Returns whether only white space follows the first line feed after an offset.
  private static func isOneLine(_ bytes: JSONBytes, from start: Int) -> Bool {
    guard let feed = bytes.firstOccurrence(of: [ASCII.lineFeed], from: start, to: bytes.count) else {
      return true
    }
    return (feed..<bytes.count).allSatisfy { ASCII.isWhitespace(bytes[$0]) }
  }

  /// Returns how many of the eight lines after an offset consist of exactly one array or object.
  private static func wholeLines(
    after start: Int, in bytes: JSONBytes, _ walker: JSONChildWalker, _ window: Int
  ) -> Int {
    var (count, position) = (0, start)
    for _ in 0..<8 {
      guard
        let feed = bytes.firstOccurrence(
          of: [ASCII.lineFeed], from: position, to: min(bytes.count, start + window))
      else { return count }
      let line = walker.skipWhitespace(feed)
      guard line < bytes.count else { return count }
      position = line
      guard isContainer(bytes[line]), case .separator(let end) = walker.stop(from: line) else { continue }
      let next = walker.skipWhitespace(end)
      let isAlone = next >= bytes.count || bytes.countLineFeeds(in: end..<next) > 0
      if isAlone, bytes.countLineFeeds(in: line..<end) == 0 { count += 1 }
    }
    return count
  }

  /// Returns whether the last byte of a value is the bracket that matches the first byte; true for scalars.
  /// The brackets do not match if a bracket in a comment was mistaken for the end of the value.
  private static func closes(_ first: UInt8, _ last: UInt8) -> Bool {
    switch first {
    case ASCII.openBrace: last == ASCII.closeBrace
    case ASCII.openBracket: last == ASCII.closeBracket
    default: true
    }
  }

  /// Returns whether an offset is inside a comment of the value that starts at `start`, because a bracket in a
  /// comment does not close the value.
  private static func isInComment(_ offset: Int, from start: Int, in bytes: JSONBytes) -> Bool {
    let openers = [[ASCII.slash, ASCII.slash], [ASCII.slash, ASCII.asterisk]]
    guard openers.contains(where: { bytes.firstOccurrence(of: $0, from: start, to: offset) != nil }) else {
      return false
    }
    var position = start
    while position < offset {
      let (byte, next) = (bytes[position], bytes[position + 1])
      if byte == ASCII.slash, next == ASCII.slash || next == ASCII.asterisk {
        position = CommentedGap.endOfComment(in: bytes, position, to: offset + 1)
        if position > offset { return true }
      } else if byte == ASCII.quote {
        position += 1
        while position < offset, bytes[position] != ASCII.quote {
          position += bytes[position] == ASCII.backslash ? 2 : 1
        }
        position += 1
      } else {
        position += 1
      }
    }
    return false
  }

  private static func isContainer(_ byte: UInt8) -> Bool {
    byte == ASCII.openBrace || byte == ASCII.openBracket
  }

  /// Returns the layout of an input with one top-level value, which starts with the given byte.
  private static func single(_ byte: UInt8, at start: Int) -> JSONLayout {
    switch byte {
    case ASCII.openBracket: .array(at: start)
    case ASCII.openBrace: .object(at: start)
    default: .scalar(at: start)
    }
  }

  /// Returns whether a JSON value can begin with a byte.
  private static func canStartValue(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.openBrace, ASCII.openBracket, ASCII.quote, ASCII.minus: true
    case 0x74, 0x66, 0x6E: true  // t f n
    default: ASCII.isDigit(byte)
    }
  }
}

extension JSONBytes {
  /// Whether the input consists of several top-level values, with or without line breaks between them.
  package var isSequence: Bool { JSONLayout.detect(self).isSequence }
}

extension String {
  /// Whether the file name has an extension of NDJSON, `.ndjson` or `.jsonl`, optionally followed by `.gz` or
  /// `.zst`.
  package var isNDJSONName: Bool {
    var name = lowercased()
    for suffix in [".gz", ".zst"] where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    return name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl")
  }
}
