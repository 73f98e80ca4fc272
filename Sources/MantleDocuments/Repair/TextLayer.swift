import Mantle

/// A layer that was added to a whole text, such as line numbers, the marks of a quoted mail
/// or the colors of a terminal.
///
/// A layer is one mistake, regardless of the number of its occurrences. After the layer is removed, the remaining
/// text is parsed as usual, and its mistakes are located in the original text.
struct TextLayer {
  /// The regions to remove, in text order. The first region represents all of them, but each merge conflict has its
  /// own.
  var regions: [DamagedRegion] = []
  /// Whether the text has no other interpretation than with this layer. An uncertain layer is only removed if much
  /// fewer mistakes remain without it.
  let isCertain: Bool

  /// Returns the layers that a text may have, the certain ones first.
  static func found(in bytes: JSONBytes, _ range: Range<Int>) -> [TextLayer] {
    [
      conflicts(in: bytes, range),
      colors(in: bytes, range),
      lineNumbers(in: bytes, range), events(in: bytes, range) ?? linePrefix(in: bytes, range),
    ].compactMap { $0 }
  }

  /// Returns the interpretation of the text below the layer, with offsets in the original; nil if the layer extends
  /// beyond the range.
  func reading(of bytes: JSONBytes, in range: Range<Int>, _ allowsValuesOnOneLine: Bool) -> JSONRepairReader?
  {
    guard isInside(range) else { return nil }
    let inner = bytes.replacing(regions, in: range)
    var reader = JSONRepairReader.best(inner, in: 0..<inner.count, allowsValuesOnOneLine)
    func place(_ offset: Int) -> Int { inner.originalOffset(offset) }
    func end(_ offset: Int) -> Int { offset > 0 ? place(offset - 1) + 1 : place(0) }
    let found = reader.regions.map { region in
      let upper = end(region.range.upperBound)
      return DamagedRegion(
        range: (region.range.isEmpty ? upper : place(region.range.lowerBound))..<upper,
        replacement: region.replacement, cause: region.cause,
        offset: region.offset < inner.count ? place(region.offset) : end(inner.count),
        container: region.container.map(place), code: region.code, occurrences: region.occurrences)
    }
    // Parts of the layer inside of a mistake are removed together with the mistake.
    var next = 0
    let outside = regions.filter { layer in
      while next < found.count, found[next].range.upperBound <= layer.range.lowerBound { next += 1 }
      return next == found.count || found[next].range.lowerBound >= layer.range.lowerBound
    }
    reader.regions = (found + outside).sorted {
      ($0.range.lowerBound, $0.range.count) < ($1.range.lowerBound, $1.range.count)
    }
    reader.doubted = reader.doubted.map(place)
    return reader
  }

  private func isInside(_ range: Range<Int>) -> Bool {
    var end = range.lowerBound
    for region in regions {
      guard region.range.lowerBound >= end else { return false }
      end = region.range.upperBound
    }
    return end <= range.upperBound
  }

  /// Creates a layer that consists of the text in several ranges.
  init(_ cause: DamagedRegion.Cause, _ ranges: [Range<Int>], isCertain: Bool) {
    self.isCertain = isCertain
    regions = ranges.map { range in
      DamagedRegion(
        range: range, replacement: [], cause: cause, offset: range.lowerBound, container: nil,
        code: .expectedValue, occurrences: 0)
    }
    regions[0].occurrences = ranges.count
  }

  // MARK: - The layers

  /// Returns the layer of git's conflict markers; nil if there is none. The text of the first side remains.
  private static func conflicts(in bytes: JSONBytes, _ range: Range<Int>) -> TextLayer? {
    func line(_ mark: String, from start: Int, to limit: Int = range.upperBound) -> Range<Int>? {
      var position = start
      while let found = bytes.firstOccurrence(of: Array(mark.utf8), from: position, to: limit) {
        if found == range.lowerBound || bytes[found - 1] == ASCII.lineFeed {
          let end = bytes.firstOccurrence(of: [ASCII.lineFeed], from: found, to: range.upperBound)
          return found..<(end.map { $0 + 1 } ?? range.upperBound)
        }
        position = found + 1
      }
      return nil
    }
    var ranges: [Range<Int>] = []
    var start = range.lowerBound
    while let ours = line("<<<<<<<", from: start), let middle = line("=======", from: ours.upperBound),
      let theirs = line(">>>>>>>", from: middle.upperBound)
    {
      let base = line("|||||||", from: ours.upperBound, to: middle.lowerBound) ?? middle
      ranges += [ours, base.lowerBound..<theirs.upperBound]
      start = theirs.upperBound
    }
    guard !ranges.isEmpty else { return nil }
    var layer = TextLayer(.mergeConflict, ranges, isCertain: true)
    for number in layer.regions.indices {
      layer.regions[number].occurrences = number.isMultiple(of: 2) ? 1 : 0
    }
    return layer
  }

  /// Returns the layer of escape sequences for terminal colors; nil if there is none.
  private static func colors(in bytes: JSONBytes, _ range: Range<Int>) -> TextLayer? {
    var ranges: [Range<Int>] = []
    var position = range.lowerBound
    while let start = bytes.firstOccurrence(
      of: [0x1B, ASCII.openBracket], from: position, to: range.upperBound)
    {
      position = start + 2
      while position < range.upperBound, !(0x40...0x7E).contains(bytes[position]) { position += 1 }
      position = min(position + 1, range.upperBound)
      ranges.append(start..<position)
    }
    return ranges.isEmpty ? nil : TextLayer(.colors, ranges, isCertain: true)
  }

  /// Returns the layer of ascending numbers before the lines; nil if there is none.
  private static func lineNumbers(in bytes: JSONBytes, _ range: Range<Int>) -> TextLayer? {
    var last: Int?
    let ranges = prefixes(in: bytes, range) { line in
      let blanks = line.prefix { $0 == ASCII.space || $0 == ASCII.tab }.count
      let digits = line.dropFirst(blanks).prefix { ASCII.isDigit($0) }
      let behind = line.dropFirst(blanks + digits.count)
      guard let number = Int(String(decoding: digits, as: UTF8.self)), last.map({ number == $0 + 1 }) ?? true
      else { return nil }
      last = number
      let mark = behind.prefix(1).prefix { $0 == ASCII.colon || $0 == 0x7C || $0 == ASCII.closeBracket }.count
      guard mark > 0 || behind.first.map(ASCII.isWhitespace) ?? true else { return nil }
      return blanks + digits.count + mark
    }
    return ranges.map { TextLayer(.lineNumbers, $0, isCertain: false) }
  }

  /// Returns the layer of server-sent events: the `data:` before the JSON, and the lines that describe an event; nil if
  /// there is none.
  private static func events(in bytes: JSONBytes, _ range: Range<Int>) -> TextLayer? {
    let ranges = prefixes(in: bytes, range) { line in
      let name = line.prefix { $0 != ASCII.colon }
      switch String(decoding: name, as: UTF8.self) {
      case "data" where line.count > name.count:
        // Some services send `[DONE]` as the last event.
        let isEnd = line[(name.count + 1)...].filter { !ASCII.isWhitespace($0) }.elementsEqual("[DONE]".utf8)
        return isEnd ? wholeLine : name.count + 1
      case "event", "id", "retry", "": return wholeLine
      default: return line.isBlank ? 0 : nil
      }
    }
    let filled = (ranges ?? []).filter { !$0.isEmpty }
    let data = filled.indices.filter { filled[$0].count == 5 && bytes[filled[$0].lowerBound] == 0x64 }
    guard let first = data.first else { return nil }
    let value = JSONScanner.skipWhitespace(bytes.base, filled[first].upperBound, range.upperBound)
    guard bytes[value] | 0x20 == ASCII.openBrace else { return nil }
    var layer = TextLayer(.linePrefix, filled, isCertain: false)
    layer.regions[0].occurrences = 0
    layer.regions[first].occurrences = data.count
    return layer
  }

  /// Returns the layer of a common prefix of all lines, such as `> `; nil if there is none.
  private static func linePrefix(in bytes: JSONBytes, _ range: Range<Int>) -> TextLayer? {
    var prefix: [UInt8]?
    eachLine(in: bytes, range) { line in
      let head = bytes.slice(line.lowerBound..<min(line.upperBound, line.lowerBound + 64))
      guard !head.isBlank else { return true }
      let own = head.prefix {
        $0 | 0x20 != ASCII.openBrace && $0 | 0x20 != ASCII.closeBrace && $0 != ASCII.quote
      }
      prefix = prefix.map { $0.common(with: own) } ?? Array(own)
      return prefix != []
    }
    // A prefix that ends within a word or number is a part of the text, which differs from line to line.
    guard var prefix, !prefix.isBlank, let last = prefix.last,
      ASCII.isWhitespace(last) || ">|#/*+-".utf8.contains(last)
    else { return nil }
    while prefix.last.map(ASCII.isWhitespace) == true { prefix.removeLast() }
    let ranges = prefixes(in: bytes, range) { line in
      line.isBlank ? 0 : line.starts(with: prefix) ? prefix.count : nil
    }
    return ranges.map { TextLayer(.linePrefix, $0.filter { !$0.isEmpty }, isCertain: false) }
  }

  /// Returns the ranges of the prefixes of all lines; nil if the first lines have none.
  ///
  /// - Parameter length: returns the length of the prefix for the start of a line: ``wholeLine`` if the complete line
  ///   is a prefix, nil if the line has none.
  private static func prefixes(
    in bytes: JSONBytes, _ range: Range<Int>, _ length: ([UInt8]) -> Int?
  ) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    var lines = 0
    eachLine(in: bytes, range) { line in
      lines += 1
      guard let length = length(bytes.slice(line.lowerBound..<min(line.upperBound, line.lowerBound + 80)))
      else {
        return ranges.count > 16
      }
      ranges.append(line.lowerBound..<line.lowerBound + min(length, line.count))
      return true
    }
    return ranges.count == lines && lines > 1 || ranges.count > 16 ? ranges : nil
  }

  private static let wholeLine = Int.max

  private static func eachLine(in bytes: JSONBytes, _ range: Range<Int>, _ body: (Range<Int>) -> Bool) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end =
        bytes.firstOccurrence(of: [ASCII.lineFeed], from: start, to: range.upperBound) ?? range.upperBound
      guard body(start..<end) else { return }
      start = end + 1
    }
  }
}

extension Collection<UInt8> {
  /// Whether all bytes are white space.
  fileprivate var isBlank: Bool { allSatisfy { ASCII.isWhitespace($0) } }

  fileprivate func common(with other: some Collection<UInt8>) -> [UInt8] {
    zip(self, other).prefix { $0 == $1 }.map { $0.0 }
  }
}
