import Mantle

/// A text as it was with some ranges replaced: what an edited file looks like before it is written.
struct PatchedBytes: Sendable {
  struct Patch: Sendable, Hashable {
    /// In the original; empty for an insertion.
    var range: Range<Int>
    var bytes: [UInt8]
  }

  let original: JSONBytes
  /// In order, and not overlapping.
  let patches: [Patch]

  init(_ original: JSONBytes, _ patches: [Patch]) {
    self.original = original
    self.patches = patches.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  var count: Int { patches.reduce(original.count) { $0 + $1.bytes.count - $1.range.count } }

  /// Hands out the text in pieces of bounded size, so that nothing large is ever copied to memory.
  func forEachPiece(_ body: ([UInt8]) throws -> Void) rethrows {
    var position = 0
    for patch in patches {
      try copy(position..<max(position, patch.range.lowerBound), body)
      if !patch.bytes.isEmpty { try body(patch.bytes) }
      position = max(position, patch.range.upperBound)
    }
    try copy(position..<original.count, body)
  }

  /// The whole text; for small ones.
  var bytes: [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(count)
    forEachPiece { all += $0 }
    return all
  }

  private static let pieceSize = 1 << 20

  private func copy(_ range: Range<Int>, _ body: ([UInt8]) throws -> Void) rethrows {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.pieceSize, range.upperBound)
      try body(original.slice(start..<end))
      start = end
    }
  }
}
