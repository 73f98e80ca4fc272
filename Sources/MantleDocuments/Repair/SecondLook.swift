import Mantle

/// A second pass over a text with several adjacent mistakes, which searches for one typo that
/// explains them together.
///
/// The reader interprets each mistake where it occurs. Two swapped tokens, a line of other
/// text, or a comma in place of a colon therefore cause several mistakes. The second pass
/// undoes each possible typo at the first mistake, reads the surrounding text again, and
/// keeps the typo that leaves the fewest mistakes, if the whole text confirms it.
///
/// The effort is bounded: ``mostLooks`` readings of at most some kilobytes, and
/// ``mostConfirmed`` bytes that are read again to confirm the results.
struct SecondLook {
  /// The edits that undo one typo.
  typealias Slip = [DamagedRegion]

  /// The maximum number of readings near mistakes. Of 14,000 damaged texts, 24 readings
  /// explain as many as 96 do, and 16 explain fewer.
  private static let mostLooks = 32
  /// The maximum number of bytes that are read again to confirm results. Longer texts get no
  /// second pass.
  private static let mostConfirmed = 1 << 20
  /// The distance before and after a mistake that is read again. Before it, a long value
  /// extends the distance.
  fileprivate static let near = 1 << 10
  /// The maximum number of mistakes that may be explained by typos.
  fileprivate static let mostMistakes = 48

  let bytes: JSONBytes
  let range: Range<Int>
  let allowsValuesOnOneLine: Bool

  /// Returns the reading with the fewest mistakes, starting with an existing one.
  func best(_ first: JSONRepairReader) -> JSONRepairReader {
    var best = first
    var slips: Slip = []
    var (looks, unconfirmed) = (Self.mostLooks, Self.mostConfirmed)
    var start = range.lowerBound
    while looks > 0, range.count <= unconfirmed, let site = site(in: best, from: start) {
      start = site.offset + 1
      guard let near = part(near: site, in: best), let plain = reading(slips, of: near) else { continue }
      let fewest = slips.count { $0.occurrences > 0 } + 1
      var (bestScore, found) = (score(of: plain, in: near.range), Slip())
      for slip in TokenSlips(bytes, in: range, at: site, from: near.range.lowerBound).all where looks > 0 {
        looks -= 1
        guard let reader = reading(slips + slip, of: near) else { continue }
        let score = score(of: reader, in: near.range)
        guard score.isBetter(than: bestScore, by: slip, losing: mostLost(slip)) else { continue }
        (bestScore, found) = (score, slip)
        if score.mistakes <= fewest { break }
      }
      guard !found.isEmpty else { continue }
      unconfirmed -= range.count
      guard let reader = reading(slips + found), isJSON(reader),
        score(of: reader, in: range)
          .isBetter(than: score(of: best, in: range), by: found, losing: mostLost(found))
      else { continue }
      best = reader
      slips += found
    }
    return best
  }

  /// Returns the first mistake after an offset, if there are several and none is the style of
  /// the whole text.
  private func site(in reader: JSONRepairReader, from start: Int) -> DamagedRegion? {
    guard reader.regions.count <= 8 * Self.mostMistakes else { return nil }
    let reported = JSONRepair.reports(of: reader.regions, in: bytes)
    guard reported.count > 1 || lost(reader) > 3, reported.count <= Self.mostMistakes,
      !reader.regions.contains(where: \.cause.isStyle),
      !reported.contains(where: { $0.cause.isLayer || $0.cause == .tooDamaged })
    else { return nil }
    return reader.regions.filter { $0.offset >= start && !$0.cause.isHarmless }.min { $0.offset < $1.offset }
  }

  // MARK: Which reading is better

  /// The quality of a reading.
  private struct Score {
    /// The number of mistakes.
    let mistakes: Int
    /// The number of mistakes whose interpretation is ambiguous.
    let harmful: Int
    let isCut: Bool
    /// The number of bytes that belong nowhere.
    let lost: Int

    /// Whether the score has fewer mistakes without losing too much text for each, or the
    /// same number with less lost text.
    func isBetter(than old: Score, by slip: Slip, losing most: Int) -> Bool {
      let isLoss = slip.contains { $0.cause == .strayText }
      // An edit that truncates the text is not a typo.
      if isLoss, isCut, !old.isCut { return false }
      if mistakes == old.mistakes {
        let isLikelier = slip.allSatisfy {
          SecondLook.likelier.contains($0.cause) || $0.replacement == [ASCII.quote]
        }
        return isLikelier && lost + 3 <= old.lost
      }
      // No text is given up for unambiguous mistakes.
      let gain = isLoss ? old.harmful - harmful : old.mistakes - mistakes
      return gain > 0 && lost <= old.lost + most * gain
    }
  }

  /// Returns the number of bytes that may be lost for each mistake less: a few words, or a
  /// line.
  private func mostLost(_ slip: Slip) -> Int {
    guard let range = slip.first?.range, slip[0].cause == .strayText else { return 48 }
    let before = bytes.slice(max(0, range.lowerBound - 64)..<range.lowerBound)
    let isLine = before.last { $0 != ASCII.space && $0 != ASCII.tab } == ASCII.lineFeed
    return isLine && [ASCII.lineFeed, ASCII.carriageReturn].contains(bytes[range.upperBound]) ? 160 : 48
  }

  /// The causes that are more likely than text that belongs nowhere.
  private static let likelier: [DamagedRegion.Cause] = [
    .unescapedQuote, .surplusQuote, .invalidEscape, .unquotedText, .unquotedKey, .missingKey, .swapped,
  ]

  /// Returns the score of a reading.
  ///
  /// - Parameter part: the part that was read, whose premature end is not a mistake.
  private func score(of reader: JSONRepairReader, in part: Range<Int>) -> Score {
    var reports = JSONRepair.reports(of: reader.regions, in: bytes)
    if part.upperBound < range.upperBound {
      reports.removeAll { $0.cause == .cutOff && $0.offset == part.upperBound }
    }
    return Score(
      mistakes: reports.count, harmful: reports.count { !$0.cause.isHarmless },
      isCut: reports.contains { $0.cause == .cutOff }, lost: lost(reader))
  }

  /// Returns the number of bytes that belong nowhere. Markup, comments and marks for omitted
  /// text do not count.
  private func lost(_ reader: JSONRepairReader) -> Int {
    let passedOver = reader.regions.lazy.filter {
      [.strayText, .missingKey, .unquotedKey].contains($0.cause)
    }.map { region in
      let first = bytes[region.range.lowerBound]
      let isNothing =
        first == ASCII.less || first == ASCII.ampersand
        || first == ASCII.minus && bytes[region.range.lowerBound + 1] == ASCII.minus
        || region.range.count < 64 && DamagedRegion.saysLeftOut(bytes.text(region.range))
      return isNothing ? 0 : max(0, region.range.count - region.replacement.count)
    }
    let swallowed = zip(reader.regions, reader.regions.dropFirst()).lazy.map { first, second in
      isKeyInString(first, second) ? second.range.upperBound - first.range.lowerBound : 0
    }
    return passedOver.reduce(0, +) + swallowed.reduce(0, +)
  }

  /// Whether two quotes are in a string only because a key between them has no quotes:
  /// `"x",a:"y"`.
  private func isKeyInString(_ first: DamagedRegion, _ second: DamagedRegion) -> Bool {
    guard first.cause == .unescapedQuote, second.cause == .unescapedQuote else { return false }
    let text = bytes.slice(first.range.upperBound..<max(first.range.upperBound, second.range.lowerBound))
    return text.first { !ASCII.isWhitespace($0) } == ASCII.comma
      && text.last { !ASCII.isWhitespace($0) } == ASCII.colon
  }

  /// Whether the repaired text is JSON, or several values of it.
  private func isJSON(_ reader: JSONRepairReader) -> Bool {
    let text = bytes.replacing(reader.regions, in: range)
    var parser = JSONParser()
    var end = 0
    repeat {
      guard let next = try? parser.parse(text, from: end) else { return false }
      end = JSONScanner.skipWhitespace(text.base, next, text.count)
    } while end < text.count
    return true
  }

  // MARK: Reading again

  /// The part of the text near a mistake, and the brackets to write before it so that the
  /// same containers are open.
  private typealias Part = (range: Range<Int>, head: [UInt8])

  private func part(near site: DamagedRegion, in reader: JSONRepairReader) -> Part? {
    let mark = reader.marks.filter { $0.start <= site.offset }.min {
      abs($0.offset - site.offset) < abs($1.offset - site.offset)
    }
    guard let mark else { return nil }
    let end = min(range.upperBound, max(mark.offset, site.offset) + Self.near)
    let openers = mark.around.flatMap { $0 ? Array("{\"…\":".utf8) : [ASCII.openBracket] }
    return (mark.start..<end, openers)
  }

  /// Returns the reading of the text, or a part of it, with some typos undone; nil if a
  /// mistake is inside of a replacement.
  private func reading(_ slips: Slip, of part: Part? = nil) -> JSONRepairReader? {
    let (part, head) = part ?? (range, [])
    guard let undone = UndoneText(bytes, in: part, head, slips) else { return nil }
    let all = 0..<undone.bytes.count
    var reader: JSONRepairReader
    if part == range, head.isEmpty {
      reader = JSONRepairReader.asItIs(undone.bytes, in: all, allowsValuesOnOneLine)
    } else {
      reader = JSONRepairReader(
        undone.bytes, in: all, usesIndentation: false, allowsValuesOnOneLine: allowsValuesOnOneLine)
      withExtendedLifetime(undone) { reader.run() }
    }
    var found = undone.slips
    for region in reader.regions {
      guard let region = undone.original(region) else { return nil }
      found.append(region)
    }
    found.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    guard !zip(found, found.dropFirst()).contains(where: { $0.range.upperBound > $1.range.lowerBound }) else {
      return nil
    }
    reader.regions = found
    reader.doubted = Set(reader.doubted.map(undone.near) + slips.compactMap(\.container))
    reader.marks = reader.marks.map {
      JSONRepairReader.Mark(offset: undone.near($0.offset), start: undone.near($0.start), around: $0.around)
    }
    return reader
  }
}

/// A part of a text with typos undone, which maps its offsets to the original.
private struct UndoneText {
  let bytes: JSONBytes
  /// The edits, in the order of the text.
  let slips: [DamagedRegion]
  private let part: Range<Int>
  private let head: Int

  /// Creates the text with typos undone; nil if two edits overlap.
  init?(_ text: JSONBytes, in part: Range<Int>, _ head: [UInt8], _ slips: [DamagedRegion]) {
    let slips = slips.filter { part.contains($0.range.lowerBound) && $0.range.upperBound <= part.upperBound }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    var undone = head
    var end = part.lowerBound
    for slip in slips {
      guard slip.range.lowerBound >= end else { return nil }
      undone += text.slice(end..<slip.range.lowerBound) + slip.replacement
      end = slip.range.upperBound
    }
    undone += text.slice(end..<part.upperBound)
    bytes = JSONBytes(undone)
    (self.slips, self.part, self.head) = (slips, part, head.count)
  }

  /// Returns the original offset of a token that begins or ends at an offset; nil inside of a
  /// replacement.
  private func place(_ offset: Int, isEnd: Bool) -> Int? {
    guard offset >= head else { return nil }
    var shift = part.lowerBound - head
    for slip in slips {
      let start = slip.range.lowerBound - shift
      let end = start + slip.replacement.count
      if offset < start || offset == start && (isEnd || start < end) { break }
      if offset < end { return nil }
      shift += slip.range.count - slip.replacement.count
    }
    return offset + shift
  }

  /// Returns the original offset, or the beginning of the edit that contains the offset.
  func near(_ offset: Int) -> Int {
    if let place = place(offset, isEnd: false) { return min(place, part.upperBound) }
    guard offset >= head else { return part.lowerBound }
    return (head..<offset).reversed().lazy.compactMap { place($0, isEnd: false) }.first ?? part.lowerBound
  }

  /// Returns a mistake with its original offsets; nil if it is partly inside of a
  /// replacement.
  func original(_ region: DamagedRegion) -> DamagedRegion? {
    guard let upper = place(region.range.upperBound, isEnd: true),
      let lower = region.range.isEmpty ? upper : place(region.range.lowerBound, isEnd: false), lower <= upper
    else { return nil }
    return DamagedRegion(
      range: lower..<upper, replacement: region.replacement, cause: region.cause, offset: near(region.offset),
      container: region.container.map(near), code: region.code, occurrences: region.occurrences)
  }
}

extension JSONRepairReader {
  /// A place shortly before a mistake, from which the text can be read again.
  struct Mark {
    /// The offset of the mistake.
    let offset: Int
    /// The offset where a value, or the text, begins.
    let start: Int
    /// The containers that are open at the start, outermost first: whether each is an object.
    let around: [Bool]
  }

  /// Records the containers that are open at a mistake.
  mutating func mark(_ offset: Int) {
    guard marks.count < SecondLook.mostMistakes, stack.count <= Self.deepestLook else { return }
    var mark = Mark(offset: offset, start: start, around: [])
    let kinds = stack.map(\.isObject)
    for (depth, frame) in stack.enumerated() {
      // This selects the outermost value that begins nearby: at its own bracket, or its last
      // child.
      if mark.start + SecondLook.near >= offset { break }
      mark = Mark(offset: offset, start: frame.open, around: Array(kinds[..<depth]))
      if mark.start + SecondLook.near >= offset || frame.valueStart <= frame.open { continue }
      mark = Mark(offset: offset, start: frame.valueStart, around: Array(kinds[...depth]))
    }
    guard mark.start <= offset, mark.start + 4 * SecondLook.near >= offset else { return }
    marks.append(mark)
  }
}

extension JSONRepair {
  /// Returns the mistakes of a text that are reported.
  static func reports(of regions: [DamagedRegion], in bytes: JSONBytes) -> [DamagedRegion] {
    let repair = JSONRepair(regions: regions, of: bytes)
    return regions.indices.filter(repair.isReported).map { regions[$0] }
  }

  /// Creates a repair that only consists of mistakes.
  private init(regions: [DamagedRegion], of original: JSONBytes) {
    self.original = original
    self.regions = regions
    text = original
    (doubted, places) = ([], [])
    (isOneValue, isSequence, isBlank) = (false, false, false)
    hole = Self.firstHole(regions)
  }
}
