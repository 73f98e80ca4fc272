extension JSONBytes {
  /// Returns the offset in the input from which a repaired document was created; the same offset if there is
  /// none.
  package func originalOffset(_ offset: Int) -> Int { origin?.offset(offset) ?? offset }

  /// The input in which some bytes were replaced by spaces to create this text; nil for other texts.
  var textBeforeBlanking: JSONBytes? { origin?.blanked }

  /// Creates a copy of a text in which some bytes were replaced by spaces. Errors are shown with the lines of the text.
  package convenience init(blanking bytes: JSONBytes, as text: [UInt8]) {
    self.init(count: text.count, isNDJSON: bytes.isNDJSON, origin: { JSONOrigin(blanking: bytes) }) {
      $0.copyBytes(from: text)
    }
  }
}

/// The mapping from the bytes of a repaired document to the original input.
package struct JSONOrigin: Sendable {
  /// The original input.
  let bytes: JSONBytes
  /// The start of each copied or inserted piece, in the repaired document and in the original input.
  private var pieces: [(here: Int, there: Int)]
  /// The input, if some of its bytes were replaced by spaces and all offsets are the same.
  private(set) var blanked: JSONBytes?

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - bytes: The original input.
  ///   - start: The original offset of the first byte.
  package init(_ bytes: JSONBytes, from start: Int) {
    self.bytes = bytes
    pieces = [(0, start)]
  }

  fileprivate init(blanking bytes: JSONBytes) {
    self.init(bytes, from: 0)
    blanked = bytes
  }

  /// Adds a piece that follows all existing ones.
  package mutating func add(_ here: Int, from there: Int) { pieces.append((here, there)) }

  /// Returns the original offset of a byte; inserted bytes map to the offset at which they were inserted.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of pieces.
  func offset(_ here: Int) -> Int {
    let next = max(1, pieces.countOfPrefix { $0.here <= here })
    let limit = next < pieces.count ? pieces[next].there : bytes.count
    let piece = pieces[next - 1]
    return min(piece.there + here - piece.here, limit)
  }
}
