/// Something that was put on a whole text, such as line numbers, the marks of a quoted mail or the colours of a terminal.
///
/// It is one mistake, however often it stands there. Taken off, the text below is read like any other: what is wrong with
/// that is found, and in its place in the text as it is.
struct TextLayer {
  /// What it takes off, in order. The first stands for all, but of each merge conflict for its own.
  var regions: [DamagedRegion] = []
  /// Whether nothing else can be meant; else it is taken off only where much less is wrong without it.
  let isCertain: Bool

  /// The layers that may be on a text, the certain ones first.
  static func found(in bytes: JSONBytes, _ range: Range<Int>) -> [TextLayer] {
    [
      chunks(in: bytes, range), progress(in: bytes, range), conflicts(in: bytes, range),
      colours(in: bytes, range),
      lineNumbers(in: bytes, range), events(in: bytes, range) ?? linePrefix(in: bytes, range),
    ].compactMap { $0 }
  }

  /// What is below it, read, with all places those in the text; nil where something is wrong with what it opens, or where it
  /// goes beyond the part that is read.
  func reading(of bytes: JSONBytes, in range: Range<Int>, _ allowsValuesOnOneLine: Bool) -> JSONRepairReader?
  {
    guard isInside(range) else { return nil }
    let inner = bytes.replacing(regions, in: range)
    var reader = JSONRepairReader.best(inner, in: 0..<inner.count, allowsValuesOnOneLine)
    let opened = regions.first?.replacement.count ?? 0
    if let first = reader.regions.first, first.range.lowerBound < opened { return nil }
    func place(_ offset: Int) -> Int { inner.originalOffset(offset) }
    func end(_ offset: Int) -> Int { offset > opened ? place(offset - 1) + 1 : place(opened) }
    let found = reader.regions.map { region in
      let upper = end(region.range.upperBound)
      return DamagedRegion(
        range: (region.range.isEmpty ? upper : place(region.range.lowerBound))..<upper,
        replacement: region.replacement, cause: region.cause,
        offset: region.offset < inner.count ? place(region.offset) : end(inner.count),
        container: region.container.map(place), code: region.code, occurrences: region.occurrences)
    }
    // What is in the middle of a mistake is passed over with it.
    var next = 0
    let outside = regions.filter { layer in
      while next < found.count, found[next].range.upperBound <= layer.range.lowerBound { next += 1 }
      return next == found.count || found[next].range.lowerBound >= layer.range.lowerBound
    }
    reader.regions = (found + outside).sorted {
      ($0.range.lowerBound, $0.range.count) < ($1.range.lowerBound, $1.range.count)
    }
    // Of what is opened in place of something else, nothing is all there.
    reader.doubted = Set((reader.doubted + Array(0..<opened)).map(place))
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

  /// A body in HTTP's chunks, each behind its size in hexadecimal digits.
  private static func chunks(in bytes: JSONBytes, _ range: Range<Int>) -> TextLayer? {
    guard range.lowerBound == 0, ASCII.isHexDigit(bytes[0]) else { return nil }
    var ranges: [Range<Int>] = []
    var start = 0
    while let (size, data) = chunkSize(in: bytes, at: start) {
      guard size > 0 else {
        guard !ranges.isEmpty else { return nil }
        ranges.append(max(0, start - 2)..<range.upperBound)
        return TextLayer(.chunkSizes, ranges, isCertain: true)
      }
      ranges.append((ranges.isEmpty ? start : start - 2)..<data)
      start = data + size + 2
      guard start < range.upperBound, bytes[start - 2] == 0x0D, bytes[start - 1] == 0x0A else { break }
    }
    // One chunk whose size was counted otherwise.
    guard ranges.count == 1, let last = ["\r\n0\r\n", "\r\n0\r\n\r\n"].first(where: { bytes.ends(with: $0) })
    else { return nil }
    return TextLayer(
      .chunkSizes, [ranges[0], range.upperBound - last.utf8.count..<range.upperBound], isCertain: true)
  }

  static func beginsWithChunk(_ bytes: JSONBytes) -> Bool { chunkSize(in: bytes, at: 0) != nil }

  /// The size of a chunk, and where its data begin.
  private static func chunkSize(in bytes: JSONBytes, at offset: Int) -> (size: Int, data: Int)? {
    let digits = bytes.slice(offset..<offset + 8).prefix { ASCII.isHexDigit($0) }
    let end = offset + digits.count
    guard bytes[end] == ASCII.carriageReturn, bytes[end + 1] == ASCII.lineFeed else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 16).map { ($0, end + 2) }
  }

  /// What git leaves where two sides changed the same lines: the first side stays.
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

  /// The escape sequences that colour a terminal.
  private static func colours(in bytes: JSONBytes, _ range: Range<Int>) -> TextLayer? {
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
    return ranges.isEmpty ? nil : TextLayer(.colours, ranges, isCertain: true)
  }

  /// A number before each line, one more than the one before.
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

  /// A stream of server-sent events: JSON behind `data:`, and lines that say which event it is.
  private static func events(in bytes: JSONBytes, _ range: Range<Int>) -> TextLayer? {
    let ranges = prefixes(in: bytes, range) { line in
      let name = line.prefix { $0 != ASCII.colon }
      switch String(decoding: name, as: UTF8.self) {
      case "data" where line.count > name.count:
        // `[DONE]` is how some services say that nothing follows.
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

  /// The same characters before each line, such as `> `.
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
    // What ends in the middle of a word or number is part of something that differs from line to line.
    guard var prefix, !prefix.isBlank, let last = prefix.last,
      ASCII.isWhitespace(last) || ">|#/*+-".utf8.contains(last)
    else { return nil }
    while prefix.last.map(ASCII.isWhitespace) == true { prefix.removeLast() }
    let ranges = prefixes(in: bytes, range) { line in
      line.isBlank ? 0 : line.starts(with: prefix) ? prefix.count : nil
    }
    return ranges.map { TextLayer(.linePrefix, $0.filter { !$0.isEmpty }, isCertain: false) }
  }

  /// What stands before each line; nil where it does not before the first ones.
  ///
  /// - Parameter length: of what stands before a line, of which it sees the beginning; ``wholeLine`` for all of it, nil for
  ///   nothing.
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

extension JSONBytes {
  fileprivate func ends(with text: String) -> Bool { self.text(count - text.utf8.count..<count) == text }
}

extension Collection<UInt8> {
  /// Whether there is nothing but white space.
  fileprivate var isBlank: Bool { allSatisfy { ASCII.isWhitespace($0) } }

  fileprivate func common(with other: some Collection<UInt8>) -> [UInt8] {
    zip(self, other).prefix { $0 == $1 }.map { $0.0 }
  }
}
