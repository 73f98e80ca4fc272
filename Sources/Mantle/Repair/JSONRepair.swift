/// A text that is not JSON, read as the JSON it was probably meant to be.
///
///     let repair = JSONRepair(bytes)
///     let document = try JSONDocument(parsing: repair.text)   // locations are those of `bytes`
///     for region in repair.regions { print(region.diagnostic(in: bytes)) }
///
/// The original is untouched: a repair is a list of regions, each with the bytes it is about and what they were read
/// as. ``splices`` are the edits that mend the original. A text that is JSON has no regions.
package struct JSONRepair: Sendable {
  /// The text as it was.
  package let original: JSONBytes
  /// What is wrong with it, in the order of the text; no two overlap.
  package let regions: [DamagedRegion]
  /// The part that was read, with every region replaced: JSON, or several values after each other. Places in it are
  /// places of the original: see ``JSONBytes/location(at:)``.
  package let text: JSONBytes
  /// Where objects begin that may have lost members, or have members that are not theirs, in the original.
  let doubted: Set<Int>
  /// Where each region's replacement begins in ``text``.
  let places: [Int]
  /// Whether what was read is exactly one value with brackets of its own.
  package let isOneValue: Bool
  /// Whether it is text that is no value, such as a line of a log.
  var isText: Bool { regions.contains { $0.cause == .unquotedText && $0.container == nil } }
  /// Whether it is more than one value.
  let isSequence: Bool
  /// Whether there is nothing that could be read as a value.
  let isBlank: Bool
  /// The number of the first hole: what stands behind it belongs to what was lost in it.
  let hole: Int?

  /// Reads a text, or a part of it.
  ///
  /// - Parameters:
  ///   - range: the part; nil for all.
  ///   - allowsValuesOnOneLine: whether several values may stand on a line, as in NDJSON that was joined.
  /// - Complexity: O(n) time, and memory for the repaired text and for each region.
  package init(_ original: JSONBytes, in range: Range<Int>? = nil, allowsValuesOnOneLine: Bool = false) {
    let range = original.clamp(range ?? 0..<original.count)
    let reader = JSONRepairReader.best(original, in: range, allowsValuesOnOneLine)
    self.original = original
    regions = reader.regions
    doubted = reader.doubted
    isOneValue = reader.isOneValue
    isSequence = reader.rootValues > 1
    isBlank = reader.rootValues == 0
    hole = Self.firstHole(regions)
    text = original.replacing(regions, in: range)
    var shift = -range.lowerBound
    places = regions.map { region in
      defer { shift += region.replacement.count - region.range.count }
      return region.range.lowerBound + shift
    }
  }

  static func firstHole(_ regions: [DamagedRegion]) -> Int? {
    regions.firstIndex { $0.cause == .nulBytes && $0.range.count > 1 }
  }

  /// Whether a text is nothing that can be read part by part: another kind of text, or one that something was put on.
  package static func isOfAnotherKind(_ bytes: JSONBytes) -> Bool {
    guard !ForeignText.beginsAsJSON(bytes) else { return false }
    if TextLayer.beginsWithChunk(bytes) { return true }
    let head = JSONRepair(bytes, in: 0..<min(bytes.count, 1 << 16), allowsValuesOnOneLine: true)
    return head.regions.contains { $0.cause.isForeign || $0.cause.isLayer }
  }

  /// Whether a region is reported: not what another one's report is about too.
  package func isReported(_ number: Int) -> Bool { regions[number].occurrences > 0 && !isEcho(number) }

  /// Whether there is a mistake that not everyone reads as the same.
  var isBroken: Bool { regions.contains { !$0.cause.isHarmless } }

  /// Whether a mistake is of all the text rather than of a place in it.
  var isAboutAll: Bool {
    regions.contains {
      $0.occurrences > JSONRepairReader.mostAlike || $0.cause.isStyle
    }
  }

  /// Whether a region is only the other end of another mistake: the second quote of a string, a quote that is missing
  /// because the text is cut off, or whatever does not match behind a hole.
  package func isEcho(_ number: Int) -> Bool {
    let region = regions[number]
    if regions.isOtherEnd(number) { return true }
    if let hole, number > hole, !region.cause.isHarmless, region.cause != .nulBytes { return true }
    if number > 0, region.cause == .textBefore, original[region.offset] == ASCII.semicolon { return true }
    // The bracket that closes what was opened only by the repair.
    if region.cause == .missingBracket, let opener = region.container {
      let first = regions.countOfPrefix { $0.offset < opener }
      if first < number, regions[first].offset == opener, regions[first].cause == .missingOpener {
        return true
      }
    }
    if region.cause == .cutOff { return isUnwritten(number) || isEndOfMembers(number) }
    let isBeforeCut =
      number + 1 < regions.count && (regions[number + 1].cause == .cutOff || isHoleAtEnd(number + 1))
    return isBeforeCut
      && [.missingQuote, .unquotedText, .literalSpelling, .numberSpelling].contains(region.cause)
      && region.range.upperBound == regions[number + 1].range.lowerBound
  }

  /// Whether the end belongs to members without an object around them, which nothing else is missing in.
  private func isEndOfMembers(_ number: Int) -> Bool {
    let first = regions.first { $0.cause != .comment && $0.cause != .textBefore }
    return first?.cause == .missingOpener && first?.container == nil
      && regions[number].container == first?.offset
  }

  /// Whether a text is cut off where it was never written: its NULs are reported.
  private func isUnwritten(_ number: Int) -> Bool {
    number > 0 && isHoleAtEnd(number - 1)
      || number > 1 && regions[number - 1].cause == .missingQuote && isHoleAtEnd(number - 2)
  }

  private func isHoleAtEnd(_ number: Int) -> Bool {
    regions[number].cause == .nulBytes && regions[number].range.upperBound == original.count
  }

  /// The text as it was without comments and trailing commas, and how many comments that are.
  package var withoutComments: (text: JSONBytes, comments: Int) {
    let meant = regions.filter(\.cause.isOfJSONC)
    return (original.replacing(meant, in: 0..<original.count), meant.count { $0.cause == .comment })
  }

  /// The text as it was with blanks in place of comments and trailing commas; line breaks stay.
  package var blankingComments: JSONBytes {
    var text = original.slice(0..<original.count)
    for region in regions where region.cause.isOfJSONC {
      for offset in region.range where !ASCII.isWhitespace(text[offset]) { text[offset] = ASCII.space }
    }
    return JSONBytes(text)
  }

  /// The edits that turn the original into JSON.
  package var splices: [JSONSplice] { regions.map { JSONSplice($0.range, with: $0.replacement) } }
}

extension [DamagedRegion] {
  /// Whether a region is of the same token as one before it, and has its cause: the second quote of a string.
  func isOtherEnd(_ number: Int) -> Bool {
    let region = self[number]
    return self[..<number].reversed().lazy.prefix { $0.range.upperBound >= region.offset }
      .contains { $0.offset == region.offset && $0.cause == region.cause }
  }
}

extension JSONBytes {
  /// The bytes with regions replaced, which know where each of them came from.
  func replacing(_ regions: [DamagedRegion], in range: Range<Int>) -> JSONBytes {
    guard !regions.isEmpty || range.count < count else { return self }
    let size = regions.reduce(range.count) { $0 + $1.replacement.count - $1.range.count }
    var origin = JSONOrigin(self, from: range.lowerBound)
    return JSONBytes(count: size, origin: { origin }) { memory in
      var (read, written) = (range.lowerBound, 0)
      func copy(to end: Int) {
        withBytes(in: read..<end) { memory[written...].copyBytes(from: $0) }
        written += end - read
      }
      for region in regions {
        copy(to: region.range.lowerBound)
        origin.add(written, from: region.range.lowerBound)
        memory[written...].copyBytes(from: region.replacement)
        written += region.replacement.count
        read = region.range.upperBound
        origin.add(written, from: read)
      }
      copy(to: range.upperBound)
    }
  }
}
