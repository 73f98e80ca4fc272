import Mantle
import TerminalText

// Elements and members, one at a time.

extension JSONRepairReader {
  // MARK: Commas

  /// Reads a comma, or a semicolon or wide comma in its place.
  mutating func comma(_ byte: UInt8, length: Int = 1, _ cause: DamagedRegion.Cause? = nil) {
    let last = stack.count - 1
    if byte == ASCII.semicolon, follows(position + 1, ASCII.comma) {
      return drop(position..<position + 1, .strayText)
    }
    guard stack[last].state == .value else {
      // `"a": [, "b": 1`: the array is not closed.
      let isInObject = last > 0 && !stack[last].isObject && stack[last - 1].isObject
      if isInObject, stack[last].state == .empty, keyAhead(skip(position + 1)) != nil {
        return closeFrames(downTo: last - 1)
      }
      return drop(position..<runEnd(position + length), .surplusComma)
    }
    if byte != ASCII.comma || length > 1 {
      note(
        cause ?? (length > 1 ? .widePunctuation : .semicolon), position..<position + length, with: ",",
        at: position, code: expected)
    }
    stack[last].state = .comma
    stack[last].comma = position
    position += length
  }

  /// Returns the last comma of a run. A run is one mistake, because it may contain millions
  /// of commas.
  private func runEnd(_ start: Int) -> Int {
    var end = start
    while byte(end) == ASCII.comma, byte(end + 1) == ASCII.comma { end += 1 }
    return end
  }

  /// Inserts the missing comma before an item.
  mutating func beginItem() {
    let last = stack.count - 1
    if stack[last].state == .value {
      // If a bracket is missing too, that is the reported mistake.
      let isSaid = regions.last.map { $0.cause == .missingBracket && $0.offset == position } ?? false
      if swapsCommaAndCloser(before: stack[last].end) {
        stack[last].state = .value
        return
      }
      note(
        .missingComma, stack[last].end..<stack[last].end, with: Array(",".utf8), at: position,
        code: .expectedCommaOrClose, occurrences: isSaid ? 0 : 1)
    } else if stack[last].state == .empty {
      stack[last].childIndent = indent
    }
    stack[last].state = .value
  }

  /// Combines a trailing comma and the missing comma after the bracket into one mistake:
  /// `{"a": 1,} "b": 2`.
  private mutating func swapsCommaAndCloser(before end: Int) -> Bool {
    guard let last = regions.last, last.cause == .trailingComma, last.range.upperBound == end - 1 else {
      return false
    }
    regions[regions.count - 1] = DamagedRegion(
      range: last.range.lowerBound..<end, replacement: [text[end - 1], ASCII.comma], cause: .wrongCharacter,
      offset: last.offset, container: last.container, code: last.code)
    return true
  }

  // MARK: Arrays

  /// Reads an element of an array.
  mutating func element() {
    if let key = keyAhead(position) { return memberInArray(key) }
    if isEllipsis(position), let end = ellipsisEnd(position) {
      let start = position
      position = end
      return dropStray(from: start)
    }
    let isStrayDigit = ASCII.isDigit(text[position]) && text[position - 1] | 0x20 == ASCII.closeBrace
    if stack[stack.count - 1].state == .value, isStrayDigit || isStrayWord(position) {
      return drop(position..<textEnd(position, stopsAtColons: false), .strayText)
    }
    beginItem()
    value()
  }

  /// Handles a key in place of an element: a bracket is missing or wrong.
  private mutating func memberInArray(_ key: Int) {
    let top = stack[stack.count - 1]
    let isInObject = stack.count > 1 && stack[stack.count - 2].isObject
    let isNext = top.state != .empty && top.firstKey != 0 && top.firstKey == key
    if isInObject, top.state != .empty, !isNext { return closeFrames(downTo: stack.count - 2) }
    if top.state == .empty, isWrongOpener() {
      note(.wrongBracket, top.open..<top.open + 1, with: "{", at: top.open, code: .expectedCommaOrClose)
      stack[stack.count - 1].isObject = true
      return
    }
    beginItem()
    doubt(top)
    note(.missingOpener, position..<position, with: "{", at: position, code: expected)
    stack[stack.count - 1].valueStart = position
    stack.append(Frame(open: position, isObject: true, indent: lineIndent))
    stack[stack.count - 1].end = position
  }

  /// Whether the array just opened ends like an object.
  private func isWrongOpener() -> Bool {
    guard let closer = closerAhead(position) else { return false }
    let around: Container = stack.count < 2 ? .root : stack[stack.count - 2].isObject ? .object : .array
    guard text[closer] == ASCII.closeBrace, fits(closer + 1, around) else { return false }
    if around != .array { return !fits(closer + 1, .array) }
    // If the enclosing array has only one closing bracket and that is the next one, it does
    // not belong to this array.
    return closerAhead(closer + 1).map { !fits($0 + 1, .array) } ?? false
  }

  // MARK: Objects

  /// Reads a member of an object.
  mutating func member() {
    let start = position
    let byte = text[position]
    if let end = placeholderEnd(start), !follows(end, ASCII.colon) {
      position = end
      return dropStray(from: start, .placeholder)
    }
    if byte != ASCII.dot, let end = ellipsisEnd(start), isValueEnd(end) {
      position = end
      return dropStray(from: start)
    }
    if turnsIntoArray() || turnsIntoList(byte) { return }
    if byte == ASCII.openBrace || byte == ASCII.openBracket { return containerInObject(byte) }
    if endsNumberWithComma() { return }
    guard let key = readKey() else { return dropStray(from: start) }
    pendingKey = start
    position = key.end
    readColon(key)
    let last = stack.count - 1
    if stack[last].firstKey == 0 {
      stack[last].firstKey = key.hash
      if last > 0, stack[last - 1].firstKey == 0 { stack[last - 1].firstKey = key.hash }
    }
    skipSpace()
    expectation = nil
    guard position < end else { return }
    skipSurplusCloser()
    if entersEmpty() {
      return
    } else if isValueMissing() {
      note(.missingValue, position..<position, with: "null", at: position, code: .expectedValue)
      stack[last].valueStart = position
      valueEnded(at: position)
    } else {
      value()
    }
    pendingKey = nil
  }

  /// Skips a closing bracket between a colon and its value. If a key follows, the bracket is
  /// correct and the value is missing.
  private mutating func skipSurplusCloser() {
    let next = skip(position + 1)
    guard text[position] | 0x20 == ASCII.closeBrace, keyAhead(next) == nil, beginsMemberValue(next),
      let frame = stack.last
    else { return }
    doubt(frame)
    drop(position..<position + 1, .surplusBracket)
    skipSpace()
  }

  /// Whether the digits after a comma belong to the number before it: `1,000` and `3,14`.
  private mutating func endsNumberWithComma() -> Bool {
    let last = stack.count - 1
    let start = stack[last].valueStart
    var end = position
    while ASCII.isDigit(byte(end)) || byte(end) == ASCII.comma && ASCII.isDigit(byte(end + 1)) { end += 1 }
    if byte(end) == ASCII.dot {
      let fraction = end + 1
      end = fraction
      while ASCII.isDigit(byte(end)) { end += 1 }
      guard end > fraction else { return false }
    }
    guard stack[last].state == .comma, end > position, stack[last].comma == position - 1,
      stack[last].end == stack[last].comma, strictScalar(start..<stack[last].end) != nil, isValueEnd(end)
    else { return false }
    let groups = bytes.text(start..<end).split(separator: ",")
    let areThousands = groups.dropFirst().allSatisfy { $0.prefix { $0 != "." }.count == 3 }
    let number = groups.joined(separator: areThousands ? "" : ".")
    guard Self.number(number) == number else { return false }
    note(.numberSpelling, start..<end, with: number, at: stack[last].comma, code: .expectedKey)
    stack[last].state = .value
    stack[last].end = end
    position = end
    return true
  }

  /// Whether a comma, a bracket or the next member is in place of the value.
  private func isValueMissing() -> Bool {
    switch text[position] {
    case ASCII.comma, ASCII.semicolon, ASCII.closeBrace, ASCII.closeBracket: return true
    default:
      guard keyAhead(position) != nil else { return false }
      // A key on its own line, and no deeper, is the next member. Otherwise a bracket is
      // missing before it.
      return indent >= 0 && indent <= max(0, stack[stack.count - 1].childIndent)
    }
  }

  /// Handles an array or object in place of a key.
  private mutating func containerInObject(_ byte: UInt8) {
    let last = stack.count - 1
    if stack[last].state == .empty {
      return drop(position..<position + 1, .surplusBracket)
    }
    let goesOn =
      closerAhead(position + 1).map { self.byte(skip($0 + 1)) == ASCII.comma && isBeforeMember($0 + 1) }
      ?? false
    if !goesOn,
      let array = stack.indices.dropLast().suffix(Self.deepestLook).last(where: { !stack[$0].isObject })
    {
      return closeFrames(downTo: array)
    }
    // A value without a key is parsed and skipped.
    doubt(stack[last])
    note(.missingKey, position..<position, with: "", at: position, code: expected)
    let start = stack[last].state == .comma ? stack[last].comma : position
    push(byte)
    stack[stack.count - 1].dropStart = start
  }

  /// Records the missing opening bracket of a list, or a brace in its place: `{{…}, {…}]`, of
  /// which the second was skipped.
  private mutating func noteListOpener(_ start: Int) {
    let second = skip(start + 1)
    let number = regions.firstIndex { $0.cause == .surplusBracket && $0.range == second..<second + 1 }
    guard let number, text[start] == text[second] else {
      return note(.missingOpener, start..<start, with: "[", at: start, code: .expectedValue)
    }
    regions.remove(at: number)
    note(.wrongBracket, start..<start + 1, with: "[", at: start, code: .expectedValue)
  }

  /// Opens the list before the last value if the next token is an element rather than a
  /// member.
  private mutating func turnsIntoList(_ byte: UInt8) -> Bool {
    guard isListWithoutOpener(byte) else { return false }
    let last = stack.count - 1
    let start = stack[last].valueStart
    noteListOpener(start)
    var frame = Frame(open: start, isObject: false, indent: lineIndent)
    frame.state = stack[last].state
    (frame.comma, frame.valueStart, frame.end) = (stack[last].comma, start, stack[last].end)
    stack[last].state = .value
    stack.append(frame)
    return true
  }

  /// Whether an object contains the elements of a list whose opening bracket is missing:
  /// `"labels": {…}, {…}]`.
  private func isListWithoutOpener(_ byte: UInt8) -> Bool {
    let top = stack[stack.count - 1]
    guard top.state == .comma, beginsItem(position, isObject: false),
      text[top.valueStart] == byte || ASCII.isDigit(text[top.valueStart]) && ASCII.isDigit(byte),
      // If the next object has the same keys, the object before it is not closed.
      top.firstKey != keyAhead(skip(position + 1)) || byte != ASCII.openBrace,
      let closer = closerAhead(position), text[closer] == ASCII.closeBracket
    else { return false }
    return fits(closer + 1, .object)
  }

}
