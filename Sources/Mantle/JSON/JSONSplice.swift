/// A replacement of a range of bytes in an input. All edits of documents are represented as splices.
package struct JSONSplice: Sendable, Hashable {
  /// The range to replace; empty for an insertion.
  package let range: Range<Int>
  /// The new bytes; empty for a removal.
  package let replacement: [UInt8]

  /// Creates a splice from the range to replace and the new bytes.
  package init(_ range: Range<Int>, with replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }
}

/// An error that is thrown when splices cannot be applied to an input.
package enum JSONSpliceError: DescribedError, Sendable, Hashable {
  /// Two splices replace overlapping ranges.
  case overlap(Range<Int>, Range<Int>)
  /// The range of a splice is outside the input.
  case outOfBounds(Range<Int>)

  /// The error message, with the ranges of the splices.
  package var description: String {
    switch self {
    case .overlap(let a, let b): "edits of bytes \(a) and \(b) overlap"
    case .outOfBounds(let range): "bytes \(range) lie outside the text"
    }
  }
}

extension JSONBytes {
  /// Returns the input with splices applied; all other bytes are unchanged.
  ///
  /// The splices may be in any order; several insertions at one offset keep their order.
  ///
  /// - Throws: A ``JSONSpliceError`` if splices overlap or are out of bounds.
  /// - Complexity: O(*n* + *m* log *m*) for *n* bytes and *m* splices.
  package func applying(_ splices: [JSONSplice]) throws(JSONSpliceError) -> [UInt8] {
    try applying(splices, in: 0..<count)
  }

  /// Returns the bytes of a range of the input after applying splices to them.
  ///
  /// - Throws: A ``JSONSpliceError`` if splices overlap or are outside the range.
  package func applying(_ splices: [JSONSplice], in part: Range<Int>) throws(JSONSpliceError) -> [UInt8] {
    let ordered = try inOrder(splices, in: part)
    var result: [UInt8] = []
    result.reserveCapacity(ordered.reduce(part.count) { $0 + $1.replacement.count - $1.range.count })
    var position = part.lowerBound
    for splice in ordered {
      withBytes(in: position..<splice.range.lowerBound) { result.append(contentsOf: $0) }
      result.append(contentsOf: splice.replacement)
      position = splice.range.upperBound
    }
    withBytes(in: position..<part.upperBound) { result.append(contentsOf: $0) }
    return result
  }

  /// Returns the splices in ascending order.
  ///
  /// - Parameter part: The range that must contain all splices; nil for the whole input.
  /// - Throws: A ``JSONSpliceError`` if splices overlap or are out of bounds.
  package func inOrder(_ splices: [JSONSplice], in part: Range<Int>? = nil) throws(JSONSpliceError)
    -> [JSONSplice]
  {
    let ordered = splices.enumerated().sorted { a, b in
      let (left, right) = (a.element.range, b.element.range)
      return (left.lowerBound, left.upperBound, a.offset) < (right.lowerBound, right.upperBound, b.offset)
    }.map(\.element)
    let part = part ?? 0..<count
    for splice in ordered
    where splice.range.lowerBound < part.lowerBound || splice.range.upperBound > part.upperBound {
      throw .outOfBounds(splice.range)
    }
    for (splice, next) in zip(ordered, ordered.dropFirst())
    where next.range.lowerBound < splice.range.upperBound {
      throw .overlap(splice.range, next.range)
    }
    return ordered
  }
}
