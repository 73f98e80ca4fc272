extension JSONBytes {
  /// Returns the offset at which the given bytes first occur in a range of the input.
  ///
  /// To search a large input in slices, set `end` and continue at `end - needle.count + 1`.
  ///
  /// - Parameters:
  ///   - needle: The bytes to find; an empty needle has no occurrence.
  ///   - start: The first offset at which an occurrence may begin.
  ///   - end: The offset at which an occurrence must end at the latest; nil for the end of the input.
  ///   - ignoringCase: Whether ASCII letters match in either case.
  /// - Returns: Nil if there is no occurrence.
  /// - Complexity: O(*n*), at memory speed unless the first and last bytes of the needle are frequent.
  package func firstOccurrence(
    of needle: [UInt8], from start: Int = 0, to end: Int? = nil, ignoringCase: Bool = false
  ) -> Int? {
    let range = clamp(start..<max(start, end ?? count))
    guard let search = LiteralSearch(needle, ignoringCase: ignoringCase), needle.count <= range.count else {
      return nil
    }
    return search.first(in: base, from: range.lowerBound, to: range.upperBound)
  }

  /// Returns the offset of the last occurrence of the given bytes in the input. The occurrence begins at or
  /// after `start` and ends at or before `end`.
  ///
  /// - Parameter ignoringCase: Whether ASCII letters match in either case.
  /// - Returns: Nil if there is no occurrence.
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

/// A search for a fixed sequence of bytes, the needle. It compares the first and last byte of the needle with
/// 16 positions at a time, and the whole needle only where both match.
private struct LiteralSearch {
  private let needle: [UInt8]
  private let firstByte: ByteBlock
  private let lastByte: ByteBlock
  private let lastIndex: Int
  /// The bits to set in a byte of the input before it is compared with the needle's first byte: 0x20, which
  /// converts letters to lower case, or 0 if the case matters.
  private let firstFold: ByteBlock
  private let lastFold: ByteBlock
  private let ignoresCase: Bool

  /// Creates a search for a needle; nil for an empty needle.
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

  /// Returns the offset of the needle's first occurrence in a range of the text; nil if there is none. The
  /// search may read up to 63 bytes past `end`; matches there are discarded.
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

  /// Returns the offset of the needle's last occurrence in a range of the text, searching backward; nil if
  /// there is none.
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

  /// Returns a bit mask of the 16 positions from an offset on. A bit is 1 if both the first and the last byte
  /// of the needle match at its position.
  @inline(__always)
  private func candidates(_ text: UnsafePointer<UInt8>, _ offset: Int) -> UInt64 {
    bits(mask(text, offset))
  }

  /// Returns a vector mask of the 16 positions from an offset on at which both the first and the last byte of
  /// the needle match.
  @inline(__always)
  private func mask(_ text: UnsafePointer<UInt8>, _ offset: Int) -> ByteMask {
    ((text.block(at: offset) | firstFold) .== firstByte)
      .& ((text.block(at: offset &+ lastIndex) | lastFold) .== lastByte)
  }

  /// Returns whether both the first and the last byte of the needle match at any of the 64 positions from an
  /// offset on.
  @inline(__always)
  private func anyCandidate(_ text: UnsafePointer<UInt8>, _ offset: Int) -> Bool {
    let any: ByteMask =
      mask(text, offset) .| mask(text, offset &+ 16) .| mask(text, offset &+ 32) .| mask(text, offset &+ 48)
    let halves = unsafeBitCast(any, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }

  /// Returns whether the whole needle matches the text at an offset.
  private func matches(_ text: UnsafePointer<UInt8>, _ offset: Int) -> Bool {
    needle.withUnsafeBufferPointer { needle in
      let found = UnsafeBufferPointer(start: text + offset, count: needle.count)
      guard ignoresCase else { return found.elementsEqual(needle) }
      return zip(found, needle).allSatisfy { $0 == $1 || Self.isLetter($0) && $0 | 0x20 == $1 }
    }
  }
}
