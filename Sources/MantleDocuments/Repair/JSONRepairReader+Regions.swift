import Mantle
import TerminalText

extension JSONRepairReader {
  /// The expectation of a strict parser at the current position.
  var expected: JSONSyntaxError.Code {
    if let expectation { return expectation }
    guard let top = stack.last else { return rootValues == 0 ? .expectedValue : .trailingContent }
    if top.state == .value { return .expectedCommaOrClose }
    return top.isObject ? .expectedKey : .expectedValue
  }

  /// Skips some bytes and records the mistake.
  mutating func drop(_ range: Range<Int>, _ cause: DamagedRegion.Cause, with replacement: String = "") {
    let code = expected
    if replacement.isEmpty, let last = regions.last, last.cause == cause, last.replacement.isEmpty,
      isBlank(from: last.range.upperBound, to: range.lowerBound), cause != .comment
    {
      // A run of equal mistakes is one mistake.
      regions[regions.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      note(cause, range, with: replacement, at: range.lowerBound, code: code)
    }
    position = max(position, range.upperBound)
  }

  /// Records a mistake at its place. Regions inside of it become part of it.
  mutating func note(
    _ cause: DamagedRegion.Cause, _ range: Range<Int>, with replacement: String, at offset: Int,
    code: JSONSyntaxError.Code, container: Int? = nil
  ) {
    note(cause, range, with: Array(replacement.utf8), at: offset, code: code, container: container)
  }

  /// Records a mistake at its place. Regions inside of it become part of it.
  mutating func note(
    _ cause: DamagedRegion.Cause, _ range: Range<Int>, with replacement: [UInt8], at offset: Int,
    code: JSONSyntaxError.Code, container: Int? = nil, occurrences: Int = 1
  ) {
    if !cause.isHarmless { mark(offset) }
    if cause == .nulBytes, range.count > 1 { stack.suffix(Self.deepestLook).forEach { doubt($0) } }
    let range = takingOver(range, isBracket: cause == .surplusBracket)
    let region = DamagedRegion(
      range: range, replacement: replacement, cause: cause, offset: offset,
      container: container ?? stack.last?.open, code: code, occurrences: occurrences)
    if replacesStray(region) { return }
    var index = regions.count
    while index > 0, comesBehind(regions[index - 1].range, range) { index -= 1 }
    regions.insert(region, at: index)
  }

  /// Removes the regions inside of a new one, which become part of it.
  ///
  /// - Returns: the range of the new region, extended to regions that it overlaps, such as a
  ///   wide comma.
  private mutating func takingOver(_ range: Range<Int>, isBracket: Bool) -> Range<Int> {
    guard !range.isEmpty else {
      // An insertion into a region that is replaced as a whole is moved after it.
      let around = regions.last { $0.range.lowerBound < range.lowerBound }?.range.upperBound ?? 0
      let place = max(range.lowerBound, around)
      return place..<place
    }
    var range = range
    var index = regions.count
    while index > 0, regions[index - 1].range.upperBound >= range.lowerBound {
      index -= 1
      let inner = regions[index].range
      // Insertions directly before the range remain, and so do those after a removed
      // bracket.
      let isBefore = inner.isEmpty && inner.lowerBound == range.lowerBound
      let isBehind = inner.isEmpty && inner.lowerBound == range.upperBound && isBracket
      let isInside = inner.lowerBound >= range.lowerBound && inner.upperBound <= range.upperBound
      if isInside && !isBefore && !isBehind || inner.overlaps(range) {
        range = min(inner.lowerBound, range.lowerBound)..<max(inner.upperBound, range.upperBound)
        regions.remove(at: index)
      }
    }
    return range
  }

  /// Whether a known region follows a new one. An insertion precedes a region at the same
  /// offset.
  private func comesBehind(_ known: Range<Int>, _ new: Range<Int>) -> Bool {
    known.lowerBound > new.lowerBound || known.lowerBound == new.lowerBound && new.isEmpty && !known.isEmpty
  }

  /// Whether a range contains only whitespace.
  func isBlank(from start: Int, to end: Int) -> Bool {
    guard start <= end, end - start < 4096 else { return false }
    return (start..<end).allSatisfy { ASCII.isWhitespace(text[$0]) }
  }

  /// Marks the members of a container as unreliable.
  mutating func doubt(_ frame: Frame) {
    doubted.insert(frame.open)
    if frame.lastContainer >= 0 { doubted.insert(frame.lastContainer) }
  }

  /// Combines the mistakes after a correct value into one, if the text can only be the
  /// remainder of a longer file that was overwritten. Such a remainder closes brackets that
  /// were opened before it, or its quotes end strings that began before it, so that strings
  /// and the text between them are confused up to the final bracket.
  mutating func passOverOlderRest() {
    guard soundEnd >= 0 else { return }
    let token = skip(soundEnd)
    let first = regions.firstIndex { $0.offset >= soundEnd } ?? regions.count
    let rest = regions[first...].filter { !$0.cause.isHarmless }
    guard rest.count > 2, rest[0].offset == token else { return }
    // A comma may separate the elements of a list whose opening bracket is missing.
    guard text[token] != ASCII.comma || byte(skip(token + 1)) != byte(skip(start)) else { return }
    // Text that begins with a bracket is parsed as a value, and so is the text after it.
    guard rest[0].cause != .secondValue || text[token] | 0x20 != ASCII.openBrace else { return }
    let closes = rest.contains { $0.cause == .surplusBracket && $0.container == nil }
    let isInsideOut =
      rest.last?.cause == .cutOff && rest[0].cause != .secondValue
      && text[lastContent(before: end, from: token)] == text[soundEnd - 1]
    guard closes || isInsideOut else { return }
    regions.removeSubrange(first...)
    doubted = doubted.filter { $0 < soundEnd }
    rootValues = 1
    // The line feed is the last byte of what was written.
    let start = byte(soundEnd) == ASCII.lineFeed ? soundEnd + 1 : soundEnd
    note(.olderRest, start..<end, with: "", at: token, code: .trailingContent)
  }

  /// Combines mistakes that result from the style of the text rather than from typos.
  mutating func groupAlike() {
    guard regions.count > 1 else { return }
    // The end of text around the JSON and the comma after a run of NUL bytes are reported
    // together with their beginning.
    let last = regions.count - 1
    if regions[0].cause == .comment, regions[1].cause == .textBefore,
      isBlank(from: regions[0].range.upperBound, to: regions[1].range.lowerBound)
    {
      regions[0].occurrences = 0
    }
    let first = regions[0].occurrences == 0 ? 1 : 0
    if regions[first].cause == .textBefore, regions[last].cause == .textAfter {
      let opener = bytes.text(regions[first].range).filter { !$0.isWhitespace }
      let closer = bytes.text(regions[last].range).filter { !$0.isWhitespace }
      let isFence = opener.contains("```") && closer.hasPrefix("```")
      if isFence || opener.hasSuffix("(") && (closer == ")" || closer == ");") {
        regions[last].occurrences = 0
      }
    }
    for number in regions.indices.dropFirst() where regions[number].cause == .strayText {
      let before = regions[number - 1]
      let gap = before.range.upperBound..<max(before.range.upperBound, regions[number].range.lowerBound)
      // Consecutive lines of other text are one mistake.
      if before.cause == .strayText, isBlank(from: gap.lowerBound, to: gap.upperBound),
        bytes.countLineFeeds(in: gap) > 0
      {
        regions[number].occurrences = 0
      }
    }
    for number in regions.indices.dropFirst() where regions[number].cause == .surplusComma {
      let hole = regions[number - 1]
      if hole.cause == .nulBytes, isBlank(from: hole.range.upperBound, to: regions[number].range.lowerBound) {
        regions[number].occurrences = 0
      }
    }
    // Many mistakes outside of all brackets are one: a superfluous closing bracket before
    // them, or another kind of text.
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

  /// The causes that concern the whole text as soon as they occur twice: the encoding, NUL
  /// bytes, the program that wrote the text.
  private static let ofAllText: Set<DamagedRegion.Cause> = [
    .invalidUTF8, .nulBytes, .call, .textBefore, .missingList,
  ]

  /// The style of another language, if most of the text is written in it.
  private var style: (causes: [DamagedRegion.Cause], cause: DamagedRegion.Cause)? {
    let (quoted, words) = (count([.singleQuotes]), count([.unquotedKey]))
    let arrows = regions.count { $0.cause == .equalsSign && text[$0.range.upperBound - 1] == ASCII.greater }
    let ofKeys: [DamagedRegion.Cause] = [
      .singleQuotes, .backquotes, .unquotedKey, .equalsSign, .surplusColon, .pythonLiteral, .literalSpelling,
    ]
    if arrows > 1, 2 * arrows > soundStrings { return (ofKeys, .arrowText) }
    if words > 1, 2 * words > soundStrings { return (ofKeys, .javaScriptText) }
    guard quoted > 1, quoted > 2 * soundStrings else { return nil }
    let isPython = regions.contains { $0.cause == .pythonLiteral }
    return ([.singleQuotes, .pythonLiteral], isPython ? .pythonText : .singleQuotedText)
  }

  /// Returns the number of mistakes with the given causes. The two quotes of a string count
  /// as one.
  private func count(_ causes: [DamagedRegion.Cause]) -> Int {
    regions.indices.count { causes.contains(regions[$0].cause) && !regions.isOtherEnd($0) }
  }

  /// Reports all regions with one of the causes as a single problem: the first region gets the total number
  /// of occurrences, the others get 0.
  private mutating func group(_ causes: [DamagedRegion.Cause], as cause: DamagedRegion.Cause) {
    var count = count(causes)
    for number in regions.indices where causes.contains(regions[number].cause) {
      regions[number].cause = cause
      regions[number].occurrences = count
      count = 0
    }
  }

  /// Gives up because of the number of mistakes. The rest of the text is not parsed.
  mutating func giveUp() {
    stack.forEach { doubt($0) }
    let closers = String(decoding: stack.reversed().map(\.closer), as: UTF8.self)
    let needsValue = rootValues == 0 && stack.isEmpty
    let lower = pendingKey ?? position
    pendingKey = nil
    let from = stack.last.map { $0.state == .comma ? min($0.comma, lower) : lower } ?? lower
    note(.tooDamaged, min(from, end)..<end, with: needsValue ? "null" : closers, at: position, code: expected)
    position = end
  }

  /// Closes the containers that are open at the end.
  mutating func finish() {
    guard let top = stack.last else {
      guard rootValues == 0 else { return }
      // The skipped text is the whole text.
      if let last = regions.indices.last, regions[last].cause != .comment {
        regions[last].replacement = Array("null".utf8)
      } else {
        note(.empty, end..<end, with: "null", at: end, code: .unexpectedEnd)
      }
      return
    }
    rootValues += 1
    stack.forEach { doubt($0) }
    if stack.count == 1, dropsDoubledOpener(top) { return }
    let from = stack.first { $0.dropStart >= 0 }?.dropStart ?? pendingKey ?? end
    let around = stack.last { $0.open < from } ?? top
    // A bracket that was inserted before the incomplete member remains.
    let hasOpener = pendingKey == from && stack.contains { $0.open == from }
    let isBehindComma = around.comma >= around.end && around.comma < from && !hasOpener
    let closers = stack.filter { $0.open < from || hasOpener && $0.open == from }.reversed().map(\.closer)
    if pendingKey == from, !hasOpener { removeMissingComma(before: from) }
    // The brackets are appended to the last line, because each line may be a separate value.
    let isHalf = from < end
    let last =
      isHalf
      ? end : max(lastContent(before: end, from: start) + 1, top.end, regions.last?.range.upperBound ?? 0)
    note(
      .cutOff, (isBehindComma ? around.comma : isHalf ? from : last)..<last, with: closers, at: end,
      code: .unexpectedEnd,
      container: top.open)
  }

  /// Removes the comma that was inserted before an incomplete member, even if it replaced a
  /// stray character.
  private mutating func removeMissingComma(before offset: Int) {
    let comma = regions.lastIndex { $0.range.upperBound <= offset && $0.replacement.last == ASCII.comma }
    guard let comma else { return }
    let region = regions[comma]
    if region.cause == .missingComma, region.offset == offset { regions.remove(at: comma) }
    guard region.cause == .wrongCharacter else { return }
    // Skipped bytes between the comma and the member are removed too.
    let last = regions[(comma + 1)...].reduce(region.range.upperBound) { end, next in
      next.replacement.allSatisfy(ASCII.isWhitespace) && isBlank(from: end, to: next.range.lowerBound)
        ? next.range.upperBound : end
    }
    if isBlank(from: last, to: offset) {
      regions[comma].replacement.removeLast()
      // If `,]` replaced `],`, only the comma is a mistake now.
      regions[comma].cause = regions[comma].replacement.isEmpty ? .strayText : .trailingComma
    }
  }

  /// Removes the second bracket of `[[1,2]` if `[1,2]` was intended, instead of adding a
  /// bracket.
  mutating func dropsDoubledOpener(_ top: Frame) -> Bool {
    guard top.state == .value, top.valueStart == top.open + 1, text[top.valueStart] == text[top.open] else {
      return false
    }
    note(
      .surplusBracket, top.valueStart..<top.valueStart + 1, with: "", at: top.valueStart, code: .unexpectedEnd
    )
    return true
  }
}
