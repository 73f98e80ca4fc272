/// A batch of adjacent elements, parsed into one node table.
///
/// A batch is small enough that its nodes are still in the processor's cache when they are decoded, and large
/// enough to amortize the overhead of starting the parser, which takes a fifth of the time if elements of 2 kB
/// are parsed one by one.
@usableFromInline final class ParsedRun: @unchecked Sendable {
  // Unchecked because one thread fills the batch, and other threads only read it afterwards.

  private let bytes: JSONBytes
  private var parser: JSONParser
  /// The ranges in the input of the elements of the batch.
  @exclusivity(unchecked) @usableFromInline private(set) var places: [Range<Int>] = []
  @exclusivity(unchecked) private var roots: [Int] = []

  init(_ bytes: JSONBytes, limits: JSONLimits) {
    self.bytes = bytes
    parser = JSONParser(limits: limits)
  }

  /// The size of the batch: the number of bytes from the start of the first element to the end of the last
  /// element.
  var size: Int { places.last.map { $0.upperBound - parser.origin } ?? 0 }

  func removeAll() {
    places.removeAll(keepingCapacity: true)
    roots.removeAll(keepingCapacity: true)
  }

  /// Parses an element and appends it to the batch.
  ///
  /// - Parameters:
  ///   - start: The offset of the element.
  ///   - end: An upper bound for the end of the element.
  ///   - isWhole: Returns whether the parsed range is the complete element.
  /// - Returns: False, without appending anything, if the element is malformed or if the limits leave no room
  ///   for it in the batch.
  func append(from start: Int, to end: Int, _ isWhole: (Range<Int>) -> Bool) -> Bool {
    if places.isEmpty { parser.clear(from: start) }
    let root = parser.nextRoot
    guard let stop = try? parser.append(bytes, from: start, to: end), isWhole(start..<stop) else {
      return false
    }
    places.append(start..<stop)
    roots.append(root)
    return true
  }

  /// Returns a cursor for decoding an element of the batch. The cursor is valid until the batch is filled
  /// again, and only while the batch is alive.
  @_lifetime(immortal)
  func cursor(_ index: Int, _ context: Unmanaged<DecodingContext>) -> JSONCursor {
    JSONCursor(
      bytes: bytes.base + parser.origin, nodes: UnsafePointer(parser.table.nodes + roots[index]), index: 0,
      context: context
    )
  }
}
