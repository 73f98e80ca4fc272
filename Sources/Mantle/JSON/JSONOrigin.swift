extension JSONBytes {
  /// Returns the offset in the original input that corresponds to an offset in this repaired document; the
  /// same offset if the document was not repaired.
  package func originalOffset(_ offset: Int) -> Int { origin?.offset(offset) ?? offset }

  /// The original input, if this document is a copy in which some bytes, such as comments, were replaced by
  /// spaces; otherwise nil.
  var textBeforeBlanking: JSONBytes? { origin?.blanked }

  /// Creates a copy of an input in which some bytes, such as comments, were replaced by spaces. Error
  /// messages show the lines of the original input.
  ///
  /// - Parameters:
  ///   - bytes: The original input.
  ///   - text: The bytes of the copy, of the same length.
  package convenience init(blanking bytes: JSONBytes, as text: [UInt8]) {
    self.init(count: text.count, isNDJSON: bytes.isNDJSON, origin: { JSONOrigin(blanking: bytes) }) {
      $0.copyBytes(from: text)
    }
  }
}

/// The mapping from the bytes of a repaired document to the original input.
package struct JSONOrigin: Sendable {
  /// The original input that was repaired.
  let bytes: JSONBytes
  /// The pieces that the repaired document consists of, each copied from the original input or inserted. A
  /// piece is given by its start offsets in the repaired document (`here`) and in the original input
  /// (`there`).
  private var pieces: [(here: Int, there: Int)]
  /// The original input, if the document differs from it only in bytes that were replaced by spaces;
  /// otherwise nil.
  private(set) var blanked: JSONBytes?

  /// Creates a mapping for a document whose first byte is copied from an offset of the original input.
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

  /// Adds a copied or inserted piece of the repaired document, given by its start offsets in that document and
  /// in the original input. The piece must follow all existing pieces.
  package mutating func add(_ here: Int, from there: Int) { pieces.append((here, there)) }

  /// Returns the original offset of a byte of the repaired document. Inserted bytes map to the offset at
  /// which they were inserted.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of pieces.
  func offset(_ here: Int) -> Int {
    let next = max(1, pieces.countOfPrefix { $0.here <= here })
    let limit = next < pieces.count ? pieces[next].there : bytes.count
    let piece = pieces[next - 1]
    return min(piece.there + here - piece.here, limit)
  }
}
