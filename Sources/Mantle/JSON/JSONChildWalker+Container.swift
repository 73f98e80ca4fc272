extension JSONChildWalker {
  /// The same walk without a limit on the size of a child.
  var unlimited: JSONChildWalker { following(.max) }

  /// The same walk with another limit.
  func following(_ lookahead: Int) -> JSONChildWalker {
    JSONChildWalker(bytes: bytes, children: children, end: end, lookahead: lookahead)
  }

  /// Where the container opens; nil for sequences.
  var open: Int? {
    switch children {
    case .array(let open), .object(let open): open
    case .lines, .concatenated: nil
    }
  }

  /// The bracket the container should end with.
  var closer: UInt8? {
    switch children {
    case .array: ASCII.closeBracket
    case .object: ASCII.closeBrace
    case .lines, .concatenated: nil
    }
  }

  /// What follows a child that ends at an offset.
  func stop(after end: Int) -> Stop {
    switch children {
    case .array, .object: stop(from: end)
    case .lines, .concatenated: .separator(end)
    }
  }

  /// Where the child before the one that starts at an offset ends; nil for the first.
  func separator(before start: Int) -> Int? {
    guard let open else { return start }
    guard let last = lastContent(before: start, from: open + 1) else { return nil }
    return bytes[last] == ASCII.comma ? last : nil
  }

  /// What is wrong with a container that ended like this.
  func problem(after stop: Stop) -> JSONIndexProblem? {
    guard let open else { return nil }
    switch stop {
    case .endOfText, .open:
      return JSONIndexProblem(code: .unexpectedEnd, offset: end)
    case .separator(let offset):
      return JSONIndexProblem(code: .wrongBracket, offset: offset)
    case .close(let offset):
      guard bytes[offset] == closer else {
        return JSONIndexProblem(code: .wrongBracket, offset: offset)
      }
      let rest = skipWhitespace(offset + 1)
      guard isWholeText(from: open), rest < end else { return nil }
      return JSONIndexProblem(code: .trailingContent, offset: rest)
    }
  }

  /// Whether nothing but white space or a byte order mark comes before an offset.
  func isWholeText(from open: Int) -> Bool {
    guard let last = lastContent(before: open, from: 0) else { return true }
    return bytes.hasByteOrderMark && last == 2
  }
}
