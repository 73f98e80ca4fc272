import Mantle

// The edits that a search for a repair tries.

extension JSONRepairReader {
  /// Returns the states that can follow a state after one edit at a token.
  mutating func edits(of state: RepairState, at first: RepairToken) -> [RepairState] {
    var found: [RepairState] = []
    for token in [first] + lexer.alternatives(to: first, in: state) {
      if token.cost > 0 || token.isDoubtful { add(state, with: token, cost: 0, &found) }
      inserted(token, state, &found)
      replaced(token, state, &found)
      if token.cost == 0 || token.range == first.range { removed(token, state, &found) }
    }
    return found
  }

  /// Adds the state after a token to the found states, if the token fits.
  ///
  /// - Parameter cost: the cost of the edit that leads to the state before the token.
  private mutating func add(
    _ state: RepairState, with token: RepairToken, cost: Int, _ found: inout [RepairState]
  ) {
    var next = state
    next.cost += cost
    if shift(token, &next) { found.append(next) }
  }

  /// Adds the states after inserting a missing comma, colon, key, value or bracket before a token.
  private mutating func inserted(_ token: RepairToken, _ state: RepairState, _ found: inout [RepairState]) {
    let start = token.range.lowerBound
    let isClosing = token.kind == .comma || token.kind == .close
    var next = state
    switch state.mode {
    case .value where state.frame >= 0 && (token.beginsValue || token.kind == .word):
      insert(.missingComma, ",", at: state.value.upperBound, before: start, &next)
      (next.mode, next.comma) = (.comma, state.value.upperBound)
      if token.kind == .word {
        // The next word may be a key, so it is tokenized again.
        next.cost += 10
        found.append(next)
      }
      add(next, with: token, cost: 10, &found)
    case .value where state.frame < 0 && token.beginsValue && !token.beginsLine:
      insert(.secondValue, "\n", at: start, before: start, &next)
      next.mode = .opener
      add(next, with: token, cost: 10, &found)
    case .key where token.beginsValue:
      insert(.missingColon, ":", at: state.key.upperBound, before: start, &next)
      next.mode = .colon
      add(next, with: token, cost: 10, &found)
    case .key where isClosing:
      // The comma before the key is also removed, or for the first key the comma after it.
      let isFirst = state.comma < 0
      let end = isFirst && token.kind == .comma ? token.range.upperBound : state.key.upperBound
      let first = isFirst ? state.key.lowerBound : state.comma
      // A comma that was inserted by an edit may follow the key.
      guard first <= end else { break }
      let range = first..<end
      add(
        lexer.region(.missingKey, range, [], state, at: state.key.lowerBound, code: .expectedColon), to: &next
      )
      next.doubted.append(frames[state.frame].open)
      next.mode = isFirst ? .opener : .value
      if end == state.key.upperBound {
        add(next, with: token, cost: 12, &found)
      } else {
        (next.position, next.cost) = (end, next.cost + 12)
        found.append(next)
      }
    case .colon where isClosing:
      insert(.missingValue, "null", at: start, before: start, &next)
      valueEnded(start..<start, &next)
      add(next, with: token, cost: 10, &found)
    case .opener where state.wantsKey && token.kind == .colon,
      .comma where state.wantsKey && token.kind == .colon:
      insert(.missingKey, "\"…\"", at: start, before: start, &next)
      (next.mode, next.key) = (.key, start..<start)
      add(next, with: token, cost: 12, &found)
    default: break
    }
    insertedBrackets(token, state, &found)
  }

  /// Returns the state after inserting a comma or colon that is certainly missing before a token; nil if nothing is
  /// certainly missing.
  ///
  /// A comma is certain before a member or between two containers of the same kind, and a colon between a key and a
  /// complete value.
  mutating func withMissingSign(_ token: RepairToken) -> RepairState? {
    guard state.frame >= 0, !token.isDoubtful, token.regions.isEmpty, token.cost == 0 else { return nil }
    let start = token.range.lowerBound
    var next = state
    switch state.mode {
    case .value where !state.value.isEmpty:
      let (first, last) = (lexer.text[state.value.lowerBound], lexer.text[state.value.upperBound - 1])
      let isContainer = token.kind == .open && lexer.text[start] == first && last == first + 2
      // If the end of a container is certain, mistakes inside of it do not matter.
      let isSound = last == first + 2 ? isClosed(state.value) : isSound(state.value)
      let isMember = isSound && token.kind == .string && isKey(token)
      guard state.isObject ? isMember : isContainer && isSound else { return nil }
      insert(.missingComma, ",", at: state.value.upperBound, before: start, &next)
      (next.mode, next.comma) = (.comma, state.value.upperBound)
    case .key where isSound(state.key) && token.beginsValue && !isKey(token):
      guard start > state.position, token.kind == .open || lexer.isValueEnd(token.range.upperBound) else {
        return nil
      }
      insert(.missingColon, ":", at: state.key.upperBound, before: start, &next)
      next.mode = .colon
    default: return nil
    }
    guard shift(token, &next) else { return nil }
    // If the missing sign were a bracket, the following brackets would not be balanced.
    let isAfterContainer =
      state.mode == .value && lexer.text[state.value.upperBound - 1] | 0x20 == ASCII.closeBrace
    return isAfterContainer && mismatches(next) > 0 ? nil : next
  }

  /// Returns whether the closing bracket of the container in a range was parsed without edits next to it.
  private func isClosed(_ range: Range<Int>) -> Bool {
    regions.last.map { lexer.skip($0.range.upperBound) < range.upperBound - 1 } ?? true
  }

  /// Returns whether the key or value in a range was parsed without edits.
  private func isSound(_ range: Range<Int>) -> Bool {
    !range.isEmpty && (regions.last.map { $0.range.upperBound <= range.lowerBound } ?? true)
  }

  /// Adds an edit to a state that inserts missing text before a token.
  private func insert(
    _ cause: DamagedRegion.Cause, _ text: String, at place: Int, before token: Int, _ next: inout RepairState
  ) {
    add(lexer.region(cause, place..<place, Array(text.utf8), next, at: token), to: &next)
  }

  /// Adds the states after inserting missing brackets before a token.
  private mutating func insertedBrackets(
    _ token: RepairToken, _ state: RepairState, _ found: inout [RepairState]
  ) {
    let start = token.range.lowerBound
    for count in 1...6 where state.frame >= 0 {
      guard let closed = closing(count, before: token, state) else { break }
      add(closed, with: token, cost: 9 + 2 * count, &found)
    }
    let isEmpty = token.kind == .close && state.mode == .colon
    if state.wantsValue, isKey(token) || isEmpty {
      var next = state
      open(isObject: isEmpty ? token.isObject : true, .missingOpener, start..<start, &next)
      add(next, with: token, cost: 13, &found)
    }
    if state.mode == .colon, token.beginsValue, !isKey(token) {
      var next = state
      open(isObject: false, .missingOpener, start..<start, &next)
      add(next, with: token, cost: 14, &found)
    }
    if isDoubled(state) {
      var next = state
      removeDoubled(&next)
      add(next, with: token, cost: 9, &found)
    }
    // The last value may be the first element of a list whose opening bracket is missing.
    let isElement = state.mode == .comma && token.beginsValue && !isKey(token)
    guard state.isObject, !state.value.isEmpty, isElement || state.mode == .value && token.kind == .close
    else { return }
    // The new bracket would have to precede a bracket that was inserted at the same offset.
    let isInserted = lexer.text[state.value.lowerBound] | 0x20 != ASCII.openBrace
    guard !isInserted || lexer.text[state.value.upperBound - 1] | 0x20 != ASCII.closeBrace else { return }
    var next = state
    open(isObject: false, .missingOpener, state.value.lowerBound..<state.value.lowerBound, &next)
    (next.mode, next.comma, next.value, next.position) = (
      state.mode, state.comma, state.value, state.position
    )
    add(next, with: token, cost: 12, &found)
  }

  /// Returns whether the innermost container has only one child, a container of the same kind directly after the
  /// opening bracket: `[[1, 2]`.
  func isDoubled(_ state: RepairState) -> Bool {
    guard state.mode == .value, state.frame >= 0, !state.value.isEmpty else { return false }
    let open = frames[state.frame].open
    return state.value.lowerBound == lexer.skip(open + 1)
      && lexer.text[open] == lexer.text[state.value.lowerBound]
  }

  /// Removes the opening bracket of the innermost container, so that its only child takes its place.
  mutating func removeDoubled(_ next: inout RepairState) {
    let (value, open) = (next.value, frames[next.frame].open)
    pop(&next)
    next.value = value
    add(lexer.region(.surplusBracket, open..<open + 1, [], next), to: &next)
  }

  /// Opens a container in a state by inserting its opening bracket, or by replacing a range with it.
  private mutating func open(
    isObject: Bool, _ cause: DamagedRegion.Cause, _ range: Range<Int>, _ next: inout RepairState
  ) {
    add(lexer.region(cause, range, [isObject ? ASCII.openBrace : ASCII.openBracket], next), to: &next)
    next.position = range.upperBound
    push(range.lowerBound, isObject: isObject, &next)
  }

  /// Adds the states after replacing a token by a comma, colon, quote or bracket.
  private mutating func replaced(_ token: RepairToken, _ state: RepairState, _ found: inout [RepairState]) {
    let range = token.range
    // A digit after a space is more likely a number.
    let isDigit = token.kind == .scalar && range.count == 1 && range.lowerBound == state.position
    let isSign = token.kind == .stray || token.kind == .word || isDigit
    let isSmall = isSign && range.count <= 4
    let isOther = token.kind == .open || token.kind == .colon || token.kind == .comma || token.kind == .close
    func replacing(
      _ cost: Int, _ cause: DamagedRegion.Cause = .wrongCharacter, by byte: UInt8,
      _ change: (inout JSONRepairReader, inout RepairState) -> Void
    ) {
      var next = state
      next.cost += cost + (range.count > 1 ? 1 : 0)
      for region in token.regions where region.range.upperBound <= range.lowerBound { add(region, to: &next) }
      add(lexer.region(cause, range, [byte], next), to: &next)
      next.position = range.upperBound
      change(&self, &next)
      found.append(next)
    }
    if state.mode == .value, state.frame >= 0, isSmall || token.kind == .colon || token.kind == .open {
      // A colon in an array more likely belongs to a key.
      replacing(token.kind == .colon && !state.isObject ? 13 : 10, by: ASCII.comma) { _, next in
        (next.mode, next.comma) = (.comma, range.lowerBound)
      }
    }
    if state.mode == .key, isSmall || isOther {
      replacing(11, by: ASCII.colon) { _, next in next.mode = .colon }
    }
    if state.frame >= 0, state.mode == .value || state.mode == .opener || state.mode == .comma {
      let closer = frames[state.frame].closer
      if isSmall, range.count == 1, state.mode == .value {
        replacing(12, by: closer) { reader, next in reader.pop(&next) }
      } else if token.kind == .close, token.isObject != state.isObject {
        // The opening bracket may be the wrong one instead.
        let isPair = lexer.text[frames[state.frame].open] + 2 == lexer.text[range.lowerBound]
        replacing(isPair ? 2 : 10, .wrongBracket, by: closer) { reader, next in
          if isPair { next.regions[next.regions.count - 1].occurrences = 0 }
          reader.dropTrailingComma(&next)
          reader.pop(&next)
        }
      }
    }
    guard state.wantsValue, isSmall || token.kind == .open else { return }
    for isObject in [true, false] where token.kind != .open || isObject != token.isObject {
      var next = state
      // If the token fits as a value, it is more likely a value.
      next.cost += isDigit ? 14 : 12
      for region in token.regions where region.range.upperBound <= range.lowerBound { add(region, to: &next) }
      open(isObject: isObject, token.kind == .open ? .wrongBracket : .wrongCharacter, range, &next)
      if isObject, isKey(lexer.token(next)) { next.cost -= 3 }
      found.append(next)
    }
  }

  /// Adds the states after removing a token, or a part of the text around it, that is superfluous or belongs to another place.
  private mutating func removed(_ token: RepairToken, _ state: RepairState, _ found: inout [RepairState]) {
    guard token.kind != .end else { return }
    var next = state
    for region in token.regions where region.range.upperBound <= token.range.lowerBound {
      add(region, to: &next)
    }
    let clean = next
    delete(token, &next)
    found.append(next)
    if token.beginsLine,
      token.kind == .word || token.kind == .stray || token.kind == .scalar || token.cost > 0
        || token.kind == .open && isLogPrefix(token.range.lowerBound)
    {
      next = clean
      next.cost += lexer.text[token.range.lowerBound] == ASCII.quote ? 17 : 13
      dropText(token.range.lowerBound..<lexer.lineEnd(token.range.upperBound), .strayText, &next)
      found.append(next)
    }
    if state.frame >= 0, state.wantsKey || state.wantsValue && !state.isObject && token.kind == .stray {
      dropItem(token, clean, &found)
    }
    swap(token, state, &found)
  }

  /// Adds the state after removing an item that is not a member, together with an adjacent comma.
  private mutating func dropItem(_ token: RepairToken, _ state: RepairState, _ found: inout [RepairState]) {
    var end = token.range.upperBound
    if token.kind == .open {
      guard let close = closer(of: token) else { return }
      end = close + 1
    }
    guard token.beginsValue || token.kind == .word || token.kind == .stray, !isKey(token) else { return }
    let start = token.range.lowerBound
    let behind = lexer.skip(end)
    var next = state
    next.cost += token.kind == .open ? 15 : 13
    let cause: DamagedRegion.Cause =
      token.kind == .open || lexer.text[start] == ASCII.quote ? .missingKey : .strayText
    next.doubted.append(frames[state.frame].open)
    if lexer.byte(behind) == ASCII.comma {
      dropText(start..<behind + 1, cause, &next)
    } else if state.mode == .comma, behind >= lexer.end || lexer.byte(behind) | 0x20 == ASCII.closeBrace {
      add(lexer.region(cause, state.comma..<end, [], state, at: start), to: &next)
      (next.position, next.mode) = (end, .value)
    } else {
      dropText(start..<end, cause, &next)
    }
    found.append(next)
  }

  /// Returns the offset of the bracket that closes the container of an opening bracket; nil if it is not nearby.
  private mutating func closer(of token: RepairToken) -> Int? {
    effort -= 64
    let start = token.range.upperBound
    var closers = OuterClosers(lexer.text, from: start, to: min(lexer.end, start + 1 << 12))
    return closers.next()
  }

  /// Adds an edit to a state that removes a range of text.
  private func dropText(_ range: Range<Int>, _ cause: DamagedRegion.Cause, _ next: inout RepairState) {
    add(lexer.region(cause, range, [], next), to: &next)
    next.position = range.upperBound
  }

  /// Adds an edit to a state that removes a token. A run of commas is removed as one mistake, because it may contain
  /// millions of commas.
  func delete(_ token: RepairToken, _ next: inout RepairState) {
    var range = token.range
    let cause: DamagedRegion.Cause
    switch token.kind {
    case .comma:
      range = range.lowerBound..<lexer.endOfRun(range.upperBound - 1)
      cause = .surplusComma
    case .colon: cause = .surplusColon
    case .open, .close: cause = .surplusBracket
    case _ where range.count == 1 && lexer.text[range.lowerBound] == ASCII.quote: cause = .surplusQuote
    case _ where lexer.placeholderEnd(range.lowerBound) == range.upperBound: cause = .placeholder
    default: cause = .strayText
    }
    if cause == .surplusBracket || token.beginsValue, next.frame >= 0 {
      next.doubted.append(frames[next.frame].open)
      // The last value may be the last element of a list whose opening bracket is missing.
      if token.kind == .close, next.mode == .value { next.doubted.append(next.value.lowerBound) }
    }
    if let last = next.regions.last, last.cause == cause, last.replacement.isEmpty,
      lexer.isBlank(last.range.upperBound..<max(last.range.upperBound, range.lowerBound))
    {
      next.regions[next.regions.count - 1].range = last.range.lowerBound..<range.upperBound
      next.cost += token.beginsValue ? 10 : 3
    } else {
      // After a value, the first comma fits, so the second comma of a run is the first mistake.
      let isSecond = cause == .surplusComma && range.count > 1 && next.mode == .value
      let offset = range.lowerBound + (isSecond ? 1 : 0)
      add(lexer.region(cause, range, [], next, at: offset), to: &next)
      let isValue = token.beginsValue && token.kind != .open || ASCII.isDigit(lexer.text[range.lowerBound])
      next.cost += isValue ? 15 : token.kind == .word ? 11 : 10
    }
    next.position = range.upperBound
  }

  /// Adds the state after swapping a token with the next one.
  private mutating func swap(_ token: RepairToken, _ state: RepairState, _ found: inout [RepairState]) {
    guard token.regions.isEmpty, !token.isDoubtful else { return }
    var next = state
    next.position = token.range.upperBound
    let second = lexer.token(next)
    guard second.kind != .end, second.regions.isEmpty, !second.isDoubtful, second.kind != token.kind else {
      return
    }
    let gap = lexer.bytes.slice(token.range.upperBound..<second.range.lowerBound)
    let texts = [second.range, token.range].map(lexer.bytes.slice)
    let whole = token.range.lowerBound..<second.range.upperBound
    next = state
    next.cost += 12
    add(lexer.region(.swapped, whole, texts[0] + gap + texts[1], state), to: &next)
    guard shift(second, &next), shift(token, &next) else { return }
    next.position = whole.upperBound
    if next.mode == .value { next.value = next.value.lowerBound..<whole.upperBound }
    found.append(next)
  }
}
