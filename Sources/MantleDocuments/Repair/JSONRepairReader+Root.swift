import Mantle

// The text outside of all arrays and objects.

extension JSONRepairReader {
  /// Reads a token outside of all containers that is not JSON.
  ///
  /// - Returns: false if the token is or may be JSON.
  mutating func root(_ token: RepairToken) -> Bool {
    let start = token.range.lowerBound
    if state.rootValues == 0, isCurlNote(start) {
      return drop(start..<lexer.lineEnd(start), .textBefore, token)
    }
    switch token.kind {
    case .comma
    where lexer.text[start] == ASCII.semicolon && state.rootValues == 1 && regions.first?.cause == .textBefore:
      // This is the end of an assignment, whose beginning is reported.
      return drop(token.range, .textBefore, token)
    case .comma
    where state.rootValues > 0 && lexer.byte(lexer.skip(start + 1)) | 0x20 == ASCII.openBrace && !mayGoBack:
      // These are the elements of a list without brackets.
      return drop(token.range, .missingList, token, with: [ASCII.lineFeed])
    case .comma where history.isEmpty: return drop(start..<lexer.endOfRun(start), .surplusComma, token)
    case .close where history.isEmpty: return drop(token.range, .surplusBracket, token)
    case .colon where !history.isEmpty: return false
    case .end, .close, .comma: return false
    default: break
    }
    guard isText(token) else { return false }
    let end = foreignTextEnd(start)
    let isBefore = state.rootValues == 0 || end < lexer.lineEnd(start)
    return drop(end == start ? token.range : start..<end, isBefore ? .textBefore : .textAfter, token)
  }

  /// Whether the brackets ahead close more than is open, so that a bracket was superfluous before.
  private var mayGoBack: Bool {
    let limit = min(lexer.end, state.position + 1 << 12)
    var closers = OuterClosers(lexer.text, from: state.position, to: limit)
    return !history.isEmpty && closers.next() != nil
  }

  /// Skips a text.
  private mutating func drop(
    _ range: Range<Int>, _ cause: DamagedRegion.Cause, _ token: RepairToken, with replacement: [UInt8] = []
  ) -> Bool {
    keep(token.regions.filter { $0.range.upperBound <= range.lowerBound })
    keep([lexer.region(cause, range, replacement, state)])
    state.position = range.upperBound
    if cause == .missingList || cause == .textBefore { state.mode = .opener }
    return true
  }

  /// Whether the line is a note of `curl -v` about received data: `{ [5 bytes data]`.
  private func isCurlNote(_ start: Int) -> Bool {
    guard "{}".utf8.contains(lexer.text[start]) else { return false }
    return lexer.bytes.text(start..<min(lexer.end, start + 32)).prefix { $0 != "\n" }.hasSuffix(
      " bytes data]")
  }

  /// Whether text that is not a value begins with a token.
  private func isText(_ token: RepairToken) -> Bool {
    let start = token.range.lowerBound
    if lexer.begins("```", at: start) { return true }
    switch token.kind {
    case .open: return !token.isObject && isLogPrefix(start)
    case .string: return false
    case .scalar where token.regions.allSatisfy { $0.cause != .call }:
      // A number may begin a line of other text.
      let next = lexer.skip(token.range.upperBound)
      guard next < lexer.end, !lexer.hasLineFeed(token.range.upperBound..<next) else { return false }
      let byte = lexer.text[next]
      return byte != ASCII.quote && byte | 0x20 != ASCII.openBrace && byte | 0x20 != ASCII.closeBrace
        && byte != ASCII.comma
        && !ASCII.isDigit(byte)
    default:
      // A bracket directly after one character may be preceded by a wrong bracket.
      let next = lexer.byte(token.range.upperBound)
      if token.range.count == 1, next | 0x20 == ASCII.openBrace, state.rootValues == 0,
        next + 2 != lexer.text[lexer.lastContent(before: lexer.end, from: start)]
      {
        return false
      }
      return foreignTextEnd(start) < lexer.end || state.rootValues > 0
    }
  }

  /// Whether the brackets are a log prefix, with text that is not JSON inside and after them: `[INFO] …`.
  func isLogPrefix(_ start: Int) -> Bool {
    let near = start + 1..<min(lexer.end, start + 64)
    let close = near.first {
      "]\",\n{[".utf8.contains(lexer.text[$0]) || lexer.begins("//", at: $0) || lexer.begins("/*", at: $0)
    }
    let word = lexer.skip(start + 1)
    guard let close, lexer.text[close] == ASCII.closeBracket, word < close,
      lexer.strictScalar(word..<close) == nil
    else { return false }
    return ASCII.isLetter(lexer.byte(lexer.skip(close + 1)))
  }

  /// Returns the end of text that is not JSON: the beginning of a value in the line, or the end of the line.
  private func foreignTextEnd(_ start: Int) -> Int {
    let line = lexer.lineEnd(start)
    var isAssigned = false
    for position in start + 1..<max(start + 1, line) {
      if lexer.text[position] | 0x20 == ASCII.openBrace, isAssigned || startsValue(position) {
        return position
      }
      if !ASCII.isWhitespace(lexer.text[position]) { isAssigned = lexer.text[position] == ASCII.equals }
    }
    return max(line, start + 1)
  }

  /// Whether a bracket begins a value rather than text.
  private func startsValue(_ offset: Int) -> Bool {
    let byte = lexer.byte(lexer.skip(offset + 1))
    let isEmptyOrString = byte == ASCII.quote || byte == lexer.text[offset] + 2
    return isEmptyOrString || lexer.text[offset] == ASCII.openBracket && byte | 0x20 == ASCII.openBrace
  }
}
