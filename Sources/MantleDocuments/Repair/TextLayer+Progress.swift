import Mantle

// The progress output of curl, whose standard error was written to the same file. It may be
// between any two bytes.

extension TextLayer {
  /// Returns the layer of curl's progress output; nil if there is none.
  static func progress(in bytes: JSONBytes, _ range: Range<Int>) -> TextLayer? {
    var ranges: [Range<Int>] = []
    var position = range.lowerBound
    var mayBegin = position == 0
    while position < range.upperBound {
      let byte = bytes[position]
      if mayBegin || byte == ASCII.carriageReturn,
        let end = endOfProgress(in: bytes, position, range.upperBound)
      {
        ranges.append(position..<end)
        position = end
        continue
      }
      mayBegin = byte == ASCII.lineFeed
      position += 1
    }
    guard let last = ranges.last else { return nil }
    // The progress output ends its last line.
    if last.upperBound < range.upperBound, bytes[last.upperBound] == ASCII.lineFeed {
      ranges[ranges.count - 1] = last.lowerBound..<last.upperBound + 1
    }
    return TextLayer(.progress, ranges, isCertain: true)
  }

  /// Returns the end of the progress line, its heading or its bar at an offset; nil if there
  /// is none.
  private static func endOfProgress(in bytes: JSONBytes, _ start: Int, _ end: Int) -> Int? {
    let line = bytes.slice(start..<min(end, start + 512))
    let isReturn = line.first == ASCII.carriageReturn
    let returns = line.prefix { $0 == ASCII.carriageReturn }.count
    let words = line.dropFirst(returns).drop { $0 == ASCII.space }
    if words.starts(with: "% Total".utf8) || words.starts(with: "Dload ".utf8) {
      return words.firstIndex(of: ASCII.lineFeed).map { start + $0 + 1 }
    }
    return (endOfMeter(words) ?? endOfBar(words, isFrame: isReturn)).map {
      start + $0
    }
  }

  /// Returns the end of a line of the progress meter: `33 27366   33  9120    0     0   9000
  /// 0 --:--:-- --:--:-- --:--:--  9011`.
  private static func endOfMeter(_ words: ArraySlice<UInt8>) -> Int? {
    var rest = words
    func word(_ isPart: (UInt8) -> Bool) -> Bool {
      rest = rest.drop { $0 == ASCII.space }
      let length = rest.prefix(while: isPart).count
      rest = rest.dropFirst(length)
      return length > 0
    }
    func isSize(_ byte: UInt8) -> Bool {
      ASCII.isDigit(byte) || byte == ASCII.dot || "kMGTP".utf8.contains(byte)
    }
    func isTime(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) || byte == ASCII.colon || byte == ASCII.minus }
    guard (0..<8).allSatisfy({ _ in word(isSize) }), (0..<3).allSatisfy({ _ in word(isTime) }) else {
      return nil
    }
    // The last number fills five columns, and the text continues after it.
    let last = rest.prefix(6)
    let digits = last.drop { $0 == ASCII.space }.prefix(while: isSize)
    return digits.isEmpty ? nil : digits.endIndex
  }

  /// Returns the end of a progress bar: `######                12.3%`, or `#=#=#` if the size
  /// is unknown.
  private static func endOfBar(_ words: ArraySlice<UInt8>, isFrame: Bool) -> Int? {
    let bar = words.prefix { "#=O- ".utf8.contains($0) }
    let number = words[bar.endIndex...].prefix { ASCII.isDigit($0) || $0 == ASCII.dot }
    let hashes = bar.count { $0 == ASCII.hash }
    if hashes > 0, words.dropFirst(bar.count + number.count).first == UInt8(ascii: "%"), number.count >= 3 {
      return number.endIndex + 1
    }
    return isFrame && hashes > 1 && bar.count > 4 ? bar.endIndex : nil
  }
}
