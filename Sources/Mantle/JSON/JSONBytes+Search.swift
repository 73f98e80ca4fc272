extension JSONBytes {
  /// The first place where bytes occur as they are, at or after an offset.
  ///
  /// To stay responsive in large texts, search in slices: give `end`, and go on from `end - needle.count + 1`.
  ///
  /// - Parameters:
  ///   - start: where an occurrence may begin first.
  ///   - end: where an occurrence must end at the latest; nil for the end of the text.
  ///   - ignoringCase: whether ASCII letters match in either case.
  /// - Returns: the offset of the occurrence; nil where there is none. An empty needle is nowhere.
  /// - Complexity: O(n), at the speed of memory unless the needle's first and last byte are frequent.
  package func firstOccurrence(
    of needle: [UInt8], from start: Int = 0, to end: Int? = nil, ignoringCase: Bool = false
  ) -> Int? {
    let range = clamp(start..<max(start, end ?? count))
    guard let search = LiteralSearch(needle, ignoringCase: ignoringCase), needle.count <= range.count else {
      return nil
    }
    return search.first(in: base, from: range.lowerBound, to: range.upperBound)
  }

  /// The last place where bytes occur as they are, that begins at or after `start` and ends before `end`.
  package func lastOccurrence(
    of needle: [UInt8], from start: Int = 0, to end: Int? = nil, ignoringCase: Bool = false
  ) -> Int? {
    let range = clamp(start..<max(start, end ?? count))
    guard let search = LiteralSearch(needle, ignoringCase: ignoringCase), needle.count <= range.count else {
      return nil
    }
    return search.last(in: base, from: range.lowerBound, to: range.upperBound)
  }
}

/// A search for fixed bytes: blocks where both the first and the last byte fit are looked at closely.
private struct LiteralSearch {
  private let needle: [UInt8]
  private let firstByte: ByteBlock
  private let lastByte: ByteBlock
  private let lastIndex: Int
  /// Bits set in the text before it is compared: the one that makes letters small, where case does not count.
  private let firstFold: ByteBlock
  private let lastFold: ByteBlock
  private let ignoresCase: Bool

  init?(_ needle: [UInt8], ignoringCase: Bool) {
    guard let first = needle.first, let last = needle.last else { return nil }
    func fold(_ byte: UInt8) -> UInt8 { ignoringCase && Self.isLetter(byte) ? 0x20 : 0 }
    self.needle = ignoringCase ? needle.map { $0 | fold($0) } : needle
    ignoresCase = ignoringCase
    firstFold = ByteBlock(repeating: fold(first))
    lastFold = ByteBlock(repeating: fold(last))
    firstByte = ByteBlock(repeating: first | fold(first))
    lastByte = ByteBlock(repeating: last | fold(last))
    lastIndex = needle.count - 1
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

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
    ((text.block(at: offset) | firstFold) .== firstByte)
      .& ((text.block(at: offset &+ lastIndex) | lastFold) .== lastByte)
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
      let found = UnsafeBufferPointer(start: text + offset, count: needle.count)
      guard ignoresCase else { return found.elementsEqual(needle) }
      return zip(found, needle).allSatisfy { $0 == $1 || Self.isLetter($0) && $0 | 0x20 == $1 }
    }
  }
}
