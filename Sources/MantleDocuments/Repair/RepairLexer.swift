import Mantle

/// A lexer for text that may be malformed.
///
/// A token whose meaning is clear is interpreted as in JSON, JSONC, JSON5 or a related language. If a token may end at
/// several places, ``alternatives(to:in:)`` returns the other interpretations.
struct RepairLexer {
  /// The text that is split into tokens.
  let bytes: JSONBytes
  /// A pointer to the bytes of the text.
  let text: UnsafePointer<UInt8>
  /// The range of the text that is split into tokens.
  let start: Int
  let end: Int
  /// The range of the last nonempty line of the text, without trailing white space.
  private let lastLine: Range<Int>
  /// The offset after the last `*/` in the text, after which no block comment is closed.
  private let lastCommentEnd: Int

  /// The maximum distance in bytes at which the end of a token is searched for.
  static let view = 1 << 10

  init(_ bytes: JSONBytes, in range: Range<Int>) {
    self.bytes = bytes
    text = bytes.base
    start = range.lowerBound
    end = range.upperBound
    var last = range.upperBound
    while last > range.lowerBound, ASCII.isWhitespace(text[last - 1]) { last -= 1 }
    var line = last
    while line > range.lowerBound, text[line - 1] != ASCII.lineFeed { line -= 1 }
    lastLine = line..<last
    while last > range.lowerBound + 1, text[last - 1] != ASCII.slash || text[last - 2] != UInt8(ascii: "*") {
      last -= 1
    }
    lastCommentEnd = last
  }

  // MARK: - Space

  /// Returns the byte at an offset; 0 after the end.
  func byte(_ offset: Int) -> UInt8 { offset < end ? text[offset] : 0 }

  /// Returns the offset of the next token, after white space, similar characters and NUL bytes. A comment counts as a token.
  func skip(_ offset: Int) -> Int {
    var position = offset
    while position < end {
      if ASCII.isWhitespace(text[position]) || text[position] == 0 {
        position += 1
      } else if let length = otherSpace(position) {
        position += length
      } else {
        break
      }
    }
    return position
  }

  /// Returns whether the next token after an offset begins with a byte.
  func follows(_ offset: Int, _ wanted: UInt8) -> Bool { byte(skip(offset)) == wanted }

  /// Returns the end of the line at an offset, before its line break; if the line is longer than a limit, the offset at
  /// the limit.
  func lineEnd(_ offset: Int, within limit: Int = RepairLexer.view) -> Int {
    if offset >= lastLine.lowerBound { return min(max(offset, lastLine.upperBound), offset + limit) }
    var position = offset
    let end = min(end, offset + limit)
    while position < end, text[position] != ASCII.lineFeed { position += 1 }
    if position > offset, position < end, text[position - 1] == ASCII.carriageReturn { position -= 1 }
    return position
  }

  /// Returns the end of the run of bytes that equal the byte at an offset.
  func endOfRun(_ offset: Int) -> Int {
    var position = offset
    while position < end, text[position] == text[offset] { position += 1 }
    return position
  }

  /// Returns the offset of the last byte before an offset that is not white space; `start - 1` if there is none.
  func lastContent(before offset: Int, from start: Int) -> Int {
    var position = offset - 1
    while position >= start, ASCII.isWhitespace(text[position]) { position -= 1 }
    return position
  }

  func hasLineFeed(_ range: Range<Int>) -> Bool { range.contains { text[$0] == ASCII.lineFeed } }

  /// Returns whether a value can end at an offset: a comma, a closing bracket, a line break or the end follows.
  func isValueEnd(_ offset: Int) -> Bool {
    let next = skip(offset)
    guard next < end else { return true }
    return text[next] == ASCII.comma || text[next] | 0x20 == ASCII.closeBrace || hasLineFeed(offset..<next)
  }

  /// Returns the length of the character at an offset that resembles a space but is not JSON white space; nil for any
  /// other character.
  func otherSpace(_ offset: Int) -> Int? {
    switch (byte(offset), byte(offset + 1), byte(offset + 2)) {
    case (0x0B, _, _), (0x0C, _, _): 1
    case (0xC2, 0xA0, _), (0xC2, 0x85, _): 2
    case (0xEF, 0xBB, 0xBF), (0xE3, 0x80, 0x80), (0xE2, 0x81, 0xA0): 3
    case (0xE2, 0x80, 0x80...0x8F), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF): 3
    default: nil
    }
  }

  /// Skips the white space and the comments after the position of a state.
  ///
  /// - Returns: a token without content, whose edits remove the comments.
  private func space(_ state: RepairState) -> RepairToken {
    var token = RepairToken(kind: .end, range: state.position..<state.position)
    var position = state.position
    token.beginsLine = position == start
    func drop(to end: Int, _ cause: DamagedRegion.Cause, with replacement: [UInt8] = []) {
      token.regions.append(region(cause, position..<end, replacement, state))
      position = end
    }
    while position < end {
      let byte = text[position]
      if ASCII.isWhitespace(byte) {
        position += 1
        if byte == ASCII.lineFeed { token.beginsLine = true }
      } else if let comment = comment(position, state) {
        drop(to: comment.end, comment.cause, with: comment.isBlock ? [ASCII.space] : [])
      } else if let length = otherSpace(position) {
        drop(to: position + length, .otherSpace, with: [ASCII.space])
      } else if byte == 0 {
        drop(to: endOfRun(position), .nulBytes)
      } else {
        break
      }
    }
    token.range = position..<position
    return token
  }

  /// The opening and closing marks of comments; the closing mark is nil if the comment ends at the end of the line.
  private static let comments: [(opener: String, closer: String?, cause: DamagedRegion.Cause)] = [
    ("//", nil, .comment), ("/*", "*/", .comment), ("#", nil, .comment), ("<!--", "-->", .strayText),
    ("-- ", nil, .strayText), ("<<<<<<< ", nil, .strayText), (">>>>>>> ", nil, .strayText),
    ("=======\n", nil, .strayText),
  ]

  /// Returns the comment at an offset: its end, the cause to report, and whether it is a block comment; nil if there is
  /// none.
  func comment(
    _ offset: Int, _ state: RepairState
  ) -> (end: Int, cause: DamagedRegion.Cause, isBlock: Bool)? {
    guard "/#<->=".utf8.contains(byte(offset)),
      let mark = Self.comments.first(where: { begins($0.opener, at: offset) }),
      byte(offset) != ASCII.hash || !isHashOfText(offset, state),
      byte(offset) != ASCII.minus || state.frame >= 0
    else { return nil }
    let line = lineEnd(offset, within: end - offset)
    let isBlock = mark.closer != nil && mark.cause == .comment
    if let closer = mark.closer, !isBlock || offset < lastCommentEnd {
      let close = bytes.firstOccurrence(of: Array(closer.utf8), from: offset + 2, to: end)
      if let close { return (close + closer.utf8.count, mark.cause, isBlock) }
    }
    // On the last line, a comment would hide the items and brackets after it.
    let isLast = state.frame >= 0 && offset >= lastLine.lowerBound
    return (isLast ? itemEnd(offset, line, state) ?? line : line, mark.cause, isBlock)
  }

  /// Returns the end of a member or element that was made a comment: the comma or bracket after it, or the next item if
  /// the comment is in an item's place; nil if there is none.
  ///
  /// - Parameter line: the end of the line.
  private func itemEnd(_ offset: Int, _ line: Int, _ state: RepairState) -> Int? {
    var depth = 0
    for position in offset..<min(line, offset + Self.view) {
      let byte = text[position]
      if depth == 0, byte == ASCII.comma { return state.mode == .value ? position : skip(position + 1) }
      if byte | 0x20 == ASCII.closeBrace {
        if depth == 0 { return position }
        depth -= 1
      } else if byte | 0x20 == ASCII.openBrace {
        depth += 1
      }
    }
    return nil
  }

  /// Returns whether a mark of ASCII characters is at an offset.
  func begins(_ mark: String, at offset: Int) -> Bool {
    offset + mark.utf8.count <= end && zip(mark.utf8, offset...).allSatisfy { text[$1] == $0 }
  }

  /// Returns whether `#` is the start of an unquoted value or replaces the quote of a key: `"color": #ff0000` and
  /// `#name": "a"`.
  private func isHashOfText(_ offset: Int, _ state: RepairState) -> Bool {
    let next = byte(offset + 1)
    if state.mode == .colon { return next == ASCII.slash || ASCII.isWord(next) }
    let word = keyWordEnd(offset + 1)
    return word > offset + 1 && byte(word) == ASCII.quote && follows(word + 1, ASCII.colon)
  }

  // MARK: - Tokens

  /// Creates the region for an edit in a state.
  ///
  /// - Parameters:
  ///   - offset: the offset at which a strict parser fails; nil for the start of the range.
  ///   - code: the error code of a strict parser; nil for the code of an unexpected token.
  func region(
    _ cause: DamagedRegion.Cause, _ range: Range<Int>, _ replacement: [UInt8], _ state: RepairState,
    at offset: Int? = nil, code: JSONSyntaxError.Code? = nil
  ) -> DamagedRegion {
    DamagedRegion(
      range: range, replacement: replacement, cause: cause, offset: offset ?? range.lowerBound,
      container: nil,
      code: code ?? state.expected)
  }

  /// Returns the next token after the position of a state.
  func token(_ state: RepairState) -> RepairToken {
    var token = space(state)
    let position = token.range.lowerBound
    guard position < end else { return token }
    func one(_ kind: RepairToken.Kind, isObject: Bool = false) {
      token.kind = kind
      token.range = position..<position + 1
      token.isObject = isObject
    }
    switch text[position] {
    case ASCII.openBrace where placeholderEnd(position) == nil: one(.open, isObject: true)
    case ASCII.openBracket where strayEnd(position) == nil && !begins("[object ", at: position): one(.open)
    case ASCII.closeBrace: one(.close, isObject: true)
    case ASCII.closeBracket: one(.close)
    case ASCII.comma: one(.comma)
    case ASCII.colon where byte(position + 1) != ASCII.equals && !isSymbol(position, state): one(.colon)
    default:
      if sign(&token, state) { return token }
      if let opener = stringOpener(position, state) {
        string(&token, opener, firstEnd(opener, at: position), state)
      } else {
        word(&token, state)
      }
    }
    return token
  }

  /// Returns whether a colon is the start of a Ruby symbol that is a key.
  private func isSymbol(_ offset: Int, _ state: RepairState) -> Bool {
    state.wantsKey && begins("=>", at: skip(keyWordEnd(offset + 1)))
  }

  /// The signs that other languages use instead of a comma or a colon.
  private static let signs: [(sign: String, meant: UInt8, cause: DamagedRegion.Cause)] = [
    (";", ASCII.comma, .semicolon), ("，", ASCII.comma, .widePunctuation),
    ("、", ASCII.comma, .widePunctuation),
    ("﹐", ASCII.comma, .widePunctuation), ("،", ASCII.comma, .widePunctuation),
    (":=", ASCII.colon, .equalsSign), ("=>", ASCII.colon, .equalsSign), ("==", ASCII.colon, .equalsSign),
    ("=", ASCII.colon, .equalsSign), ("：", ASCII.colon, .widePunctuation),
    ("﹕", ASCII.colon, .widePunctuation),
  ]

  /// Makes a token the sign at its start that stands for a comma or a colon; returns false if there is no such sign.
  private func sign(_ token: inout RepairToken, _ state: RepairState) -> Bool {
    let position = token.range.lowerBound
    guard text[position] >= 0x80 || ";:=".utf8.contains(text[position]),
      let sign = Self.signs.first(where: { begins($0.sign, at: position) })
    else { return false }
    token.kind = sign.meant == ASCII.comma ? .comma : .colon
    token.range = position..<position + sign.sign.utf8.count
    token.regions.append(region(sign.cause, token.range, [sign.meant], state))
    token.cost = 3
    return true
  }

  /// Returns the other interpretations of a token in a state.
  func alternatives(to token: RepairToken, in state: RepairState) -> [RepairToken] {
    let position = token.range.lowerBound
    var empty = token
    empty.regions = token.regions.filter { $0.range.upperBound <= position && $0.offset < position }
    (empty.range, empty.isDoubtful, empty.cost) = (position..<position, false, 0)
    if position < end, let opener = stringOpener(position, state) {
      var found = otherEnds(opener, at: position, state).map { end in
        var other = empty
        string(&other, opener, end, state)
        other.isDoubtful = false
        return other
      }
      var quote = empty
      (quote.kind, quote.range) = (.stray, position..<position + opener.length)
      found.append(quote)
      return found
    }
    guard token.kind == .word || token.kind == .scalar || token.kind == .stray || token.kind == .open else {
      return []
    }
    return texts(empty, isStray: token.kind == .stray, state)
  }
}
