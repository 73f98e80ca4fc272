import Mantle

/// A fingerprint of a text, which prevents edits from being applied to another text.
struct TextMark: Sendable, Equatable {
  let size: Int
  let hash: UInt64

  /// Up to this size every byte counts; of larger texts parts everywhere do, a quarter of this together, so that writing
  /// down an edit of 1 GB does not begin with reading it. For them the file has to look as it did, too.
  static let wholeUpTo = 1 << 22
  private static let window = 1 << 12

  /// Whether the hash is of every byte.
  var isExact: Bool { size <= Self.wholeUpTo }

  init(size: Int, hash: UInt64) {
    self.size = size
    self.hash = hash
  }

  init(_ text: SplicedBytes) throws(JSONSpliceError) {
    size = text.count
    var hash = TextHash()
    if size <= Self.wholeUpTo {
      hash.add(try text.original.applying(text.splices))
    } else {
      let step = size / (Self.wholeUpTo / Self.window / 4)
      let windows = stride(from: 0, to: size - Self.window, by: step).map { $0..<$0 + Self.window }
      for bytes in try text.slices(windows + [size - Self.window..<size]) { hash.add(bytes) }
    }
    self.hash = hash.value
  }
}

extension SplicedBytes {
  /// Parts of the text with its splices applied.
  ///
  /// - Parameter ranges: from front to back.
  func slices(_ ranges: [Range<Int>]) throws(JSONSpliceError) -> [[UInt8]] {
    var results = ranges.map { _ in [UInt8]() }
    var (position, end) = (0, 0)
    func take(_ count: Int, _ slice: (Range<Int>) -> [UInt8]) {
      let piece = end..<end + count
      end = piece.upperBound
      for (index, range) in ranges.enumerated() where range.overlaps(piece) {
        let part = range.clamped(to: piece)
        results[index] += slice(part.lowerBound - piece.lowerBound..<part.upperBound - piece.lowerBound)
      }
    }
    for splice in try original.inOrder(splices) {
      let start = position
      take(splice.range.lowerBound - start) { original.slice(start + $0.lowerBound..<start + $0.upperBound) }
      take(splice.replacement.count) { Array(splice.replacement[$0]) }
      position = splice.range.upperBound
    }
    let start = position
    take(original.count - start) { original.slice(start + $0.lowerBound..<start + $0.upperBound) }
    return results
  }
}
