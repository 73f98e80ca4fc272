/// A replacement of some bytes of a text by others: the one form every edit takes.
package struct JSONSplice: Sendable, Hashable {
  /// The bytes that go; empty for an insertion.
  package let range: Range<Int>
  /// The bytes that come; empty for a removal.
  package let replacement: [UInt8]

  package init(_ range: Range<Int>, with replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }
}

/// Why splices cannot be applied.
package enum JSONSpliceError: DescribedError, Sendable, Hashable {
  /// Two splices replace the same bytes, or one lies in the other.
  case overlap(Range<Int>, Range<Int>)
  /// The range is not part of the text.
  case outOfBounds(Range<Int>)
  /// The file could not be written; the operating system's words.
  case write(String)

  package var description: String {
    switch self {
    case .overlap(let a, let b): "edits of bytes \(a) and \(b) overlap"
    case .outOfBounds(let range): "bytes \(range) lie outside the text"
    case .write(let reason): "cannot write: \(reason)"
    }
  }
}

extension JSONBytes {
  /// The text with the splices applied; what no splice covers stays as it is, byte for byte.
  ///
  /// Splices may come in any order; several insertions at one place keep theirs.
  ///
  /// - Throws: ``JSONSpliceError``.
  package func applying(_ splices: [JSONSplice]) throws(JSONSpliceError) -> [UInt8] {
    try applying(splices, in: 0..<count)
  }

  /// A part of the text with splices that lie in it applied.
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

  /// The splices from front to back.
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
