import Mantle

// Inspection of the following text without parsing it.

extension JSONRepairReader {
  /// The distance within which keys, values and brackets are searched for, in bytes.
  static let view = 1 << 10
  /// The distance within which brackets are counted, as long as ``far`` is not exhausted.
  static let farView = 1 << 18

  /// Returns the offset of the next token after whitespace, similar characters and NUL bytes.
  /// A comment counts as a token.
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

  /// Whether the next token begins with a byte.
  func follows(_ offset: Int, _ wanted: UInt8) -> Bool { byte(skip(offset)) == wanted }

  /// Whether the text after a value is valid in a kind of container.
  func fits(_ offset: Int, _ container: Container) -> Bool {
    var next = skip(offset)
    guard next < end else { return container == .root }
    var isBehindComma = false
    if text[next] == ASCII.comma || text[next] == ASCII.semicolon {
      if container == .root { return false }
      isBehindComma = true
      next = skip(next + 1)
    }
    switch byte(next) {
    case ASCII.closeBrace: return container == .object
    case ASCII.closeBracket: return container == .array
    case ASCII.slash, ASCII.hash, ASCII.comma: return true
    case 0 where next >= end: return container != .root
    case _ where isCommentOfOtherLanguage(next): return true
    case _ where isEllipsis(next): return isBehindComma && container != .root
    default:
      if keyAhead(next) != nil { return container == .object }
      if let stray = strayEnd(next) {
        if keyAhead(skip(stray)) != nil { return container == .object }
        let behind = byte(skip(stray))
        if !isBehindComma, behind == ASCII.comma || behind | 0x20 == ASCII.closeBrace {
          return fits(stray, container)
        }
      }
      if isBehindComma, let follower = closerAfterString(next) {
        // A string is an element if a comma or bracket follows; otherwise it is a key,
        // perhaps without a colon.
        let isElement = byte(follower) == ASCII.comma || byte(follower) | 0x20 == ASCII.closeBrace
        return container == (isElement ? .array : .object)
      }
      if isBehindComma, stringOpener(next) != nil { return container != .root }
      return container == (isBehindComma ? .array : .root) || !isBehindComma && container == .array
    }
  }

  /// Returns the offset after the string that begins at an offset, if the string ends nearby;
  /// nil if there is none.
  func closerAfterString(_ offset: Int) -> Int? {
    guard let opener = stringOpener(offset) else { return nil }
    var position = offset + opener.length
    let limit = min(end, position + Self.view)
    while position < limit, ASCII.isLetter(text[position]) || closerLength(opener, position) == nil {
      if text[position] == ASCII.lineFeed { return nil }
      position += text[position] == ASCII.backslash ? 2 : 1
    }
    guard position < limit, let length = closerLength(opener, position) else { return nil }
    return skip(position + length)
  }

  /// Whether a container continues at an offset and is closed by its own bracket.
  func goesOn(_ offset: Int, _ index: Int) -> Bool {
    guard fits(offset, container(index)) else { return false }
    guard index >= 0, let closer = closerAhead(offset) else { return true }
    return text[closer] == stack[index].closer && fits(closer + 1, container(index - 1))
  }

  /// Returns a hash of the key at an offset, if a colon follows; nil if there is none.
  func keyAhead(_ offset: Int) -> Int? {
    guard offset < end else { return nil }
    if let opener = stringOpener(offset) {
      guard let next = closerAfterString(offset), [ASCII.colon, ASCII.equals].contains(byte(next)) else {
        return nil
      }
      return hash(offset + opener.length..<lastContent(before: next, from: offset))
    }
    let first = offset + wrongQuoteLength(offset)
    let word = keyWordEnd(first)
    let isQuotedAtEnd = byte(word) == ASCII.quote
    guard word > first, word - first < Self.view, isQuotedAtEnd || first == offset else { return nil }
    let next = skip(isQuotedAtEnd ? word + 1 : word)
    guard byte(next) == ASCII.colon || byte(next) == ASCII.equals else { return nil }
    // `10:30` is text, and numbers are not keys in an array.
    if !isQuotedAtEnd, ASCII.isDigit(text[offset]),
      stack.last?.isObject != true || byte(next) != ASCII.colon || ASCII.isDigit(byte(next + 1))
    {
      return nil
    }
    // `https://…` is text.
    return byte(next + 1) == ASCII.slash && byte(next + 2) == ASCII.slash ? nil : hash(first..<word)
  }

  /// Returns the offset of the bracket that closes the container of an offset; nil if there
  /// is none within the searched distance.
  func closerAhead(_ offset: Int) -> Int? {
    var found: Int?
    closersAhead(offset) {
      found = $0
      return false
    }
    return found
  }

  /// Whether the following brackets close the outermost `count` open containers, each with
  /// its own bracket, and nothing else. In that case the text before them is interpreted as
  /// intended. False if not all of the brackets are within the searched distance.
  func closes(_ count: Int, from offset: Int) -> Bool {
    guard fits(offset, container(count - 1)) else { return false }
    var index = count - 1
    closersAhead(offset) { closer in
      guard index >= 0, text[closer] == stack[index].closer else {
        index = -2
        return false
      }
      index -= 1
      // Another value may begin after the last bracket.
      return index >= 0 || byte(skip(closer + 1)) | 0x20 == ASCII.closeBrace
        || byte(skip(closer + 1)) == ASCII.comma
    }
    return index == -1
  }

  /// Visits the following brackets that close containers opened before an offset, until the
  /// closure returns false.
  private func closersAhead(_ offset: Int, _ goesOn: (Int) -> Bool) {
    let near = offset + Self.view
    let limit = min(end, max(near, offset + min(Self.farView, far.left)))
    var scan = StructureScan(text, from: offset, to: limit)
    defer { far.left -= max(0, scan.position - near) }
    var depth = 0
    while scan.position < limit {
      let block = scan.next()
      var events = block.openers | block.closers
      while events != 0 {
        let bit = events & (0 &- events)
        events ^= bit
        if block.openers & bit != 0 {
          depth += 1
        } else if depth > 0 {
          depth -= 1
        } else if !goesOn(block.start + bit.trailingZeroBitCount) {
          return
        }
      }
    }
  }

  /// Returns the end of a word that could be an unquoted key.
  func keyWordEnd(_ offset: Int) -> Int {
    var position = offset
    while position < end, isKeyByte(text[position]) || position > offset && isSlashInKey(position) {
      if text[position] >= 0x80, otherSpace(position) != nil { break }
      position += 1
    }
    return position
  }

  /// Whether `...` or `…` is the only text between two commas, brackets or line breaks, where
  /// it represents omitted text.
  func isEllipsis(_ offset: Int) -> Bool {
    guard let end = ellipsisEnd(offset) else { return false }
    return isValueEnd(end)
  }

  /// Returns the end of a mark for omitted text: dots, perhaps followed by words, or such
  /// words in brackets.
  func ellipsisEnd(_ offset: Int) -> Int? {
    guard let dots = dotsEnd(offset) else { return cutMarkEnd(offset) }
    let words = textEnd(dots, stopsAtColons: true)
    let start = skip(dots)
    guard start < words, words - dots <= 64, isValueEnd(words), strictScalar(start..<words) == nil,
      (start..<words).contains(where: { ASCII.isLetter(text[$0]) })
    else { return dots }
    return words
  }

  /// Returns the offset after an ellipsis, either `…` or at least three dots; nil if there is none.
  private func dotsEnd(_ offset: Int) -> Int? {
    if byte(offset) == 0xE2, byte(offset + 1) == 0x80, byte(offset + 2) == 0xA6 { return offset + 3 }
    guard byte(offset) == ASCII.dot, byte(offset + 1) == ASCII.dot, byte(offset + 2) == ASCII.dot else {
      return nil
    }
    return endOfRun(offset)
  }

  /// Returns the end of a mark such as `[truncated]` or `<2 KB omitted>`.
  private func cutMarkEnd(_ offset: Int) -> Int? {
    let close: UInt8
    switch byte(offset) {
    case ASCII.openBracket: close = ASCII.closeBracket
    case ASCII.less: close = ASCII.greater
    case 0x28: close = 0x29
    default: return nil
    }
    guard
      let end = (offset..<min(end, offset + 48)).first(where: {
        text[$0] == close || text[$0] == ASCII.lineFeed
      }),
      text[end] == close
    else { return nil }
    let words = bytes.text(offset + 1..<end).lowercased()
    return !words.contains("\"") && ["truncated", "omitted", "snip"].contains(where: words.contains)
      ? end + 1 : nil
  }

  /// Whether a slash belongs to a key such as `app.kubernetes.io/name`, rather than to a
  /// comment or an address.
  private func isSlashInKey(_ offset: Int) -> Bool {
    text[offset] == ASCII.slash && ASCII.isWord(byte(offset + 1))
  }

  /// Whether a byte can be part of an unquoted key.
  func isKeyByte(_ byte: UInt8) -> Bool {
    ASCII.isWord(byte) || byte == 0x5F || byte == 0x24 || byte == 0x40 || byte == ASCII.minus
      || byte == ASCII.plus || byte == ASCII.dot || byte >= 0x80
  }

  /// Returns a hash of some bytes, which is never 0.
  func hash(_ range: Range<Int>) -> Int {
    var hash = 5381
    for offset in range { hash = hash &* 33 &+ Int(text[offset]) }
    return hash == 0 ? 1 : hash
  }
}
