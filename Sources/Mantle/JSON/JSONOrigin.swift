extension JSONBytes {
  /// The offset in the text this one was made from, or the same where it is the text.
  func originalOffset(_ offset: Int) -> Int { origin?.offset(offset) ?? offset }
}

/// Where the bytes of a repaired text came from.
struct JSONOrigin: Sendable {
  let bytes: JSONBytes
  /// Pieces that were taken over as they are, or made: where each begins, here and in the original.
  private var pieces: [(here: Int, there: Int)]

  /// - Parameter start: where the first byte came from.
  init(_ bytes: JSONBytes, from start: Int) {
    self.bytes = bytes
    pieces = [(0, start)]
  }

  mutating func add(_ here: Int, from there: Int) { pieces.append((here, there)) }

  /// The offset in the original; what was made stands where it was put.
  ///
  /// - Complexity: O(log of the pieces).
  func offset(_ here: Int) -> Int {
    let next = max(1, pieces.countOfPrefix { $0.here <= here })
    let limit = next < pieces.count ? pieces[next].there : bytes.count
    let piece = pieces[next - 1]
    return min(piece.there + here - piece.here, limit)
  }
}
