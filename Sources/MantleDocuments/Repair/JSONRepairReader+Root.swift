import Mantle

// Parsing of text outside of all arrays and objects.

extension JSONRepairReader {
  /// Skips a token outside of all containers if it is not JSON.
  ///
  /// - Returns: false if the token is JSON or may be JSON.
  mutating func root(_ token: RepairToken) -> Bool {
    let start = token.range.lowerBound
    if state.rootValues == 0, isCurlNote(start) {
      return drop(start..<lexer.lineEnd(start), .textBefore, token)
    }
    switch token.kind {
    case .comma
    where lexer.text[start] == ASCII.semicolon && state.rootValues == 1 && regions.first?.cause == .textBefore:
      // The token ends an assignment whose start was already reported.
      return drop(token.range, .textBefore, token)
    case .comma
    where state.rootValues > 0 && lexer.byte(lexer.skip(start + 1)) | 0x20 == ASCII.openBrace && !mayGoBack:
      // The values are elements of a list without brackets.
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

  /// Whether the following text has more closing brackets than containers are open, so that an earlier bracket was superfluous.
  private var mayGoBack: Bool {
    let limit = min(lexer.end, state.position + 1 << 12)
    var closers = OuterClosers(lexer.text, from: state.position, to: limit)
    return !history.isEmpty && closers.next() != nil
  }

  /// Skips a range of text before or between values, and records it as a mistake.
  private mutating func drop(
    _ range: Range<Int>, _ cause: DamagedRegion.Cause, _ token: RepairToken, with replacement: [UInt8] = []
  ) -> Bool {
    keep(token.regions.filter { $0.range.upperBound <= range.lowerBound })
    keep([lexer.region(cause, range, replacement, state)])
    state.position = range.upperBound
    if cause == .missingList || cause == .textBefore { state.mode = .opener }
    return true
  }

  /// Returns whether the line at an offset is a note of `curl -v` about received data: `{ [5 bytes data]`.
  private func isCurlNote(_ start: Int) -> Bool {
    guard "{}".utf8.contains(lexer.text[start]) else { return false }
    return lexer.bytes.text(start..<min(lexer.end, start + 32)).prefix { $0 != "\n" }.hasSuffix(
      " bytes data]")
  }

  /// Returns whether a token is the start of ordinary text, such as a line of a log, and not of a value.
  private func isText(_ token: RepairToken) -> Bool {
    let start = token.range.lowerBound
    if lexer.begins("```", at: start) { return true }
    switch token.kind {
    case .open: return !token.isObject && isLogPrefix(start)
    case .string: return false
    case .scalar where token.regions.allSatisfy { $0.cause != .call }:
      // A line that begins with a number may be other text.
      let next = lexer.skip(token.range.upperBound)
      guard next < lexer.end, !lexer.hasLineFeed(token.range.upperBound..<next) else { return false }
      let byte = lexer.text[next]
      return byte != ASCII.quote && byte | 0x20 != ASCII.openBrace && byte | 0x20 != ASCII.closeBrace
        && byte != ASCII.comma
        && !ASCII.isDigit(byte)
    default:
      // The bracket before a single character may be the wrong one.
      let next = lexer.byte(token.range.upperBound)
      if token.range.count == 1, next | 0x20 == ASCII.openBrace, state.rootValues == 0,
        next + 2 != lexer.text[lexer.lastContent(before: lexer.end, from: start)]
      {
        return false
      }
      return foreignTextEnd(start) < lexer.end || state.rootValues > 0
    }
  }

  /// Returns whether a bracket is the start of a log prefix, with text inside and after it that is not JSON: `[INFO] …`.
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

  /// Returns the end of text that is not JSON: the start of a value on the same line, or the end of the line.
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

  /// Returns whether the bracket at an offset is the start of a value and not of ordinary text.
  private func startsValue(_ offset: Int) -> Bool {
    let byte = lexer.byte(lexer.skip(offset + 1))
    let isEmptyOrString = byte == ASCII.quote || byte == lexer.text[offset] + 2
    return isEmptyOrString || lexer.text[offset] == ASCII.openBracket && byte | 0x20 == ASCII.openBrace
  }
}
