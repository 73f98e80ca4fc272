import Mantle

// Comments and their ends.

extension JSONRepairReader {
  /// Whether a comment begins at an offset.
  func isComment(_ offset: Int) -> Bool {
    switch byte(offset) {
    case ASCII.hash: !isHashOfText(offset) && !isHashOfKey(offset)
    case ASCII.slash: byte(offset + 1) == ASCII.slash || byte(offset + 1) == ASCII.asterisk
    default: isCommentOfOtherLanguage(offset)
    }
  }

  /// Whether a comment of another language begins at an offset: `<!-- text -->` of HTML, `--
  /// text` of SQL and Lua inside a container, or a conflict marker of git.
  func isCommentOfOtherLanguage(_ offset: Int) -> Bool {
    switch byte(offset) {
    case ASCII.less: begins("<!--", at: offset) || begins("<<<<<<< ", at: offset)
    case ASCII.greater: begins(">>>>>>> ", at: offset)
    case ASCII.equals: begins("=======", at: offset) && ASCII.isWhitespace(byte(offset + 7))
    case ASCII.minus: begins("-- ", at: offset) && !stack.isEmpty
    default: false
    }
  }

  /// Returns whether the text at an offset begins with the given ASCII characters.
  private func begins(_ text: StaticString, at offset: Int) -> Bool {
    offset + text.utf8CodeUnitCount <= end
      && (0..<text.utf8CodeUnitCount).allSatisfy { self.text[offset + $0] == text.utf8Start[$0] }
  }

  /// Returns the end mark of the comment at an offset; nil if it ends with the line.
  func commentCloser(_ offset: Int) -> String? {
    switch byte(offset) {
    case ASCII.less where byte(offset + 1) != ASCII.less: "-->"
    case ASCII.slash where byte(offset + 1) == ASCII.asterisk: "*/"
    default: nil
    }
  }

  /// Whether `#` begins an unquoted value: `"color": #ff0000` and `"$ref": #/components/A`.
  private func isHashOfText(_ offset: Int) -> Bool {
    let next = byte(offset + 1)
    guard next == ASCII.slash || ASCII.isWord(next) else { return false }
    let last = lastContent(before: offset, from: max(start, offset - 64))
    return last >= start && text[last] == ASCII.colon
  }

  /// Whether `#` is in place of the quote of a key: `#name": "a"`.
  private func isHashOfKey(_ offset: Int) -> Bool {
    let word = keyWordEnd(offset + 1)
    return word > offset + 1 && byte(word) == ASCII.quote && follows(word + 1, ASCII.colon)
  }

  /// Returns the end of the comment at an offset. A comment that would hide the rest of the
  /// container, such as in a text on one line, ends before the next token of the container.
  mutating func commentEnd(_ offset: Int) -> Int {
    let closer = commentCloser(offset)
    if let closer, !hasOpenComment {
      if let close = bytes.firstOccurrence(of: Array(closer.utf8), from: offset + 2, to: end) {
        return close + closer.utf8.count
      }
      hasOpenComment = true
    }
    let isBlock = closer != nil
    let line = knownLineEnd(offset)
    let next = skip(line)
    if stack.isEmpty || canStand(next) { return isBlock && stack.isEmpty ? end : line }
    if isBlock, next < end { return end }
    return lineGoesOn(offset + 2, line) ?? (isBlock ? end : line)
  }

  /// Whether the text at an offset may be the next token.
  private func canStand(_ offset: Int) -> Bool {
    guard offset < end, let top = stack.last else { return false }
    let byte = text[offset]
    if byte | 0x20 == ASCII.closeBrace || byte == ASCII.comma || isComment(offset) { return true }
    return pendingKey != nil || top.isObject == (keyAhead(offset) != nil)
  }

  /// Returns the location inside an apparent comment where the container continues or ends;
  /// nil if it does neither.
  private func lineGoesOn(_ start: Int, _ line: Int) -> Int? {
    guard let top = stack.last else { return nil }
    var depth = 0
    for position in start..<max(start, line) {
      switch text[position] {
      case ASCII.openBrace, ASCII.openBracket: depth += 1
      case ASCII.closeBrace, ASCII.closeBracket:
        if depth == 0, text[position] == top.closer, goesOn(position + 1, stack.count - 2) { return position }
        depth = max(0, depth - 1)
      case ASCII.comma where depth == 0:
        let next = skip(position + 1)
        if beginsItem(next, isObject: top.isObject) { return top.state == .value ? position : next }
      default: break
      }
    }
    return nil
  }
}
