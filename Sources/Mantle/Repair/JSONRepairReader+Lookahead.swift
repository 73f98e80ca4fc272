// What stands ahead, looked at without reading it.

extension JSONRepairReader {
  /// How far keys, values and brackets are looked for.
  static let view = 1 << 10
  /// How far brackets are counted, as long as there is something left of ``far``.
  static let farView = 1 << 18

  /// The next token behind white space, what looks like it, and NULs; a comment counts as one.
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

  func follows(_ offset: Int, _ wanted: UInt8) -> Bool { byte(skip(offset)) == wanted }

  /// Whether what stands behind a value can stand there in a container.
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
        // A string is an element where a comma or bracket follows; else a key, perhaps without a colon.
        let isElement = byte(follower) == ASCII.comma || byte(follower) | 0x20 == ASCII.closeBrace
        return container == (isElement ? .array : .object)
      }
      if isBehindComma, stringOpener(next) != nil { return container != .root }
      return container == (isBehindComma ? .array : .root) || !isBehindComma && container == .array
    }
  }

  /// What follows the string that begins at an offset, where that ends near; nil where there is none.
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

  /// Whether a container goes on at an offset and is closed by a bracket of its own.
  func goesOn(_ offset: Int, _ index: Int) -> Bool {
    guard fits(offset, container(index)) else { return false }
    guard index >= 0, let closer = closerAhead(offset) else { return true }
    return text[closer] == stack[index].closer && fits(closer + 1, container(index - 1))
  }

  /// A hash of the key that stands at an offset with its colon; nil where there is none.
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
    // `10:30` is text, and a number no key of an array.
    if !isQuotedAtEnd, ASCII.isDigit(text[offset]),
      stack.last?.isObject != true || byte(next) != ASCII.colon || ASCII.isDigit(byte(next + 1))
    {
      return nil
    }
    // `https://…` is text.
    return byte(next + 1) == ASCII.slash && byte(next + 2) == ASCII.slash ? nil : hash(first..<word)
  }

  /// The bracket that closes what a place is in; nil where there is none as far as is looked.
  func closerAhead(_ offset: Int) -> Int? {
    var found: Int?
    closersAhead(offset) {
      found = $0
      return false
    }
    return found
  }

  /// Whether the brackets ahead close the outermost so many containers that are open, each with its own, and no more: what
  /// stands before them is then read as it was meant. Where they cannot all be seen, they do not.
  func closes(_ count: Int, from offset: Int) -> Bool {
    guard fits(offset, container(count - 1)) else { return false }
    var index = count - 1
    closersAhead(offset) { closer in
      guard index >= 0, text[closer] == stack[index].closer else {
        index = -2
        return false
      }
      index -= 1
      // Behind the last one, another value may begin.
      return index >= 0 || byte(skip(closer + 1)) | 0x20 == ASCII.closeBrace
        || byte(skip(closer + 1)) == ASCII.comma
    }
    return index == -1
  }

  /// Visits the brackets ahead that close what was opened before an offset, until one says that it is enough.
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

  /// Where a word ends that could be a key without quotes.
  func keyWordEnd(_ offset: Int) -> Int {
    var position = offset
    while position < end, isKeyByte(text[position]) || position > offset && isSlashInKey(position) {
      if text[position] >= 0x80, otherSpace(position) != nil { break }
      position += 1
    }
    return position
  }

  /// Whether nothing but `...` or `…` stands between two commas, brackets or line breaks: for what was left out.
  func isEllipsis(_ offset: Int) -> Bool {
    guard let end = ellipsisEnd(offset) else { return false }
    return isValueEnd(end)
  }

  /// Where what says that something was left out ends: dots, perhaps with words behind them, or such words in brackets.
  func ellipsisEnd(_ offset: Int) -> Int? {
    guard let dots = dotsEnd(offset) else { return cutMarkEnd(offset) }
    let words = textEnd(dots, stopsAtColons: true)
    let start = skip(dots)
    guard start < words, words - dots <= 64, isValueEnd(words), strictScalar(start..<words) == nil,
      (start..<words).contains(where: { ASCII.isLetter(text[$0]) })
    else { return dots }
    return words
  }

  private func dotsEnd(_ offset: Int) -> Int? {
    if byte(offset) == 0xE2, byte(offset + 1) == 0x80, byte(offset + 2) == 0xA6 { return offset + 3 }
    guard byte(offset) == ASCII.dot, byte(offset + 1) == ASCII.dot, byte(offset + 2) == ASCII.dot else {
      return nil
    }
    return endOfRun(offset)
  }

  /// `[truncated]` and `<2 KB omitted>`.
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

  /// `app.kubernetes.io/name`, which is neither a comment nor an address.
  private func isSlashInKey(_ offset: Int) -> Bool {
    text[offset] == ASCII.slash && ASCII.isWord(byte(offset + 1))
  }

  func isKeyByte(_ byte: UInt8) -> Bool {
    ASCII.isWord(byte) || byte == 0x5F || byte == 0x24 || byte == 0x40 || byte == ASCII.minus
      || byte == ASCII.plus || byte == ASCII.dot || byte >= 0x80
  }

  func hash(_ range: Range<Int>) -> Int {
    var hash = 5381
    for offset in range { hash = hash &* 33 &+ Int(text[offset]) }
    return hash == 0 ? 1 : hash
  }
}
