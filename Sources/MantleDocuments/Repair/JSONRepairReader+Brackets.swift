import Mantle
import TerminalText

// Mismatched brackets.

extension JSONRepairReader {
  /// The container of a location.
  enum Container {
    /// An array, an object, or the text outside of both.
    case array, object, root

    /// The closing bracket of the container.
    var closer: UInt8 { self == .array ? ASCII.closeBracket : ASCII.closeBrace }
  }

  /// Returns the container with an index in the stack; ``Container/root`` for a negative
  /// index.
  func container(_ index: Int) -> Container {
    index < 0 ? .root : stack[index].isObject ? .object : .array
  }

  /// Reads a closing bracket, which may be the wrong one.
  mutating func closer(_ byte: UInt8) {
    let last = stack.count - 1
    if byte != stack[last].closer { return wrongCloser(byte) }
    if let deeper = indentedOpener(byte), deeper < last, position > stack[last].end {
      closeFrames(downTo: deeper)
    } else if isSurplus(last) {
      doubt(stack[last])
      return drop(position..<position + 1, .surplusBracket)
    }
    dropTrailingComma()
    pop()
  }

  /// Removes a trailing comma.
  private mutating func dropTrailingComma() {
    let last = stack.count - 1
    guard stack[last].state == .comma else { return }
    let comma = stack[last].comma
    // Of two commas the second was reported.
    let isSaid =
      regions.last.map { $0.cause == .surplusComma && isBlank(from: comma + 1, to: $0.offset) } ?? false
    note(
      .trailingComma, comma..<comma + 1, with: [], at: comma,
      code: stack[last].isObject ? .expectedKey : .expectedValue, occurrences: isSaid ? 0 : 1)
    stack[last].state = .value
  }

  /// Whether the closing bracket is superfluous, because the following text still belongs to
  /// the container.
  private func isSurplus(_ last: Int) -> Bool {
    let next = skip(position + 1)
    // `"a":1,}"b":2}`: the next member without a comma, and enough brackets for all that is open.
    if stack[last].isObject, keyAhead(next) != nil, closes(last + 1, from: next) { return true }
    // After the last bracket, a word with a colon is other text, because nothing would close the object.
    if last == 0, next < end, stringOpener(next) == nil, closerAhead(next) == nil { return false }
    // Of two brackets the second is superfluous. Of two objects of the same kind each has
    // its own bracket.
    let isStrayDigit = ASCII.isDigit(byte(position + 1)) && isBeforeMember(wordEnd(position + 1))
    guard next < end, last == 0 || wrongComma(next, in: stack[last - 1]) == nil, !isStrayDigit,
      text[next] | 0x20 != ASCII.closeBrace, !fits(next, container(last - 1)),
      fits(next, container(last)), !isLastComma(next), !isNextValue(next)
    else { return false }
    // In a list, the opening bracket of the next element is more likely to be missing.
    let behind = skip(next + 1)
    let key =
      text[next] == ASCII.comma ? keyAhead(behind) ?? strayEnd(behind).flatMap { keyAhead(skip($0)) } : nil
    if key != nil, key == stack[last].firstKey { return false }
    // In `[{…}, "b": 1` a bracket of the array is more likely to be missing, unless a
    // bracket is doubled.
    let isInList = container(last - 1) == .array && container(last - 2) == .object
    if isInList, text[position - 1] != text[position] {
      return goesOn(next, last) && !closesList(next, last)
    }
    return true
  }

  /// Whether the members after a bracket may belong to the object that contains the enclosing
  /// list.
  private func closesList(_ next: Int, _ last: Int) -> Bool {
    closerAhead(next).map { fits($0 + 1, container(last - 3)) } ?? true
  }

  /// Whether nothing follows a comma, so that the comma is superfluous rather than the
  /// bracket before it.
  private func isLastComma(_ offset: Int) -> Bool {
    (text[offset] == ASCII.comma || text[offset] == ASCII.semicolon) && skip(offset + 1) >= end
  }

  /// Repairs a closing bracket that does not match the innermost open container.
  private mutating func wrongCloser(_ byte: UInt8) {
    let last = stack.count - 1
    let match = stack.indices.suffix(Self.deepestLook).last { stack[$0].closer == byte }
    if let deeper = indentedOpener(byte) {
      closeFrames(downTo: deeper)
    } else if closes(last + 1, from: position + 1), byte != text[position - 1] || !isListOfOne(byte) {
      doubt(stack[last])
      drop(position..<position + 1, .surplusBracket)
    } else if let match, goesOn(position + 1, match - 1), !closes(last, from: position + 1) {
      closeFrames(downTo: match)
    } else if goesOn(position + 1, last - 1) {
      let close = String(UnicodeScalar(stack[last].closer))
      dropTrailingComma()
      note(.wrongBracket, position..<position + 1, with: close, at: position, code: .expectedCommaOrClose)
      pop()
    } else if let match, !goesOn(position + 1, last),
      text[position - 1] != byte || !fits(position + 1, container(last))
    {
      closeFrames(downTo: match)
    } else if isListOfOne(byte) {
      let start = stack[last].valueStart
      note(.missingOpener, start..<start, with: "[", at: start, code: .expectedValue)
      position += 1
      stack[last].end = position
    } else {
      doubt(stack[last])
      drop(position..<position + 1, .surplusBracket)
    }
  }

  /// Whether the opening bracket before the last value is missing: `"a": {…}], "b"`.
  private func isListOfOne(_ byte: UInt8) -> Bool {
    let top = stack[stack.count - 1]
    return byte == ASCII.closeBracket && top.isObject && top.state == .value
      && top.lastContainer == top.valueStart && text[top.valueStart] == ASCII.openBrace
      && isBlank(from: top.end, to: position)
  }

  /// Returns the container that opened on a line with the indentation of the current closing
  /// bracket.
  private func indentedOpener(_ byte: UInt8) -> Int? {
    guard usesIndentation, indent >= 0 else { return nil }
    return stack.indices.suffix(Self.deepestLook).last {
      stack[$0].indent == indent && stack[$0].closer == byte && stack[$0].childIndent > indent
    }
  }

  /// Closes the containers that are indented more deeply than the current line.
  ///
  /// - Returns: whether a container was closed.
  mutating func closesByIndentation(_ top: Frame) -> Bool {
    guard usesIndentation, indent >= 0, top.childIndent > indent else { return false }
    if isNextValue(position) {
      closeAll()
      return true
    }
    let isMember = keyAhead(position) != nil
    let around = stack.indices.dropLast().suffix(Self.deepestLook).last {
      stack[$0].childIndent == indent && stack[$0].isObject == isMember
    }
    guard let around else { return false }
    closeFrames(downTo: around)
    return true
  }

  /// Whether the next of several indented values begins at an offset.
  private func isNextValue(_ offset: Int) -> Bool {
    guard usesIndentation, rootValues > 0 || allowsValuesOnOneLine, text[offset] == ASCII.openBrace,
      let outer = stack.first
    else { return false }
    return outer.isObject && outer.indent == 0 && outer.childIndent > 0 && text[offset - 1] == ASCII.lineFeed
  }

  /// Closes all containers of a value at the beginning of the next one.
  private mutating func closeAll() {
    guard let inner = stack.last else { return }
    stack.forEach { doubt($0) }
    note(
      .missingBracket, inner.end..<inner.end, with: stack.reversed().map(\.closer), at: position,
      code: .expectedCommaOrClose, container: inner.open)
    stack.removeAll()
    rootValues += 1
  }

  /// Inserts the missing closing brackets before the current token.
  mutating func closeFrames(downTo index: Int) {
    let closed = stack[(index + 1)...]
    guard let inner = closed.last else { return }
    stack.removeLast(closed.count)
    closed.forEach { doubt($0) }
    doubt(stack[index])
    stack[index].end = inner.end
    let isDoubledOpener =
      closed.count == 1 && inner.valueStart == inner.open + 1 && inner.lastContainer == inner.valueStart
      && !inner.isObject && text[inner.valueStart] == text[inner.open] && inner.end > inner.open + 1
    if isDoubledOpener {
      note(
        .surplusBracket, inner.open..<inner.open + 1, with: "", at: inner.valueStart,
        code: .expectedCommaOrClose)
    } else {
      let closers = closed.reversed().map(\.closer)
      note(
        .missingBracket, inner.end..<inner.end, with: closers, at: position, code: .expectedCommaOrClose,
        container: inner.open)
    }
    stack[index].lastContainer = closed.first?.open ?? -1
    stack[index].state = inner.state == .comma ? .comma : .value
    stack[index].comma = inner.comma
    guard let drop = closed.first(where: { $0.dropStart >= 0 }) else { return }
    note(.missingKey, drop.dropStart..<stack[index].end, with: "", at: drop.open, code: .expectedKey)
  }

  // MARK: Opening and closing

  /// Opens a container.
  mutating func push(_ byte: UInt8) {
    stack.append(Frame(open: position, isObject: byte == ASCII.openBrace, indent: lineIndent))
    position += 1
  }

  /// Closes the innermost container after its bracket.
  mutating func pop() {
    let frame = stack.removeLast()
    position += 1
    if stack.isEmpty {
      rootValues += 1
      if rootValues == 1, regions.allSatisfy(\.cause.isHarmless) { soundEnd = position }
      return
    }
    let last = stack.count - 1
    if frame.dropStart >= 0 {
      let isBehindComma = stack[last].state == .comma
      note(
        .missingKey, frame.dropStart..<position, with: "", at: frame.open,
        code: isBehindComma ? .expectedKey : .expectedCommaOrClose)
      stack[last].state = isBehindComma ? .value : stack[last].state
      return
    }
    stack[last].lastContainer = frame.open
    if stack[last].firstKey == 0, !stack[last].isObject { stack[last].firstKey = frame.firstKey }
    valueEnded(at: position)
  }

  /// Records the end of a value in the innermost container.
  mutating func valueEnded(at offset: Int) {
    guard !stack.isEmpty else {
      rootValues += 1
      return
    }
    stack[stack.count - 1].end = offset
    stack[stack.count - 1].state = .value
  }
}
