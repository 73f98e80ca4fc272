import Mantle

// Processing of the mistakes after the whole text was read.

extension JSONRepairReader {
  /// Stops parsing because there are too many mistakes, and skips the rest of the text from a token on.
  mutating func giveUp(_ token: RepairToken) {
    let needsValue = state.rootValues == 0 && state.frame < 0
    close(
      .tooDamaged, at: token.range.lowerBound, or: needsValue ? Array("null".utf8) : [], code: state.expected)
  }

  /// Ends the parsing of the text: closes the containers that are still open as mistakes.
  mutating func finish() {
    if state.frame >= 0, frames[state.frame].parent < 0, isDoubled(state) {
      var next = state
      removeDoubled(&next)
      commit(next)
    }
    if state.frame >= 0 { return close(.cutOff, at: lexer.end, or: [], code: .unexpectedEnd) }
    guard state.rootValues == 0, regions.last?.cause != .tooDamaged else { return }
    // In a part of a sequence, a comma between values is not a missing value.
    let isPart = lexer.start > 0 || lexer.end < lexer.bytes.count
    if isPart, !regions.isEmpty, regions.allSatisfy({ $0.cause == .surplusComma }) { return }
    // The whole text was skipped, so it becomes null.
    if let last = regions.indices.last, regions[last].cause != .comment {
      regions[last].replacement = Array("null".utf8)
    } else {
      keep([lexer.region(.empty, lexer.end..<lexer.end, Array("null".utf8), state, code: .unexpectedEnd)])
    }
  }

  /// Closes all open containers after the last complete member, and skips the rest of the text.
  ///
  /// - Parameters:
  ///   - cause: the reported cause: a truncated text, or too many mistakes.
  ///   - replacement: the replacement of the rest if no container is open.
  private mutating func close(
    _ cause: DamagedRegion.Cause, at offset: Int, or replacement: [UInt8], code: JSONSyntaxError.Code
  ) {
    doubted += openers(state)
    var closers: [UInt8] = []
    var frame = state.frame
    while frame >= 0 {
      closers.append(frames[frame].closer)
      frame = frames[frame].parent
    }
    // An incomplete member is skipped together with the comma before it.
    let isHalf = state.mode == .key || state.mode == .colon
    let last = lexer.lastContent(before: lexer.end, from: lexer.start) + 1
    var lower = isHalf ? state.key.lowerBound : cause == .cutOff ? last : state.position
    if state.comma >= 0, state.mode != .value { lower = state.comma }
    // If the skipped comma or key was swapped with another token, it is removed from the replacement.
    if let pair = regions.lastIndex(where: { $0.cause == .swapped && $0.range.contains(lower) }),
      state.mode != .value
    {
      let isComma = regions[pair].replacement.last == ASCII.comma
      regions[pair].replacement = isComma ? regions[pair].replacement.dropLast() : []
      lower = regions[pair].range.upperBound
    }
    let upper =
      cause == .cutOff && !isHalf ? max(last, lower, regions.last?.range.upperBound ?? 0) : lexer.end
    if cause == .cutOff, !isHalf, state.mode != .comma { lower = upper }
    if lower < upper || state.mode == .comma {
      regions.removeAll {
        $0.range.lowerBound > lower
          || $0.range.lowerBound == lower && (!$0.range.isEmpty || $0.cause == .missingComma)
      }
    }
    keep([
      lexer.region(
        cause, lower..<upper, closers.isEmpty ? replacement : closers, state, at: offset, code: code)
    ])
    state.rootValues += 1
    state.position = lexer.end
    state.frame = -1
  }

  /// Sorts the mistakes by offset. A mistake inside of another one becomes part of it, and a run of equal mistakes becomes one.
  mutating func sortRegions() {
    let order = regions.indices.sorted {
      let (a, b) = (regions[$0].range, regions[$1].range)
      return (a.lowerBound, a.isEmpty ? 0 : 1, -a.count, $0) < (b.lowerBound, b.isEmpty ? 0 : 1, -b.count, $1)
    }
    var sorted: [DamagedRegion] = []
    for var region in order.map({ regions[$0] }) {
      guard let last = sorted.last else {
        sorted.append(region)
        continue
      }
      let (known, range) = (last.range, region.range)
      if range.isEmpty, range.lowerBound < known.upperBound {
        // An insertion inside of a region that is replaced as a whole is moved after the region.
        region.range = known.upperBound..<known.upperBound
        sorted.append(region)
      } else if range.lowerBound < known.upperBound {
        // A character that resembles a comma may be the trailing comma.
        if region.cause == .trailingComma, range.lowerBound == known.lowerBound {
          sorted[sorted.count - 1].replacement = []
        }
        sorted[sorted.count - 1].range = known.lowerBound..<max(known.upperBound, range.upperBound)
      } else if last.cause == region.cause, last.replacement.isEmpty, region.replacement.isEmpty,
        !known.isEmpty,
        last.container == region.container, region.occurrences > 0,
        [.surplusComma, .surplusBracket, .surplusColon, .strayText, .textBefore, .textAfter]
          .contains(region.cause),
        lexer.isBlank(known.upperBound..<range.lowerBound)
      {
        sorted[sorted.count - 1].range = known.lowerBound..<range.upperBound
      } else {
        sorted.append(region)
      }
    }
    regions = sorted
  }

  /// Groups mistakes that result from the style of the text and not from typos, so that each group is reported as one
  /// mistake.
  mutating func groupAlike() {
    guard regions.count > 1 else { return }
    // The end of text around the JSON, and the comma after a run of NUL bytes, are reported together with their start.
    let last = regions.count - 1
    if regions[0].cause == .comment, regions[1].cause == .textBefore,
      lexer.isBlank(
        regions[0].range.upperBound..<max(regions[0].range.upperBound, regions[1].range.lowerBound))
    {
      regions[0].occurrences = 0
    }
    let first = regions[0].occurrences == 0 ? 1 : 0
    if regions[first].cause == .textBefore, regions[last].cause == .textAfter {
      let opener = lexer.bytes.text(regions[first].range).filter { !$0.isWhitespace }
      let closer = lexer.bytes.text(regions[last].range).filter { !$0.isWhitespace }
      let isFence = opener.contains("```") && closer.hasPrefix("```")
      let isOneLine = !lexer.hasLineFeed(regions[first].range.upperBound..<regions[last].range.lowerBound)
      if isOneLine || isFence || opener.hasSuffix("(") && (closer == ")" || closer == ");") {
        regions[last].occurrences = 0
      }
    }
    for (number, before) in regions.indices.dropFirst().map({ ($0, regions[$0 - 1]) }) {
      let gap = before.range.upperBound..<max(before.range.upperBound, regions[number].range.lowerBound)
      let isNextLine =
        before.cause == .strayText && regions[number].cause == .strayText && lexer.hasLineFeed(gap)
      let isAfterHole = before.cause == .nulBytes && regions[number].cause == .surplusComma
      // Consecutive lines of other text are one mistake.
      if isNextLine || isAfterHole, lexer.isBlank(gap) { regions[number].occurrences = 0 }
    }
    // Many mistakes outside of all brackets are one mistake: an earlier superfluous closing bracket, or text that is
    // not JSON at all.
    let outside = regions.indices.filter {
      regions[$0].container == nil
        && [.surplusComma, .surplusBracket, .textAfter].contains(regions[$0].cause)
    }
    if outside.count > 3 {
      for number in outside { regions[number].occurrences = 0 }
      regions[outside[0]].occurrences = outside.count
    }
    if let style { group(style.causes, as: style.cause) }
    for cause in Set(regions.map(\.cause)) where !cause.isStyle {
      let most = Self.ofAllText.contains(cause) ? 1 : cause.isHarmless ? Self.mostAlike : .max
      if count([cause]) > most { group([cause], as: cause) }
    }
  }

  /// The causes that affect the whole text if they occur at least twice: its encoding, NUL bytes, and properties of
  /// the program that wrote it.
  private static let ofAllText: Set<DamagedRegion.Cause> = [
    .invalidUTF8, .nulBytes, .call, .textBefore, .missingList,
  ]

  /// The style of another language in which most of the text is written: the causes of its mistakes, and the cause as
  /// which they are reported together. Nil if there is none.
  private var style: (causes: [DamagedRegion.Cause], cause: DamagedRegion.Cause)? {
    let (quoted, words) = (count([.singleQuotes]), count([.unquotedKey]))
    let arrows = regions.count {
      $0.cause == .equalsSign && lexer.text[$0.range.upperBound - 1] == ASCII.greater
    }
    let ofKeys: [DamagedRegion.Cause] = [
      .singleQuotes, .backquotes, .unquotedKey, .equalsSign, .surplusColon, .pythonLiteral, .literalSpelling,
    ]
    if arrows > 1, 2 * arrows > soundStrings { return (ofKeys, .arrowText) }
    if words > 1, 2 * words > soundStrings { return (ofKeys, .javaScriptText) }
    guard quoted > 1, quoted > 2 * soundStrings else { return nil }
    let isPython = regions.contains { $0.cause == .pythonLiteral }
    return ([.singleQuotes, .pythonLiteral], isPython ? .pythonText : .singleQuotedText)
  }

  /// Returns the number of mistakes with the given causes. The two quotes of a string count as one mistake.
  private func count(_ causes: [DamagedRegion.Cause]) -> Int {
    regions.indices.count { causes.contains(regions[$0].cause) && !regions.isOtherEnd($0) }
  }

  /// Reports all regions with one of the causes as a single mistake: the first region gets the total number of
  /// occurrences, the others get 0.
  ///
  /// - Parameter cause: the cause that is reported.
  private mutating func group(_ causes: [DamagedRegion.Cause], as cause: DamagedRegion.Cause) {
    var count = count(causes)
    for number in regions.indices where causes.contains(regions[number].cause) {
      regions[number].cause = cause
      regions[number].occurrences = count
      count = 0
    }
  }
}
