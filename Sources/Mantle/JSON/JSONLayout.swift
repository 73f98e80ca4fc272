/// How a text is made up: one value, or several after each other.
public enum JSONLayout: Sendable, Hashable {
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
  /// A text whose first value goes on beyond that is taken for one value. What looks like one value but has
  /// a mistake after it counts as one value, too: the mistake shows when it is read.
  public static func detect(_ bytes: JSONBytes, window: Int = 1 << 20) -> JSONLayout {
    let walker = JSONChildWalker(
      bytes: bytes, children: .concatenated(in: 0..<bytes.count), end: bytes.count, lookahead: window)
    let start = walker.skipWhitespace(bytes.hasByteOrderMark ? 3 : 0)
    guard start < bytes.count else { return .empty }
    let single = Self.single(bytes[start], at: start)
    guard case .separator(let end) = walker.stop(from: start) else { return single }
    let next = walker.skipWhitespace(end)
    guard next < bytes.count, canStartValue(bytes[start]), canStartValue(bytes[next]) else { return single }
    let isFirstOnOneLine = bytes.countLineFeeds(in: start..<end) == 0
    let isNextOnAnother = bytes.countLineFeeds(in: end..<next) > 0
    return isFirstOnOneLine && isNextOnAnother ? .lines(from: start) : .concatenated(from: start)
  }

  /// The children of the text, as far as it has any, for a ``JSONChildIndex``.
  public func children(in bytes: JSONBytes) -> JSONChildren? {
    switch self {
    case .empty, .scalar: nil
    case .array(let open): .array(at: open)
    case .object(let open): .object(at: open)
    case .lines(let start): .lines(in: start..<max(start, bytes.count))
    case .concatenated(let start): .concatenated(in: start..<max(start, bytes.count))
    }
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
