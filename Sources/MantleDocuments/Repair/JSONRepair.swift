import Mantle

/// The interpretation of a malformed text as the JSON that was probably intended.
///
/// ```swift
/// let repair = JSONRepair(bytes)
/// let document = try JSONDocument(parsing: repair.text)  // locations refer to `bytes`
/// for region in repair.regions { print(region.diagnostic(in: bytes)) }
/// ```
///
/// The original text remains unchanged: a repair is a list of regions with their replacements. ``splices`` are the
/// edits that fix the original. A valid text has no regions.
package struct JSONRepair: Sendable {
  /// The malformed text that was repaired.
  package let original: JSONBytes
  /// The mistakes with their replacements, in text order and without overlaps.
  package let regions: [DamagedRegion]
  /// The repaired text, in which every region is replaced: one JSON value, or several. Its locations refer to the
  /// original; see ``JSONBytes/location(at:)``.
  package let text: JSONBytes
  /// The offsets in the original of the objects whose members are unreliable, because members may be missing or
  /// belong to another object.
  package let doubted: Set<Int>
  /// For each region, the offset of its replacement in ``text``.
  package let places: [Int]
  /// Whether the original is exactly one value with balanced brackets.
  package let isOneValue: Bool
  /// Whether text without quotes was repaired as a value at the root, such as a line of a log.
  package var isText: Bool { regions.contains { $0.cause == .unquotedText && $0.container == nil } }
  /// Whether the original contains several values.
  package let isSequence: Bool
  /// Whether the original contains no value.
  package let isBlank: Bool
  /// Whether a value ends too early, so that its remaining parts are separate values.
  var isTorn: Bool {
    isSequence
      && regions.contains { region in
        region.container == nil && !region.cause.isHarmless
          && ![.missingList, .secondValue, .textBefore, .textAfter, .surplusComma, .trailingComma].contains(
            region.cause)
      }
  }
  /// Whether the original contains only comments.
  var isComment: Bool { isBlank && regions.allSatisfy { $0.cause == .comment || $0.range.isEmpty } }
  /// The index in ``regions`` of the first run of several NUL bytes, after which the text is unreliable; nil if there
  /// is none.
  let hole: Int?

  /// Repairs a text or a range of it.
  ///
  /// - Parameters:
  ///   - range: the range to repair; nil for the whole text.
  ///   - allowsValuesOnOneLine: whether a line may contain several values, as in joined NDJSON.
  /// - Complexity: O(*n*) in time, where *n* is the number of bytes, and memory for the repaired text and each region.
  package init(_ original: JSONBytes, in range: Range<Int>? = nil, allowsValuesOnOneLine: Bool = false) {
    let range = original.clamp(range ?? 0..<original.count)
    let reader = JSONRepairReader.best(original, in: range, allowsValuesOnOneLine)
    self.original = original
    regions = reader.regions
    doubted = Set(reader.doubted)
    isOneValue = reader.isOneValue
    isSequence = reader.state.rootValues > 1
    isBlank = reader.state.rootValues == 0
    hole = Self.firstHole(regions)
    text = original.replacing(regions, in: range)
    var shift = -range.lowerBound
    places = regions.map { region in
      defer { shift += region.replacement.count - region.range.count }
      return region.range.lowerBound + shift
    }
  }

  /// Returns the index of the first region that is a run of several NUL bytes; nil if there is none.
  static func firstHole(_ regions: [DamagedRegion]) -> Int? {
    regions.firstIndex { $0.cause == .nulBytes && $0.range.count > 1 }
  }

  /// Returns whether a text cannot be parsed part by part, because it is not JSON at all or has an added layer.
  package static func isOfAnotherKind(_ bytes: JSONBytes) -> Bool {
    guard !ForeignText.beginsAsJSON(bytes) else { return false }
    let head = JSONRepair(bytes, in: 0..<min(bytes.count, 1 << 16), allowsValuesOnOneLine: true)
    return head.regions.contains { $0.cause.isForeign || $0.cause.isLayer }
  }

  /// Returns whether the region with an index is reported as a mistake of its own, and is not covered by the report of
  /// another region.
  package func isReported(_ number: Int) -> Bool { regions[number].occurrences > 0 && !isEcho(number) }

  /// Whether the text has a mistake whose interpretation is ambiguous.
  package var isBroken: Bool { regions.contains { !$0.cause.isHarmless } }

  /// Whether one of the mistakes affects the whole text and not a single place.
  package var isAboutAll: Bool {
    regions.contains {
      $0.occurrences > JSONRepairReader.mostAlike || $0.cause.isStyle
    }
  }

  /// Returns whether the region with an index is only a consequence of another mistake: the second quote of a string, a
  /// quote that is missing because the text is truncated, or a mismatch after a run of NUL bytes.
  package func isEcho(_ number: Int) -> Bool {
    let region = regions[number]
    if regions.isOtherEnd(number) { return true }
    if let hole, number > hole, !region.cause.isHarmless, region.cause != .nulBytes { return true }
    if number > 0, region.cause == .textBefore, original[region.offset] == ASCII.semicolon { return true }
    // The bracket closes a container whose opening bracket was inserted by the repair.
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

  /// Returns whether a region is the missing closing bracket of members without an enclosing object, whose missing
  /// opening bracket is already reported.
  private func isEndOfMembers(_ number: Int) -> Bool {
    let first = regions.first { $0.cause != .comment && $0.cause != .textBefore }
    return first?.cause == .missingOpener && first?.container == nil
      && regions[number].container == first?.offset
  }

  /// Returns whether a region is the truncated end of a text that ends with a run of NUL bytes, which is already
  /// reported.
  private func isUnwritten(_ number: Int) -> Bool {
    number > 0 && isHoleAtEnd(number - 1)
      || number > 1 && regions[number - 1].cause == .missingQuote && isHoleAtEnd(number - 2)
  }

  /// Returns whether a region is a run of NUL bytes at the end of the text.
  private func isHoleAtEnd(_ number: Int) -> Bool {
    regions[number].cause == .nulBytes && regions[number].range.upperBound == original.count
  }

  /// The original text without comments and trailing commas, and the number of comments.
  package var withoutComments: (text: JSONBytes, comments: Int) {
    let meant = regions.filter(\.cause.isOfJSONC)
    return (original.replacing(meant, in: 0..<original.count), meant.count { $0.cause == .comment })
  }

  /// The edits that convert the original to ``text``.
  var splices: [JSONSplice] { regions.map { JSONSplice($0.range, with: $0.replacement) } }

  /// The edits that convert the original to valid JSON. Lines that contain only a comment are removed.
  package var fixes: [JSONSplice] {
    guard regions.contains(where: { $0.cause == .comment }) else { return splices }
    let start = readRange.lowerBound
    let tidied = regions.map { region in
      let lines =
        region.cause == .comment ? original.lines(containingOnly: region.range, from: start) : region.range
      return JSONSplice(lines, with: lines == region.range ? region.replacement : [])
    }
    guard let result = try? original.applying(tidied, in: readRange), Self.isSame(JSONBytes(result), text)
    else { return splices }
    return tidied
  }
}

extension JSONBytes {
  /// Returns the text with spaces in place of the given regions. Line breaks are preserved.
  func blanking(_ regions: [DamagedRegion]) -> JSONBytes {
    var text = slice(0..<count)
    for region in regions {
      for offset in region.range where !ASCII.isWhitespace(text[offset]) { text[offset] = ASCII.space }
    }
    return JSONBytes(blanking: self, as: text)
  }

  /// Returns the range to remove so that no blank line remains: the complete lines of a range if they contain nothing
  /// else but white space. Otherwise returns the range; at the end of a line, with the spaces before it.
  fileprivate func lines(containingOnly range: Range<Int>, from start: Int) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower > start, self[lower - 1] == 0x20 || self[lower - 1] == 0x09 { lower -= 1 }
    while upper < count, [0x20, 0x09, 0x0D].contains(self[upper]) { upper += 1 }
    guard upper == count || self[upper] == 0x0A else { return range }
    guard upper < count, lower == start || self[lower - 1] == 0x0A else { return lower..<range.upperBound }
    return lower..<upper + 1
  }
}

extension [DamagedRegion] {
  /// Returns whether an earlier region is for the same token and has the same cause, as for the two quotes of a string.
  func isOtherEnd(_ number: Int) -> Bool {
    let region = self[number]
    return self[..<number].reversed().lazy.prefix { $0.range.upperBound >= region.offset }
      .contains { $0.offset == region.offset && $0.cause == region.cause }
  }
}

extension JSONBytes {
  /// Returns the bytes with the regions replaced. The result can map its offsets to the original.
  func replacing(_ regions: [DamagedRegion], in range: Range<Int>) -> JSONBytes {
    guard !regions.isEmpty || range.count < count else { return self }
    let size = regions.reduce(range.count) { $0 + $1.replacement.count - $1.range.count }
    var origin = JSONOrigin(self, from: range.lowerBound)
    return JSONBytes(count: size, isNDJSON: isNDJSON, origin: { origin }) { memory in
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

/// Explanations of syntax errors, based on a repair of the text.
extension JSONSyntaxError {
  /// The maximum size of a text that is repaired for an explanation.
  private static let maximumExplained = 1 << 24

  /// Returns a diagnostic with the probable cause and a suggested fix; if the cause is unknown, the diagnostic of the error.
  ///
  /// - Parameter range: the range of the bytes that was parsed.
  /// - Complexity: O(*n*) for a text of at most 16 MB.
  func explained(in bytes: JSONBytes, of range: Range<Int>) -> Diagnostic {
    guard !isLimit, range.count <= Self.maximumExplained else { return diagnostic(in: bytes) }
    let repair = JSONRepair(bytes, in: range)
    let first = repair.regions.indices.first(where: repair.isReported)
    return first.map { repair.regions[$0].diagnostic(in: bytes) } ?? diagnostic(in: bytes)
  }
}
