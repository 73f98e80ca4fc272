/// How a text is made up: one value, or several after each other.
package enum JSONLayout: Sendable, Hashable {
  /// Nothing but white space.
  case empty
  /// One value that holds no others, at an offset.
  case scalar(at: Int)
  case array(at: Int)
  case object(at: Int)
  /// A value on each line (NDJSON), from an offset on.
  case lines(from: Int)
  /// Several values, not one to a line.
  case concatenated(from: Int)

  /// Guesses the layout from the beginning of a text, at most `window` bytes of it.
  ///
  /// A text whose first value goes on beyond that is taken for one value, unless it stands on a line of its own. What looks like one value but has
  /// a mistake after it counts as one value, too: the mistake shows when it is read.
  ///
  /// - Parameter isNDJSON: whether its name says that a value stands on each line: then one line is enough, and so is one
  ///   that is whole behind one that is not.
  package static func detect(
    _ bytes: JSONBytes, window: Int = 1 << 20, isNDJSON: Bool = false
  ) -> JSONLayout {
    let layout = detectUnnamed(bytes, window, fewestLines: isNDJSON ? 1 : 2)
    if isNDJSON, case .object(let start) = layout, isOneLine(bytes, from: start) {
      return .lines(from: start)
    }
    return layout
  }

  private static func detectUnnamed(_ bytes: JSONBytes, _ window: Int, fewestLines: Int) -> JSONLayout {
    let walker = JSONChildWalker(
      bytes: bytes, children: .concatenated(in: 0..<bytes.count), end: bytes.count, lookahead: window)
    let start = walker.skipWhitespace(bytes.textStart)
    guard start < bytes.count else { return .empty }
    let single = Self.single(bytes[start], at: start)
    guard case .separator(let end) = walker.stop(from: start), canStartValue(bytes[start]) else {
      if let end = endOfLongLine(at: start, in: bytes, window) {
        return detectUnnamed(bytes, end - start + window, fewestLines: fewestLines)
      }
      if fewestLines == 1, goesOnBehindLine(at: start, in: bytes, window) { return single }
      return wholeLines(after: start, in: bytes, walker, window) >= fewestLines ? .lines(from: start) : single
    }
    guard closes(bytes[start], bytes[end - 1]) else { return single }
    let next = walker.skipWhitespace(end)
    guard next < bytes.count else { return single }
    guard canStartValue(bytes[next]) else {
      // A line that is no JSON hides neither those before it nor those behind it.
      let isAmongLines =
        bytes.countLineFeeds(in: start..<end) == 0 && bytes.countLineFeeds(in: end..<next) > 0
        && isContainer(bytes[start]) && wholeLines(after: next, in: bytes, walker, window) >= fewestLines - 1
      return isAmongLines ? .lines(from: start) : single
    }
    let isFirstOnOneLine = bytes.countLineFeeds(in: start..<end) == 0
    let isNextOnAnother = bytes.countLineFeeds(in: end..<next) > 0
    guard isFirstOnOneLine, isNextOnAnother, !isValueOfSeveralLines(at: next, in: bytes, walker) else {
      return .concatenated(from: start)
    }
    return .lines(from: start)
  }

  /// Whether a value goes on over several lines and has no mistake, as `jq` writes them; a broken line does not.
  private static func isValueOfSeveralLines(
    at start: Int, in bytes: JSONBytes, _ walker: JSONChildWalker
  ) -> Bool {
    guard isContainer(bytes[start]) else { return false }
    let stop = walker.stop(from: start)
    // One larger than the window goes on where its first line ends with a comma or an opening bracket.
    if case .open(let limit) = stop {
      guard let feed = bytes.firstOccurrence(of: [ASCII.lineFeed], from: start, to: limit),
        let last = (start..<feed).last(where: { !ASCII.isWhitespace(bytes[$0]) })
      else { return false }
      return [ASCII.comma, ASCII.openBracket, ASCII.openBrace].contains(bytes[last])
    }
    guard case .separator(let end) = stop, bytes.countLineFeeds(in: start..<end) > 0 else { return false }
    return (try? JSONDocument(parsing: JSONBytes(bytes.slice(start..<end)))) != nil
  }

  /// Whether it is one value, as far as the window shows.
  package var isOneValue: Bool {
    switch self {
    case .scalar, .array, .object: true
    case .empty, .lines, .concatenated: false
    }
  }

  /// Whether it is values after each other, whether each is on a line of its own or not.
  package var isSequence: Bool {
    switch self {
    case .lines, .concatenated: true
    case .empty, .scalar, .array, .object: false
    }
  }

  /// The children of the text, as far as it has any, for a ``JSONChildIndex``.
  package func children(in bytes: JSONBytes) -> JSONChildren? {
    switch self {
    case .empty, .scalar: nil
    case .array(let open): .array(at: open)
    case .object(let open): .object(at: open)
    case .lines(let start): .lines(in: start..<max(start, bytes.count))
    case .concatenated(let start): .concatenated(in: start..<max(start, bytes.count))
    }
  }

  /// Where a line longer than the window ends that may be a value with another one behind it. Looks for line feeds only,
  /// up to 64 MB (10 ms), since reading so much would be too slow for a first screen.
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

  /// Whether an array goes on behind its first line: that ends with a comma or an opening bracket.
  private static func goesOnBehindLine(at start: Int, in bytes: JSONBytes, _ window: Int) -> Bool {
    guard bytes[start] == ASCII.openBracket,
      let feed = bytes.firstOccurrence(
        of: [ASCII.lineFeed], from: start, to: min(bytes.count, start + window)),
      let last = (start..<feed).last(where: { !ASCII.isWhitespace(bytes[$0]) })
    else { return false }
    return [ASCII.comma, ASCII.openBracket, ASCII.openBrace].contains(bytes[last])
  }

  /// Whether nothing but white space stands behind the line that an offset is on.
  private static func isOneLine(_ bytes: JSONBytes, from start: Int) -> Bool {
    guard let feed = bytes.firstOccurrence(of: [ASCII.lineFeed], from: start, to: bytes.count) else {
      return true
    }
    return (feed..<bytes.count).allSatisfy { ASCII.isWhitespace(bytes[$0]) }
  }

  /// How many of the next lines behind the one at an offset are a container each and nothing else; looks at a few.
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
      guard isContainer(bytes[line]), case .separator(let end) = walker.stop(from: line) else {
        continue
      }
      let next = walker.skipWhitespace(end)
      let isAlone = next >= bytes.count || bytes.countLineFeeds(in: end..<next) > 0
      if isAlone, bytes.countLineFeeds(in: line..<end) == 0 { count += 1 }
    }
    return count
  }

  /// Whether what was found is a value with its own bracket, and not one that a comment closes with another.
  private static func closes(_ first: UInt8, _ last: UInt8) -> Bool {
    switch first {
    case ASCII.openBrace: last == ASCII.closeBrace
    case ASCII.openBracket: last == ASCII.closeBracket
    default: true
    }
  }

  private static func isContainer(_ byte: UInt8) -> Bool {
    byte == ASCII.openBrace || byte == ASCII.openBracket
  }

  private static func single(_ byte: UInt8, at start: Int) -> JSONLayout {
    switch byte {
    case ASCII.openBracket: .array(at: start)
    case ASCII.openBrace: .object(at: start)
    default: .scalar(at: start)
    }
  }

  private static func canStartValue(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.openBrace, ASCII.openBracket, ASCII.quote, ASCII.minus: true
    case 0x74, 0x66, 0x6E: true  // t f n
    default: ASCII.isDigit(byte)
    }
  }
}

extension JSONBytes {
  /// Whether it is values after each other, whether each is on a line of its own or not.
  ///
  /// - Parameter isNDJSON: whether the name of its file says that each line is one.
  package func isSequence(isNDJSON: Bool = false) -> Bool {
    JSONLayout.detect(self, isNDJSON: isNDJSON).isSequence
  }
}
