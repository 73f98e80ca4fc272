extension JSONBytes {
  /// The first place where bytes occur as they are, at or after an offset.
  ///
  /// To stay responsive in large texts, search in slices: give `end`, and go on from `end - needle.count + 1`.
  ///
  /// - Parameters:
  ///   - start: where an occurrence may begin first.
  ///   - end: where an occurrence must end at the latest; nil for the end of the text.
  /// - Returns: the offset of the occurrence; nil where there is none. An empty needle is nowhere.
  /// - Complexity: O(n), at the speed of memory unless the needle's first and last byte are frequent.
  public func firstOccurrence(of needle: [UInt8], from start: Int = 0, to end: Int? = nil) -> Int? {
    let range = clamp(start..<max(start, end ?? count))
    guard let search = LiteralSearch(needle), needle.count <= range.count else { return nil }
    return search.first(in: base, from: range.lowerBound, to: range.upperBound)
  }

  /// The last place where bytes occur as they are, that begins at or after `start` and ends before `end`.
  public func lastOccurrence(of needle: [UInt8], from start: Int = 0, to end: Int? = nil) -> Int? {
    let range = clamp(start..<max(start, end ?? count))
    guard let search = LiteralSearch(needle), needle.count <= range.count else { return nil }
    return search.last(in: base, from: range.lowerBound, to: range.upperBound)
  }
}

/// A search for fixed bytes: blocks where both the first and the last byte fit are looked at closely.
private struct LiteralSearch {
  private let needle: [UInt8]
  private let firstByte: ByteBlock
  private let lastByte: ByteBlock
  private let lastIndex: Int

  init?(_ needle: [UInt8]) {
    guard let first = needle.first, let last = needle.last else { return nil }
    self.needle = needle
    firstByte = ByteBlock(repeating: first)
    lastByte = ByteBlock(repeating: last)
    lastIndex = needle.count - 1
  }

  /// Blocks read up to 63 bytes beyond `end`; what is found there is left out.
  func first(in text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    let stop = end - lastIndex
    var position = start
    while position < stop {
      if anyCandidate(text, position) {
        for offset in stride(from: position, to: position + 64, by: 16) {
          var found = candidates(text, offset)
          while found != 0 {
            let place = offset + found.trailingZeroBitCount
            if place >= stop { return nil }
            if matches(text, place) { return place }
            found &= found - 1
          }
        }
      }
      position += 64
    }
    return nil
  }

  func last(in text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    var position = end - lastIndex
    while position - 16 >= start {
      position -= 16
      var found = candidates(text, position)
      while found != 0 {
        let index = 63 - found.leadingZeroBitCount
        if matches(text, position + index) { return position + index }
        found ^= 1 << UInt64(index)
      }
    }
    while position > start {
      position -= 1
      if matches(text, position) { return position }
    }
    return nil
  }

  /// The places among sixteen where the first and the last byte fit.
  @inline(__always)
  private func candidates(_ text: UnsafePointer<UInt8>, _ offset: Int) -> UInt64 {
    bits(mask(text, offset))
  }

  @inline(__always)
  private func mask(_ text: UnsafePointer<UInt8>, _ offset: Int) -> ByteMask {
    (text.block(at: offset) .== firstByte) .& (text.block(at: offset &+ lastIndex) .== lastByte)
  }

  /// Whether there is such a place among 64.
  @inline(__always)
  private func anyCandidate(_ text: UnsafePointer<UInt8>, _ offset: Int) -> Bool {
    let any: ByteMask =
      mask(text, offset) .| mask(text, offset &+ 16) .| mask(text, offset &+ 32) .| mask(text, offset &+ 48)
    let halves = unsafeBitCast(any, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }

  private func matches(_ text: UnsafePointer<UInt8>, _ offset: Int) -> Bool {
    needle.withUnsafeBufferPointer { needle in
      UnsafeBufferPointer(start: text + offset, count: needle.count).elementsEqual(needle)
    }
  }
}
